import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

async function related(slug: string): Promise<string[]> {
  const reply = await t.call(products.related, { params: { slug } }).expect(200)
  return (reply.body as { items: { slug: string }[] }).items.map((item) => item.slug)
}

it('names products of the same channel first, then those of the same type, the newest first, and itself never', async () => {
  const channel_id = (await t.factories.channel()).id
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  await t.factories.product({ channel_id, type: 'vod', slug: 'asked', published_at: at(9) })
  await t.factories.product({ channel_id, type: 'vod', slug: 'old-neighbour', published_at: at(1) })
  await t.factories.product({ channel_id, type: 'podcast', slug: 'neighbour', published_at: at(2) })
  await t.factories.product({ type: 'vod', slug: 'elsewhere', published_at: at(8) })
  await t.factories.product({ type: 'podcast', slug: 'another-kind', published_at: at(8) })
  await t.factories.product({ channel_id, type: 'vod', slug: 'hidden', status: 'private', published_at: at(3) })
  await t.factories.product({ channel_id, type: 'vod', slug: 'called-off', cancelled_at: at(4), published_at: at(3) })
  expect(await related('asked')).toEqual(['neighbour', 'old-neighbour', 'elsewhere'])
})

it('tells nothing of a product that is not published, nor whether there is one', async () => {
  const channel_id = (await t.factories.channel()).id
  await t.factories.product({ channel_id, slug: 'open' })
  for (const status of ['private', 'draft'] as const) await t.factories.product({ channel_id, slug: `a-${status}-one`, status })
  expect(await related('a-private-one')).toEqual([])
  expect(await related('a-draft-one')).toEqual([])
  expect(await related('no-such-product')).toEqual([])
})
