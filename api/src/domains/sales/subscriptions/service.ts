import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { subscriptionTransitions } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { OrderRow, SubscriptionRow } from '../../../db/tables/sales.ts'
import type { PaymentProvider } from '../money/payments/payment-provider.ts'
import { allowedActs, channelOffer, dueAfterPayment, nextPrice, priceOf, unagreedPrice, type Offer } from './policy.ts'
import type { SubscribedChannel, SubscriptionRepository, SubscriptionView } from './repository.ts'
import type { MailSubscription } from './subscription-mail.ts'
import type { SubscriptionOrders } from './subscription-orders.ts'

/** Settings of the site that subscriptions follow. */
export interface SubscriptionSettings {
  /** Channels may offer subscriptions: those that run go on without it. */
  allowsChannels: boolean
  /** The platform's own one, while it is offered. */
  platform: (PlatformPrice & { taxBasisPoints: number }) | null
}
/** As the site stores it: the rate follows from the platform's place. */
export interface StoredSubscriptionSettings extends Omit<SubscriptionSettings, 'platform'> {
  platform: PlatformPrice | null
}
interface PlatformPrice {
  kind: Offer['kind']
  period: Offer['period']
  netMinor: number
  currency: string
}

export interface WantedSubscription {
  expectedTotalMinor: number
  idempotencyKey: string
  productSlug?: string | undefined
}
interface By {
  userId: string
  language: Language
  /** Country that the browser is set to: a proof of the place. */
  region: string | null
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** Subscriptions as their subscribers see and change them. */
export function createSubscriptions(deps: {
  knex: Knex
  repository: SubscriptionRepository
  orders: SubscriptionOrders
  settings(): Promise<SubscriptionSettings>
  /** Services that can renew, per currency; undefined where the site sells nothing. */
  openProviders(): Promise<((currency: string) => PaymentProvider | undefined) | undefined>
  mail: MailSubscription
  clock: Clock
}) {
  const { knex, repository, orders, clock } = deps

  /** Offer of a further period; null: of the platform. */
  async function offerOf(db: Knex, channelId: string | null, settings: SubscriptionSettings): Promise<Offer | undefined> {
    if (channelId === null) return platformOffer(settings.platform)
    const channel = await repository.findChannel(db, { id: channelId })
    return channel && channelOffer(channel)
  }

  /** @throws DomainError NOT_FOUND for a channel that the public does not know */
  async function channelOf(db: Knex, slug: string): Promise<SubscribedChannel> {
    const channel = await repository.findChannel(db, { slug })
    if (channel?.status !== 'published') throw new DomainError('NOT_FOUND')
    return channel
  }

  /** Asked for by somebody who does not subscribe yet. */
  function newOffer(channel: SubscribedChannel | null, settings: SubscriptionSettings): Offer | undefined {
    if (channel === null) return platformOffer(settings.platform)
    return settings.allowsChannels ? channelOffer(channel) : undefined
  }

  async function view(id: string, userId: string): Promise<{ row: SubscriptionView; offer: Offer | undefined }> {
    const row = await repository.get(id, userId)
    if (!row) throw new DomainError('NOT_FOUND')
    return { row, offer: await offerOf(knex, row.channel_id, await deps.settings()) }
  }

  /** Changes an own subscription under its lock. */
  async function change<T>(
    id: string,
    userId: string,
    act: (trx: Knex, at: { subscription: SubscriptionRow; offer: Offer | undefined; now: Date }) => Promise<T>,
  ): Promise<T> {
    // Read before: a transaction asks for no second connection.
    const settings = await deps.settings()
    return knex.transaction(async (trx) => {
      const subscription = await repository.lock(trx, id)
      if (subscription?.user_id !== userId) throw new DomainError('NOT_FOUND')
      return act(trx, { subscription, offer: await offerOf(trx, subscription.channel_id, settings), now: clock.now() })
    })
  }

  return {
    /** Offers of the platform (null) and of channels, as their subscribers pay them. */
    offerOf,
    settings: deps.settings,
    view,
    list: repository.list,

    /** Channels that offer a subscription; none while the site sells none. */
    async offered(filter: Parameters<SubscriptionRepository['listOffered']>[0]) {
      const providers = await deps.openProviders()
      const { allowsChannels } = await deps.settings()
      return providers && allowsChannels ? repository.listOffered(filter) : []
    },
    /** Undefined where nothing takes its currency. */
    async payableOffer(channel: SubscribedChannel): Promise<Offer | undefined> {
      const offer = channelOffer(channel)
      return offer && (await deps.openProviders())?.(offer.currency) && offer
    },

    /** Offer of a channel (null: of the platform), and the caller's own subscription to it. */
    async show(slug: string | null, userId: string | undefined, region: string | null) {
      const channel = slug === null ? null : await channelOf(knex, slug)
      const providers = await deps.openProviders()
      const offer = newOffer(channel, await deps.settings())
      const service = offer && providers?.(offer.currency)
      const running = userId === undefined ? undefined : await repository.findRunning(knex, userId, channel?.id ?? null, clock.now())
      const taxBuyer = userId === undefined ? undefined : await orders.taxBuyerOf(userId, region)
      return {
        channel,
        offer: service && offer && { ...offer, ...(await orders.priceFor(knex, { channel, price: offer, taxBuyer })) },
        current: running && (await view(running.id, running.user_id)),
        buyer: userId === undefined ? null : await orders.buyerOf(userId),
        isTest: service?.isTest ?? false,
      }
    },

    /**
     * Orders the first period of a channel's (null: the platform's) subscription, and opens its payment.
     * @throws DomainError NOT_FOUND, PAYMENTS_OFF, SUBSCRIPTIONS_OFF, SUBSCRIPTION_STATE, PRICE_CHANGED
     */
    async subscribe(slug: string | null, wanted: WantedSubscription, by: By): Promise<string> {
      const providers = await deps.openProviders()
      if (!providers) throw new DomainError('PAYMENTS_OFF')
      const settings = await deps.settings()
      const taxBuyer = await orders.taxBuyerOf(by.userId, by.region)
      const returnPath = (orderId: string) =>
        slug === null ? paths.platformSubscribed(orderId) : paths.subscribed(slug, orderId, wanted.productSlug)
      const { order, title } = await knex.transaction(async (trx) => {
        const channel = slug === null ? null : await channelOf(trx, slug)
        await orders.lockBuyer(trx, by.userId)
        const title = orders.titleOf(channel, by.language)
        const again = await orders.findByKey(trx, by.userId, wanted.idempotencyKey)
        if (again) return { order: again, title }
        const now = clock.now()
        if (await repository.findRunning(trx, by.userId, channel?.id ?? null, now)) throw new DomainError('SUBSCRIPTION_STATE')
        const offer = newOffer(channel, settings)
        if (!offer) throw new DomainError('SUBSCRIPTIONS_OFF')
        if (!providers(offer.currency)) throw new DomainError('PAYMENTS_OFF')
        if (offer.totalMinor !== wanted.expectedTotalMinor) throw new DomainError('PRICE_CHANGED')
        const first = { channel, offer, taxBuyer, title, idempotencyKey: wanted.idempotencyKey, userId: by.userId, returnPath }
        return { order: await orders.placeFirst(trx, first), title }
      })
      const cancelUrl = slug === null ? paths.platformSubscription : paths.subscribe(slug, wanted.productSlug)
      const provider = providers(order.currency)
      if (!provider) throw new DomainError('PAYMENTS_OFF')
      await orders.openPayment(order, { title, returnUrl: returnPath(order.id), cancelUrl, provider, kept: null })
      return order.id
    },

    /** @throws DomainError NOT_FOUND, SUBSCRIPTION_STATE */
    async cancel(id: string, userId: string): Promise<void> {
      await change(id, userId, async (trx, { subscription, offer, now }) => {
        assertMove(subscriptionTransitions, subscription.status, 'cancelled', 'SUBSCRIPTION_STATE')
        if (!allowedActs(subscription, offer, now).cancel) throw new DomainError('SUBSCRIPTION_STATE')
        const cancelled = { status: 'cancelled', cancelled_at: now, end_reason: 'subscriber', grace_until: null, due_at: null } as const
        await repository.update(trx, id, cancelled)
        await repository.expireOrders(trx, id, now)
        await deps.mail(trx, { ...subscription, ...cancelled }, { event: 'cancelled' })
      })
    },

    /** @throws DomainError NOT_FOUND, SUBSCRIPTION_STATE */
    async resume(id: string, userId: string): Promise<void> {
      await change(id, userId, async (trx, { subscription, offer, now }) => {
        assertMove(subscriptionTransitions, subscription.status, 'subscribed', 'SUBSCRIPTION_STATE')
        if (!allowedActs(subscription, offer, now).resume) throw new DomainError('SUBSCRIPTION_STATE')
        await repository.update(trx, id, {
          status: 'subscribed',
          cancelled_at: null,
          end_reason: null,
          failed_attempts: 0,
          due_at: dueAfterPayment(subscription.kind, subscription.valid_until),
        })
      })
    },

    /** @throws DomainError NOT_FOUND, SUBSCRIPTION_STATE, PRICE_CHANGED for another price than the one that was seen */
    async agree(id: string, userId: string, expectedTotalMinor: number): Promise<void> {
      await change(id, userId, async (trx, { subscription, offer, now }) => {
        if (!allowedActs(subscription, offer, now).agree) throw new DomainError('SUBSCRIPTION_STATE')
        if (unagreedPrice(subscription, offer)?.totalMinor !== expectedTotalMinor) throw new DomainError('PRICE_CHANGED')
        await repository.update(trx, id, { agreed_total_minor: expectedTotalMinor })
      })
    },

    /**
     * The order of the next period, which its subscriber pays with a card of their choice.
     * @throws DomainError NOT_FOUND, SUBSCRIPTION_STATE, PRICE_CHANGED, PAYMENTS_OFF
     */
    async pay(id: string, by: By, expectedTotalMinor: number): Promise<string> {
      if (!(await deps.openProviders())) throw new DomainError('PAYMENTS_OFF')
      const taxBuyer = await orders.taxBuyerOf(by.userId, by.region)
      const { order, subscription } = await change(id, by.userId, async (trx, { subscription, offer, now }) => {
        if (!allowedActs(subscription, offer, now).pay) throw new DomainError('SUBSCRIPTION_STATE')
        const sequence = subscription.periods_paid + 1
        const [open] = await repository.ordersOf(trx, id, sequence)
        const price = nextPrice(subscription, offer)
        const isOpen = open?.status === 'pending'
        if ((isOpen ? open.total_minor : price.totalMinor) !== expectedTotalMinor) throw new DomainError('PRICE_CHANGED')
        const order: OrderRow = isOpen ? open : await orders.placeRenewal(trx, subscription, { sequence, price, taxBuyer })
        return { order, subscription }
      })
      await orders.open(order, subscription)
      return order.id
    },

    async subscribersOf(channelId: string) {
      const channel = await repository.findChannel(knex, { id: channelId })
      if (!channel) throw new DomainError('NOT_FOUND')
      return { sums: await repository.sumOf(channelId, clock.now()), currency: channel.subscription_currency }
    },
  }
}

function platformOffer(platform: SubscriptionSettings['platform']): Offer | undefined {
  if (platform === null) return undefined
  const { kind, period, netMinor, taxBasisPoints, currency } = platform
  return { ...priceOf(netMinor, taxBasisPoints, currency), kind, period }
}
