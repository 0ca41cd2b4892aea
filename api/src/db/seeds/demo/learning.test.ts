import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { demoUserIds } from './accounts.ts'
import { productIdOf } from './catalogue.ts'
import { seedDemo } from './demo.ts'

let database: TestDatabase
let folder: string
const now = new Date()
const dayMs = 86_400_000

async function seed(at = now): Promise<void> {
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  await seedDemo({ knex: database.knex, storage, demoFile: join(folder, 'demo.json'), now: at, pictureScale: 0.25 })
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

const tables = ['lessons', 'lesson_ratings', 'lesson_progress', 'discussion_posts', 'discussion_votes'] as const
const counts = () => Promise.all(tables.map(async (table) => (await database.knex(table)).length))

it('has ratings, posts in three languages and lessons to come, and a later start adds none of them again', async () => {
  const { knex } = database
  const before = await counts()
  expect(before.every((count) => count > 0)).toBe(true)
  const texts = (await knex('discussion_posts').pluck<string[]>('text')).join(' ')
  for (const word of ['revista', 'letters', 'grelha']) expect(texts).toContain(word)
  // The progress of the viewer belongs to whoever tries the demo.
  expect(await knex('lesson_progress').where({ user_id: demoUserIds.viewer })).toEqual([])
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
