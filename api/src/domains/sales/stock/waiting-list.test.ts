import { stock, type WaitingEntry } from '@e-events/shared/contract/sales/stock.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/mails.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
/** A free event with a number of seats. */
const event = (seats: number | null, fields: Parameters<TestApi['factories']['product']>[0] = {}) =>
  t.factories.product({ stock: seats, ...fields })

async function person() {
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  const entryOf = async (request: PromiseLike<{ body: unknown }>) => ((await request).body as { entry: WaitingEntry | null }).entry
  return {
    user,
    as,
    get: (slug: string) => t.call(tickets.redeem, { params: { slug }, as }),
    join: (slug: string) => t.call(stock.join, { params: { slug }, as }),
    leave: (slug: string) => entryOf(t.call(stock.leave, { params: { slug }, as }).expect(200)),
    entry: (slug: string) => entryOf(t.call(stock.waiting, { params: { slug }, as }).expect(200)),
    page: async (slug: string) => (await t.call(products.get, { params: { slug }, as }).expect(200)).body as ProductDetail,
  }
}
type Person = Awaited<ReturnType<typeof person>>
const people = (count: number): Promise<Person[]> => Promise.all(Array.from({ length: count }, person))

/** Holds of a level add up to what it says. */
async function assertBalanced(productId: string): Promise<number> {
  const level = await t.database.knex('stock_levels').where({ product_id: productId }).first('taken')
  const held = await t.database.knex('stock_holds').where({ product_id: productId }).sum<{ sum: string | null }[]>('quantity as sum')
  expect(level?.taken ?? 0).toBe(Number(held[0]?.sum ?? 0))
  return level?.taken ?? 0
}
/** A seat comes back: staff takes a ticket away. */
async function giveBack(who: Person): Promise<void> {
  await t.database.knex('tickets').where({ user_id: who.user.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'admin' })
  await t.api.platform.sales.stock.sweep(t.database.knex)
}

describe('a limited number', () => {
  it('is refused once it is out, and said: few left, then sold out', async () => {
    const [ana, bo, eva] = (await people(3)) as [Person, Person, Person]
    const show = await event(2)
    expect(await ana.page(show.slug)).toMatchObject({ saleState: 'open', left: 2 })
    await ana.get(show.slug).expect(201)
    expect(await bo.page(show.slug)).toMatchObject({ saleState: 'open', left: 1 })
    await bo.get(show.slug).expect(201)
    expect(await eva.page(show.slug)).toMatchObject({ saleState: 'sold_out', left: null, allowed: { getTicket: false } })
    expect(codeOf(await eva.get(show.slug).expect(409))).toBe('SOLD_OUT')
    expect(await assertBalanced(show.id)).toBe(2)
  })

  it('of ten or more is not told, and of none is as many as are wanted', async () => {
    const ana = await person()
    const [large, unlimited] = [await event(limits.fewLeft), await event(null)]
    expect(await ana.page(large.slug)).toMatchObject({ saleState: 'open', left: null })
    await ana.get(large.slug).expect(201)
    expect(await ana.page(large.slug)).toMatchObject({ left: limits.fewLeft - 1 })
    await ana.get(unlimited.slug).expect(201)
    expect(await assertBalanced(unlimited.id)).toBe(0)
  })

  it('gives the last seat to one of many who want it at the same moment', async () => {
    const show = await event(1)
    await t.database.knex('stock_levels').insert({ product_id: show.id })
    const crowd = await people(12)
    const replies = await stampede(
      t.database,
      { lock: `select 1 from stock_levels where product_id = '${show.id}' for update`, requests: crowd.length },
      (index) => crowd[index]!.get(show.slug),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(codeOf))).toEqual(new Set(['SOLD_OUT']))
    expect(await assertBalanced(show.id)).toBe(1)
  })

  it('that is made smaller than what is sold is sold out, and nothing is taken away', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const show = await event(3)
    await ana.get(show.slug).expect(201)
    await t.database.knex('products').where({ id: show.id }).update({ stock: 0 })
    expect(await bo.page(show.slug)).toMatchObject({ saleState: 'sold_out' })
    expect((await ana.page(show.slug)).owned).toBe(true)
  })
})

describe('the figures of a product', () => {
  it('tell its organizer what is sold, held, left, and how many wait', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const owner = await t.factories.user({ roles: ['VIEWER', 'PRODUCER'] })
    const show = await event(1, { channel_id: (await t.factories.channel({ owner_id: owner.id })).id })
    await ana.get(show.slug).expect(201)
    await bo.join(show.slug).expect(200)
    const figures = await t.call(stock.figures, { params: { slug: show.slug }, as: await t.tokenOf(owner) }).expect(200)
    expect(figures.body).toEqual({ stock: 1, sold: 1, held: 0, left: 0, waiting: 1 })
  })
})

describe('the waiting list', () => {
  it('is for what is sold out, public and on sale, and for those without a ticket', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const show = await event(1)
    expect(codeOf(await ana.join(show.slug).expect(409))).toBe('NOT_SOLD_OUT')
    expect(codeOf(await ana.join((await event(null)).slug).expect(409))).toBe('NOT_SOLD_OUT')
    expect(codeOf(await ana.join((await event(0, { status: 'private' })).slug).expect(404))).toBe('NOT_FOUND')
    expect(codeOf(await ana.join((await event(0, { cancelled_at: t.clock.now() })).slug).expect(409))).toBe('NOT_PURCHASABLE')
    await ana.get(show.slug).expect(201)
    expect(codeOf(await ana.join(show.slug).expect(409))).toBe('ALREADY_HAS_TICKET')
    expect(await bo.entry(show.slug)).toBeNull()
  })

  it('keeps places in order, once each, and can be left', async () => {
    const [ana, bo, eva] = (await people(3)) as [Person, Person, Person]
    const show = await event(0)
    for (const who of [ana, bo, eva, ana]) await who.join(show.slug).expect(200)
    expect([await ana.entry(show.slug), await bo.entry(show.slug), await eva.entry(show.slug)]).toMatchObject([
      { status: 'waiting', position: 1 },
      { position: 2 },
      { position: 3 },
    ])
    expect(await ana.leave(show.slug)).toMatchObject({ status: 'left', position: null })
    expect(await eva.entry(show.slug)).toMatchObject({ position: 2 })
    // She comes back as the last one.
    await ana.join(show.slug).expect(200)
    expect(await ana.entry(show.slug)).toMatchObject({ position: 3 })
  })

  it('offers what comes back to the first one, by mail and notification, and holds it from everybody else', async () => {
    const [ana, bo, eva] = (await people(3)) as [Person, Person, Person]
    const show = await event(1)
    await ana.get(show.slug).expect(201)
    await bo.join(show.slug).expect(200)
    await giveBack(ana)
    const entry = await bo.entry(show.slug)
    expect(entry).toMatchObject({ status: 'offered', position: null })
    expect(Date.parse(entry?.offerEndsAt ?? '') - t.clock.nowMs()).toBeGreaterThan(limits.waitingOfferMs - 60_000)
    const [mail] = await mailsTo(t, bo.user.email)
    expect(mail?.text).toContain(`/products/${show.slug}`)
    const list = await t.call(notifications.list, { as: bo.as }).expect(200)
    expect((list.body as { notifications: { type: string }[] }).notifications.map(({ type }) => type)).toEqual(['stock_offer'])
    expect(codeOf(await eva.get(show.slug).expect(409))).toBe('SOLD_OUT')
    await bo.get(show.slug).expect(201)
    expect(await bo.entry(show.slug)).toMatchObject({ status: 'taken' })
    expect(await assertBalanced(show.id)).toBe(1)
  })

  it('passes an offer on that is not taken in time, or that is left', async () => {
    const [ana, bo, eva] = (await people(3)) as [Person, Person, Person]
    const show = await event(0)
    for (const who of [ana, bo, eva]) await who.join(show.slug).expect(200)
    await t.database.knex('products').where({ id: show.id }).update({ stock: 1 })
    await t.api.platform.sales.waitingList.run()
    expect(await ana.entry(show.slug)).toMatchObject({ status: 'offered' })
    await t.database.knex('waiting_list_entries').where({ user_id: ana.user.id }).update({ offer_ends_at: t.clock.now() })
    // Over is over, before the timer comes round.
    expect(await ana.entry(show.slug)).toMatchObject({ status: 'passed', offerEndsAt: null })
    expect(codeOf(await ana.get(show.slug).expect(409))).toBe('SOLD_OUT')
    await t.api.platform.sales.waitingList.run()
    expect(await bo.entry(show.slug)).toMatchObject({ status: 'offered' })
    await bo.leave(show.slug)
    expect(await eva.entry(show.slug)).toMatchObject({ status: 'offered' })
    expect(await assertBalanced(show.id)).toBe(1)
  })

  it('serves two returns of the same moment to two people, once each', async () => {
    const [ana, bo, eva, leo, zoe] = (await people(5)) as [Person, Person, Person, Person, Person]
    const show = await event(2)
    for (const who of [ana, bo]) await who.get(show.slug).expect(201)
    for (const who of [eva, leo, zoe]) await who.join(show.slug).expect(200)
    await t.database
      .knex('tickets')
      .whereIn('user_id', [ana.user.id, bo.user.id])
      .update({ revoked_at: t.clock.now(), revoked_reason: 'admin' })
    const { stock: service, waitingList } = t.api.platform.sales
    await stampede(
      t.database,
      { lock: `select 1 from stock_levels where product_id = '${show.id}' for update`, requests: 4, meeting: 2 },
      (index) => (index % 2 === 0 ? service.sweep(t.database.knex) : waitingList.run()),
    )
    expect([await eva.entry(show.slug), await leo.entry(show.slug), await zoe.entry(show.slug)]).toMatchObject([
      { status: 'offered' },
      { status: 'offered' },
      { status: 'waiting', position: 1 },
    ])
    expect(await mailsTo(t, eva.user.email)).toHaveLength(1)
    expect(await assertBalanced(show.id)).toBe(2)
  })

  it('gives nobody else what somebody in line waits for', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const show = await event(0)
    await ana.join(show.slug).expect(200)
    // More was added, and no timer has come round yet.
    await t.database.knex('products').where({ id: show.id }).update({ stock: 1 })
    expect(codeOf(await bo.get(show.slug).expect(409))).toBe('SOLD_OUT')
    await ana.get(show.slug).expect(201)
  })

  it('has everybody served once there is no limit any more, and offers nothing that is not on sale', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const [open, closed] = [await event(0), await event(0)]
    await ana.join(open.slug).expect(200)
    await bo.join(closed.slug).expect(200)
    await t.database.knex('products').where({ id: open.id }).update({ stock: null })
    await t.database
      .knex('products')
      .where({ id: closed.id })
      .update({ stock: 5, sale_ends_at: new Date(t.clock.nowMs() - 1_000) })
    await t.api.platform.sales.waitingList.run()
    expect(await ana.entry(open.slug)).toMatchObject({ status: 'offered' })
    expect(await bo.entry(closed.slug)).toMatchObject({ status: 'waiting', position: 1 })
  })

  it('loses those whose account ends, and their offer goes on', async () => {
    const [ana, bo] = (await people(2)) as [Person, Person]
    const show = await event(0)
    for (const who of [ana, bo]) await who.join(show.slug).expect(200)
    await t.database.knex('products').where({ id: show.id }).update({ stock: 1 })
    await t.api.platform.sales.waitingList.run()
    const after = await t.database.knex.transaction((trx) => t.api.platform.sales.waitingList.leaveAll(trx, ana.user.id))
    await after()
    expect(await bo.entry(show.slug)).toMatchObject({ status: 'offered' })
  })
})
