import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { periodEnd, renewal } from '@e-events/shared/domain/subscriptions.ts'
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

const renewsLate = '4000000000000119'
const renewsNever = '4000000000000341'
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
type Who = Awaited<ReturnType<SubscriptionStage['subscriber']>>
const statusesOf = async (who: Who) => (await who.orders()).map(({ status }) => status)
const chargesOf = async (who: Who) => {
  const { rows } = await t.database.knex.raw<{ rows: { failure: string | null }[] }>(
    `select c.failure from test_charges c join payments y on y.provider_payment_id = c.payment_id join orders o on o.id = y.order_id
     where o.user_id = ? order by c.reference`,
    [who.user.id],
  )
  return rows.map(({ failure }) => failure)
}
const invoicesOf = (who: Who) =>
  t.database.knex('invoices').whereIn('order_id', t.database.knex('orders').where({ user_id: who.user.id }).select('id'))
const setPrice = (channelId: string, netMinor: number) =>
  t.database.knex('channels').where({ id: channelId }).update({ subscription_net_minor: netMinor })

describe('renewing', () => {
  it('charges the same card an hour before the end: an order, an invoice and a month more each time [SHOP-046]', async () => {
    const { film, who, subscription } = await stage.subscribed()
    const first = new Date(subscription.validUntil)
    stage.moveTo(first, renewal.leadMs + 60_000)
    await stage.renew()
    expect(await who.orders()).toHaveLength(1)
    for (const period of [2, 3, 4]) {
      await stage.moveToDue(subscription.id)
      const before = await stage.rowOf(subscription.id)
      await stage.renew()
      await stage.renew()
      const row = await stage.rowOf(subscription.id)
      expect(row).toMatchObject({ status: 'subscribed', periods_paid: period, failed_attempts: 0, grace_until: null })
      expect(row.valid_until).toEqual(periodEnd(before.valid_until, 'monthly', before.anchor_day))
      expect((await who.watch(film.slug)).status).toBe(200)
    }
    expect(await statusesOf(who)).toEqual(['paid', 'paid', 'paid', 'paid'])
    expect(await invoicesOf(who)).toHaveLength(4)
    expect(await chargesOf(who)).toEqual([null, null, null])
    const [listed] = await who.list()
    expect(listed?.orders.map(({ status, invoices }) => [status, invoices.length])).toEqual(Array.from({ length: 4 }, () => ['paid', 1]))
    expect(await who.subjects()).toEqual([
      'Tu suscripción ha empezado',
      ...Array.from({ length: 3 }, () => 'Tu suscripción se ha renovado'),
    ])
  })

  it('tries a refused card again, keeps access meanwhile, and recovers [SHOP-046]', async () => {
    const { film, who, subscription } = await stage.subscribed(renewsLate)
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'subscribed', periods_paid: 1, failed_attempts: 1 })
    const until = new Date(subscription.validUntil)
    stage.moveTo(until, -60_000)
    const [failing] = await who.list()
    expect(failing).toMatchObject({ isRunning: true, problem: { attempts: 1 }, nextPayment: { total: { minor: 605 } } })
    expect((await who.watch(film.slug)).status).toBe(200)
    await stage.renew()
    expect(await chargesOf(who)).toEqual(['declined'])
    await stage.moveToDue(subscription.id)
    await stage.renew()
    const row = await stage.rowOf(subscription.id)
    expect(row).toMatchObject({ periods_paid: 2, failed_attempts: 0, grace_until: null })
    // The days of grace are paid for: the period begins where the last one ended.
    expect(row.valid_until).toEqual(periodEnd(until, 'monthly', row.anchor_day))
    expect(await statusesOf(who)).toEqual(['paid', 'paid'])
    expect(await who.subjects()).toEqual([
      'Tu suscripción ha empezado',
      'No hemos podido renovar tu suscripción',
      'Tu suscripción se ha renovado',
    ])
  })

  it('ends after three more attempts in seven days, a mail each, and access with it [SHOP-046]', async () => {
    const { channel, film, who, subscription } = await stage.subscribed(renewsNever)
    const firstAt = new Date(subscription.validUntil).getTime() - renewal.leadMs
    for (const attempt of [1, 2, 3, 4]) {
      expect((await who.watch(film.slug)).status).toBe(200)
      await stage.moveToDue(subscription.id)
      await stage.renew()
      expect((await stage.rowOf(subscription.id)).failed_attempts).toBe(attempt)
    }
    expect(t.clock.nowMs() - firstAt).toBeLessThan(renewal.graceMs + 60_000)
    expect(await stage.rowOf(subscription.id)).toMatchObject({
      status: 'cancelled',
      end_reason: 'payment',
      grace_until: null,
      due_at: null,
    })
    expect(codeOf(await who.watch(film.slug))).toBe('SUBSCRIPTION_REQUIRED')
    expect(await chargesOf(who)).toHaveLength(4)
    expect(await who.subjects()).toEqual([
      'Tu suscripción ha empezado',
      'No hemos podido renovar tu suscripción',
      'No hemos podido renovar tu suscripción',
      'No hemos podido renovar tu suscripción',
      'Tu suscripción termina',
    ])
    // Its order is closed at the provider, and nothing is in the way of a new one.
    await t.api.platform.sales.reconciler.run()
    expect(await statusesOf(who)).toEqual(['paid', 'expired'])
    await t.api.platform.publishEnds()
    expect(await t.api.platform.redis.zrange('playback:revoked', 0, -1)).toContain(`${who.user.id}:${film.id}`)
    expect((await who.place(channel.slug)).status).toBe(201)
  })

  it('is paid by hand with another card, which later renewals use [SHOP-046]', async () => {
    const { who, subscription } = await stage.subscribed(renewsNever)
    expect(codeOf(await who.payNow(subscription.id, 604))).toBe('PRICE_CHANGED')
    await stage.moveToDue(subscription.id)
    await stage.renew()
    const order = (await who.payNow(subscription.id)).body as Order
    // The order that waits, not a second one.
    expect(await who.orders()).toHaveLength(2)
    await stage.pay(order, '4242424242424242')
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 2, failed_attempts: 0, method_label: '•••• 4242' })
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 3, failed_attempts: 0 })
    const stranger = await stage.subscriber()
    expect((await stranger.payNow(subscription.id)).status).toBe(404)
  })

  it('is paid ahead once, to change the card before it is charged', async () => {
    const { who, subscription } = await stage.subscribed()
    const order = (await who.payNow(subscription.id)).body as Order
    expect(((await who.payNow(subscription.id)).body as Order).id).toBe(order.id)
    await stage.pay(order, renewsLate)
    const [listed] = await who.list()
    expect(listed).toMatchObject({ method: '•••• 0119', allowed: { pay: false } })
    expect(codeOf(await who.payNow(subscription.id))).toBe('SUBSCRIPTION_STATE')
    expect((await stage.rowOf(subscription.id)).periods_paid).toBe(2)
  })

  it('counts a payment that settles late once it arrives', async () => {
    const { who, subscription } = await lateSubscription()
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: 1, failed_attempts: 0 })
    expect((await who.list())[0]?.isRunning).toBe(true)
    t.clock.advance(11_000)
    await t.api.platform.sales.testProvider?.settleDue()
    expect((await stage.rowOf(subscription.id)).periods_paid).toBe(2)
    expect(await statusesOf(who)).toEqual(['paid', 'paid'])
  })

  /** The first payment settles late, too. */
  async function lateSubscription() {
    const { channel } = await stage.show()
    const who = await stage.subscriber()
    await stage.pay((await who.place(channel.slug)).body as Order, '4000000000000077')
    t.clock.advance(11_000)
    await t.api.platform.sales.testProvider?.settleDue()
    const [subscription] = await who.list()
    if (!subscription) throw new Error('no subscription')
    return { who, subscription }
  }
})

describe('two timers and a process that ends in between', () => {
  it('charge a period once', async () => {
    const all = await Promise.all([stage.subscribed(), stage.subscribed(renewsLate), stage.subscribed()])
    stage.moveTo(new Date(Math.max(...all.map(({ subscription }) => Date.parse(subscription.validUntil)))), renewal.leadMs - 1_000)
    await Promise.all([stage.renew(), stage.renew(), stage.renew()])
    await stage.renew()
    for (const { who, subscription } of all) {
      const isLate = subscription.method === '•••• 0119'
      expect(await chargesOf(who)).toEqual([isLate ? 'declined' : null])
      expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: isLate ? 1 : 2, failed_attempts: isLate ? 1 : 0 })
      expect(await who.orders()).toHaveLength(2)
    }
  })

  it.each(['subscription_orders', 'payments', 'test_charges', 'subscriptions', 'invoices', 'outbox', 'ledger_entries'])(
    'repeat what failed at the writes of %s, and nothing twice',
    async (table) => {
      for (const card of ['4242424242424242', renewsLate] as const) {
        const { who, subscription } = await stage.subscribed(card)
        await stage.moveToDue(subscription.id)
        await t.database.knex.raw(`
          create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
          create trigger fail_now before insert or update on ${table} for each row execute function fail_now();
        `)
        await stage.renew().catch(() => undefined)
        await t.database.knex.raw(`drop trigger fail_now on ${table}; drop function fail_now();`)
        await stage.renew()
        const isLate = card === renewsLate
        expect(await stage.rowOf(subscription.id)).toMatchObject({ periods_paid: isLate ? 1 : 2, failed_attempts: isLate ? 1 : 0 })
        expect(await statusesOf(who)).toEqual(['paid', isLate ? 'pending' : 'paid'])
        expect(await chargesOf(who)).toEqual([isLate ? 'declined' : null])
        expect(await invoicesOf(who)).toHaveLength(isLate ? 1 : 2)
        const told = isLate ? 'No hemos podido renovar tu suscripción' : 'Tu suscripción se ha renovado'
        expect(await who.subjects()).toEqual(['Tu suscripción ha empezado', told])
      }
    },
  )

  it('do not charge what is cancelled at the same moment a second time', async () => {
    const { who, subscription } = await stage.subscribed()
    await stage.moveToDue(subscription.id)
    await Promise.all([stage.renew(), who.cancel(subscription.id)])
    await stage.renew()
    await t.api.platform.sales.reconciler.run()
    const row = await stage.rowOf(subscription.id)
    expect(row).toMatchObject({ status: 'cancelled', end_reason: 'subscriber', due_at: null })
    // Either side may come first: either nothing was charged, or the charge paid one more period.
    expect((await who.orders()).filter(({ status }) => status === 'paid')).toHaveLength(row.periods_paid)
  })
})

describe('a price that changes', () => {
  it('asks subscribers first, is charged to those who agree, and ends the others [SHOP-046]', async () => {
    const { channel, who, subscription } = await stage.subscribed()
    const other = await stage.subscriber()
    await stage.pay((await other.place(channel.slug)).body as Order)
    const [others] = await other.list()
    await setPrice(channel.id, 600)
    await stage.renew()
    await stage.renew()
    expect(await who.subjects()).toEqual(['Tu suscripción ha empezado', 'Tu suscripción cambia de precio'])
    const [asked] = await who.list()
    expect(asked).toMatchObject({
      newPrice: { total: { minor: 726 }, from: subscription.validUntil },
      allowed: { agree: true, pay: false },
    })
    expect(codeOf(await who.agree(subscription.id, 605))).toBe('PRICE_CHANGED')
    expect((await who.agree(subscription.id, 726)).body).toMatchObject({ newPrice: null, nextPayment: { total: { minor: 726 } } })
    expect(codeOf(await who.agree(subscription.id, 726))).toBe('SUBSCRIPTION_STATE')
    await stage.moveToDue(others?.id ?? '')
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'subscribed', periods_paid: 2, total_minor: 726 })
    expect(await stage.rowOf(others?.id ?? '')).toMatchObject({ status: 'cancelled', end_reason: 'price', periods_paid: 1 })
    expect((await other.list())[0]).toMatchObject({ isRunning: true, nextPayment: null })
    expect((await other.orders()).map(({ total_minor: total }) => total)).toEqual([605])
  })

  it('told less than a week before the end counts from the period after the next', async () => {
    const { channel, who, subscription } = await stage.subscribed()
    stage.moveTo(new Date(subscription.validUntil), renewal.priceNoticeMs - 3_600_000)
    await setPrice(channel.id, 600)
    await stage.renew()
    expect((await who.list())[0]?.newPrice?.from).not.toBe(subscription.validUntil)
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'subscribed', periods_paid: 2, total_minor: 605 })
    await stage.renew()
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'cancelled', end_reason: 'price' })
  })

  it('to less is charged without a question', async () => {
    const { channel, who, subscription } = await stage.subscribed()
    await setPrice(channel.id, 300)
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect((await stage.rowOf(subscription.id)).total_minor).toBe(363)
    expect(await who.subjects()).not.toContain('Tu suscripción cambia de precio')
  })
})

describe('what is not renewed', () => {
  it.each([
    [
      'a channel that offers none any more',
      'offer',
      ({ channel }: { channel: string }) => t.database.knex('channels').where({ id: channel }).update({ subscription_active: false }),
    ],
    [
      'a channel that is not published',
      'offer',
      ({ channel }: { channel: string }) => t.database.knex('channels').where({ id: channel }).update({ status: 'banned' }),
    ],
    [
      'an account that is blocked',
      'account',
      ({ user }: { user: string }) => t.database.knex('users').where({ id: user }).update({ blocked_at: new Date() }),
    ],
  ] as const)('%s: it ends with its period', async (_, reason, change) => {
    const { channel, who, subscription } = await stage.subscribed()
    await change({ channel: channel.id, user: who.user.id })
    await stage.moveToDue(subscription.id)
    await stage.renew()
    const row = await stage.rowOf(subscription.id)
    expect(row).toMatchObject({ status: 'cancelled', end_reason: reason, periods_paid: 1, due_at: null })
    expect(row.valid_until.toISOString()).toBe(subscription.validUntil)
    expect(await who.orders()).toHaveLength(1)
  })

  it('keeps its order open at the hosted page until it ends', async () => {
    const { who, subscription } = await stage.subscribed(renewsNever)
    await stage.moveToDue(subscription.id)
    await stage.renew()
    t.clock.advance(3 * 86_400_000)
    await t.api.platform.sales.reconciler.run()
    expect(await statusesOf(who)).toEqual(['paid', 'pending'])
    const order = (await who.payNow(subscription.id)).body as Order
    const page = await t.call(testPayments.get, { params: { id: stage.paymentOf(order) } })
    expect(page.body).toMatchObject({ state: 'open', returnUrl: `/mystuff/subscriptions?order=${order.id}` })
  })
})
