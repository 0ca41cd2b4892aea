import { periodEnd, renewal } from '@e-events/shared/domain/subscriptions.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { OrderRow, SubscriptionRow } from '../../../db/tables/sales.ts'
import type { TaxBuyer } from '../money/taxes/tax-buyer.ts'
import type { ReadProviders } from '../money/payments/providers.ts'
import type { SettlePayment } from '../money/payments/settle-payment.ts'
import { dueAct, graceOf, retryAt, type Offer } from './policy.ts'
import type { SubscriptionSettings } from './service.ts'
import type { SubscriptionRepository } from './repository.ts'
import type { MailSubscription } from './subscription-mail.ts'
import type { SubscriptionOrders } from './subscription-orders.ts'

export type Renew = ReturnType<typeof createRenew>

/** A payment that is on its way is looked at again after this. */
const lookAgainMs = 3_600_000

/**
 * Renews subscriptions a little before their end. The order of a period is placed once, under the lock of its
 * subscription; each attempt to charge it has a key of its own. So two timers, and a process that ends anywhere in
 * between, charge a period once and count a refusal once.
 */
export function createRenew(deps: {
  knex: Knex
  repository: SubscriptionRepository
  orders: SubscriptionOrders
  readProviders: ReadProviders
  settle: SettlePayment
  /** Offer of the channel now, or with null of the platform. */
  offerOf(db: Knex, channelId: string | null, settings: SubscriptionSettings): Promise<Offer | undefined>
  settings(): Promise<SubscriptionSettings>
  mail: MailSubscription
  clock: Clock
  log: Log
}) {
  const { knex, repository, settle, clock } = deps

  async function renew(id: string): Promise<void> {
    // Read before: a transaction asks for no second connection.
    const settings = await deps.settings()
    const subscriber = await repository.findUserOf(id)
    const taxBuyer = subscriber === undefined ? undefined : await deps.orders.taxBuyerOf(subscriber, null)
    const due = await knex.transaction((trx) => decide(trx, id, { settings, taxBuyer }))
    if (due?.order === undefined) return
    const { order, attempt, subscription } = due
    if (!(await charge(subscription, order, attempt))) return
    await knex.transaction((trx) => countRefusal(trx, id, { sequence: subscription.periods_paid + 1, attempt }))
  }

  /** Ends the subscription, or answers the order of its next period, which is placed once. */
  async function decide(
    trx: Knex,
    id: string,
    { settings, taxBuyer }: { settings: SubscriptionSettings; taxBuyer: TaxBuyer | undefined },
  ): Promise<{ subscription: SubscriptionRow; order: OrderRow; attempt: number } | undefined> {
    const now = clock.now()
    const subscription = await repository.lock(trx, id)
    if (!subscription?.due_at || subscription.status !== 'subscribed' || subscription.due_at > now) return undefined
    const offer = await deps.offerOf(trx, subscription.channel_id, settings)
    const act = dueAct(subscription, { offer, subscriber: await repository.findSubscriber(trx, subscription.user_id) })
    if (act.act === 'end') {
      await end(trx, subscription, act.reason)
      return undefined
    }
    const sequence = subscription.periods_paid + 1
    const [open] = await repository.ordersOf(trx, id, sequence)
    const order =
      open?.status === 'pending' ? open : await deps.orders.placeRenewal(trx, subscription, { sequence, price: act.price, taxBuyer })
    return { subscription, order, attempt: subscription.failed_attempts + 1 }
  }

  /** True where the card was refused. Throws where the provider does not answer: the next turn repeats it. */
  async function charge(subscription: SubscriptionRow, order: OrderRow, attempt: number): Promise<boolean> {
    const opened = await deps.orders.open(order, subscription)
    const provider = opened && (await deps.readProviders()).find(opened.provider)
    // Without a card that may be charged, only its owner can pay.
    const { method } = subscription
    if (!opened || !provider?.chargeAgain || method === null || subscription.provider !== provider.id) return true
    const payment = await provider.chargeAgain({ paymentId: opened.paymentId, method, key: `${order.id}:${attempt}` })
    await settle.payment(provider.id, payment)
    if (payment.status === 'succeeded') return false
    if (payment.status !== 'processing') return true
    const now = clock.now()
    await knex.transaction(async (trx) => {
      const current = await repository.lock(trx, subscription.id)
      if (current?.periods_paid === subscription.periods_paid && current.status === 'subscribed')
        await repository.update(trx, subscription.id, {
          due_at: new Date(now.getTime() + lookAgainMs),
          grace_until: graceOf(current, now),
        })
    })
    return false
  }

  async function countRefusal(trx: Knex, id: string, { sequence, attempt }: { sequence: number; attempt: number }): Promise<void> {
    const now = clock.now()
    const subscription = await repository.lock(trx, id)
    const isCounted =
      subscription?.status !== 'subscribed' || subscription.periods_paid + 1 !== sequence || subscription.failed_attempts >= attempt
    if (isCounted) return
    const next = retryAt(attempt, now)
    if (next === undefined) {
      await end(trx, { ...subscription, failed_attempts: attempt }, 'payment')
      return
    }
    const accessUntil = graceOf(subscription, now)
    await repository.update(trx, id, { failed_attempts: attempt, due_at: next, grace_until: accessUntil })
    await deps.mail(trx, subscription, { event: 'failed', retryAt: next, accessUntil })
  }

  async function end(trx: Knex, subscription: SubscriptionRow, reason: NonNullable<SubscriptionRow['end_reason']>): Promise<void> {
    const now = clock.now()
    const change = { status: 'cancelled', cancelled_at: now, end_reason: reason, grace_until: null, due_at: null } as const
    await repository.update(trx, subscription.id, { ...change, failed_attempts: subscription.failed_attempts })
    await repository.expireOrders(trx, subscription.id, now)
    await deps.mail(trx, { ...subscription, ...change }, { event: 'ended' })
  }

  /** Tells subscribers of a higher price, once for each. */
  async function askAboutPrices(): Promise<void> {
    const platform = await deps.offerOf(knex, null, await deps.settings())
    for (const { id, total_minor: totalMinor } of await repository.listUnasked(platform?.totalMinor ?? null)) {
      await knex.transaction(async (trx) => {
        const now = clock.now()
        const subscription = await repository.lock(trx, id)
        if (subscription?.status !== 'subscribed' || subscription.asked_total_minor === totalMinor) return
        await repository.update(trx, id, { asked_total_minor: totalMinor, asked_at: now })
        await deps.mail(trx, subscription, { event: 'price', totalMinor, from: priceCountsFrom(subscription, now) })
      })
    }
  }

  return {
    renew,
    async run(): Promise<void> {
      await askAboutPrices()
      for (const id of await repository.listDue(clock.now())) {
        try {
          await renew(id)
        } catch (error) {
          deps.log.warn({ err: error, subscriptionId: id }, 'a subscription could not be renewed yet')
        }
      }
    },
  }
}

/** The period that begins next, or the one after it where that is too soon. */
export function priceCountsFrom(
  { valid_until: until, period, anchor_day: anchorDay }: Pick<SubscriptionRow, 'valid_until' | 'period' | 'anchor_day'>,
  askedAt: Date,
): Date {
  const isInTime = askedAt.getTime() + renewal.priceNoticeMs <= until.getTime()
  return isInTime ? until : periodEnd(until, period, anchorDay)
}
