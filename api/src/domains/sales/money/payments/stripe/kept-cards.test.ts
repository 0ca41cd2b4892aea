import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { savedCards, type SavedCard } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import type { Means } from '../../../../../../../tests/support/stripe/objects.ts'
import { impatience, placeOrder, startStripeSite, tooLateMs, type StripeSite } from '../../../../../testing/stripe-site.ts'
import { subscriptionStage, type SubscriptionStage } from '../../../../../testing/subscription-stage.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'
import { orderBody } from '../../../../../testing/valid-requests-sales.ts'

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
let stage: SubscriptionStage
beforeAll(async () => {
  site = await startStripeSite(impatience)
  ;({ t, stripe } = site)
  stage = subscriptionStage(t)
})
afterEach(() => stripe.setFaults({}))
afterAll(() => site.stop())

interface Opened {
  provider_payment_id: string
  status: string
  failure_code: string | null
  order_status: string
  order_id: string
}
async function paymentsOf(userId: string): Promise<Opened[]> {
  const { rows } = await t.database.knex.raw<{ rows: Opened[] }>(
    `select y.provider_payment_id, y.status, y.failure_code, o.status as order_status, o.id as order_id
     from payments y join orders o on o.id = y.order_id where o.user_id = ? order by o.number`,
    [userId],
  )
  return rows
}
/** Others that are due would spend the answers of a slow service. */
const renewOne = (id: string) => t.api.platform.sales.renewals.renew(id)
const confirmationsOf = (paymentId: string) => stripe.requests.filter(({ path }) => path === `/v1/payment_intents/${paymentId}/confirm`)

/** Somebody subscribes with a card that Stripe keeps. */
async function subscribed(by: Means) {
  const at = await stage.show()
  const who = await stage.subscriber()
  const order = (await who.place(at.channel.slug)).body as Order
  const [first] = await paymentsOf(who.user.id)
  const paymentId = first?.provider_payment_id ?? ''
  stripe.pay(paymentId, by)
  await site.courier(paymentId)
  const [subscription] = await who.list()
  if (!subscription) throw new Error('no subscription')
  return { ...at, who, order, paymentId, subscription }
}

describe('a subscription by Stripe', () => {
  it('asks the service to keep the card for its customer, and knows both by name afterwards', async () => {
    const { paymentId, subscription, order } = await subscribed('success')
    const intent = stripe.intents.get(paymentId)
    expect(intent).toMatchObject({ setup_future_usage: 'off_session', metadata: { order_id: order.id } })
    expect(await stage.rowOf(subscription.id)).toMatchObject({
      provider: 'stripe',
      method: `${intent?.customer}/${intent?.payment_method}`,
      method_label: '•••• 4242',
    })
  })

  it('is renewed with the kept card, once for each period, however often the timer runs [SHOP-046]', async () => {
    const { who, film, subscription, paymentId } = await subscribed('success')
    await stage.moveToDue(subscription.id)
    await Promise.all([stage.renew(), stage.renew()])
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 2, failed_attempts: 0 })
    const [, second, ...others] = await paymentsOf(who.user.id)
    expect([second?.status, others]).toEqual(['succeeded', []])
    // The same customer pays again: the service makes none for a renewal.
    const [before, after] = [stripe.intents.get(paymentId), stripe.intents.get(second?.provider_payment_id ?? '')]
    expect(after).toMatchObject({ customer: before?.customer, payment_method: before?.payment_method, status: 'succeeded' })
    const charges = [...stripe.charges.values()].filter(({ payment_intent: of }) => of === second?.provider_payment_id)
    expect(charges).toHaveLength(1)
    const keys = new Set(confirmationsOf(second?.provider_payment_id ?? '').map(({ idempotencyKey }) => idempotencyKey))
    expect(keys).toEqual(new Set([`charge:${second?.order_id}:1`]))
    expect((await who.watch(film.slug)).status).toBe(200)
  })

  it('whose card is refused is tried again with a key of its own, then ends, and charged nothing [SHOP-046]', async () => {
    const { who, subscription } = await subscribed('refuses_later')
    for (const attempt of [1, 2, 3, 4]) {
      await stage.moveToDue(subscription.id)
      await stage.renew()
      expect((await stage.rowOf(subscription.id)).failed_attempts).toBe(attempt)
    }
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'cancelled', end_reason: 'payment', periods_paid: 1 })
    const [, second] = await paymentsOf(who.user.id)
    expect(second).toMatchObject({ failure_code: 'declined' })
    expect(confirmationsOf(second?.provider_payment_id ?? '').map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      [1, 2, 3, 4].map((attempt) => `charge:${second?.order_id}:${attempt}`),
    )
    expect(await who.subjects()).toEqual([
      'Tu suscripción ha empezado',
      ...Array.from({ length: 3 }, () => 'No hemos podido renovar tu suscripción'),
      'Tu suscripción termina',
    ])
  })

  it('whose bank wants its owner keeps access, and is paid by hand with the same payment', async () => {
    const { who, film, subscription } = await subscribed('asks_later')
    await stage.moveToDue(subscription.id)
    await stage.renew()
    const [, second] = await paymentsOf(who.user.id)
    expect(second).toMatchObject({ order_status: 'pending', failure_code: 'authentication_failed' })
    expect(await stage.rowOf(subscription.id)).toMatchObject({ failed_attempts: 1, status: 'subscribed' })
    expect((await who.watch(film.slug)).status).toBe(200)
    const paid = (await who.payNow(subscription.id)).body as Order
    expect(paid).toMatchObject({ id: second?.order_id, paymentUrl: `/payments/orders/${second?.order_id}` })
    const paymentId = second?.provider_payment_id ?? ''
    stripe.pay(paymentId, 'sca')
    stripe.authenticate(paymentId, true)
    await site.courier(paymentId)
    const row = await stage.rowOf(subscription.id)
    // The card of the last payment is the one that is charged next.
    expect(row).toMatchObject({ periods_paid: 2, failed_attempts: 0, method_label: '•••• 3155' })
    expect(row.valid_until.getTime()).toBeGreaterThan(new Date(subscription.validUntil).getTime() + 20 * 86_400_000)
  })

  it('is charged once where the service acts and answers too late, and waits where it is away', async () => {
    const { who, subscription } = await subscribed('success')
    await stage.moveToDue(subscription.id)
    stripe.setFaults({ down: 'refused' })
    await expect(renewOne(subscription.id)).rejects.toMatchObject({ code: 'PAYMENT_SERVICE_DOWN' })
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 1, failed_attempts: 0 })
    // The payment is opened in time; its charge is not answered.
    stripe.setFaults({ answersAfterMs: tooLateMs, skipsAnswers: 1 })
    await expect(renewOne(subscription.id)).rejects.toMatchObject({ code: 'PAYMENT_SERVICE_DOWN' })
    const [, second] = await paymentsOf(who.user.id)
    expect(stripe.intents.get(second?.provider_payment_id ?? '')?.status).toBe('succeeded')
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 1, failed_attempts: 0 })
    stripe.setFaults({})
    await renewOne(subscription.id)
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 2, failed_attempts: 0 })
    expect([...stripe.charges.values()].filter(({ payment_intent: of }) => of === second?.provider_payment_id)).toHaveLength(1)
  })
})

describe('a card that is saved at the checkout by Stripe', () => {
  /** Somebody whose first purchase was paid like this, with the card saved. */
  async function saved(by: Means) {
    const first = await placeOrder(t, { saveCard: true })
    stripe.pay(first.paymentId, by)
    if (by === 'sca') stripe.authenticate(first.paymentId, true)
    await site.courier(first.paymentId)
    const list = async () => ((await t.call(savedCards.list, { as: first.as }).expect(200)).body as { items: SavedCard[] }).items
    const [card] = await list()
    if (!card) throw new Error('no card was saved')
    const buy = async (fields: Record<string, unknown>) => {
      const product = await t.factories.product({ type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 })
      const order = (await t.call(orders.place, { as: first.as, body: orderBody(product.slug, fields) }).expect(201)).body as Order
      const row = await t.database.knex('payments').where({ order_id: order.id }).first('provider_payment_id')
      return { order, intent: stripe.intents.get(row?.provider_payment_id ?? '') }
    }
    return { ...first, card, buy, list, intent: stripe.intents.get(first.paymentId) }
  }

  it('is kept for a customer who is there, and pays the next order without leaving the site', async () => {
    const { card, buy, intent } = await saved('success')
    expect(intent).toMatchObject({ setup_future_usage: 'on_session' })
    expect(card.label).toBe('•••• 4242')
    const next = await buy({ cardId: card.id })
    expect(next.order).toMatchObject({ status: 'paid', paymentUrl: null })
    expect(next.intent).toMatchObject({ status: 'succeeded', customer: intent?.customer, setup_future_usage: null })
    const [confirmed] = confirmationsOf(next.intent?.id ?? '')
    expect(confirmed?.form).toMatchObject({ payment_method: intent?.payment_method ?? '' })
    expect(confirmed?.form['off_session']).toBeUndefined()
    expect(confirmed?.form['return_url']).toMatch(/^https?:\/\/.+order=/)
  })

  it('whose bank asks its owner is confirmed on the page of the payment', async () => {
    const { card, buy } = await saved('sca')
    const { order, intent } = await buy({ cardId: card.id })
    expect(order).toMatchObject({ status: 'pending', failure: null, paymentUrl: `/payments/orders/${order.id}` })
    expect(intent?.status).toBe('requires_action')
  })

  it('belongs to the customer of the cards that were saved before', async () => {
    const { buy, list, intent } = await saved('success')
    const second = await buy({ saveCard: true })
    expect(second.intent?.customer).toBe(intent?.customer)
    stripe.pay(second.intent?.id ?? '', 'refuses_later')
    await site.courier(second.intent?.id ?? '')
    expect((await list()).map(({ label }) => label)).toEqual(['•••• 0341', '•••• 4242'])
  })

  it('is detached when it is taken away, and stays while the service is down', async () => {
    const { card, as, list } = await saved('success')
    const remove = () => t.call(savedCards.remove, { as, params: { id: card.id } })
    stripe.setFaults({ down: 'error' })
    expect((await remove()).status).toBe(503)
    stripe.setFaults({})
    expect(await list()).toHaveLength(1)
    await remove().expect(204)
    expect(await list()).toEqual([])
    expect(stripe.requests.filter(({ path }) => path.endsWith('/detach')).length).toBeGreaterThan(0)
  })
})
