import type { Subscription, SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { checkout } from './order-factories.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const channel = { slug: 'marea-alta', title: 'Marea Alta', logoUrl: null }

export const subscriptionId = '00000000-0000-4000-8000-000000000077' as Subscription['id']

/** 6.05 a month, since September. */
export function subscription(wanted: Partial<Subscription> = {}): Subscription {
  return {
    id: subscriptionId,
    channel,
    status: 'subscribed',
    kind: 'periodic',
    period: 'monthly',
    since: '2026-09-05T18:00:00.000Z',
    validUntil: '2026-12-05T18:00:00.000Z',
    isRunning: true,
    net: euros(500),
    taxBasisPoints: 2_100,
    price: euros(605),
    nextPayment: { at: '2026-12-05T17:00:00.000Z', total: euros(605) },
    problem: null,
    newPrice: null,
    method: '•••• 4242',
    endReason: null,
    orders: [
      {
        number: 52,
        status: 'paid',
        total: euros(605),
        at: '2026-11-05T17:00:00.000Z',
        invoices: [
          { id: '00000000-0000-4000-8000-000000000152', kind: 'invoice', number: '2026-000052', issuedAt: '2026-11-05T17:00:00.000Z' },
        ],
      },
    ],
    allowed: { cancel: true, resume: false, pay: true, agree: false },
    ...wanted,
  }
}

export function subscriptionOffer(wanted: Partial<SubscriptionOffer> = {}): SubscriptionOffer {
  const { email, billing } = checkout()
  return {
    channel,
    offer: { kind: 'periodic', period: 'monthly', net: euros(500), taxBasisPoints: 2_100, tax: euros(105), total: euros(605) },
    current: null,
    buyer: { email, billing },
    isTest: true,
    ...wanted,
  }
}
