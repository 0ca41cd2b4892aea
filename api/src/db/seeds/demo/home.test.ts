import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSectionCards } from '../../../domains/storefront/read/section-cards.ts'
import { createShowSections } from '../../../domains/storefront/read/shown-sections.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { seedDemo } from './demo.ts'
import { demoHome } from './places.ts'
import { liveProductSlug } from './products-live.ts'

let database: TestDatabase
let folder: string
const now = new Date()

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ee-demo-home-'))
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  await seedDemo({ knex: database.knex, storage, demoFile: join(folder, 'demo.json'), now, pictureScale: 0.25 })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('the home page of the demo', () => {
  it('shows every product once, and sliders that have something left to show', async () => {
    const { knex } = database
    // As the transcoder leaves them.
    await knex('media_assets').where({ state: 'processing' }).update({ state: 'ready', duration_ms: 40_000 })
    const sections = await createShowSections(createSectionCards(knex))({ sections: demoHome, language: 'es', now, entityId: null })
    const cards = sections.flatMap((section) => {
      if (section.type === 'hero') return section.items.slice(0, 1)
      if (section.type === 'featured_product') return [section.product]
      return section.type === 'product_slider' ? section.items : []
    })
    const slugs = cards.map(({ slug }) => slug)
    expect(slugs).toEqual([...new Set(slugs)])
    expect(slugs[0]).toBe(liveProductSlug)
    const sliders = sections.filter((section) => section.type === 'product_slider')
    expect(sliders.map(({ id, items }) => [id, items.length > 1])).toEqual([
      ['proximos', true],
      ['cine', true],
      ['a-la-carta', true],
      ['formacion', true],
    ])
  })
})
