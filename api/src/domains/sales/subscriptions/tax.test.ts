import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { prepaid, type Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { subscriptions, type SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptionStage, type SubscriptionStage } from '../../../testing/subscription-stage.ts'
import { subscribeBody } from '../../../testing/valid-requests-subscriptions.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let stage: SubscriptionStage
beforeAll(async () => {
  t = await createTestApi()
  stage = subscriptionStage(t)
})
afterAll(() => t.stop())

const german = { billing_country: 'DE', country: 'DE' }
const company = { ...german, billing_company: 'Kino GmbH', billing_nif: 'DE136695976' }

/** A channel of Spain that asks 6.05 a month, and somebody who lives where the fields say. */
async function at(fields: Record<string, string>) {
  const { channel } = await stage.show()
  await t.database.knex('channels').where({ id: channel.id }).update({ billing_country: 'ES' })
  const who = await stage.subscriber()
  await t.database.knex('users').where({ id: who.user.id }).update(fields)
  const itemsOf = async () =>
    t.database
      .knex('order_items')
      .whereIn('order_id', t.database.knex('orders').where({ user_id: who.user.id }).select('id'))
      .orderBy('created_at')
      .select('net_minor', 'tax_minor', 'tax_basis_points', 'total_minor', 'tax_reason', 'tax_place')
  const offer = async () =>
    ((await t.call(subscriptions.offer, { params: { slug: channel.slug }, as: await who.as() }).expect(200)).body as SubscriptionOffer)
      .offer
  return { channel, who, itemsOf, offer }
}

describe('the tax of a subscription', () => {
  it.each([
    ['Spain', { billing_country: 'ES' }, { net: 500, tax: 105, rate: 2_100, reason: 'seller_country', place: 'ES' }],
    ['Germany', german, { net: 508, tax: 97, rate: 1_900, reason: 'electronic_service', place: 'DE' }],
    [
      'the Canary Islands',
      { billing_country: 'ES', billing_postal_code: '35001' },
      { net: 605, tax: 0, rate: 0, reason: 'outside_area', place: 'IC' },
    ],
    ['Germany, to a business', company, { net: 605, tax: 0, rate: 0, reason: 'reverse_charge', place: 'DE' }],
  ])('is that of %s, in the same total, when it begins and with each renewal', async (_, fields, { net, tax, rate, reason, place }) => {
    const { channel, who, itemsOf, offer } = await at(fields)
    expect(await offer()).toMatchObject({ net: { minor: net }, tax: { minor: tax }, taxBasisPoints: rate, total: { minor: 605 } })
    const order = (await who.place(channel.slug)).body as Order
    await stage.pay(order)
    const item = { net_minor: net, tax_minor: tax, tax_basis_points: rate, total_minor: 605, tax_reason: reason, tax_place: place }
    expect(await itemsOf()).toEqual([item])
    const [subscription] = await who.list()
    await stage.moveToDue(subscription!.id)
    await stage.renew()
    expect(await itemsOf()).toEqual([item, item])
    // Nobody is asked to agree to a price that is the same.
    expect((await who.list())[0]).toMatchObject({ status: 'subscribed', newPrice: null, price: { minor: 605 } })
  })

  it('follows a subscriber who moves, and keeps two proofs of the place with each order', async () => {
    const { channel, who, itemsOf } = await at(german)
    await stage.pay((await who.place(channel.slug)).body as Order)
    await t.database.knex('users').where({ id: who.user.id }).update({ billing_country: 'ES', country: 'ES' })
    const [subscription] = await who.list()
    await stage.moveToDue(subscription!.id)
    await stage.renew()
    expect((await itemsOf()).map((item) => [item.tax_place, item.tax_basis_points, item.total_minor])).toEqual([
      ['DE', 1_900, 605],
      ['ES', 2_100, 605],
    ])
    const orders = await who.orders()
    expect(orders.map(({ place_proofs: proofs }) => (proofs as { country: string }[]).map(({ country }) => country))).toEqual([
      ['DE', 'DE'],
      ['ES', 'ES'],
    ])
  })
})

describe('the tax of what the platform sells', () => {
  const site = (fields: object) =>
    t.database
      .knex('payment_config')
      .update({ subscription_active: true, subscription_price_minor: 500, prepaid_hour_net_minor: 400, ...fields })
  const spain = { seller_country: 'ES', seller_postal_code: null }
  beforeEach(() => site(spain))

  const soldTo = (id: string) =>
    t.database
      .knex('order_items')
      .whereIn('order_id', t.database.knex('orders').where({ user_id: id }).select('id'))
      .orderBy('created_at')
      .select('net_minor', 'tax_minor', 'tax_basis_points', 'total_minor', 'tax_reason', 'tax_place')
  const ledgerOf = async (id: string) => {
    const { rows } = await t.database.knex.raw<{ rows: { sum: string; bookings: string }[] }>(
      `select coalesce(sum(e.amount_minor), 0) as sum, count(distinct x.id) as bookings from ledger_transactions x
       join ledger_entries e on e.transaction_id = x.id join orders o on o.id = x.order_id where o.user_id = ?`,
      [id],
    )
    return { sum: Number(rows[0]?.sum), hasBookings: Number(rows[0]?.bookings) > 0 }
  }
  const invoicesOf = (id: string) =>
    t.database
      .knex('invoices as v')
      .join('orders as o', 'o.id', 'v.order_id')
      .join('invoice_lines as l', 'l.invoice_id', 'v.id')
      .where({ 'o.user_id': id })
      .orderBy('v.issued_at')
      .select<{ seller: { country: string | null }; tax_reason: string; tax_place: string | null }[]>(
        'v.seller',
        'l.tax_reason',
        'l.tax_place',
      )

  it.each([
    ['at home', { billing_country: 'ES' }, spain, { net: 500, tax: 105, rate: 2_100, reason: 'seller_country', place: 'ES' }],
    ['in Germany', german, spain, { net: 508, tax: 97, rate: 1_900, reason: 'electronic_service', place: 'DE' }],
    ['in a business of Germany', company, spain, { net: 605, tax: 0, rate: 0, reason: 'reverse_charge', place: 'DE' }],
    [
      'at home in Germany, at the rate of Germany',
      german,
      { seller_country: 'DE' },
      { net: 500, tax: 95, rate: 1_900, reason: 'seller_country', place: 'DE' },
    ],
    [
      'anywhere, while the platform has no place',
      german,
      { seller_country: null },
      { net: 500, tax: 105, rate: 2_100, reason: 'seller_unknown', place: null },
    ],
  ])(
    'is decided for a subscriber %s, with its first period and each renewal',
    async (_, fields, place, { net, tax, rate, reason, place: at }) => {
      await site({ ...spain, ...place })
      const total = net + tax
      const who = await stage.subscriber()
      await t.database.knex('users').where({ id: who.user.id }).update(fields)
      const shown = (await t.call(subscriptions.platformOffer, { as: await who.as() }).expect(200)).body as SubscriptionOffer
      expect(shown.offer).toMatchObject({ net: { minor: net }, tax: { minor: tax }, taxBasisPoints: rate, total: { minor: total } })
      const reply = await t.call(subscriptions.subscribeToPlatform, {
        as: await who.as(),
        body: subscribeBody({ expectedTotalMinor: total }),
      })
      await stage.pay(reply.body as Order)
      const [subscription] = await who.list()
      await stage.moveToDue(subscription!.id)
      await stage.renew()
      const item = { net_minor: net, tax_minor: tax, tax_basis_points: rate, total_minor: total, tax_reason: reason, tax_place: at }
      expect(await soldTo(who.user.id)).toEqual([item, item])
      expect(await ledgerOf(who.user.id)).toEqual({ sum: 0, hasBookings: true })
      const invoices = await invoicesOf(who.user.id)
      const seen = invoices.map(({ seller, ...line }) => ({ ...line, country: seller.country }))
      const invoice = { tax_reason: reason, tax_place: at, country: 'seller_country' in place ? place.seller_country : 'ES' }
      expect(seen).toEqual([invoice, invoice])
    },
  )

  it.each([
    ['at home', { country: 'ES' }, { net: 400, tax: 84, reason: 'seller_country', place: 'ES' }],
    ['in Germany', german, { net: 407, tax: 77, reason: 'electronic_service', place: 'DE' }],
    ['in a business of Germany, which pays the net price', company, { net: 400, tax: 0, reason: 'reverse_charge', place: 'DE' }],
  ])('is decided for prepaid hours of an organizer %s', async (_, fields, { net, tax, reason, place }) => {
    const owner = await t.factories.producer()
    await t.database.knex('users').where({ id: owner.id }).update(fields)
    const as = await t.tokenOf(owner)
    const { offer } = (await t.call(prepaid.get, { as }).expect(200)).body as Prepaid
    expect(offer).toMatchObject({ net: { minor: net }, tax: { minor: tax }, total: { minor: net + tax } })
    const expectedTotalMinor = 10 * (net + tax)
    const body = { hours: 10, expectedTotalMinor, termsAccepted: true as const, idempotencyKey: randomUUID() as string }
    await stage.pay((await t.call(prepaid.buy, { as, body }).expect(201)).body as Order)
    expect(await soldTo(owner.id)).toMatchObject([{ net_minor: 10 * net, tax_minor: 10 * tax, tax_reason: reason, tax_place: place }])
    expect(await ledgerOf(owner.id)).toEqual({ sum: 0, hasBookings: true })
    expect(await invoicesOf(owner.id)).toMatchObject([{ tax_reason: reason, tax_place: place }])
    // Unused hours come back with their tax.
    expect(((await t.call(prepaid.get, { as }).expect(200)).body as Prepaid).refund).toEqual([
      { minor: expectedTotalMinor, currency: 'EUR' },
    ])
  })
})
