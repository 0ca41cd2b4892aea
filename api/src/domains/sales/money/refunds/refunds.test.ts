import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { refunds, type RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { ledgerOf, plainProduct, sell } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
let [owner, staff]: UserRow[] = []
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  ;[owner, staff] = [await t.factories.producer(), await t.factories.admin()]
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())

const dayMs = 86_400_000
const [seller, admin] = [() => t.tokenOf(owner!), () => t.tokenOf(staff!)]
const pay = () => t.api.platform.sales.payRefunds()
const code = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const film = (fields = {}) => plainProduct(t, { channel_id: channelId, ...fields })
const refund = async (id: string, { amountMinor, ...body }: { amountMinor?: number; reason?: string; lines?: object[] }, as?: string) => {
  const lines = amountMinor === undefined ? {} : { lines: [{ id, amountMinor }] }
  return t.call(sales.refund, { as: as ?? (await seller()), params: { id }, body: { reason: 'organizer', ...lines, ...body } })
}
const orderRow = (id: string) => t.database.knex('orders').where({ id }).first()
const ticketsOf = (user: UserRow) => t.database.knex('tickets').where({ user_id: user.id }).whereNull('revoked_at')

describe('a refund of a part', () => {
  it('of one line leaves the others: access, ledger and credit note follow it alone', async () => {
    const [one, two] = [await film(), await film({ tax_basis_points: 2_100 })]
    const sold = await sell(t, [one, two], { expectedTotalMinor: 2_210 })
    expect((await refund(sold.items[1]!, {})).status).toBe(201)
    await pay()
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'partially_refunded', refunded_minor: 1_210 })
    expect((await ticketsOf(sold.buyer)).map(({ product_id: id }) => id)).toEqual([one.id])
    const [note, ...others] = await t.database.knex('invoices').where({ order_id: sold.order.id, kind: 'credit_note' })
    expect(others).toEqual([])
    expect(note).toMatchObject({ net_minor: -1_000, tax_minor: -210, total_minor: -1_210 })
    expect(await t.database.knex('invoice_lines').where({ invoice_id: note!.id })).toMatchObject([
      { title: two.title, total_minor: -1_210 },
    ])
    expect((await refund(sold.items[0]!, {})).status).toBe(201)
    await pay()
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 2_210 })
    expect(await ledgerOf(t, sold)).toEqual({ organizer_payable: 270, platform_revenue: -270 })
  })

  it('of an amount, again and again: tax, fees and support in proportion, to the cent', async () => {
    const product = await film({ net_price_minor: 999, tax_basis_points: 2_100, ticket_fee_payer: 'buyer' })
    const sold = await sell(t, [product], { expectedTotalMinor: 999 + 210 + 45 + 101, supportMinor: 101 })
    for (const amountMinor of [333, 1, 500, 521]) {
      expect([amountMinor, (await refund(sold.items[0]!, { reason: 'provider', amountMinor }, await admin())).status]).toEqual([
        amountMinor,
        201,
      ])
      expect((await ticketsOf(sold.buyer)).length).toBe(1)
      await pay()
    }
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 1_355 })
    expect(await ticketsOf(sold.buyer)).toEqual([])
    const notes = await t.database.knex('invoices').where({ order_id: sold.order.id, kind: 'credit_note' })
    const lines = await t.database.knex('invoice_lines').whereIn(
      'invoice_id',
      notes.map(({ id }) => id),
    )
    const sum = (name: 'net_minor' | 'tax_minor' | 'total_minor') => lines.reduce((all, line) => all + line[name], 0)
    expect([notes.length, sum('net_minor'), sum('tax_minor'), sum('total_minor')]).toEqual([4, -1_145, -210, -1_355])
    // The platform bears it: the organizer keeps the takings without any fee.
    expect(await ledgerOf(t, sold)).toEqual({ organizer_payable: -1_100, losses: 1_145, platform_revenue: -45 })
  })

  it('is never more than was paid, however many are ordered at the same moment', async () => {
    const sold = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    const as = await seller()
    const replies = await Promise.all(Array.from({ length: 10 }, () => refund(sold.items[0]!, { amountMinor: 300 }, as)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 409)])
    await Promise.all([pay(), pay(), pay()])
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'partially_refunded', refunded_minor: 900 })
    const [payment] = await t.database.knex('test_payments').where({ reference: sold.order.id })
    expect(payment).toMatchObject({ refunded_minor: 900 })
    expect(code(await refund(sold.items[0]!, { amountMinor: 101 }, as))).toBe('STATE_CONFLICT')
    expect((await refund(sold.items[0]!, { amountMinor: 100 }, as)).status).toBe(201)
  })

  it('of several lines is ordered as a whole or not at all, and holds lines of its own order only', async () => {
    const sold = await sell(t, [await film(), await film()], { expectedTotalMinor: 2_000 })
    const other = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    const [one, two] = sold.items as [string, string]
    const lines = (...of: [string, number][]) => ({ lines: of.map(([id, amountMinor]) => ({ id, amountMinor })) })
    expect((await refund(one, lines([one, 100], [other.items[0]!, 100]))).status).toBe(404)
    expect((await refund(one, lines([one, 100], [two, 1_001]))).status).toBe(409)
    expect((await refund(one, lines([one, 100], [one, 100]))).status).toBe(400)
    expect(await t.database.knex('refunds').where({ order_id: sold.order.id })).toEqual([])
    expect((await refund(one, lines([one, 100], [two, 1_000]))).status).toBe(201)
    await pay()
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'partially_refunded', refunded_minor: 1_100 })
    expect(await ticketsOf(sold.buyer)).toHaveLength(1)
  })

  it('shows in the table of sales, with what can still be given back', async () => {
    const sold = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    const reply = (await refund(sold.items[0]!, { amountMinor: 400 })).body as Sale
    expect(reply).toMatchObject({ status: 'paid', refundable: { minor: 600 }, allowed: { refund: ['organizer'] } })
    expect(reply.lines).toMatchObject([{ id: sold.items[0], refundable: { minor: 600 } }])
    await pay()
    const { items } = (await t.call(sales.listOwn, { as: await seller(), query: { limit: 1 } }).expect(200)).body as { items: Sale[] }
    expect(items).toMatchObject([{ status: 'partially_refunded', refunded: { minor: 400 }, refundable: { minor: 600 } }])
  })
})

describe('a limited number', () => {
  it('is free again once all of a line is given back, and not before', async () => {
    const last = await film({ stock: 1 })
    const one = await sell(t, [last], { expectedTotalMinor: 1_000 })
    const wanted = [{ productId: last.id, quantity: 1, holder: { order_item_id: one.items[0]! } }]
    await t.database.knex.transaction((trx) => t.api.platform.sales.stock.take(trx, wanted, one.buyer.id))
    const taken = async () => (await t.database.knex('stock_levels').where({ product_id: last.id }).first('taken'))?.taken
    expect(await taken()).toBe(1)
    expect((await refund(one.items[0]!, { amountMinor: 400 })).status).toBe(201)
    await pay()
    expect(await taken()).toBe(1)
    expect((await refund(one.items[0]!, {})).status).toBe(201)
    await pay()
    expect(await taken()).toBe(0)
  })
})

describe('a cancelled event', () => {
  /** A show that so many people paid for, called off by its organizer. */
  async function calledOff(buyers: number) {
    const product = await plainProduct(t, { channel_id: channelId, type: 'broadcast' })
    const sold = []
    for (let index = 0; index < buyers; index++) sold.push(await sell(t, [product], { expectedTotalMinor: 1_000 }))
    const body = { sessionId: null, reason: 'organizer', note: '' }
    await t.call(ownProducts.cancel, { as: await seller(), params: { slug: product.slug }, body }).expect(200)
    return { product, sold }
  }
  const runOf = async (slug: string, as?: string): Promise<RefundRun | undefined> => {
    const reply = await t.call(as === undefined ? refunds.runs : refunds.runsOwn, { as: as ?? (await admin()) }).expect(200)
    return (reply.body as { items: RefundRun[] }).items.find(({ product }) => product.slug === slug)
  }

  it('is refunded by a run that may end in the middle: each order exactly once, and all see how far it is', async () => {
    const { product, sold } = await calledOff(6)
    const ids = sold.map(({ order }) => order.id)
    expect(await runOf(product.slug)).toMatchObject({
      done: 0,
      total: 6,
      reason: 'organizer',
      isOverdue: false,
      amounts: [{ minor: 6_000 }],
    })
    // The process ends after the money of the third order has left and before it is booked, then in each further one.
    const { knex } = t.database
    await knex.raw(`create function end_process() returns trigger language plpgsql as $$ begin
      if (select count(*) from ledger_transactions where kind = 'refund' and order_id = any(array['${ids.join(`','`)}']::uuid[])) >= 2
        then raise exception 'ended'; end if; return new; end $$`)
    await knex.raw(`create trigger end_process before insert on ledger_transactions for each row execute function end_process()`)
    try {
      await pay()
    } finally {
      await knex.raw('drop trigger end_process on ledger_transactions; drop function end_process()')
    }
    const paidOut = async () => knex('test_payments').whereIn('reference', ids).where({ refunded_minor: 1_000 })
    expect(await runOf(product.slug)).toMatchObject({ done: 2, total: 6, failing: 4 })
    expect(await paidOut()).toHaveLength(6)
    expect(await runOf(product.slug, await seller())).toMatchObject({ done: 2, total: 6 })
    await Promise.all([pay(), pay()])
    expect(await runOf(product.slug)).toMatchObject({ done: 6, total: 6, failing: 0 })
    expect(await paidOut()).toHaveLength(6)
    for (const one of sold) {
      expect(await ledgerOf(t, one)).toEqual({ organizer_payable: 135, platform_revenue: -135 })
      expect(await knex('invoices').where({ order_id: one.order.id, kind: 'credit_note' })).toHaveLength(1)
      expect(await ticketsOf(one.buyer)).toEqual([])
    }
  })

  it('is not the business of another organizer', async () => {
    const { product } = await calledOff(1)
    expect(await runOf(product.slug, await t.tokenOf(await t.factories.producer()))).toBeUndefined()
    await pay()
  })

  it('gives back what is left where a part was given back before', async () => {
    const product = await plainProduct(t, { channel_id: channelId, type: 'broadcast' })
    const sold = await sell(t, [product], { expectedTotalMinor: 1_000 })
    expect((await refund(sold.items[0]!, { amountMinor: 250 })).status).toBe(201)
    await t
      .call(ownProducts.cancel, {
        as: await seller(),
        params: { slug: product.slug },
        body: { sessionId: null, reason: 'organizer', note: '' },
      })
      .expect(200)
    await pay()
    expect(
      (await t.database.knex('refunds').where({ order_id: sold.order.id }))
        .map(({ amount_minor: minor }) => minor)
        .toSorted((a, b) => a - b),
    ).toEqual([250, 750])
    expect(await orderRow(sold.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 1_000 })
  })

  it('not refunded within 20 business days shows as overdue to administrators, with its count [SHOP-039]', async () => {
    const { product, sold } = await calledOff(1)
    // A provider that does not answer: the payment is not known to it.
    const payment = { reference: sold[0]!.order.id }
    await t.database.knex('test_payments').where(payment).update({ refunded_minor: 1_000 })
    await pay()
    const overdue = async () =>
      (await t.call(refunds.overdue, { as: await admin() }).expect(200)).body as {
        items: { number: number; daysOver: number; failure: string | null }[]
        counts: { overdue: number }
      }
    expect((await overdue()).counts.overdue).toBe(0)
    const run = await runOf(product.slug)
    t.clock.advance(Date.parse(run!.dueAt) - t.clock.nowMs() + 1_000)
    expect(await overdue()).toMatchObject({
      items: [{ number: sold[0]!.order.number, daysOver: 0, failure: 'not_paid_out' }],
      counts: { overdue: 1 },
    })
    t.clock.advance(7 * dayMs)
    expect((await overdue()).items).toMatchObject([{ daysOver: 5 }])
    expect(await runOf(product.slug)).toMatchObject({ isOverdue: true, failing: 1 })
    await t.database.knex('test_payments').where(payment).update({ refunded_minor: 0 })
    await pay()
    expect(await overdue()).toMatchObject({ items: [], counts: { overdue: 0 } })
  })
})

describe('refunds that cannot be paid out', () => {
  it('do not keep others waiting, however many they are', async () => {
    const [stuck, fresh] = [
      await sell(t, [await film()], { expectedTotalMinor: 1_000 }),
      await sell(t, [await film()], { expectedTotalMinor: 1_000 }),
    ]
    await t.database.knex('test_payments').where({ reference: stuck.order.id }).update({ refunded_minor: 1_000 })
    const { knex } = t.database
    await knex.raw(
      `insert into refunds (order_id, reason, amount_minor, currency, due_at)
       select ?, 'duplicate', 1, 'EUR', now() - interval '1 day' from generate_series(1, 120)`,
      [stuck.order.id],
    )
    await pay()
    expect((await refund(fresh.items[0]!, {})).status).toBe(201)
    await pay()
    expect(await orderRow(fresh.order.id)).toMatchObject({ status: 'refunded' })
    await knex('refunds').where({ order_id: stuck.order.id }).delete()
  })
})
