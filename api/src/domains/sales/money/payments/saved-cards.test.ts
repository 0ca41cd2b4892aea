import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { savedCards, type SavedCard } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { testPayments, type TestCard } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct } from '../../../../testing/factories.ts'
import { subscriptionStage } from '../../../../testing/subscription-stage.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const success: TestCard = '4242424242424242'
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

const film = () => t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
async function buyer() {
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  const place = (product: FactoryProduct, fields: Record<string, unknown> = {}) =>
    t.call(orders.place, { as, body: orderBody(product.slug, fields) })
  return {
    user,
    as,
    place,
    order: async (product: FactoryProduct, fields: Record<string, unknown> = {}) =>
      (await place(product, fields).expect(201)).body as Order,
    get: async (id: string) => (await t.call(orders.get, { as, params: { id } }).expect(200)).body as Order,
    checkout: async (slug: string) => (await t.call(orders.checkout, { as, params: { slug } }).expect(200)).body as Checkout,
    cards: async () => ((await t.call(savedCards.list, { as }).expect(200)).body as { items: SavedCard[] }).items,
    remove: (id: string) => t.call(savedCards.remove, { as, params: { id } }),
  }
}
type Buyer = Awaited<ReturnType<typeof buyer>>
const paymentOf = (order: Order) => order.paymentUrl?.split('/').at(-1) ?? ''
const pay = (order: Order, card: TestCard) => t.call(testPayments.pay, { params: { id: paymentOf(order) }, body: { card } }).expect(200)
/** Somebody who saved this card with a first purchase. */
async function saved(card: TestCard = success): Promise<{ who: Buyer; card: SavedCard }> {
  const who = await buyer()
  await pay(await who.order(await film(), { saveCard: true }), card)
  const [kept] = await who.cards()
  if (!kept) throw new Error('no card was saved')
  return { who, card: kept }
}
const hasTicket = async (who: Buyer, product: FactoryProduct) =>
  (await t.database.knex('tickets').where({ user_id: who.user.id, product_id: product.id }).whereNull('revoked_at')).length === 1

describe('a card at the checkout', () => {
  it('is saved where its owner asks for it, and nowhere else', async () => {
    const who = await buyer()
    expect(await who.checkout((await film()).slug)).toMatchObject({ cards: [], keepsCards: true })
    await pay(await who.order(await film()), success)
    expect(await who.cards()).toEqual([])
    await pay(await who.order(await film(), { saveCard: true }), success)
    expect(await who.cards()).toMatchObject([{ label: '•••• 4242' }])
    // The same card, saved again, is one.
    await pay(await who.order(await film(), { saveCard: true }), success)
    await pay(await who.order(await film(), { saveCard: true }), '4000000000000341')
    expect((await who.cards()).map(({ label }) => label)).toEqual(['•••• 0341', '•••• 4242'])
  })

  it('that was saved pays the next order at once, and once however often that is asked for', async () => {
    const { who, card } = await saved()
    const product = await film()
    expect((await who.checkout(product.slug)).cards).toEqual([card])
    const body = { cardId: card.id, idempotencyKey: '3b241101-e2bb-4255-8caf-4136c566a962' }
    const replies = await Promise.all([who.place(product, body), who.place(product, body)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    const [order] = replies.map((reply) => reply.body as Order)
    expect(await who.get(order!.id)).toMatchObject({ status: 'paid', paymentUrl: null })
    expect(await hasTicket(who, product)).toBe(true)
    const paid = await t.database.knex('payments').whereIn('order_id', [order!.id])
    expect(paid).toMatchObject([{ status: 'succeeded', amount_minor: 1_210 }])
    expect(await t.database.knex('test_charges').where({ payment_id: paid[0]?.provider_payment_id })).toHaveLength(1)
    expect(await who.cards()).toEqual([card])
  })

  it('that is refused leaves an order that another card can pay', async () => {
    const { who, card } = await saved('4000000000000341')
    const product = await film()
    const order = await who.order(product, { cardId: card.id })
    expect(order).toMatchObject({ status: 'pending', failure: 'declined' })
    expect(await hasTicket(who, product)).toBe(false)
    await pay(order, success)
    expect(await who.get(order.id)).toMatchObject({ status: 'paid' })
    // That card was not asked to stay.
    expect((await who.cards()).map(({ label }) => label)).toEqual(['•••• 0341'])
  })

  it('whose bank asks its owner waits for the answer', async () => {
    const who = await buyer()
    const first = await who.order(await film(), { saveCard: true })
    await pay(first, '4000002500003155')
    await t.call(testPayments.confirm, { params: { id: paymentOf(first) }, body: { approved: true } }).expect(200)
    const [card] = await who.cards()
    const order = await who.order(await film(), { cardId: card?.id })
    expect(order).toMatchObject({ status: 'pending', failure: null })
    await t.call(testPayments.confirm, { params: { id: paymentOf(order) }, body: { approved: true } }).expect(200)
    expect(await who.get(order.id)).toMatchObject({ status: 'paid' })
  })

  it('makes a new order of one that waits for another card, and leaves one open', async () => {
    const { who, card } = await saved()
    const product = await film()
    const waiting = await who.order(product)
    const asked = await who.order(product, { saveCard: true })
    const paid = await who.order(product, { cardId: card.id })
    expect(new Set([waiting.id, asked.id, paid.id]).size).toBe(3)
    expect([(await who.get(waiting.id)).status, (await who.get(asked.id)).status, paid.status]).toEqual(['cancelled', 'cancelled', 'paid'])
  })
})

describe('a saved card', () => {
  it('is its own account’s: others neither pay with it nor take it away', async () => {
    const { who, card } = await saved()
    const other = await buyer()
    expect(codeOf(await other.place(await film(), { cardId: card.id }).expect(409))).toBe('CARD_GONE')
    expect((await other.remove(card.id)).status).toBe(404)
    expect(await other.cards()).toEqual([])
    expect(await who.cards()).toEqual([card])
  })

  it('that was taken away pays nothing any more, and orders that it paid stay', async () => {
    const { who, card } = await saved()
    const paid = await who.order(await film(), { cardId: card.id })
    await who.remove(card.id).expect(204)
    expect(await who.cards()).toEqual([])
    expect(codeOf(await who.place(await film(), { cardId: card.id }))).toBe('CARD_GONE')
    expect((await who.get(paid.id)).status).toBe('paid')
    expect((await who.remove(card.id)).status).toBe(404)
  })

  it('is no card of a subscription, which keeps its own', async () => {
    const stage = subscriptionStage(t)
    const { who } = await stage.subscribed()
    const reply = await t.call(savedCards.list, { as: await who.as() }).expect(200)
    expect(reply.body).toEqual({ items: [] })
  })
})
