import type { Subscribers, Subscription, SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toInvoiceRef } from '../money/invoices/policy.ts'
import { accessUntil, allowedActs, nextPrice, unagreedPrice, type Offer } from './policy.ts'
import { priceCountsFrom } from './renew.ts'
import type { SubscribedChannel, SubscriberSums, SubscriptionView } from './repository.ts'

export function toSubscription(row: SubscriptionView, offer: Offer | undefined, now: Date): Subscription {
  const money = (minor: number) => ({ minor, currency: row.currency })
  const until = accessUntil(row)
  const isRenewed = row.status === 'subscribed' && row.kind === 'periodic'
  const waiting = row.orders.find((order) => order.status === 'pending' && order.sequence === row.periods_paid + 1)
  const unagreed = unagreedPrice(row, offer)
  return {
    id: row.id as Subscription['id'],
    channel: row.channel && toChannel(row.channel),
    status: row.status,
    kind: row.kind,
    period: row.period,
    since: row.subscribed_at.toISOString(),
    validUntil: row.valid_until.toISOString(),
    isRunning: until > now,
    net: money(row.net_minor),
    taxBasisPoints: row.tax_basis_points,
    price: money(row.total_minor),
    nextPayment:
      isRenewed && row.due_at !== null
        ? { at: row.due_at.toISOString(), total: money(waiting?.total_minor ?? nextPrice(row, offer).totalMinor) }
        : null,
    problem: isRenewed && row.failed_attempts > 0 ? { attempts: row.failed_attempts, accessUntil: until.toISOString() } : null,
    newPrice:
      isRenewed && unagreed ? { total: money(unagreed.totalMinor), from: priceCountsFrom(row, row.asked_at ?? now).toISOString() } : null,
    method: row.method_label,
    endReason: row.end_reason,
    orders: row.orders.map((order) => ({
      number: order.number,
      status: order.status,
      total: { minor: order.total_minor, currency: order.currency },
      at: new Date(order.created_at).toISOString(),
      invoices: order.invoices.map(toInvoiceRef),
    })),
    allowed: allowedActs(row, offer, now),
  }
}

export function toChannel(channel: SubscribedChannel): NonNullable<SubscriptionOffer['channel']> {
  return { slug: channel.slug, title: channel.title, logoUrl: fileUrl(channel.logo_file_id) }
}

export function toOffer({ netMinor, taxBasisPoints, totalMinor, currency, kind, period }: Offer): NonNullable<SubscriptionOffer['offer']> {
  const money = (minor: number) => ({ minor, currency })
  return { kind, period, net: money(netMinor), taxBasisPoints, tax: money(totalMinor - netMinor), total: money(totalMinor) }
}

export function toSubscribers(sums: SubscriberSums, currency: string): Subscribers {
  const { subscribed, ending, failing, net_minor: netMinor, fee_minor: feeMinor } = sums
  return {
    subscribed,
    endingSoon: ending,
    failing,
    monthly: { minor: netMinor, currency },
    share: { minor: netMinor - feeMinor, currency },
  }
}
