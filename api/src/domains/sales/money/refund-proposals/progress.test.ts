import { refunds, type AskableItem, type RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { ledgerOf, plainProduct, sell, type SoldOrder } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

const dayMs = 86_400_000
let t: TestApi
let owner: UserRow
let channelId: string
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())
const seller = () => t.tokenOf(owner)

/** A course of a film of 100 seconds that somebody bought for 10.00. */
async function sold() {
  const { knex } = t.database
  const course = await plainProduct(t, { channel_id: channelId, type: 'course' }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
  await t.factories.asset({ product_id: film.id, duration_ms: 100_000 })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Ver', position: 0, kind: 'video', source_product_id: film.id })
    .returning('id')
  return { ...(await sell(t, [course], { expectedTotalMinor: 1_000 })), course, lesson: lesson?.id ?? '' }
}
type Sold = Awaited<ReturnType<typeof sold>>
const watch = ({ buyer, lesson }: Pick<Sold, 'buyer' | 'lesson'>, percent: number) =>
  t.database
    .knex('lesson_progress')
    .insert({ user_id: buyer.id, lesson_id: lesson, covered: `{[0,${percent * 1_000})}` })
    .onConflict(['user_id', 'lesson_id'])
    .merge()
const itemOf = async ({ order, buyer }: SoldOrder) => {
  const reply = await t.call(refunds.items, { as: await t.tokenOf(buyer), params: { id: order.id } }).expect(200)
  return (reply.body as { items: AskableItem[] }).items[0]
}
const ask = async ({ order, buyer, items }: SoldOrder) =>
  t.call(refunds.ask, {
    as: await t.tokenOf(buyer),
    params: { id: order.id },
    body: { itemId: items[0], reason: 'changed_mind', text: 'No es para mí' },
  })
const listed = async ({ order }: SoldOrder, as: string) => {
  const { items } = (await t.call(refunds.listOwn, { as, query: { limit: 100 } }).expect(200)).body as { items: RefundProposal[] }
  return items.find(({ number }) => number === order.number)
}

describe('the refund of a course by its progress', () => {
  it('can be asked for below 20 percent, and not from there on', async () => {
    const one = await sold()
    expect(await itemOf(one)).toMatchObject({ ask: 'open', progress: { percent: 0 } })
    await watch(one, limits.refundBelowPercent)
    expect(await itemOf(one)).toMatchObject({ ask: 'progressed', progress: { percent: 20 } })
    expect((await ask(one)).body).toMatchObject({ code: 'REFUND_NOT_POSSIBLE' })
    await watch(one, limits.refundBelowPercent - 1)
    expect(await itemOf(one)).toMatchObject({ ask: 'open', progress: { percent: 19 } })
    expect((await ask(one)).status).toBe(201)
  })

  it('can be asked for during 14 days from the payment, to the second', async () => {
    const one = await sold()
    const paidAt = (await t.database.knex('orders').where({ id: one.order.id }).first('paid_at'))?.paid_at?.getTime() ?? 0
    const until = new Date(paidAt + limits.refundAskDays * dayMs)
    expect((await itemOf(one))?.progress?.until).toBe(until.toISOString())
    const moveTo = (ms: number) =>
      t.database
        .knex('orders')
        .where({ id: one.order.id })
        .update({ paid_at: new Date(t.clock.nowMs() - ms) })
    await moveTo(limits.refundAskDays * dayMs + 1_000)
    expect(await itemOf(one)).toMatchObject({ ask: 'too_late' })
    expect((await ask(one)).status).toBe(409)
    await moveTo(limits.refundAskDays * dayMs - 60_000)
    expect((await ask(one)).status).toBe(201)
  })

  it('is decided by its organizer with the progress of that moment, and undoes the sale', async () => {
    const one = await sold()
    await watch(one, 12)
    await ask(one)
    const proposal = await listed(one, await seller())
    expect(proposal).toMatchObject({
      fault: 'none',
      proposed: { minor: 1_000 },
      evidence: { progressPercent: 12 },
      allowed: { faults: ['none'] },
    })
    const stranger = await t.tokenOf(await t.factories.producer())
    expect(await listed(one, stranger)).toBeUndefined()
    const approve = (as: string, fault: string) =>
      t.call(refunds.approve, { as, params: { id: proposal?.id ?? '' }, body: { fault, amountMinor: 1_000 } })
    expect((await approve(stranger, 'none')).status).toBe(404)
    expect((await approve(await seller(), 'provider')).status).toBe(403)
    await approve(await seller(), 'none').then(({ status }) => expect(status).toBe(200))
    await t.api.platform.sales.payRefunds()
    const ticket = await t.database.knex('tickets').where({ user_id: one.buyer.id, product_id: one.course.id }).first()
    expect(ticket?.revoked_reason).toBe('refund')
    // The buyer has all of it back, and neither organizer nor platform keeps a part.
    const ledger = await ledgerOf(t, one)
    expect(Object.keys(ledger).filter((kind) => kind.startsWith('organizer') || kind.startsWith('platform'))).toEqual([])
  })

  it('is refused by its organizer with a reason that the buyer reads', async () => {
    const one = await sold()
    await ask(one)
    const { id = '' } = (await listed(one, await seller())) ?? {}
    await t.call(refunds.refuse, { as: await seller(), params: { id }, body: { answer: 'Ya hablamos' } }).expect(200)
    expect(await itemOf(one)).toMatchObject({ ask: 'asked', request: { status: 'refused', answer: 'Ya hablamos' } })
  })

  it('of a gift looks at whom it was given to', async () => {
    const one = await sold()
    const friend = await t.factories.user()
    await t.database.knex('gifts').insert({
      order_item_id: one.items[0] ?? '',
      product_id: one.course.id,
      recipient_email: friend.email,
      recipient_name: 'Eva',
      code: 'REGALO-DE-EVA-01',
      deliver_at: t.clock.now(),
      redeemed_by: friend.id,
      redeemed_at: t.clock.now(),
    })
    await watch({ buyer: friend, lesson: one.lesson }, 50)
    expect(await itemOf(one)).toMatchObject({ ask: 'progressed', progress: { percent: 50 } })
  })
})
