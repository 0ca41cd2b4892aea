import { playback } from '@e-events/shared/contract/live/playback.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions, type Subscription } from '@e-events/shared/contract/sales/subscriptions.ts'
import { testPayments, type TestCard } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { mailsTo } from './mails.ts'
import type { TestApi } from './test-api.ts'
import { monthlyMinor, subscribeBody } from './valid-requests-subscriptions.ts'

const success = '4242424242424242'

export type SubscriptionStage = ReturnType<typeof subscriptionStage>

/** Channels, subscribers and a clock for tests of subscriptions. */
export function subscriptionStage(t: TestApi) {
  /** A channel that asks 6.05 a month, and a film for its subscribers alone. */
  async function show() {
    const owner = await t.factories.producer()
    const channel = await t.factories.channel({ owner_id: owner.id, subscription_active: true, subscription_net_minor: 500 })
    const film = await t.factories.product({
      channel_id: channel.id,
      type: 'vod',
      plan: 'paid',
      net_price_minor: 900,
      subscription_only: true,
    })
    return { owner, channel, film }
  }

  /** Sessions do not outlive the months that a test skips: each call has a token of its own. */
  async function subscriber() {
    const user = await t.factories.user()
    const as = () => t.tokenOf(user)
    const params = (id: string) => ({ id: id as Subscription['id'] })
    return {
      user,
      as,
      place: async (slug: string, fields: Record<string, unknown> = {}) =>
        t.call(subscriptions.subscribe, { as: await as(), params: { slug }, body: subscribeBody(fields) }),
      list: async () => ((await t.call(subscriptions.list, { as: await as() }).expect(200)).body as { items: Subscription[] }).items,
      cancel: async (id: string) => t.call(subscriptions.cancel, { as: await as(), params: params(id) }),
      resume: async (id: string) => t.call(subscriptions.resume, { as: await as(), params: params(id) }),
      payNow: async (id: string, expectedTotalMinor = monthlyMinor) =>
        t.call(subscriptions.pay, { as: await as(), params: params(id), body: { expectedTotalMinor } }),
      agree: async (id: string, expectedTotalMinor: number) =>
        t.call(subscriptions.agree, { as: await as(), params: params(id), body: { expectedTotalMinor } }),
      watch: async (slug: string) => t.call(playback.get, { as: await as(), params: { slug } }),
      orders: () => t.database.knex('orders').where({ user_id: user.id }).orderBy('number'),
      subjects: async () => (await mailsTo(t, user.email)).map(({ subject }) => subject).toReversed(),
    }
  }

  const paymentOf = (order: Order) => order.paymentUrl?.split('/').at(-1) ?? ''
  const pay = (order: Order, card: TestCard = success) =>
    t.call(testPayments.pay, { params: { id: paymentOf(order) }, body: { card } }).expect(200)

  async function subscribed(card: TestCard = success) {
    const at = await show()
    const who = await subscriber()
    const order = (await who.place(at.channel.slug)).body as Order
    await pay(order, card)
    const [subscription] = await who.list()
    if (!subscription) throw new Error('no subscription')
    return { ...at, who, order, subscription }
  }

  async function rowOf(id: string) {
    const row = await t.database.knex('subscriptions').where({ id }).first()
    if (!row) throw new Error('no row')
    return row
  }

  /** Sets the clock to this long before the moment; negative: after it. */
  const moveTo = (at: Date, beforeMs = 0) => t.clock.advance(at.getTime() - beforeMs - t.clock.nowMs())

  return {
    show,
    subscriber,
    subscribed,
    pay,
    paymentOf,
    rowOf,
    moveTo,
    moveToDue: async (id: string) => moveTo((await rowOf(id)).due_at ?? new Date(0), -1_000),
    renew: () => t.api.platform.sales.renewals.run(),
  }
}
