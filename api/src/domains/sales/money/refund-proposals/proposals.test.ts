import { refunds, type AskableItem, type RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { mailsTo } from '../../../../testing/mails.ts'
import { ledgerOf, plainProduct, sell, type SoldOrder } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

const minute = 60_000
const dayMs = 86_400_000
let t: TestApi
let [owner, staff]: UserRow[] = []
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  ;[owner, staff] = [await t.factories.producer(), await t.factories.admin()]
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())

const code = (reply: { body: unknown }) => (reply.body as { code?: string }).code
// Hours go by in these tests, and log-ins end.
const [seller, admin] = [() => t.tokenOf(owner!), () => t.tokenOf(staff!)]
const pay = () => t.api.platform.sales.payRefunds()
const film = () => plainProduct(t, { channel_id: channelId })

/** A show of 100 minutes that began two hours ago, bought before; off air for these minutes of it. */
async function held({ offAirMinutes = 0, aired = true } = {}) {
  const startsAt = new Date(t.clock.nowMs() + 60 * minute)
  const product = await plainProduct(t, { channel_id: channelId, type: 'broadcast' }, { sessions: 0 })
  const session = await t.factories.session({
    product_id: product.id,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + 100 * minute),
  })
  const sold = await sell(t, [product], { expectedTotalMinor: 1_000 })
  t.clock.advance(180 * minute)
  if (aired) {
    const at = (minutes: number) => new Date(startsAt.getTime() + minutes * minute)
    const broadcast = await t.factories.broadcast({
      product_id: product.id,
      session_id: session.id,
      started_at: at(0),
      first_media_at: at(0),
    })
    const update = (change: object) => t.database.knex('broadcasts').where({ id: broadcast.id }).update(change)
    if (offAirMinutes > 0) {
      await update({ state: 'interrupted', state_changed_at: at(20) })
      await update({ state: 'on_air', state_changed_at: at(20 + offAirMinutes) })
    }
    await update({ state: 'ended', state_changed_at: at(100), ended_at: at(100), end_reason: 'organizer' })
  }
  return { product, ...sold, as: await t.tokenOf(sold.buyer) }
}

/** So many minutes watched by the buyer. */
async function watched({ product, buyer }: { product: { id: string }; buyer: UserRow }, minutes: number): Promise<void> {
  await t.database.knex('playback_sessions').insert({
    user_id: buyer.id,
    product_id: product.id,
    device_id: 'tab',
    watched_ms: minutes * minute,
  })
}

const askFor = ({ order, as, items }: SoldOrder, body: object = {}) =>
  t.call(refunds.ask, { as, params: { id: order.id }, body: { itemId: items[0], reason: 'interrupted', text: 'Se cortó', ...body } })
const itemsOf = async ({ order, as }: SoldOrder) =>
  ((await t.call(refunds.items, { as, params: { id: order.id } }).expect(200)).body as { items: AskableItem[] }).items
async function asked(sold: SoldOrder, body: object = {}): Promise<RefundProposal> {
  await askFor(sold, body).expect(201)
  const { items } = (await t.call(refunds.list, { as: await admin(), query: { limit: 100 } }).expect(200)).body as {
    items: RefundProposal[]
  }
  return items.find(({ number }) => number === sold.order.number)!
}
const approve = async (id: string, body: object, as?: string) =>
  t.call(refunds.approve, { as: as ?? (await admin()), params: { id }, body: { fault: 'organizer', amountMinor: 1_000, ...body } })

describe('asking for a refund', () => {
  it("is for the buyer of an item: somebody else's order and item are absent, and nothing unpaid is asked for", async () => {
    const other = await held()
    const one = await held()
    const stranger = await t.tokenOf(await t.factories.user())
    expect((await askFor({ ...one, as: stranger })).status).toBe(404)
    expect((await askFor({ ...one, items: other.items })).status).toBe(404)
    expect((await t.call(refunds.items, { as: stranger, params: { id: one.order.id } })).status).toBe(404)
    await t.database.knex('orders').where({ id: one.order.id }).update({ status: 'pending', paid_at: null })
    expect((await askFor(one)).status).toBe(404)
  })

  it('is possible once per item, however many ask at the same moment', async () => {
    const one = await held()
    const replies = await Promise.all(Array.from({ length: 10 }, () => askFor(one)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect(replies.filter(({ status }) => status === 409).map(code)).toEqual(Array.from({ length: 9 }, () => 'REFUND_NOT_POSSIBLE'))
    expect(await itemsOf(one)).toMatchObject([{ ask: 'asked', request: { status: 'open', reason: 'interrupted', text: 'Se cortó' } }])
  })

  it('is over two weeks after the event, and for what was used', async () => {
    const [late, used] = [await held(), await sell(t, [await film()], { expectedTotalMinor: 1_000 })]
    const item = await t.database.knex('order_items').where({ id: used.items[0]! }).first('product_id')
    await watched({ product: { id: item?.product_id ?? '' }, buyer: used.buyer }, 5)
    expect(await itemsOf(used)).toMatchObject([{ ask: 'used' }])
    expect(code(await askFor(used))).toBe('REFUND_NOT_POSSIBLE')
    t.clock.advance((limits.refundAskDays + 1) * dayMs)
    expect(await itemsOf({ ...late, as: await t.tokenOf(late.buyer) })).toMatchObject([{ ask: 'too_late' }])
  })
})

describe('the evidence', () => {
  it('holds what the show was off air and what the buyer watched, and the proposal follows from it', async () => {
    const one = await held({ offAirMinutes: 40 })
    await watched(one, 55)
    expect(await asked(one)).toMatchObject({
      fault: 'organizer',
      proposed: { minor: 400, currency: 'EUR' },
      refundable: { minor: 1_000 },
      evidence: {
        show: { onAirMs: 60 * minute, offAirMs: 40 * minute, interruptions: [{ changedServer: false }] },
        viewer: { watchedMs: 55 * minute, visits: 1 },
      },
    })
  })

  it('of a deferred live names its airing, and proposes everything where its video was never ready', async () => {
    const startsAt = new Date(t.clock.nowMs() + 60 * minute)
    const airing = async (state: 'ready' | 'processing') => {
      const product = await plainProduct(t, { channel_id: channelId, type: 'live' }, { sessions: 0 })
      await t.factories.session({ product_id: product.id, starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 100 * minute) })
      const video = await t.factories.asset({ product_id: product.id, state, duration_ms: 40 * minute })
      await t.database.knex('products').where({ id: product.id }).update({ media_asset_id: video.id })
      return { product, ...(await sell(t, [product], { expectedTotalMinor: 1_000 })) }
    }
    const [aired, missing] = [await airing('ready'), await airing('processing')]
    t.clock.advance(180 * minute)
    await watched(aired, 39)
    const show = { airedFrom: startsAt.toISOString(), onAirMs: 40 * minute, offAirMs: 0 }
    expect(await asked({ ...aired, as: await t.tokenOf(aired.buyer) }, { reason: 'connection' })).toMatchObject({
      fault: 'none',
      proposed: { minor: 0 },
      evidence: { show },
    })
    expect(await asked({ ...missing, as: await t.tokenOf(missing.buyer) }, { reason: 'not_held' })).toMatchObject({
      fault: 'organizer',
      proposed: { minor: 1_000 },
    })
  })

  it('of a show that never aired proposes everything, of a whole one that was seen nothing', async () => {
    expect(await asked(await held({ aired: false }), { reason: 'not_held' })).toMatchObject({
      fault: 'organizer',
      proposed: { minor: 1_000 },
    })
    const seen = await held()
    await watched(seen, 95)
    expect(await asked(seen, { reason: 'connection' })).toMatchObject({ fault: 'none', proposed: { minor: 0 } })
  })
})

describe('a decision', () => {
  it("is not for viewers, other organizers, or an organizer who does not bear it alone, and everybody's absent ones look the same", async () => {
    const whole = await held()
    const viewerCase = await asked(whole, { reason: 'connection' })
    expect(viewerCase.fault).toBe('viewer')
    const other = await t.tokenOf(await t.factories.producer())
    expect((await approve(viewerCase.id, {}, whole.as)).status).toBe(403)
    expect((await approve(viewerCase.id, {}, other)).status).toBe(404)
    expect((await approve(viewerCase.id, {}, await seller())).status).toBe(404)
    const own = await asked(await held({ aired: false }))
    expect((await approve(own.id, { fault: 'provider' }, await seller())).status).toBe(403)
    const list = async (as: string) =>
      ((await t.call(refunds.listOwn, { as, query: { limit: 100 } }).expect(200)).body as { items: RefundProposal[] }).items
    expect((await list(await seller())).map(({ id }) => id)).toContain(own.id)
    expect((await list(await seller())).map(({ id }) => id)).not.toContain(viewerCase.id)
    expect(await list(await t.tokenOf(await t.factories.producer()))).toEqual([])
  })

  it('is made once, gives back once, and is mailed; a change of the amount counts', async () => {
    const one = await held({ offAirMinutes: 40 })
    const { id } = await asked(one)
    expect(code(await approve(id, { amountMinor: 1_001 }))).toBe('REFUND_NOT_POSSIBLE')
    const replies = await Promise.all(Array.from({ length: 10 }, () => approve(id, { amountMinor: 450, answer: 'Perdona' })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    await Promise.all([pay(), pay()])
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([
      { status: 'succeeded', amount_minor: 450, reason: 'organizer' },
    ])
    expect(await t.database.knex('orders').where({ id: one.order.id })).toMatchObject([
      { status: 'partially_refunded', refunded_minor: 450 },
    ])
    // Half of a show was seen: its recording stays open.
    expect(await t.database.knex('tickets').where({ user_id: one.buyer.id }).whereNull('revoked_at')).toHaveLength(1)
    expect(await itemsOf(one)).toMatchObject([
      { refunded: { minor: 450 }, request: { status: 'approved', amount: { minor: 450 }, answer: 'Perdona' } },
    ])
    const mails = await mailsTo(t, one.buyer.email)
    const [answer, ...others] = mails.filter(({ subject }) => subject.startsWith('Respuesta a tu solicitud'))
    expect(others).toEqual([])
    expect(answer?.text).toMatch(/Te devolvemos 4,50\s€[^]*Nuestra respuesta: Perdona/)
    const paidOut = mails.find(({ subject }) => subject.startsWith('Te hemos devuelto'))?.text ?? ''
    expect(paidOut).toMatch(/4,50\s€/)
    expect(paidOut).not.toContain('El acceso ha terminado')
    expect(await t.database.knex('audit_log').where({ action: 'refund_proposal.approve', subject_id: id })).toHaveLength(1)
  })

  it('for the viewer gives the whole price back and makes two cost lines of one half each [SHOP-036] [SHOP-064]', async () => {
    const one = await held()
    const { id, proposed, fault } = await asked(one, { reason: 'connection' })
    expect([fault, proposed.minor]).toEqual(['viewer', 1_000])
    expect((await approve(id, { fault: 'viewer' })).status).toBe(200)
    await pay()
    const { rows } = await t.database.knex.raw<{ rows: { kind: string; amount: number }[] }>(
      `select a.kind, e.amount_minor as amount from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
       join ledger_accounts a on a.id = e.account_id where x.order_id = ? and x.kind = 'refund' order by a.kind`,
      [one.order.id],
    )
    expect(rows).toEqual([
      { kind: 'losses', amount: 500 },
      { kind: 'organizer_payable', amount: 500 },
      { kind: 'provider_clearing', amount: -1_000 },
    ])
    expect(await t.database.knex('tickets').where({ user_id: one.buyer.id }).whereNull('revoked_at')).toEqual([])
  })

  it("for nobody's fault undoes the sale", async () => {
    const one = await sell(t, [await film()], { expectedTotalMinor: 1_000 })
    const { id, fault } = await asked(one, { reason: 'changed_mind' })
    expect((await approve(id, { fault })).status).toBe(200)
    await pay()
    expect(await ledgerOf(t, one)).toEqual({})
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toMatchObject([{ reason: 'withdrawal' }])
  })

  it('to refuse is mailed with its reason, gives nothing back, and is final', async () => {
    const one = await held({ aired: false })
    const { id } = await asked(one)
    expect((await t.call(refunds.refuse, { as: await seller(), params: { id }, body: { answer: ' ' } })).status).toBe(400)
    await t.call(refunds.refuse, { as: await seller(), params: { id }, body: { answer: 'Se emitió entero' } }).expect(200)
    expect(code(await approve(id, {}))).toBe('STATE_CONFLICT')
    await pay()
    expect(await t.database.knex('refunds').where({ order_id: one.order.id })).toEqual([])
    expect(await itemsOf(one)).toMatchObject([{ ask: 'asked', request: { status: 'refused', amount: null, answer: 'Se emitió entero' } }])
    const answer = (await mailsTo(t, one.buyer.email)).find(({ subject }) => subject.startsWith('Respuesta a tu solicitud'))
    expect(answer?.text).toMatch(/no hay reembolso[^]*Se emitió entero/)
  })
})
