import { playback } from '@e-events/shared/contract/live/playback.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { watchRevocations } from '@e-events/shared/node/revocations.ts'
import { readMediaToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { payOrder, plainProduct, sell } from '../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

const crowd = 500
let t: TestApi
let owner: UserRow
let channelId: string
beforeAll(async () => {
  t = await createTestApi({ log: { level: 'fatal' } })
  owner = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

describe('a crowd at the same moment (F10)', () => {
  it('that redeems one code opens one ticket, and the rest are told', async () => {
    const product = await t.factories.product({ channel_id: channelId, type: 'vod', status: 'private' }, { sessions: 0 })
    const as = await t.tokenOf(owner)
    const made = await t.call(productCodes.generate, { as, params: { slug: product.slug }, body: { quantity: 1 } }).expect(201)
    const [{ code }] = (made.body as { items: { code: string }[] }).items as [{ code: string }]
    const tokens = await times(20, async () => t.tokenOf(await t.factories.user()))
    const statuses = await Promise.all(
      Array.from({ length: crowd }, async (_, index) => {
        const reply = await t.call(coupons.redeem, { as: tokens[index % tokens.length], body: { code } })
        return reply.status
      }),
    )
    expect(tally(statuses)).toEqual({ 200: 1, 409: crowd - 1 })
    expect(await t.database.knex('tickets').where({ product_id: product.id })).toHaveLength(1)
    expect(await t.database.knex('access_codes').where({ product_id: product.id }).whereNotNull('redeemed_by')).toHaveLength(1)
  }, 120_000)

  it('of one account that presses fifty times gets one free ticket, and one order with one payment', async () => {
    const user = await t.factories.user()
    const as = await t.tokenOf(user)
    const free = await t.factories.product({ channel_id: channelId, type: 'vod' }, { sessions: 0 })
    const got = await times(50, async () => (await t.call(tickets.redeem, { as, params: { slug: free.slug } })).status)
    expect(tally(got)).toEqual({ 201: 1, 409: 49 })
    const paid = await plainProduct(t, { channel_id: channelId })
    const placed = await times(50, async () => t.call(orders.place, { as, body: orderBody(paid.slug, { expectedTotalMinor: 1_000 }) }))
    expect(new Set(placed.filter(({ status }) => status === 201).map(({ body }) => (body as Order).id)).size).toBe(1)
    expect(placed.every(({ status }) => status === 201)).toBe(true)
    const order = placed[0]!.body as Order
    expect(await t.database.knex('orders').where({ user_id: user.id })).toHaveLength(1)
    expect(await t.database.knex('test_payments').where({ reference: order.id })).toHaveLength(1)
    await payOrder(t, { order })
    expect(await t.database.knex('tickets').where({ user_id: user.id, product_id: paid.id })).toHaveLength(1)
    const again = await times(
      50,
      async () => (await t.call(orders.place, { as, body: orderBody(paid.slug, { expectedTotalMinor: 1_000 }) })).status,
    )
    expect(tally(again)).toEqual({ 409: 50 })
  }, 120_000)

  it('that pays for one product is sold to each account once, with invoices without a gap', async () => {
    const product = await plainProduct(t, { channel_id: channelId })
    const buyers = await times(25, () => t.factories.user())
    const tokens = await Promise.all(buyers.map((buyer) => t.tokenOf(buyer)))
    const placed = await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        t.call(orders.place, { as: tokens[index % tokens.length], body: orderBody(product.slug, { expectedTotalMinor: 1_000 }) }),
      ),
    )
    const ids = new Map(placed.map(({ body }) => [(body as Order).id, body as Order]))
    expect(ids.size).toBe(25)
    // Each of them presses twice.
    await Promise.allSettled([...ids.values()].flatMap((order) => [payOrder(t, { order }), payOrder(t, { order })]))
    expect(await t.database.knex('tickets').where({ product_id: product.id })).toHaveLength(25)
    const { rows } = await t.database.knex.raw<{ rows: { count: number; last: number }[] }>(
      `select count(*)::int as count, max(v.number)::int - min(v.number)::int + 1 as last from invoices v join order_items i on i.order_id = v.order_id where i.product_id = ?`,
      [product.id],
    )
    expect(rows).toEqual([{ count: 25, last: 25 }])
  }, 120_000)
})

describe('access that ends while somebody plays (F22)', () => {
  /** Somebody who paid plays a film; a media server follows the list as it does every 10 s. */
  async function playing(fields: object = {}) {
    const product = await plainProduct(t, { channel_id: channelId, ...fields })
    await t.factories.asset({ product_id: product.id })
    const sold = await sell(t, [product], { expectedTotalMinor: 1_000 })
    const watch = () => t.call(playback.get, { as: sold.as, params: { slug: product.slug } })
    const { media } = (await watch()).body as { media: { feeds: { masterUrl: string }[] } }
    const token = /^\/media\/([^/]+)\//.exec(media.feeds[0]!.masterUrl)?.[1] ?? ''
    const claims = readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs())!
    return {
      product,
      ...sold,
      watch,
      /** Whether a server would still send a segment, within the minute that is promised. */
      async isServed(): Promise<boolean> {
        const list = watchRevocations(t.redis)
        await list.refresh()
        list.stop()
        return readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs()) !== undefined && !list.isRevoked(claims)
      },
    }
  }

  it('by a refund ends at once for new requests, and with the next look of the media server for what plays', async () => {
    const one = await playing()
    expect(await one.isServed()).toBe(true)
    await t.call(sales.refund, { as: await t.tokenOf(owner), params: { id: one.items[0]! }, body: { reason: 'organizer' } }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect([(await one.watch()).status, await one.isServed()]).toEqual([402, false])
  })

  it('by a refund whose word to Redis was lost ends with the repetition', async () => {
    const one = await playing()
    await t.call(sales.refund, { as: await t.tokenOf(owner), params: { id: one.items[0]! }, body: { reason: 'organizer' } }).expect(201)
    await t.api.platform.sales.payRefunds()
    await t.redis.del('playback:revoked')
    expect(await one.isServed()).toBe(true)
    await t.api.platform.publishEnds()
    expect(await one.isServed()).toBe(false)
  })

  it('by a block ends for every product of the account', async () => {
    const one = await playing()
    const admin = await t.tokenOf(await t.factories.admin())
    await t.call(users.block, { as: admin, params: { id: one.buyer.id }, body: { reason: 'Fraude' } })
    expect(await one.isServed()).toBe(false)
  })

  it('by its expiry ends to the second: no token outlives the ticket', async () => {
    const one = await playing({ expiration_hours: 1 })
    t.clock.advance(40 * 60_000)
    const as = await t.tokenOf(one.buyer)
    const { media } = (await t.call(playback.get, { as, params: { slug: one.product.slug } }).expect(200)).body as {
      media: { tokenExpiresAt: string }
    }
    const ticket = await t.database.knex('tickets').where({ user_id: one.buyer.id }).first('expires_at')
    expect(media.tokenExpiresAt).toBe(ticket!.expires_at!.toISOString())
    t.clock.advance(21 * 60_000)
    expect((await t.call(playback.get, { as: await t.tokenOf(one.buyer), params: { slug: one.product.slug } })).status).toBe(402)
  })
})
