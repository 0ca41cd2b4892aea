import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions, type SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscriptionStage, type SubscriptionStage } from '../../../testing/subscription-stage.ts'
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
