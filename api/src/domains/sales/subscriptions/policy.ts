import { grossOf } from '@e-events/shared/domain/money.ts'
import { periodEnd, renewal, type SubscriptionPeriod } from '@e-events/shared/domain/subscriptions.ts'
import type { SubscriptionRow } from '../../../db/tables/sales.ts'
import type { SubscribedChannel, Subscriber } from './repository.ts'

/** Price of a period. */
export interface Price {
  netMinor: number
  taxBasisPoints: number
  totalMinor: number
  currency: string
}
export interface Offer extends Price {
  kind: 'periodic' | 'single'
  period: SubscriptionPeriod
}

export function priceOf(netMinor: number, taxBasisPoints: number, currency: string): Price {
  const { gross } = grossOf({ minor: netMinor, currency }, taxBasisPoints)
  return { netMinor, taxBasisPoints, totalMinor: gross.minor, currency }
}

/** Undefined where the channel offers none, or nobody can see it. */
export function channelOffer(channel: SubscribedChannel): Offer | undefined {
  if (!channel.subscription_active || channel.status !== 'published') return undefined
  const price = priceOf(channel.subscription_net_minor, channel.subscription_tax_basis_points, channel.subscription_currency)
  return { ...price, kind: 'periodic', period: 'monthly' }
}

/** End of the access that a subscription gives. */
export function accessUntil({ valid_until: until, grace_until: grace }: Pick<SubscriptionRow, 'valid_until' | 'grace_until'>): Date {
  return grace !== null && grace > until ? grace : until
}

type Priced = Pick<SubscriptionRow, 'net_minor' | 'tax_basis_points' | 'total_minor' | 'currency' | 'agreed_total_minor'>

export const paidPrice = (subscription: Priced): Price => ({
  netMinor: subscription.net_minor,
  taxBasisPoints: subscription.tax_basis_points,
  totalMinor: subscription.total_minor,
  currency: subscription.currency,
})

/** A higher price that the subscriber has not agreed to. */
export function unagreedPrice(subscription: Priced, offer: Offer | undefined): Offer | undefined {
  if (!offer || offer.currency !== subscription.currency) return undefined
  return offer.totalMinor > Math.max(subscription.total_minor, subscription.agreed_total_minor ?? 0) ? offer : undefined
}

/** Price of the next period: a lower one counts at once, a higher one once it was agreed to. */
export function nextPrice(subscription: Priced, offer: Offer | undefined): Price {
  const isCharged = offer?.currency === subscription.currency && !unagreedPrice(subscription, offer)
  return isCharged && offer ? offer : paidPrice(subscription)
}

export type DueAct = { act: 'end'; reason: NonNullable<SubscriptionRow['end_reason']> } | { act: 'charge'; price: Price }

/** Decides what becomes of a subscription whose period is about to end. */
export function dueAct(
  subscription: SubscriptionRow,
  { offer, subscriber }: { offer: Offer | undefined; subscriber: Pick<Subscriber, 'blocked_at' | 'deleted_at'> | undefined },
): DueAct {
  if (subscription.kind === 'single') return { act: 'end', reason: 'single' }
  if (!subscriber || subscriber.deleted_at !== null || subscriber.blocked_at !== null) return { act: 'end', reason: 'account' }
  if (offer?.kind !== 'periodic' || offer.period !== subscription.period) return { act: 'end', reason: 'offer' }
  const { asked_at: askedAt, asked_total_minor: askedMinor, valid_until: until } = subscription
  const wanted = unagreedPrice(subscription, offer)
  const wasAskedInTime =
    askedAt !== null && askedMinor === wanted?.totalMinor && askedAt.getTime() + renewal.priceNoticeMs <= until.getTime()
  if (wanted && wasAskedInTime) return { act: 'end', reason: 'price' }
  return { act: 'charge', price: nextPrice(subscription, offer) }
}

/** When the timer looks at a subscription whose period was just paid. */
export function dueAfterPayment(kind: Offer['kind'], validUntil: Date): Date {
  return kind === 'single' ? validUntil : new Date(validUntil.getTime() - renewal.leadMs)
}

/** Next attempt after the `attempts`-th one was refused; undefined: it was the last. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const afterMs = renewal.retriesMs[attempts - 1]
  return afterMs === undefined ? undefined : new Date(now.getTime() + afterMs)
}

/** Access goes on until then while a payment is tried again. */
export function graceOf({ valid_until: until, grace_until: grace }: Pick<SubscriptionRow, 'valid_until' | 'grace_until'>, now: Date): Date {
  return grace ?? new Date(Math.max(until.getTime(), now.getTime()) + renewal.graceMs)
}

/** End of the period that a renewal pays: without a gap, unless access had ended meanwhile. */
export function renewedUntil(
  subscription: Pick<SubscriptionRow, 'valid_until' | 'grace_until' | 'period' | 'anchor_day'>,
  now: Date,
): { validUntil: Date; anchorDay: number } {
  const isOver = accessUntil(subscription) <= now
  const anchorDay = isOver ? now.getUTCDate() : subscription.anchor_day
  return { validUntil: periodEnd(isOver ? now : subscription.valid_until, subscription.period, anchorDay), anchorDay }
}

/** Acts that are open to its subscriber now. */
export function allowedActs(
  subscription: SubscriptionRow,
  offer: Offer | undefined,
  now: Date,
): { cancel: boolean; resume: boolean; pay: boolean; agree: boolean } {
  const isRunning = accessUntil(subscription) > now
  const isRenewed = subscription.status === 'subscribed' && subscription.kind === 'periodic'
  const isOffered = offer?.kind === 'periodic' && offer.period === subscription.period
  const isUnagreed = unagreedPrice(subscription, offer) !== undefined
  const isPrepaid = subscription.valid_until > periodEnd(now, subscription.period)
  return {
    cancel: isRenewed && isRunning,
    resume: subscription.status === 'cancelled' && subscription.end_reason === 'subscriber' && subscription.valid_until > now && isOffered,
    pay: isRenewed && isOffered && !isUnagreed && !isPrepaid,
    agree: isRenewed && isRunning && isUnagreed,
  }
}
