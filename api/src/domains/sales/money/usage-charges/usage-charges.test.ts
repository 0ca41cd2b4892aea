import { payouts, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { makeCode } from '../../product-codes/code-text.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

interface Show {
  owner: UserRow
  productId: string
  sessionId: string
  slug: string
}
async function show(status: 'published' | 'private' = 'published'): Promise<Show> {
  const owner = await t.factories.producer()
  const home = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: home.id, status, plan: 'paid', net_price_minor: 1_000 })
  return { owner, productId: product.id, sessionId: product.sessions[0]?.id ?? '', slug: product.slug }
}
/** A show of so many minutes that has just ended. */
async function sent(of: Show, minutes: number, fields: { kind?: 'live' | 'rehearsal' } = {}): Promise<string> {
  t.clock.advance(60_000)
  const endedAt = t.clock.now()
  const startedAt = new Date(endedAt.getTime() - minutes * 60_000)
  const row = await t.factories.broadcast({
    product_id: of.productId,
    session_id: of.sessionId,
    state: 'ended',
    started_at: startedAt,
    first_media_at: startedAt,
    last_media_at: endedAt,
    ended_at: endedAt,
    ...fields,
  })
  return row.id
}
async function ticketsOf(of: Show, count: number, source: 'free' | 'coupon'): Promise<void> {
  for (let index = 0; index < count; index++) {
    const coupon = source === 'coupon' ? { coupon_id: await couponOf(of, index) } : {}
    await t.factories.ticket({ product_id: of.productId, source, acquired_at: new Date(t.clock.nowMs() - 86_400_000), ...coupon })
  }
}
async function couponOf(of: Show, index: number): Promise<string> {
  const knex = t.database.knex
  const [batch] = await knex('coupon_batches')
    .insert({ product_id: of.productId, quantity: 1, net_price_minor: 0, tax_basis_points: 0 })
    .returning('id')
  const [coupon] = await knex('coupons')
    .insert({ batch_id: batch?.id ?? '', code: `USE${t.clock.nowMs()}${index}` })
    .returning('id')
  return coupon?.id ?? ''
}
const charge = () => t.api.platform.sales.chargeUsage()
async function lines(of: Show): Promise<Record<string, number>> {
  const reply = await t.call(payouts.listOwn, { as: await t.tokenOf(of.owner) }).expect(200)
  const all = (reply.body as { items: Statement[] }).items.flatMap((statement) => statement.lines)
  return Object.fromEntries(all.map(({ line, amount }) => [line, amount.minor]))
}

describe('hours of a live', () => {
  it('are charged once per paid ticket when the show has ended, however often and by whomever it is looked at', async () => {
    const of = await show()
    await ticketsOf(of, 3, 'coupon')
    await ticketsOf(of, 2, 'free')
    await sent(of, 151)
    await Promise.all([charge(), charge(), charge()])
    await charge()
    expect(await lines(of)).toEqual({ live_hours: -3 * 2 * 45 })
    expect(await t.database.knex('usage_charges').where({ product_id: of.productId })).toMatchObject([
      { kind: 'live_hours', hours: 2, quantity: 6, amount_minor: 270 },
    ])
  })

  it('that are included cost nothing, and shows of one date share them', async () => {
    const of = await show()
    await ticketsOf(of, 1, 'coupon')
    await sent(of, 60)
    await charge()
    expect(await lines(of)).toEqual({})
    await sent(of, 60)
    await charge()
    expect(await lines(of)).toEqual({ live_hours: -45 })
  })
})

describe('a private product', () => {
  it('costs 1.95 for each redeemed code, and 0.29 per access and hour beyond two', async () => {
    const of = await show('private')
    const code = makeCode()
    await t.database.knex('access_codes').insert([
      { product_id: of.productId, code },
      { product_id: of.productId, code: makeCode() },
    ])
    await t.call(coupons.redeem, { as: await t.tokenOf(await t.factories.user()), body: { code } }).expect(200)
    await sent(of, 180)
    await charge()
    await charge()
    expect(await lines(of)).toEqual({ private_access: -195, private_hours: -29 })
  })
})

describe('a test room', () => {
  it('costs 5.00 per started hour beyond the free one where a live is to come [LIVE-015]', async () => {
    const of = await show()
    await t.factories.session({ product_id: of.productId, starts_at: new Date(t.clock.nowMs() + 5 * 86_400_000) })
    await sent(of, 90, { kind: 'rehearsal' })
    await charge()
    expect(await lines(of)).toEqual({ rehearsal_hours: -500 })
  })
})

describe('a recording', () => {
  it('costs 49.00 on the statement, which becomes 0.00 with the VOD product [LIVE-014]', async () => {
    const of = await show()
    const broadcastId = await sent(of, 30)
    const [recording] = await t.database
      .knex('recordings')
      .insert({ broadcast_id: broadcastId, product_id: of.productId, state: 'ready', ready_at: t.clock.now() })
      .returning('id')
    await charge()
    expect(await lines(of)).toEqual({ recording: -4_900 })
    const vod = await t.factories.product({ type: 'vod' })
    await t.database.knex('recordings').where({ id: recording?.id }).update({ published_product_id: vod.id })
    await Promise.all([charge(), charge()])
    await charge()
    expect(await lines(of)).toEqual({ recording: 0 })
    expect(await t.database.knex('usage_charges').where({ recording_id: recording?.id }).first()).toMatchObject({
      waived_reason: 'published_as_vod',
      amount_minor: 0,
    })
  })
})
