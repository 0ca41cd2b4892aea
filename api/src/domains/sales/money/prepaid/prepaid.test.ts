import { randomUUID } from 'node:crypto'
import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { prepaid, type Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { usage, type ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
const hourNetMinor = 400
const setPrice = (minor: number | null) => t.database.knex('payment_config').update({ prepaid_hour_net_minor: minor })
beforeEach(async () => {
  await t.mediaNode()
  await setPrice(hourNetMinor)
})

/** An organizer with a published show whose session is near. */
async function organizer() {
  const owner = await t.factories.producer({ country: 'ES' })
  const home = await t.factories.channel({ owner_id: owner.id })
  const show = await t.factories.product({ channel_id: home.id }, { sessions: 0 })
  await t.factories.session({ product_id: show.id, starts_at: new Date(t.clock.nowMs() + 30 * 60_000) })
  return { owner, productId: show.id, params: { productSlug: show.slug }, as: await t.tokenOf(owner) }
}
type Organizer = Awaited<ReturnType<typeof organizer>>

const body = (hours: number) => ({
  hours,
  // 4.00 and 21 %.
  expectedTotalMinor: hours * 484,
  termsAccepted: true as const,
  idempotencyKey: randomUUID() as string,
})
const pay = ({ paymentUrl }: Order, card = '4242424242424242') =>
  t.call(testPayments.pay, { params: { id: paymentUrl?.split('/').at(-1) ?? '' }, body: { card } }).expect(200)
async function buy(of: Pick<Organizer, 'as'>, hours: number): Promise<Order> {
  const order = (await t.call(prepaid.buy, { as: of.as, body: body(hours) }).expect(201)).body as Order
  await pay(order)
  return order
}
const read = async ({ as }: Pick<Organizer, 'as'>) => (await t.call(prepaid.get, { as }).expect(200)).body as Prepaid
const start = (of: Organizer, fields: object = {}) => t.call(broadcasts.start, { params: of.params, as: of.as, body: fields })
const choose = (of: Organizer, plan: 'usage' | 'prepaid') => t.call(usage.choosePlan, { params: of.params, as: of.as, body: { plan } })
const usageOf = async (of: Organizer) => (await t.call(usage.show, { params: of.params, as: of.as }).expect(200)).body as ShowUsage
const take = () => t.api.platform.sales.plans.takeMinutes()
/** The first picture came so many minutes ago. */
async function aired(of: Organizer, minutes: number): Promise<void> {
  const at = new Date(t.clock.nowMs() - minutes * 60_000)
  await t.database
    .knex('broadcasts')
    .where({ product_id: of.productId })
    .update({ started_at: at, first_media_at: at, last_media_at: t.clock.now() })
}
/** Tokens are shorter than shows. */
async function wait(of: Organizer, minutes: number): Promise<void> {
  t.clock.advance(minutes * 60_000)
  of.as = await t.tokenOf(of.owner)
}
/** Ledger of a line of an order, per account. */
async function books(order: Order): Promise<Record<string, number>> {
  const { rows } = await t.database.knex.raw<{ rows: { kind: string; sum: string }[] }>(
    `select a.kind, sum(e.amount_minor) as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
     join ledger_accounts a on a.id = e.account_id join order_items i on i.id = x.order_item_id
     where i.order_id = ? group by a.kind having sum(e.amount_minor) <> 0`,
    [order.id],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
}

describe('refused', () => {
  it('nothing is offered or sold where the site has no price for it [LIM-020]', async () => {
    const of = await organizer()
    await setPrice(null)
    expect(await read(of)).toMatchObject({ offer: null, minutes: 0 })
    await t.call(prepaid.buy, { as: of.as, body: body(1) }).expect(409, /PREPAID_OFF/)
    await setPrice(hourNetMinor)
    expect((await read(of)).offer).toMatchObject({ net: { minor: 400 }, total: { minor: 484 } })
  })

  it('another price than the one that was seen orders nothing', async () => {
    const of = await organizer()
    await t.call(prepaid.buy, { as: of.as, body: { ...body(2), expectedTotalMinor: 967 } }).expect(409, /PRICE_CHANGED/)
    expect(await t.database.knex('orders').where({ user_id: of.owner.id })).toEqual([])
  })

  it('hours of a card that is refused are not there', async () => {
    const of = await organizer()
    const order = (await t.call(prepaid.buy, { as: of.as, body: body(1) }).expect(201)).body as Order
    await pay(order, '4000000000000002')
    expect((await read(of)).minutes).toBe(0)
  })

  it('a prepaid show does not begin on an empty balance, and begins on another plan [LIVE-018]', async () => {
    const of = await organizer()
    await start(of, { plan: 'prepaid' }).expect(409, /PREPAID_EMPTY/)
    expect(await t.database.knex('broadcasts').where({ product_id: of.productId })).toEqual([])
    await start(of).expect(200)
    await choose(of, 'prepaid').expect(409, /PREPAID_EMPTY/)
  })

  it('a plan is chosen for a show that runs alone, by its organizer alone', async () => {
    const of = await organizer()
    await choose(of, 'usage').expect(409, /BROADCAST_STATE/)
    const other = await t.tokenOf(await t.factories.producer())
    await t.call(usage.choosePlan, { params: of.params, as: other, body: { plan: 'usage' } }).expect(404)
  })

  it('nothing is given back of an empty balance', async () => {
    const of = await organizer()
    await t.call(prepaid.giveBack, { as: of.as }).expect(200)
    expect(await t.database.knex('refunds').where({ requested_by: of.owner.id })).toEqual([])
  })
})

describe('hours', () => {
  it('are bought once per key, owed until they are used, and on an invoice of the platform', async () => {
    const of = await organizer()
    const wanted = body(2)
    const replies = await Promise.all([1, 2].map(() => t.call(prepaid.buy, { as: of.as, body: wanted }).expect(201)))
    const [order, again] = replies.map(({ body: reply }) => reply as Order) as [Order, Order]
    expect(again.id).toBe(order.id)
    await pay(order)
    expect(await read(of)).toMatchObject({ minutes: 120, refund: [{ minor: 968, currency: 'EUR' }] })
    expect(await books(order)).toEqual({ provider_clearing: 968, prepaid_hours: -800, tax_payable: -168 })
    const invoice = await t.database.knex('invoices').where({ order_id: order.id }).first()
    expect(invoice).toMatchObject({ kind: 'invoice', net_minor: 800, tax_minor: 168 })
  })

  it('are taken per started minute while the show runs, and cost no extra hour [LIVE-018]', async () => {
    const of = await organizer()
    const order = await buy(of, 3)
    await start(of, { plan: 'prepaid' }).expect(200)
    await take()
    expect((await read(of)).minutes).toBe(180)
    await aired(of, 9.5)
    await Promise.all([take(), take(), take()])
    expect((await read(of)).minutes).toBe(170)
    await wait(of, 91)
    await take()
    expect(await usageOf(of)).toMatchObject({
      balanceMinutes: 79,
      show: { plan: 'prepaid', prepaidMinutes: 101, minutes: 0, hours: 0, next: null },
    })
    expect(await books(order)).toMatchObject({ prepaid_hours: -(1_200 - 673), platform_revenue: -673 })
    await wait(of, 0.2)
    await t.call(broadcasts.stop, { params: of.params, as: of.as }).expect(200)
    await take()
    await t.api.platform.sales.chargeUsage()
    expect(await t.database.knex('usage_charges').where({ product_id: of.productId, kind: 'live_hours' })).toMatchObject([
      { amount_minor: 0, hours: null },
    ])
  })

  it('that run out end no show: it goes on by use, charged for the rest alone', async () => {
    const of = await organizer()
    const order = await buy(of, 1)
    await start(of, { plan: 'prepaid' }).expect(200)
    await aired(of, 100.5)
    await take()
    expect((await read(of)).minutes).toBe(0)
    expect(await usageOf(of)).toMatchObject({ show: { plan: 'usage', prepaidMinutes: 60, minutes: 41, endedAt: null } })
    expect(await books(order)).toEqual({ provider_clearing: 484, platform_revenue: -400, tax_payable: -84 })
    expect((await t.database.knex('broadcasts').where({ product_id: of.productId }).first())?.state).toBe('on_air')
  })

  it('of two shows at once are taken from one balance, and never below nothing', async () => {
    const of = await organizer()
    await buy(of, 1)
    const second = await secondShow(of)
    for (const show of [of, second]) await start(show, { plan: 'prepaid' }).expect(200)
    for (const show of [of, second]) await aired(show, 39.5)
    await Promise.all([take(), take()])
    expect((await read(of)).minutes).toBe(0)
    const uses = await t.database
      .knex('prepaid_uses')
      .join('broadcasts', 'broadcasts.id', 'broadcast_id')
      .whereIn('product_id', [of.productId, second.productId])
      .pluck('minutes')
    expect(uses.reduce((sum: number, minutes: number) => sum + minutes, 0)).toBe(60)
  })

  it('that are left come back with their tax, cannot be used meanwhile, and leave the books even', async () => {
    const of = await organizer()
    const order = await buy(of, 2)
    await start(of, { plan: 'prepaid' }).expect(200)
    await aired(of, 49.5)
    await take()
    const left = (await read(of)).refund
    const replies = await Promise.all([1, 2].map(() => t.call(prepaid.giveBack, { as: of.as })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await t.database.knex('refunds').where({ order_id: order.id })).toHaveLength(1)
    expect(await read(of)).toMatchObject({ minutes: 0, refund: [] })
    await t.api.platform.sales.payRefunds()
    const item = await t.database.knex('order_items').where({ order_id: order.id }).first()
    expect(left).toEqual([{ minor: item?.refunded_minor, currency: 'EUR' }])
    // 50 of 120 minutes are earned: 333 of 800.
    expect(await books(order)).toMatchObject({ platform_revenue: -333, tax_payable: -(168 - 98), provider_clearing: 968 - 565 })
    expect(await books(order)).not.toHaveProperty('prepaid_hours')
    expect(await t.database.knex('invoices').where({ order_id: order.id, kind: 'credit_note' })).toHaveLength(1)
    await wait(of, 5)
    await take()
    expect(await usageOf(of)).toMatchObject({ show: { plan: 'usage', prepaidMinutes: 50 } })
  })
})

describe('the free option', () => {
  const sweep = () => t.api.platform.sweep.endFree()

  it('costs nothing and is not recorded; the show ends at 15:00 and may begin again on another plan [LIVE-017]', async () => {
    const of = await organizer()
    await start(of, { plan: 'free', recording: true }).expect(200)
    await sweep()
    expect((await usageOf(of)).show).toMatchObject({ plan: 'free', freeUntil: null, recording: null })
    await aired(of, 14.8)
    expect(await sweep()).toBe(0)
    const { show } = await usageOf(of)
    expect(Date.parse(show?.freeUntil ?? '') - t.clock.nowMs()).toBeGreaterThan(5_000)
    await wait(of, 0.3)
    expect(await sweep()).toBe(1)
    expect(await t.database.knex('broadcasts').where({ product_id: of.productId }).first()).toMatchObject({
      state: 'ended',
      end_reason: 'limit',
    })
    await t.api.platform.sales.chargeUsage()
    expect(await t.database.knex('usage_charges').where({ product_id: of.productId }).sum('amount_minor as sum').first()).toEqual({
      sum: '0',
    })
    await start(of).expect(200)
  })

  it('ends no show whose organizer chose another plan, whenever that was', async () => {
    const of = await organizer()
    await start(of, { plan: 'free' }).expect(200)
    await aired(of, 14.9)
    await choose(of, 'usage').expect(200)
    await wait(of, 30)
    expect(await sweep()).toBe(0)
    expect((await usageOf(of)).show).toMatchObject({ plan: 'usage', minutes: 45, freeUntil: null, endedAt: null })
  })

  it('ends no paid show, however many days it lasts [CAT-101]', async () => {
    const of = await organizer()
    await start(of, { plan: 'usage' }).expect(200)
    await aired(of, 5 * 24 * 60 - 0.5)
    expect(await sweep()).toBe(0)
    expect(await usageOf(of)).toMatchObject({ show: { plan: 'usage', minutes: 5 * 24 * 60, endedAt: null } })
    expect((await t.database.knex('broadcasts').where({ product_id: of.productId }).first())?.state).toBe('on_air')
  })

  it('and a choice of the last moment agree: the show goes on, or the choice is refused', async () => {
    const of = await organizer()
    await start(of, { plan: 'free' }).expect(200)
    await aired(of, 15.1)
    const [chosen, ended] = await Promise.all([choose(of, 'usage'), sweep()])
    expect([chosen.status, ended]).toEqual(chosen.status === 200 ? [200, 0] : [409, 1])
  })

  it('counts from the beginning once prepaid time takes over', async () => {
    const of = await organizer()
    await buy(of, 1)
    await start(of, { plan: 'free' }).expect(200)
    await aired(of, 9.5)
    await choose(of, 'prepaid').expect(200)
    await take()
    expect((await read(of)).minutes).toBe(50)
  })

  it('and prepaid time change places while the show runs, each minute paid once', async () => {
    const of = await organizer()
    await buy(of, 1)
    await start(of).expect(200)
    await aired(of, 20)
    await choose(of, 'prepaid').expect(200)
    await wait(of, 9.5)
    await choose(of, 'usage').expect(200)
    await wait(of, 60)
    await take()
    expect((await read(of)).minutes).toBe(50)
    const { show } = await usageOf(of)
    expect(show).toMatchObject({ plan: 'usage', prepaidMinutes: 10 })
    expect(show?.minutes).toBe(80)
  })
})

async function secondShow(of: Organizer): Promise<Organizer> {
  const home = await t.factories.channel({ owner_id: of.owner.id })
  const show = await t.factories.product({ channel_id: home.id }, { sessions: 0 })
  await t.factories.session({ product_id: show.id, starts_at: new Date(t.clock.nowMs() + 30 * 60_000) })
  return { ...of, productId: show.id, params: { productSlug: show.slug } }
}

describe('an account that is erased', () => {
  it('gets the price of its unused time back, once, with a credit note that names nobody', async () => {
    const of = await organizer()
    const order = await buy(of, 2)
    const { knex } = t.database
    await knex('prepaid_lots').where({ user_id: of.owner.id }).update({ used_minutes: 30 })
    const erase = () => t.api.platform.people.deleteAccount.deleteDue()
    await knex('users').where({ id: of.owner.id }).update({ deletion_at: t.clock.now() })
    await erase()
    await erase()
    await t.api.platform.sales.payRefunds()
    // One and a half of two hours, at 4.00 and 21 % each.
    expect(await knex('refunds').where({ order_id: order.id })).toMatchObject([
      { amount_minor: 726, status: 'succeeded', reason: 'withdrawal' },
    ])
    expect(await knex('prepaid_lots').where({ user_id: of.owner.id })).toMatchObject([
      { minutes: 120, used_minutes: 30, returned_minutes: 90 },
    ])
    const [note] = await knex('invoices').where({ order_id: order.id, kind: 'credit_note' })
    expect(note).toMatchObject({ total_minor: -726, buyer: { pseudonym: of.owner.id } })
    expect(
      (await knex('test_refunds').whereIn('payment_id', knex('payments').where({ order_id: order.id }).select('provider_payment_id')))
        .length,
    ).toBe(1)
  })

  it('is erased while the payment of its hours is disputed, whose money the bank holds', async () => {
    const of = await organizer()
    const order = await buy(of, 1)
    const { knex } = t.database
    const id = order.paymentUrl?.split('/').at(-1) ?? ''
    await t.call(testPayments.dispute, { params: { id }, body: { outcome: 'open' } }).expect(200)
    await knex('users').where({ id: of.owner.id }).update({ deletion_at: t.clock.now() })
    await t.api.platform.people.deleteAccount.deleteDue()
    expect((await knex('users').where({ id: of.owner.id }).first())?.deleted_at).not.toBeNull()
    expect(await knex('refunds').where({ order_id: order.id })).toEqual([])
  })

  it('loses its saved cards', async () => {
    const of = await organizer()
    const { knex } = t.database
    await knex('saved_cards').insert({
      user_id: of.owner.id,
      provider: 'test',
      reference: 'card_x',
      card: 'x',
      label: '•••• 4242',
      saved_at: t.clock.now(),
    })
    await knex('users').where({ id: of.owner.id }).update({ deletion_at: t.clock.now() })
    await t.api.platform.people.deleteAccount.deleteDue()
    expect(await knex('saved_cards').where({ user_id: of.owner.id })).toEqual([])
  })
})
