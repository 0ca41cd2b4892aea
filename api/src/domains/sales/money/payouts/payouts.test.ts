import { randomUUID } from 'node:crypto'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { payouts, type PayoutRunDetail, type ProposedPayout, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { payoutOf } from '@e-events/shared/domain/pricing.ts'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { testIban } from '../../../../testing/valid-requests-payouts.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'
import { calendarOf } from './service.ts'

const dayMs = 86_400_000
const env = { OPERATOR_NAME: 'Eventos & Compañía S.L.', PAYOUT_IBAN: 'DE89 3704 0044 0532 0130 00' }
let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env })
})
afterAll(() => t.stop())

interface Seller {
  owner: UserRow
  channelId: string
  slug: string
}
async function seller(fields: { iban?: string | null } = {}): Promise<Seller> {
  const owner = await t.factories.producer()
  const home = await t.factories.channel({ owner_id: owner.id, iban: testIban, ...fields })
  return { owner, channelId: home.id, slug: home.slug }
}

interface Wanted {
  type?: 'vod' | 'broadcast' | 'live'
  startsAt?: Date
  supportMinor?: number
  productSlug?: string
}
/** Somebody buys something of 10.00 without tax. */
async function sold(by: Seller, { type = 'vod', startsAt, supportMinor = 0, productSlug }: Wanted = {}) {
  const fields = { channel_id: by.channelId, type, plan: 'paid', net_price_minor: 1_000, tax_basis_points: 0, title: 'Duende' } as const
  const slug = productSlug ?? (await t.factories.product(fields, { sessions: 0 })).slug
  const product = await t.database.knex('products').where({ slug }).first('id')
  if (startsAt) await t.factories.session({ product_id: product?.id ?? '', starts_at: startsAt })
  const as = await t.tokenOf(await t.factories.user())
  const body = orderBody(slug, { supportMinor, expectedTotalMinor: 1_000 + supportMinor })
  const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
  const params = { id: order.paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
  return { slug, order }
}

/** Goes on to noon of a day of a later month. */
function toMonth(ahead: number, day: number): void {
  const now = t.clock.now()
  t.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, day, 11) - now.getTime())
}
const monthNow = () => calendarOf(t.clock.now()).currentPeriod.slice(0, 7)
const statements = async (by: Seller): Promise<Statement[]> => {
  const reply = await t.call(payouts.listOwn, { as: await t.tokenOf(by.owner) }).expect(200)
  return (reply.body as { items: Statement[] }).items
}
const statementOf = async (by: Seller, month: string) => (await statements(by)).find((one) => one.month === month)
const staff = async () => t.tokenOf(await t.factories.admin())
interface Proposal {
  month: string
  lines: ProposedPayout[]
  totals: { count: number; amount: { minor: number; currency: string } }[]
}
const proposal = async (as: string): Promise<Proposal> => (await t.call(payouts.proposal, { as }).expect(200)).body as Proposal
const lineOf = ({ lines }: Proposal, by: Seller) => lines.find(({ channel }) => channel.slug === by.slug)
const approvalOf = ({ month, totals }: Proposal) => ({
  idempotencyKey: randomUUID(),
  month,
  expected: totals.map(({ count, amount: { minor, currency } }) => ({ count, minor, currency })),
})
async function approve(): Promise<{ as: string; run: PayoutRunDetail }> {
  const as = await staff()
  const body = approvalOf(await proposal(as))
  return { as, run: (await t.call(payouts.approve, { as, body }).expect(201)).body as PayoutRunDetail }
}
const ofChannel = (run: PayoutRunDetail, by: Seller) => run.payouts.filter(({ channel }) => channel.slug === by.slug)
const settle = (as: string, runId: string, body: object) => t.call(payouts.settle, { as, params: { id: runId }, body })
async function owedTo(by: Seller): Promise<number> {
  const { rows } = await t.database.knex.raw<{ rows: { sum: number | null }[] }>(
    `select -sum(e.amount_minor)::bigint as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
     where a.channel_id = ? and a.kind = 'organizer_payable'`,
    [by.channelId],
  )
  return rows[0]?.sum ?? 0
}

describe('the month of a payout', () => {
  it('follows the event, and the sale where there is none; a moved event moves it [SHOP-037] [SHOP-038]', async () => {
    toMonth(1, 10)
    const by = await seller()
    await sold(by)
    const start = new Date(t.clock.nowMs() + 75 * dayMs)
    const { slug } = await sold(by, { type: 'broadcast', startsAt: start })
    const months = async () => (await statements(by)).filter(({ total }) => total.minor !== 0).map(({ month, state }) => [month, state])
    const ofSale = payoutOf(t.clock.now()).month
    const ofEvent = payoutOf(start).month
    expect(await months()).toEqual([
      [ofEvent, 'coming'],
      [ofSale, 'coming'],
    ])
    expect(await statementOf(by, ofEvent)).toMatchObject({ holds: ['event_ahead'], dueBy: `${ofEvent}-05` })
    const product = await t.database.knex('products').where({ slug }).first('id')
    const later = new Date(start.getTime() + 40 * dayMs)
    await t.database.knex('product_sessions').where({ product_id: product?.id }).update({ state: 'rescheduled' })
    await t.factories.session({ product_id: product?.id ?? '', starts_at: later })
    expect((await months())[0]).toEqual([payoutOf(later).month, 'coming'])
  })

  it('does not come before the event is over, nor while a refund waits', async () => {
    toMonth(1, 27)
    const by = await seller()
    const { order } = await sold(by)
    const now = t.clock.now()
    // The last evening of the month, until after midnight.
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 21))
    const { slug } = await sold(by, { type: 'broadcast', startsAt: start })
    await t.database.knex('refunds').insert({ order_id: order.id, reason: 'organizer', amount_minor: 1_000, currency: 'EUR' })
    t.clock.advance(start.getTime() + 75 * 60_000 + 3_600_000 - t.clock.nowMs())
    const month = payoutOf(start).month
    const product = await t.database.knex('products').where({ slug }).first('id')
    await t.database.knex.transaction(async (trx) => {
      await trx.raw(`set local e_events.allow_session_change = 'on'`)
      await trx('product_sessions')
        .where({ product_id: product?.id })
        .update({ ends_at: new Date(t.clock.nowMs() + 30 * 60_000) })
    })
    expect(monthNow()).toBe(month)
    const held = (await statements(by)).filter(({ total }) => total.minor !== 0)
    expect(held.map((one) => [one.month > month, one.holds])).toEqual([[true, ['event_ahead', 'refund_pending']]])
    t.clock.advance(40 * 60_000)
    expect(await statementOf(by, month)).toMatchObject({ state: 'due', amount: { minor: 865 } })
  })
})

describe('a statement', () => {
  it.each(['live', 'broadcast', 'vod'] as const)('of a %s bears 1.35 for a ticket of 10.00 [SHOP-029]', async (type) => {
    const by = await seller()
    await sold(by, { type, ...(type === 'vod' ? {} : { startsAt: new Date(t.clock.nowMs() + dayMs) }) })
    const [one] = await statements(by)
    const fees = one?.lines.filter(({ line }) => line === 'percent_fee' || line === 'ticket_fee')
    expect(fees?.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(-135)
  })

  it('has takings, fees and support as lines that add up to the ledger; its file holds each sale once [SHOP-027] [SHOP-028]', async () => {
    toMonth(1, 10)
    const by = await seller()
    const { slug } = await sold(by, { supportMinor: 250 })
    await sold(by, { productSlug: slug })
    toMonth(1, 2)
    const month = monthNow()
    const statement = await statementOf(by, month)
    expect(statement).toMatchObject({ state: 'due', holds: [], carried: { minor: 0 }, ibanEnding: '1332', amount: { minor: 1_980 } })
    expect(statement?.amount.minor).toBe(await owedTo(by))
    expect(statement?.lines.map(({ line, count, amount }) => [line, count, amount.minor])).toEqual([
      ['takings', 2, 2_000],
      ['support', 1, 250],
      ['percent_fee', 2, -180],
      ['ticket_fee', 2, -90],
    ])
    const as = await t.tokenOf(by.owner)
    const products = (await t.call(payouts.getOwn, { as, params: { slug: by.slug, month } }).expect(200)).body as {
      items: { product: { title: string }; line: string; amount: { minor: number } }[]
    }
    expect(products.items.map(({ product, line, amount }) => [product.title, line, amount.minor])).toEqual([
      ['Duende', 'takings', 2_000],
      ['Duende', 'support', 250],
      ['Duende', 'percent_fee', -180],
      ['Duende', 'ticket_fee', -90],
    ])
    const file = await t
      .call(payouts.exportOwn, { as, params: { slug: by.slug, month }, query: { format: 'csv' } })
      .set('accept-language', 'en')
      .expect(200)
    const rows = file.text.trim().split('\r\n').slice(1)
    expect(rows.filter((row) => row.includes('Sales without tax'))).toHaveLength(2)
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-2)) * 100), 0)).toBe(1_980)
    const table = (await t.call(sales.listOwn, { as }).expect(200)).body as { sums: { mine: { minor: number } }[] }
    expect(table.sums[0]?.mine.minor).toBe(1_980)
  })

  it('is nobody else’s', async () => {
    const [by, other] = [await seller(), await seller()]
    await sold(by)
    const as = await t.tokenOf(other.owner)
    expect(await statements(other)).toEqual([])
    const params = { slug: by.slug, month: monthNow() }
    await t.call(payouts.getOwn, { as, params }).expect(404)
    await t.call(payouts.exportOwn, { as, params, query: { format: 'csv' } }).expect(404)
  })

  it('carries what a refund cost into the months after it, until sales make up for it', async () => {
    const by = await seller()
    await sold(by)
    const as = await t.tokenOf(by.owner)
    const [sale] = ((await t.call(sales.listOwn, { as }).expect(200)).body as { items: Sale[] }).items
    await t.call(sales.refund, { as, params: { id: sale?.id ?? '' }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    toMonth(1, 3)
    // The buyer got 10.00 back, and the platform keeps 0.90 and 0.45.
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'carried', holds: ['negative'], amount: { minor: -135 } })
    expect(lineOf(await proposal(await staff()), by)).toMatchObject({ amount: { minor: -135 }, holds: ['negative'] })
    await sold(by)
    toMonth(1, 3)
    expect(await statementOf(by, monthNow())).toMatchObject({
      state: 'due',
      carried: { minor: -135 },
      total: { minor: 865 },
      amount: { minor: 730 },
    })
    const { run } = await approve()
    expect(ofChannel(run, by)).toMatchObject([{ amount: { minor: 730 } }])
  })
})

describe('the account that is paid to', () => {
  it('is held for 72 hours after every change, of which the owner learns', async () => {
    const by = await seller({ iban: null })
    await sold(by)
    toMonth(1, 2)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'held', holds: ['no_iban'] })
    const as = await t.tokenOf(by.owner)
    const home = (await t.call(channels.getOwn, { as, params: { slug: by.slug } }).expect(200)).body as { billing: object }
    const billing = { ...home.billing, iban: testIban }
    const change = () => t.call(channels.update, { as, params: { slug: by.slug }, body: { billing } })
    t.clock.advance(6 * 60_000)
    expect((await change()).body).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await t.call(channels.update, { as: await t.tokenOf(by.owner), params: { slug: by.slug }, body: { billing } }).expect(200)
    while ((await t.api.platform.outbox.deliver('mail')) > 0);
    const mails = (await t.api.platform.mailbox?.list()) ?? []
    expect(mails.filter(({ to, text }) => to === by.owner.email && text.includes('1332'))).toHaveLength(1)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'held', holds: ['iban_changed'] })
    const held = lineOf(await proposal(await staff()), by)
    expect(held).toMatchObject({ holds: ['iban_changed'] })
    expect(Date.parse(held?.freeAt ?? '') - t.clock.nowMs()).toBeGreaterThan(71.9 * 3_600_000)
    expect(ofChannel((await approve().catch(() => ({ run: { payouts: [] } as never }))).run, by)).toEqual([])
    t.clock.advance(72 * 3_600_000)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'due', holds: [] })
    // The same number once more is no change.
    await t.call(channels.update, { as: await t.tokenOf(by.owner), params: { slug: by.slug }, body: { billing } }).expect(200)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'due', holds: [] })
  })
})

describe('a run', () => {
  it('is approved once by parallel presses, as it was seen', async () => {
    const [one, another] = [await seller(), await seller()]
    await sold(one)
    await sold(another)
    toMonth(1, 2)
    const as = await staff()
    const seen = await proposal(as)
    expect([lineOf(seen, one), lineOf(seen, another)]).toMatchObject([{ amount: { minor: 865 } }, { amount: { minor: 865 } }])
    const press = (body: object) => t.call(payouts.approve, { as, body })
    const wrong = { ...approvalOf(seen), expected: [{ count: 1, currency: 'EUR', minor: 1 }] }
    expect((await press(wrong)).body).toMatchObject({ code: 'PAYOUTS_CHANGED' })
    expect((await press({ ...approvalOf(seen), month: '2031-01' })).body).toMatchObject({ code: 'PAYOUTS_CHANGED' })
    const body = approvalOf(seen)
    const replies = await Promise.all([body, body, body, approvalOf(seen)].map((one) => press(one)))
    const made = replies.filter(({ status }) => status === 201).map((reply) => (reply.body as PayoutRunDetail).id)
    expect(new Set(made).size).toBe(1)
    // Another approval is told so; the same one is answered as often as it is pressed.
    expect([...new Set(replies.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([201, 409])
    const rows = await t.database.knex('payouts').whereIn('channel_id', [one.channelId, another.channelId])
    expect(rows.map(({ amount_minor }) => amount_minor)).toEqual([865, 865])
    const entries = await t.database.knex('payout_items').whereIn(
      'payout_id',
      rows.map(({ id }) => id),
    )
    expect(new Set(entries.map(({ entry_id }) => entry_id)).size).toBe(entries.length)
    expect((await statementOf(one, monthNow()))?.state).toBe('processing')
    const after = await proposal(as)
    expect([lineOf(after, one), lineOf(after, another)]).toEqual([undefined, undefined])
    const logged = await t.database.knex('audit_log').where({ action: 'payout.approve', subject_id: made[0] ?? '' })
    expect(logged).toHaveLength(1)
  })

  it('is booked once when it is paid; a failed payout is due again, and is paid by the next run [SHOP-038]', async () => {
    const by = await seller()
    await sold(by)
    toMonth(1, 2)
    const { as, run } = await approve()
    const [payout] = ofChannel(run, by)
    const payoutIds = [payout?.id ?? '']
    expect((await settle(as, run.id, { payoutIds, outcome: 'failed' })).status).toBe(400)
    expect((await settle(as, run.id, { payoutIds: [randomUUID()], outcome: 'paid' })).status).toBe(404)
    expect((await settle(as, randomUUID(), { payoutIds, outcome: 'paid' })).status).toBe(404)
    const replies = await Promise.all([1, 2, 3].map(() => settle(as, run.id, { payoutIds, outcome: 'paid' })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await owedTo(by)).toBe(0)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'paid', amount: { minor: 865 }, ibanEnding: '1332' })
    // The bank sends it back some days later.
    await settle(as, run.id, { payoutIds, outcome: 'failed', note: 'AC04 account closed' }).expect(200)
    expect(await owedTo(by)).toBe(865)
    expect((await settle(as, run.id, { payoutIds, outcome: 'paid' })).status).toBe(409)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'due', amount: { minor: 865 }, failure: 'AC04 account closed' })
    while ((await t.api.platform.outbox.deliver('mail')) > 0);
    const mails = ((await t.api.platform.mailbox?.list()) ?? []).filter(({ to }) => to === by.owner.email)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['Tu pago está en camino', 'Tu pago no ha llegado'])
    const second = await approve()
    const [again] = ofChannel(second.run, by)
    await settle(second.as, second.run.id, { payoutIds: [again?.id ?? ''], outcome: 'paid' }).expect(200)
    expect(await owedTo(by)).toBe(0)
    expect(await statementOf(by, monthNow())).toMatchObject({ state: 'paid', amount: { minor: 865 }, failure: null })
    toMonth(1, 2)
    expect(lineOf(await proposal(await staff()), by)).toBeUndefined()
  })

  it('leaves as a well-formed pain.001 with control sums and valid accounts, the same bytes each time, and as CSV', async () => {
    const by = await seller()
    await sold(by, { supportMinor: 10 })
    toMonth(1, 2)
    const { as, run } = await approve()
    const file = () => t.call(payouts.exportRun, { as, params: { id: run.id }, query: { format: 'xml' } }).buffer(true)
    const first = await file()
    expect(first.status).toBe(200)
    expect(first.get('content-type')).toContain('application/xml')
    const xml = Buffer.isBuffer(first.body) ? first.body.toString('utf8') : first.text
    const found: string[] = []
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ local }) => found.push(local))
    parser.write(xml).close()
    expect(found.filter((name) => name === 'CdtTrfTxInf')).toHaveLength(run.payouts.length)
    const total = run.totals.reduce((sum, { amount }) => sum + amount.minor, 0)
    expect(xml).toContain(`<NbOfTxs>${run.payouts.length}</NbOfTxs>`)
    expect(xml).toContain(`<CtrlSum>${(total / 100).toFixed(2)}</CtrlSum>`)
    expect(xml).toContain('<Nm>Eventos Compania S.L.</Nm>')
    const again = await file()
    expect(Buffer.isBuffer(again.body) ? again.body.toString('utf8') : again.text).toBe(xml)
    const csv = await t.call(payouts.exportRun, { as, params: { id: run.id }, query: { format: 'csv' } }).expect(200)
    expect(csv.text).toContain(`${testIban},8.75,EUR`)
    expect(await t.database.knex('audit_log').where({ action: 'payout.export', subject_id: run.id })).toHaveLength(3)
  })
})
