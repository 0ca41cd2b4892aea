import { randomUUID } from 'node:crypto'
import { orders as contract, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { couponRequests } from './valid-requests-coupons.ts'
import type { RequestInput, World } from './world.ts'

/** Gross of `paidProduct`, in cents. */
export const paidPriceMinor = 1_210

export async function paidProduct({ t, owner }: World): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id })
  const made = await t.factories.product({
    channel_id: home.id,
    type: 'vod',
    plan: 'paid',
    net_price_minor: 1_000,
    tax_basis_points: 2_100,
  })
  return made.slug
}

export function orderBody(productSlug: string, fields: Record<string, unknown> = {}) {
  return {
    items: [{ productSlug }],
    expectedTotalMinor: paidPriceMinor,
    termsAccepted: true,
    withdrawalWaived: true,
    idempotencyKey: randomUUID(),
    ...fields,
  }
}

/** An order of the viewer that waits for its payment. */
async function order(world: World): Promise<Order> {
  const as = await world.t.tokenOf(world.viewer)
  const reply = await world.t.call(contract.place, { as, body: orderBody(await paidProduct(world)) }).expect(201)
  return reply.body as Order
}

async function testPayment(world: World): Promise<string> {
  return (await order(world)).paymentUrl?.split('/').at(-1) ?? ''
}

/** A paid order of the viewer, as a sale of the owner's channel. */
export async function sale(world: World): Promise<string> {
  const { id, paymentUrl } = await order(world)
  await world.t
    .call(testPayments.pay, { params: { id: paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } })
    .expect(200)
  const item = await world.t.database.knex('order_items').where({ order_id: id }).first('id')
  return item?.id ?? ''
}

/** A paid order of the viewer, for something that takes place. */
async function paidEvent(world: World): Promise<string> {
  const { t, owner, viewer } = world
  const home = await t.factories.channel({ owner_id: owner.id })
  const { slug } = await t.factories.product({ channel_id: home.id, plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
  const { id, paymentUrl } = (await t.call(contract.place, { as: await t.tokenOf(viewer), body: orderBody(slug) }).expect(201))
    .body as Order
  await t.call(testPayments.pay, { params: { id: paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } }).expect(200)
  return id
}

/** A saved card of the viewer. */
async function savedCard({ t, viewer }: World): Promise<string> {
  const [row] = await t.database
    .knex('saved_cards')
    .insert({
      user_id: viewer.id,
      provider: 'test',
      reference: 'card_4242424242424242',
      card: randomUUID(),
      label: '•••• 4242',
      saved_at: t.clock.now(),
    })
    .returning('id')
  return row?.id ?? ''
}

/** Another one each time: a country has one rate of a day. */
let futureDays = 0
const futureDay = () => new Date(Date.UTC(2900, 0, ++futureDays)).toISOString().slice(0, 10)
/** A paid gift of the viewer. */
async function gift(world: World): Promise<string> {
  const as = await world.t.tokenOf(world.viewer)
  const wish = { recipientName: 'Rui', recipientEmail: 'rui@correo.example' }
  const reply = await world.t.call(contract.place, { as, body: orderBody(await paidProduct(world), { gift: wish }) }).expect(201)
  const { id, paymentUrl } = reply.body as Order
  await world.t
    .call(testPayments.pay, { params: { id: paymentUrl?.split('/').at(-1) ?? '' }, body: { card: '4242424242424242' } })
    .expect(200)
  const row = await world.t.database
    .knex('gifts')
    .whereIn('order_item_id', world.t.database.knex('order_items').where({ order_id: id }).select('id'))
    .first('id')
  return row?.id ?? ''
}

/** Somebody who receives promotions opened a checkout of the owner's two days ago. */
async function opportunity(world: World): Promise<string> {
  const { knex } = world.t.database
  const slug = await paidProduct(world)
  const person = await world.t.factories.user({ newsletter: true })
  const product = await knex('products').where({ slug }).first('id')
  const [row] = await knex('opened_checkouts')
    .insert({ user_id: person.id, product_id: product?.id ?? '', opened_at: new Date(world.t.clock.nowMs() - 48 * 3_600_000) })
    .returning('id')
  return row?.id ?? ''
}

export const salesRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /me/cards': async () => ({}),
  'DELETE /me/cards/:id': async (world) => ({ params: { id: await savedCard(world) } }),
  ...couponRequests,
  'GET /products/:slug/checkout': async (world) => ({ params: { slug: await paidProduct(world) } }),
  'POST /orders': async (world) => ({ body: orderBody(await paidProduct(world)) }),
  'GET /orders': async () => ({ query: { limit: 2 } }),
  'GET /orders/:id': async (world) => ({ params: { id: (await order(world)).id } }),
  'POST /orders/:id/payment': async (world) => ({ params: { id: (await order(world)).id } }),
  'POST /orders/:id/mail': async (world) => ({ params: { id: await paidEvent(world) } }),
  'GET /orders/:id/calendar.ics': async (world) => ({ params: { id: await paidEvent(world) } }),
  'POST /orders/:id/check': async (world) => ({ params: { id: (await order(world)).id } }),
  'POST /gifts/:id/resend': async (world) => ({ params: { id: await gift(world) }, body: {} }),
  'GET /producer/figures': async () => ({}),
  'GET /producer/opportunities': async () => ({ query: { limit: 2, kind: 'checkout' } }),
  'POST /producer/opportunities/:id/follow-up': async (world) => ({ params: { id: await opportunity(world) } }),
  'GET /producer/sales': async (world) => ((await sale(world)) === '' ? {} : { query: { limit: 2 } }),
  'GET /producer/sales/export': async () => ({ query: { format: 'csv' } }),
  'GET /sales': async (world) => ((await sale(world)) === '' ? {} : { query: { from: '2020-01-01', country: 'ES' } }),
  'GET /sales/export': async () => ({ query: { format: 'xlsx' } }),
  'POST /sales/:id/refund/paid': async (world) => {
    const id = await sale(world)
    const { knex } = world.t.database
    const item = await knex('order_items').where({ id }).first('order_id')
    const payment = await knex('payments')
      .where({ order_id: item?.order_id ?? '' })
      .first('id', 'order_id', 'amount_minor')
    await knex('refunds').insert({
      order_id: payment?.order_id ?? '',
      order_item_id: id,
      payment_id: payment?.id ?? null,
      reason: 'organizer',
      status: 'by_hand',
      amount_minor: payment?.amount_minor ?? 0,
      currency: 'EUR',
    })
    return { params: { id } }
  },
  'PUT /sales/:id/dispute/statement': async (world) => {
    const id = await sale(world)
    const { knex } = world.t.database
    const payment = await knex('payments')
      .whereIn('order_id', knex('order_items').where({ id }).select('order_id'))
      .first('provider_payment_id')
    await world.t.call(testPayments.dispute, { params: { id: payment?.provider_payment_id ?? '' }, body: { outcome: 'open' } }).expect(200)
    return { params: { id }, body: { text: 'They watched all of it.' } }
  },
  'POST /sales/:id/refund': async (world) => ({ params: { id: await sale(world) }, body: { reason: 'organizer', note: 'As agreed' } }),
  'GET /invoices/:id/pdf': async (world) => {
    const item = await world.t.database
      .knex('order_items')
      .where({ id: await sale(world) })
      .first('order_id')
    const invoice = await world.t.database
      .knex('invoices')
      .where({ order_id: item?.order_id ?? '' })
      .first('id')
    return { params: { id: invoice?.id ?? '' } }
  },
  'GET /taxes': async (world) => ((await sale(world)) === '' ? {} : { query: { quarter: '2026-Q4' } }),
  'GET /taxes/export': async () => ({ query: { quarter: '2026-Q4', scheme: 'oss', format: 'xlsx' } }),
  'GET /taxes/rules': async () => ({}),
  'POST /taxes/rules': async () => ({
    body: { country: 'NO', productType: 'podcast', basisPoints: 2_500, validFrom: futureDay(), note: '' },
  }),
  'DELETE /taxes/rules/:id': async ({ t }) => {
    const [rule] = await t.database.knex('tax_rules').insert({ country: 'CH', basis_points: 810, valid_from: futureDay() }).returning('id')
    return { params: { id: rule?.id ?? '' } }
  },
  'GET /test-payments/:id': async (world) => ({ params: { id: await testPayment(world) } }),
  'POST /test-payments/:id/pay': async (world) => ({ params: { id: await testPayment(world) }, body: { card: '4242424242424242' } }),
  'POST /test-payments/:id/confirm': async (world) => {
    const id = await testPayment(world)
    await world.t.database.knex('test_payments').where({ id }).update({ state: 'confirming' })
    return { params: { id }, body: { approved: true } }
  },
}
