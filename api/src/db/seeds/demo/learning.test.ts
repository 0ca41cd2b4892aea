import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import { readCredential } from '../../../domains/learning/certificates/credential.ts'
import { isSignedBy, type JsonObject } from '../../../domains/learning/certificates/data-integrity.ts'
import { createCertificateKeys } from '../../../domains/learning/certificates/keys.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { demoUserIds } from './accounts.ts'
import { productIdOf } from './catalogue.ts'
import { seedDemo } from './demo.ts'

let database: TestDatabase
let folder: string
const now = new Date()
const dayMs = 86_400_000
const seal = { dataKey: randomBytes(32).toString('base64'), origin: 'https://demo.example.test' }

async function seed(at = now): Promise<void> {
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  await seedDemo({ knex: database.knex, storage, demoFile: join(folder, 'demo.json'), now: at, pictureScale: 0.25, seal })
}
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ee-demo-learning-'))
  await seed()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const tables = ['lessons', 'lesson_ratings', 'lesson_progress', 'discussion_posts', 'discussion_votes', 'certificates'] as const
const counts = () => Promise.all(tables.map(async (table) => (await database.knex(table)).length))

it('has ratings, posts in three languages and lessons to come, and a later start adds none of them again', async () => {
  const { knex } = database
  const before = await counts()
  expect(before.every((count) => count > 0)).toBe(true)
  const texts = (await knex('discussion_posts').pluck<string[]>('text')).join(' ')
  for (const word of ['revista', 'letters', 'grelha']) expect(texts).toContain(word)
  // The other progress of the viewer belongs to whoever tries the demo.
  const begun = await knex('lesson_progress as g')
    .join('lessons as l', 'l.id', 'g.lesson_id')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .where({ 'g.user_id': demoUserIds.viewer })
    .distinct()
    .pluck<string[]>('m.product_id')
  expect(begun).toEqual([productIdOf('guitarra-paso-a-paso')])
  const votes = await knex('discussion_posts as d')
    .leftJoin('discussion_votes as v', 'v.post_id', 'd.id')
    .groupBy('d.id')
    .select<{ votes: number; count: number }[]>('d.votes', knex.raw('count(v.user_id)::int as count'))
  expect(votes.filter((row) => row.votes !== row.count)).toEqual([])
  for (const day of [now, new Date(now.getTime() + 20 * dayMs)]) {
    await seed(day)
    const dates = await knex('lessons as l')
      .join('course_modules as m', 'm.id', 'l.module_id')
      .join('product_sessions as s', 's.product_id', 'l.source_product_id')
      .where({ 'm.product_id': productIdOf('diseno-desde-cero') })
      .whereIn('l.kind', ['live', 'meeting'])
      .where('s.starts_at', '>', day)
      .distinct()
      .pluck<string[]>('l.kind')
    expect(dates.toSorted((a, b) => a.localeCompare(b))).toEqual(['live', 'meeting'])
  }
  expect(await counts()).toEqual(before)
})

it('has a certificate of its viewer that verifies by itself, for a course that was finished', async () => {
  const { knex } = database
  const rows = await knex('certificates').select()
  expect(rows).toMatchObject([{ user_id: demoUserIds.viewer, product_id: productIdOf('guitarra-paso-a-paso'), revoked_at: null }])
  const [row] = rows
  const key = await createCertificateKeys({ secretBox: createSecretBox(seal.dataKey) }).find(knex, row?.key_id ?? '')
  expect(key && isSignedBy(row?.credential as JsonObject, key)).toBe(true)
  expect(readCredential(row?.credential, { id: row?.id ?? '', keyId: row?.key_id ?? '' })).toMatchObject({ title: 'Guitarra paso a paso' })
})

it('has captions in three languages for every film of a lesson', async () => {
  const films = await database
    .knex('lessons as l')
    .leftJoin('captions as c', 'c.product_id', 'l.source_product_id')
    .where({ 'l.kind': 'video' })
    .groupBy('l.source_product_id')
    .select<{ id: string | null; languages: string[] }[]>(
      'l.source_product_id as id',
      database.knex.raw('array_agg(distinct c.language) as languages'),
    )
  expect(films.length).toBeGreaterThan(3)
  for (const { id, languages } of films)
    expect(
      languages.toSorted((a, b) => a.localeCompare(b)),
      String(id),
    ).toEqual(['en', 'es', 'pt'])
})
