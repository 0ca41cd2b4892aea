import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createFactories } from '../../../testing/factories.ts'
import { createProductRepository } from './repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('reads the pages that strangers ask for at the same moment by one statement', async () => {
  const { knex } = database
  const factories = createFactories(knex)
  const [first, second] = [await factories.product(), await factories.product()]
  const repository = createProductRepository(knex)
  const acquired = vi.spyOn(knex.client as { acquireConnection(): Promise<unknown> }, 'acquireConnection')
  const page = (slug: string) => repository.findDetail(slug, { language: 'es', now: new Date(), userId: null, code: null })

  const pages = await Promise.all([page(second.slug), page('nowhere'), page(first.slug), page(second.slug)])
  expect(pages.map((each) => each?.id)).toEqual([second.id, undefined, first.id, second.id])
  expect(acquired).toHaveBeenCalledTimes(1)
})
