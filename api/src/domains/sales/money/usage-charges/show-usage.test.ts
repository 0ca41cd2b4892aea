import { usage, type ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BroadcastRow } from '../../../../db/tables/live.ts'
import type { UserRow } from '../../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

async function product() {
  const owner = await t.factories.producer()
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({ channel_id: home.id, plan: 'paid', net_price_minor: 1_000 })
  return { owner, id: made.id, slug: made.slug, sessionId: made.sessions[0]?.id ?? '' }
}
type Product = Awaited<ReturnType<typeof product>>
const ago = (minutes: number) => new Date(t.clock.nowMs() - minutes * 60_000)
/** The clock runs while a test does: shows are a little younger than they say. */
const almostMinutes = 0.2
/** A show of the product whose last of so many minutes has begun. */
function onAir(of: Product, minutes: number, fields: Partial<BroadcastRow> = {}): Promise<BroadcastRow> {
  const startedAt = ago(minutes - almostMinutes)
  return t.factories.broadcast({
    product_id: of.id,
    session_id: of.sessionId,
    started_at: startedAt,
    first_media_at: startedAt,
    last_media_at: startedAt,
    ...fields,
  })
}
async function paidTickets(of: Product, count: number): Promise<void> {
  const [batch] = await t.database
    .knex('coupon_batches')
    .insert({ product_id: of.id, quantity: count, net_price_minor: 0, tax_basis_points: 0 })
    .returning('id')
  for (let index = 0; index < count; index++) {
    const [coupon] = await t.database
      .knex('coupons')
      .insert({ batch_id: batch?.id ?? '', code: `SEE${of.slug}${index}` })
      .returning('id')
    await t.factories.ticket({ product_id: of.id, source: 'coupon', coupon_id: coupon?.id ?? null, acquired_at: ago(1_440) })
  }
}
const read = async (of: Product, status: number, as: UserRow = of.owner) =>
  (await t.call(usage.show, { params: { productSlug: of.slug }, as: await t.tokenOf(as) }).expect(status)).body as ShowUsage
const usageOf = (of: Product) => read(of, 200)

it("somebody else's show looks absent", async () => {
  const of = await product()
  expect(await read(of, 404, await t.factories.producer())).toMatchObject({ code: 'NOT_FOUND' })
})

describe('what a show costs', () => {
  it('is told before the first one: included time, price of an hour and of the recording', async () => {
    const of = await product()
    await paidTickets(of, 2)
    expect(await usageOf(of)).toEqual({
      isPrivate: false,
      includedMinutes: 90,
      quantity: 2,
      hourPrice: { minor: 45, currency: 'EUR' },
      recordingPrice: { minor: 4_900, currency: 'EUR' },
      balanceMinutes: 0,
      freeMinutes: 15,
      show: null,
    })
  })

  it('within the included time is nothing, with the moment and the amount of the first hour', async () => {
    const of = await product()
    await paidTickets(of, 3)
    await onAir(of, 60)
    const { show } = await usageOf(of)
    expect(Math.abs(Date.parse(show?.next?.at ?? '') - t.clock.nowMs() - 30.2 * 60_000)).toBeLessThan(5_000)
    expect(show).toEqual({
      endedAt: null,
      minutes: 60,
      hours: 0,
      charged: { minor: 0, currency: 'EUR' },
      next: { at: show?.next?.at, amount: { minor: 135, currency: 'EUR' } },
      plan: 'usage',
      prepaidMinutes: 0,
      freeUntil: null,
      recording: { minor: 4_900, currency: 'EUR' },
    })
  })

  it('beyond it is what the statement will say', async () => {
    const of = await product()
    await paidTickets(of, 3)
    const show = await onAir(of, 151)
    const seen = await usageOf(of)
    expect(seen.show).toMatchObject({ minutes: 151, hours: 2, charged: { minor: 270 } })
    expect(Math.abs(Date.parse(seen.show?.next?.at ?? '') - t.clock.nowMs() - 59.2 * 60_000)).toBeLessThan(5_000)
    await t.database
      .knex('broadcasts')
      .where({ id: show.id })
      .update({ state: 'ended', end_reason: 'organizer', ended_at: t.clock.now(), last_media_at: t.clock.now() })
    await t.api.platform.sales.chargeUsage()
    expect(await t.database.knex('usage_charges').where({ broadcast_id: show.id }).first()).toMatchObject({ amount_minor: 270, hours: 2 })
    expect((await usageOf(of)).show).toMatchObject({ charged: { minor: 270 }, next: null })
  })

  it('counts the earlier show of its date, and no hour while nobody holds a ticket', async () => {
    const of = await product()
    await onAir(of, 140, { state: 'ended', end_reason: 'idle', ended_at: ago(80), last_media_at: ago(80) })
    await onAir(of, 40)
    expect((await usageOf(of)).show).toMatchObject({ minutes: 100, hours: 1, charged: { minor: 0 }, next: null })
  })

  it('of a show without recording has none for it, and nothing once the recording is a video', async () => {
    const of = await product()
    const silent = await onAir(of, 5, { is_recording: false })
    expect((await usageOf(of)).show?.recording).toBeNull()
    await t.database.knex('broadcasts').where({ id: silent.id }).update({ is_recording: true })
    const vod = await t.factories.product({ type: 'vod' })
    await t.database.knex('recordings').insert({ broadcast_id: silent.id, product_id: of.id, published_product_id: vod.id })
    expect((await usageOf(of)).show?.recording).toEqual({ minor: 0, currency: 'EUR' })
  })
})
