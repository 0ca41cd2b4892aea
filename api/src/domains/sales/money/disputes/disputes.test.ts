import { playback } from '@e-events/shared/contract/live/playback.ts'
import { disputes, type Dispute, type EvidenceFact } from '@e-events/shared/contract/sales/money/disputes.ts'
import { payouts, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { isListed } from '@e-events/shared/node/revocations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import type { FactoryProduct } from '../../../../testing/factories.ts'
import { mailsTo } from '../../../../testing/mails.ts'
import { ledgerOf, plainProduct, sell } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
let [owner]: UserRow[] = []
let [channelId, seller] = ['', '']
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
  seller = await t.tokenOf(owner)
})
afterAll(() => t.stop())

const pay = () => t.api.platform.sales.payRefunds()
const rowOf = (id: string) => t.database.knex('orders').where({ id }).first()
const paymentOf = (id: string) => t.database.knex('payments').where({ order_id: id }).first()
const disputesOf = async (id: string) => t.database.knex('disputes').where({ payment_id: (await paymentOf(id))!.id })
const refund = (id: string, amountMinor?: number) =>
  t.call(sales.refund, {
    as: seller,
    params: { id },
    body: { reason: 'organizer', ...(amountMinor ? { lines: [{ id, amountMinor }] } : {}) },
  })

/** A film for 10.00 that somebody paid for and can watch. */
async function sold(products = 1) {
  const films: FactoryProduct[] = []
  for (let index = 0; index < products; index++) films.push(await plainProduct(t, { channel_id: channelId }))
  for (const film of films) await t.factories.asset({ product_id: film.id })
  const one = await sell(t, films, { expectedTotalMinor: products * 1_000 })
  const paymentId = one.order.paymentUrl?.split('/').at(-1) ?? ''
  return {
    ...one,
    films,
    paymentId,
    dispute: (outcome: 'open' | 'won' | 'lost') => t.call(testPayments.dispute, { params: { id: paymentId }, body: { outcome } }),
    watch: async () => (await t.call(playback.get, { as: one.as, params: { slug: films[0]!.slug } })).status,
    isRevoked: async () => {
      const list = new Set(await t.redis.zrange('playback:revoked', 0, -1))
      return isListed(list, { userId: one.buyer.id, productId: films[0]!.id })
    },
  }
}
type Sold = Awaited<ReturnType<typeof sold>>

/** News of a dispute as the provider signs them, in any order. */
async function tell({ paymentId }: Sold, fields: object): Promise<number> {
  const dispute = {
    disputeId: 'td_1',
    paymentId,
    status: 'open',
    reason: 'fraudulent',
    amountMinor: 1_000,
    feeMinor: 1_500,
    currency: 'EUR',
    evidenceDueAt: null,
    ...fields,
  }
  const body = JSON.stringify({ id: `te_${crypto.randomUUID()}`, type: 'dispute', at: t.clock.now().toISOString(), dispute })
  const reply = await t.http
    .post('/api/payments/notices/test')
    .set('content-type', 'application/json')
    .set('payment-signature', t.api.platform.sales.testProvider!.sign(body))
    .send(body)
  return reply.status
}
const organizers = { organizer_payable: -865, platform_revenue: -135 }

describe('a dispute that is opened', () => {
  it('ends the access of the order and holds amount and fee; no refund is paid out meanwhile', async () => {
    const one = await sold()
    expect(await one.watch()).toBe(200)
    await one.dispute('open').expect(200)
    expect([await one.watch(), await one.isRevoked()]).toEqual([402, true])
    expect(await ledgerOf(t, one)).toEqual({ ...organizers, refunds_payable: 1_000, provider_clearing: -1_500, provider_fees: 1_500 })
    expect(await paymentOf(one.order.id)).toMatchObject({ status: 'disputed' })
    expect((await refund(one.items[0]!)).status).toBe(201)
    await pay()
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([{ status: 'pending' }])
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ refunded_minor: 0 }])
  })

  it('has its effect once, however often it is told', async () => {
    const one = await sold()
    const replies = await Promise.all(Array.from({ length: 20 }, () => tell(one, {})))
    expect(new Set(replies)).toEqual(new Set([204]))
    expect(await disputesOf(one.order.id)).toMatchObject([{ status: 'open', amount_minor: 1_000, fee_minor: 1_500 }])
    expect(await ledgerOf(t, one)).toEqual({ ...organizers, refunds_payable: 1_000, provider_clearing: -1_500, provider_fees: 1_500 })
  })

  it('as an inquiry takes neither money nor access', async () => {
    const one = await sold()
    expect(await tell(one, { status: 'inquiry' })).toBe(204)
    expect([await one.watch(), (await disputesOf(one.order.id))[0]?.status]).toEqual([200, 'inquiry'])
    expect(await ledgerOf(t, one)).toEqual({ ...organizers, provider_clearing: 1_000 })
    await tell(one, { status: 'closed' })
    expect(await disputesOf(one.order.id)).toMatchObject([{ status: 'closed' }])
    expect(await paymentOf(one.order.id)).toMatchObject({ status: 'succeeded' })
  })
})

describe('the evidence', () => {
  it('is for administrators, as a page and as a file that is logged: consents, log-ins, visits, mail, invoice, in the order of time', async () => {
    const one = await sold()
    await t.database
      .knex('playback_sessions')
      .insert({ user_id: one.buyer.id, product_id: one.films[0]!.id, device_id: 'tab', watched_ms: 120_000 })
    await one.dispute('open').expect(200)
    const admin = await t.tokenOf(await t.factories.admin())
    const { items } = (await t.call(disputes.list, { as: admin }).expect(200)).body as { items: Dispute[] }
    const listed = items.find(({ number }) => number === one.order.number)!
    expect(listed).toMatchObject({ status: 'open', amount: { minor: 1_000 }, fee: { minor: 1_500 }, buyer: { email: one.buyer.email } })
    const reply = await t.call(disputes.get, { as: admin, params: { id: listed.id } }).expect(200)
    const { facts } = reply.body as { facts: EvidenceFact[] }
    const kinds = facts.map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(
      new Set(['account', 'login', 'terms', 'waiver', 'order', 'paid', 'invoice', 'ticket', 'mail', 'visit', 'dispute']),
    )
    expect(facts.map(({ at }) => at)).toEqual(facts.map(({ at }) => at).toSorted())
    expect(facts.find(({ kind }) => kind === 'login')?.detail).toContain('127.0.0.1')
    expect(facts.find(({ kind }) => kind === 'visit')).toMatchObject({ durationMs: 120_000 })
    const file = await t.call(disputes.evidence, { as: admin, params: { id: listed.id }, query: { format: 'csv' } }).expect(200)
    expect(file.text.split('\r\n').filter(Boolean)).toHaveLength(facts.length + 1)
    expect(await t.database.knex('audit_log').where({ action: 'dispute.export', subject_id: listed.id })).toHaveLength(1)
  })
})

describe('a dispute that is won', () => {
  it('gives access and money back, and refunds go on', async () => {
    const one = await sold()
    await one.dispute('open').expect(200)
    await one.dispute('won').expect(200)
    expect([await one.watch(), await one.isRevoked()]).toEqual([200, false])
    expect(await ledgerOf(t, one)).toEqual({ ...organizers, provider_clearing: -500, provider_fees: 1_500 })
    expect((await refund(one.items[0]!)).status).toBe(201)
    await pay()
    expect(await rowOf(one.order.id)).toMatchObject({ status: 'refunded' })
  })

  it('leaves the newer ticket of who bought again alone', async () => {
    const one = await sold()
    await one.dispute('open').expect(200)
    await t.factories.ticket({ user_id: one.buyer.id, product_id: one.films[0]!.id })
    await one.dispute('won').expect(200)
    expect(await t.database.knex('tickets').where({ user_id: one.buyer.id }).whereNull('revoked_at')).toHaveLength(1)
  })
})

describe('a dispute that is lost', () => {
  it('is a refund at the expense of the organizer, with its credit note; access stays closed, and the buyer gets no mail of ours', async () => {
    const one = await sold(2)
    await tell(one, { amountMinor: 2_000 })
    expect(await tell(one, { amountMinor: 2_000, status: 'lost' })).toBe(204)
    expect(await one.watch()).toBe(402)
    expect(await rowOf(one.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 2_000 })
    expect(await paymentOf(one.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 2_000 })
    expect(await ledgerOf(t, one)).toEqual({
      organizer_payable: 270,
      platform_revenue: -270,
      provider_clearing: -1_500,
      provider_fees: 1_500,
    })
    const notes = await t.database.knex('invoices').where({ order_id: one.order.id, kind: 'credit_note' })
    expect(notes.reduce((sum, { total_minor: minor }) => sum + minor, 0)).toBe(-2_000)
    expect((await mailsTo(t, one.buyer.email)).filter(({ subject }) => subject.startsWith('Te hemos devuelto'))).toEqual([])
  })

  it('is not refunded a second time: what waited is called off, and what is asked for later is refused', async () => {
    const one = await sold()
    expect((await refund(one.items[0]!)).status).toBe(201)
    await one.dispute('open').expect(200)
    await Promise.all([one.dispute('lost'), pay()])
    await pay()
    expect((await refund(one.items[0]!)).status).toBe(409)
    const refunds = await t.database.knex('refunds').where({ order_id: one.order.id }).orderBy('created_at')
    expect(refunds.map(({ status, reason }) => [reason, status])).toEqual([
      ['organizer', 'failed'],
      ['dispute', 'succeeded'],
    ])
    expect(await t.database.knex('test_payments').where({ id: one.paymentId })).toMatchObject([{ refunded_minor: 0 }])
  })

  it('after a refund in part takes what is left from the lines, and the rest is a loss of the platform', async () => {
    const one = await sold()
    expect((await refund(one.items[0]!, 400)).status).toBe(201)
    await pay()
    await tell(one, { amountMinor: 1_000 })
    await tell(one, { amountMinor: 1_000, status: 'lost' })
    expect(await rowOf(one.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 1_000 })
    expect(await ledgerOf(t, one)).toEqual({
      organizer_payable: 135,
      platform_revenue: -135,
      losses: 400,
      provider_clearing: -1_900,
      provider_fees: 1_500,
    })
  })

  it('is final: older news that arrive later, in any order, change nothing', async () => {
    const one = await sold()
    // The end is told before the beginning.
    await tell(one, { status: 'lost' })
    const after = [await ledgerOf(t, one), await rowOf(one.order.id), await paymentOf(one.order.id)]
    for (const status of ['open', 'review', 'won', 'inquiry', 'lost', 'closed']) await tell(one, { status })
    expect(await disputesOf(one.order.id)).toMatchObject([{ status: 'lost' }])
    expect(await ledgerOf(t, one)).toEqual(after[0])
    expect(await rowOf(one.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 1_000 })
    expect(await paymentOf(one.order.id)).toMatchObject({ status: 'refunded', refunded_minor: 1_000 })
    expect(await one.watch()).toBe(402)
  })
})

describe('the seller of a disputed sale', () => {
  const list = async () => ((await t.call(sales.listOwn, { as: seller, query: { limit: 50 } }).expect(200)).body as { items: Sale[] }).items
  const saleOf = async (id: string) => (await list()).find((sale) => sale.id === id)
  const state = (id: string, text = 'They watched all of it.', as = seller) =>
    t.call(sales.stateDispute, { as, params: { id }, body: { text } })
  const mails = async () => (await mailsTo(t, owner!.email)).filter(({ subject }) => subject === 'Un comprador disputa un pago')

  it('is told once, and sees state, amount, deadline and what the buyer says', async () => {
    const one = await sold()
    const item = one.items[0]!
    const before = (await mails()).length
    const dueAt = new Date(t.clock.nowMs() + 6 * 86_400_000).toISOString()
    const news = { status: 'inquiry', reason: 'product_not_received', evidenceDueAt: dueAt }
    expect(await tell(one, news)).toBe(204)
    await tell(one, news)
    expect((await mails()).length).toBe(before + 1)
    expect((await mails()).at(0)?.text).toContain('10,00')
    expect(await saleOf(item)).toMatchObject({
      dispute: { status: 'inquiry', ground: 'not_received', amount: { minor: 1_000 }, dueAt, closedAt: null, statement: null },
      allowed: { stateDispute: true },
    })
    await tell(one, { ...news, status: 'open' })
    expect((await saleOf(item))?.dispute).toMatchObject({ status: 'open' })
    expect((await mails()).length).toBe(before + 1)
    await tell(one, { ...news, status: 'won' })
    expect(await saleOf(item)).toMatchObject({ dispute: { status: 'won' }, allowed: { stateDispute: false } })
  })

  it('writes a side of it that is part of the evidence, until the deadline of the bank', async () => {
    const one = await sold()
    const item = one.items[0]!
    expect((await state(item)).status).toBe(409)
    await tell(one, { evidenceDueAt: new Date(t.clock.nowMs() + 60_000).toISOString() })
    expect((await state(item, 'x', await t.tokenOf(await t.factories.producer()))).status).toBe(404)
    await state(item, 'A first text.').expect(200)
    expect((await state(item).expect(200)).body).toMatchObject({ dispute: { statement: 'They watched all of it.' } })
    const admin = await t.tokenOf(await t.factories.admin())
    const [dispute] = await disputesOf(one.order.id)
    const { facts } = (await t.call(disputes.get, { as: admin, params: { id: dispute!.id } }).expect(200)).body as { facts: EvidenceFact[] }
    expect(facts.filter(({ kind }) => kind === 'statement')).toMatchObject([{ detail: 'They watched all of it.' }])
    t.clock.advance(120_000)
    expect((await state(item)).status).toBe(409)
  })

  it('is paid the share of it once the bank has decided for them, and their statement says so until then', async () => {
    const one = await sold()
    const [home] = await t.database.knex('channels').where({ owner_id: owner!.id })
    const statements = async () =>
      ((await t.call(payouts.listOwn, { as: seller }).expect(200)).body as { items: Statement[] }).items.filter(
        ({ channel }) => channel.slug === home?.slug,
      )
    const disputed = async () => (await statements()).reduce((sum, statement) => sum + statement.disputed.minor, 0)
    const before = await disputed()
    await tell(one, {})
    expect(await disputed()).toBe(before + 865)
    const coming = (await statements()).find((statement) => statement.disputed.minor > 0)
    expect(coming).toMatchObject({ state: 'coming' })
    expect(coming?.holds).toContain('disputed')
    await tell(one, { status: 'won' })
    expect(await disputed()).toBe(before)
  })
})
