import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { gifts, type Gift } from '@e-events/shared/contract/sales/gifts.ts'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../testing/factories.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const totalMinor = 1_210

/** A film of 10.00 at 21 %, its organizer, and two people. */
async function world(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const film = await t.factories.product({
    type: 'vod',
    plan: 'paid',
    net_price_minor: 1_000,
    tax_basis_points: 2_100,
    channel_id: channel.id,
    ...fields,
  })
  const buyer = await t.factories.user({ name: 'Lucía', surname: 'Ferrer' })
  const friend = await t.factories.user()
  const to = `friend-${randomUUID()}@correo.example`
  return {
    film,
    channel,
    ownerToken: await t.tokenOf(owner),
    buyer,
    as: await t.tokenOf(buyer),
    friend,
    friendToken: await t.tokenOf(friend),
    to,
  }
}
const place = (as: string, film: FactoryProduct, gift: object, fields: object = {}) =>
  t.call(orders.place, {
    as,
    body: orderBody(film.slug, { expectedTotalMinor: totalMinor, gift: { recipientName: 'Rui', ...gift }, ...fields }),
  })
const pay = (order: Order) =>
  t.call(testPayments.pay, { params: { id: order.paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } }).expect(200)
const get = async (as: string, id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order
async function give(as: string, film: FactoryProduct, gift: object): Promise<Order> {
  const order = (await place(as, film, gift).expect(201)).body as Order
  await pay(order)
  return get(as, order.id)
}
const giftOf = (order: Order): Gift => {
  const gift = order.items[0]?.gift
  if (!gift) throw new Error('no gift')
  return gift
}
const redeem = (as: string, code: string | null) => t.call(coupons.redeem, { as, body: { code: code ?? '' } })
const ticketsOf = (userId: string) => t.database.knex('tickets').where({ user_id: userId }).whereNull('revoked_at')
const inDays = (days: number) => new Date(t.clock.nowMs() + days * 86_400_000).toISOString().slice(0, 10)
async function refund(ownerToken: string, order: Order): Promise<void> {
  const rows = ((await t.call(sales.listOwn, { as: ownerToken }).expect(200)).body as { items: Sale[] }).items
  const sold = rows.find(({ number }) => number === order.number)
  await t.call(sales.refund, { as: ownerToken, params: { id: sold?.id ?? '' }, body: {} }).expect(201)
  await t.api.platform.sales.payRefunds()
}

describe('buying a gift', () => {
  it('is refused without a recipient, for several products, and for a day on which it is worth nothing', async () => {
    const { film, as, to, channel } = await world({ expires_at: new Date(t.clock.nowMs() + 10 * 86_400_000) })
    expect((await place(as, film, {})).status).toBe(400)
    expect((await place(as, film, { recipientEmail: 'nobody' })).status).toBe(400)
    expect(codeOf(await place(as, film, { recipientEmail: to, deliverOn: inDays(11) }))).toBe('VALIDATION_FAILED')
    expect(codeOf(await place(as, film, { recipientEmail: to, deliverOn: inDays(400) }))).toBe('VALIDATION_FAILED')
    const other = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, channel_id: channel.id })
    const items = [{ productSlug: film.slug }, { productSlug: other.slug }]
    expect(codeOf(await place(as, film, { recipientEmail: to }, { items }))).toBe('ONE_PER_ACCOUNT')
    expect(await t.database.knex('gifts').where({ product_id: film.id })).toEqual([])
  })

  it('makes no code before it is paid', async () => {
    const { film, as, to } = await world()
    const order = (await place(as, film, { recipientEmail: to }).expect(201)).body as Order
    expect(giftOf(order)).toMatchObject({ state: 'unpaid', code: null })
    expect(await mailsTo(t, to)).toEqual([])
    expect(codeOf(await t.call(gifts.resend, { as, params: { id: giftOf(order).id }, body: {} }))).toBe('STATE_CONFLICT')
  })

  it('mails the code with the words of the buyer, and gives the buyer no access', async () => {
    const { film, buyer, as, to } = await world()
    const order = await give(as, film, { recipientEmail: to, message: 'Feliz <b>cumpleaños</b>' })
    expect(order).toMatchObject({ status: 'paid', items: [{ kind: 'gift' }] })
    const gift = giftOf(order)
    expect(gift).toMatchObject({ state: 'sent', recipientName: 'Rui', recipientEmail: to })
    const [mail, ...more] = await mailsTo(t, to)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`/redeem?code=${gift.code}`)
    for (const words of ['Lucía Ferrer', film.title, 'Feliz <b>cumpleaños</b>', gift.code]) expect(mail?.text).toContain(words)
    expect(mail?.html).not.toContain('<b>')
    expect(await ticketsOf(buyer.id)).toEqual([])
  })

  it('waits for its day, and is mailed once', async () => {
    const { film, as, to } = await world()
    const order = await give(as, film, { recipientEmail: to, deliverOn: inDays(3) })
    expect(giftOf(order)).toMatchObject({ state: 'scheduled', mailedAt: null })
    expect(giftOf(order).deliverAt).toMatch(/T0[78]:00:00/)
    await t.api.platform.sales.gifts.deliverDue()
    expect(await mailsTo(t, to)).toEqual([])
    await t.database
      .knex('gifts')
      .where({ id: giftOf(order).id })
      .update({ deliver_at: t.clock.now() })
    await Promise.all([t.api.platform.sales.gifts.deliverDue(), t.api.platform.sales.gifts.deliverDue()])
    expect(await mailsTo(t, to)).toHaveLength(1)
    expect(giftOf(await get(as, order.id)).state).toBe('sent')
  })

  it('may be of what the buyer owns, and twice', async () => {
    const { film, buyer, as, to } = await world()
    await t.database.knex('tickets').insert({ user_id: buyer.id, product_id: film.id, source: 'free' })
    expect(codeOf(await t.call(orders.checkout, { params: { slug: film.slug }, as }))).toBe('ALREADY_HAS_TICKET')
    const told = (await t.call(orders.checkout, { params: { slug: film.slug }, query: { gift: 'true' }, as }).expect(200)).body as Checkout
    expect(told.items[0]?.kind).toBe('gift')
    const codes = [giftOf(await give(as, film, { recipientEmail: to })).code, giftOf(await give(as, film, { recipientEmail: to })).code]
    expect(new Set(codes).size).toBe(2)
  })

  it('of the same request twice is one order; for another person it replaces the one that waits', async () => {
    const { film, as, to } = await world()
    const idempotencyKey = randomUUID()
    const press = async () => (await place(as, film, { recipientEmail: to }, { idempotencyKey }).expect(201)).body as Order
    const [one, two] = await Promise.all([press(), press()])
    expect(one.id).toBe(two.id)
    const other = (await place(as, film, { recipientEmail: `x-${to}` }).expect(201)).body as Order
    expect(other.id).not.toBe(one.id)
    expect(giftOf(other).recipientEmail).toBe(`x-${to}`)
    expect((await get(as, one.id)).status).toBe('cancelled')
  })

  it('is refunded where the product is over when the money comes', async () => {
    const { film, as, to } = await world()
    const order = (await place(as, film, { recipientEmail: to }).expect(201)).body as Order
    await t.database.knex('products').where({ id: film.id }).update({ cancelled_at: t.clock.now() })
    await pay(order)
    await t.api.platform.sales.payRefunds()
    expect(await get(as, order.id)).toMatchObject({ status: 'refunded' })
    expect(await mailsTo(t, to)).toEqual([])
  })
})

describe('redeeming a gift', () => {
  it('gives the ticket to whichever account redeems it first, once', async () => {
    const { film, as, friend, friendToken, to } = await world()
    const order = await give(as, film, { recipientEmail: to })
    const { code } = giftOf(order)
    const stranger = await t.tokenOf(await t.factories.user())
    const replies = await Promise.all([redeem(friendToken, code), redeem(stranger, code?.toLowerCase() ?? ''), redeem(as, code)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(replies.filter(({ status }) => status === 409).map(codeOf)).toEqual(['COUPON_REDEEMED', 'COUPON_REDEEMED'])
    const all = await t.database.knex('tickets').where({ product_id: film.id })
    expect(all).toMatchObject([{ source: 'gift' }])
    if (all[0]?.user_id === friend.id) expect(await ticketsOf(friend.id)).toHaveLength(1)
    expect(giftOf(await get(as, order.id))).toMatchObject({ state: 'redeemed' })
  })

  it('works while the site takes no coupons: it was paid for', async () => {
    const { film, as, friendToken, to } = await world()
    const order = await give(as, film, { recipientEmail: to })
    await t.database.knex('site_config').update({ coupons: false })
    try {
      await redeem(friendToken, giftOf(order).code).expect(200)
      expect(codeOf(await redeem(friendToken, 'AAAAA-BBBBB-CCCCC'))).toBe('COUPONS_OFF')
    } finally {
      await t.database.knex('site_config').update({ coupons: true })
    }
  })

  it('is refused to who has access already, and the code stays good', async () => {
    const { film, as, friend, friendToken, to } = await world()
    await t.database.knex('tickets').insert({ user_id: friend.id, product_id: film.id, source: 'free' })
    const order = await give(as, film, { recipientEmail: to })
    expect(codeOf(await redeem(friendToken, giftOf(order).code))).toBe('ALREADY_HAS_TICKET')
    await redeem(as, giftOf(order).code).expect(200)
  })

  it('is refused for a product that was cancelled or ran out', async () => {
    for (const over of [{ cancelled_at: t.clock.now() }, { expires_at: t.clock.now() }]) {
      const { film, as, friendToken, to } = await world()
      const order = await give(as, film, { recipientEmail: to })
      await t.database.knex('products').where({ id: film.id }).update(over)
      expect(codeOf(await redeem(friendToken, giftOf(order).code))).toBe('COUPON_INVALID')
    }
  })
})

describe('refunding a gift', () => {
  it('before it is redeemed makes its code worthless, and nothing is mailed any more', async () => {
    const { film, as, friendToken, to, ownerToken } = await world()
    const order = await give(as, film, { recipientEmail: to, deliverOn: inDays(3) })
    await refund(ownerToken, order)
    expect(giftOf(await get(as, order.id))).toMatchObject({ state: 'void', code: null })
    expect(codeOf(await redeem(friendToken, giftOf(order).code))).toBe('COUPON_NOT_FOUND')
    await t.database
      .knex('gifts')
      .where({ id: giftOf(order).id })
      .update({ deliver_at: t.clock.now() })
    await t.api.platform.sales.gifts.deliverDue()
    expect(await mailsTo(t, to)).toEqual([])
  })

  it('after it was redeemed ends the ticket of whoever redeemed it', async () => {
    const { film, as, friend, friendToken, to, ownerToken } = await world()
    const order = await give(as, film, { recipientEmail: to })
    await redeem(friendToken, giftOf(order).code).expect(200)
    expect(await ticketsOf(friend.id)).toHaveLength(1)
    await refund(ownerToken, order)
    expect(await ticketsOf(friend.id)).toEqual([])
  })
})

describe('sending a gift again', () => {
  it('is for its buyer; to another address where one is given, until it is redeemed', async () => {
    const { film, as, friendToken, to } = await world()
    const order = await give(as, film, { recipientEmail: to })
    const params = { id: giftOf(order).id }
    expect((await t.call(gifts.resend, { as: friendToken, params, body: {} })).status).toBe(404)
    const other = `other-${to}`
    const after = (await t.call(gifts.resend, { as, params, body: { recipientEmail: other } }).expect(200)).body as Gift
    expect(after).toMatchObject({ recipientEmail: other, state: 'sent' })
    expect((await mailsTo(t, other))[0]?.text).toContain(giftOf(order).code)
    await redeem(friendToken, giftOf(order).code).expect(200)
    expect(codeOf(await t.call(gifts.resend, { as, params, body: {} }))).toBe('STATE_CONFLICT')
  })
})

it('an erased buyer leaves no recipient, except of a gift that has to arrive', async () => {
  const { film, buyer, as, to } = await world()
  const sent = giftOf(await give(as, film, { recipientEmail: to, message: 'Hola' }))
  const waits = giftOf(await give(as, film, { recipientEmail: to, deliverOn: inDays(3) }))
  const user = await t.database.knex('users').where({ id: buyer.id }).first()
  if (!user) throw new Error('no buyer')
  await t.database.knex.transaction((trx) =>
    t.api.platform.events.publish('account.erased', { trx, user, pseudonym: 'gone@erased.invalid' }),
  )
  const rows = await t.database.knex('gifts').where({ product_id: film.id })
  expect(rows.find(({ id }) => id === sent.id)).toMatchObject({ recipient_email: 'gone@erased.invalid', recipient_name: '', message: null })
  expect(rows.find(({ id }) => id === waits.id)).toMatchObject({ recipient_email: to })
})
