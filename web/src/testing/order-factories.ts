import type { Checkout, Order } from '@e-events/shared/contract/sales/orders.ts'
import type { TestPayment } from '@e-events/shared/contract/sales/money/test-payments.ts'
import type { AskableItem, RefundProposal, RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import type { Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import type { RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import type { Sale } from '@e-events/shared/contract/sales/sales.ts'
import { productCard } from './factories.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

/** A film for 10.00 and 21 % tax. */
export function checkout(wanted: Partial<Checkout> = {}): Checkout {
  return {
    items: [
      {
        product: productCard({ slug: 'telon', title: 'Telón', type: 'vod', plan: 'paid', price: euros(1_210) }),
        kind: 'access',
        quantity: 1,
        price: { netMinor: 1_000, taxBasisPoints: 2_100, ticketFeePayer: 'organizer' },
        tax: { reason: 'seller_country', place: 'ES' },
        parts: [],
      },
    ],
    coupon: null,
    currency: 'EUR',
    extras: [],
    shipping: null,
    billing: { name: 'Lucía Ferrer', company: null, taxId: null, address: null, city: null, postalCode: null, country: 'ES', phone: null },
    email: 'lucia.ferrer@correo.example',
    isTest: true,
    ways: ['card'],
    cards: [],
    keepsCards: true,
    ...wanted,
  }
}

export const orderId = '00000000-0000-4000-8000-000000000048' as Order['id']

export function order(wanted: Partial<Order> = {}): Order {
  return {
    id: orderId,
    number: 48,
    status: 'pending',
    isSettling: false,
    failure: null,
    items: [
      {
        kind: 'access',
        title: 'Telón',
        quantity: 1,
        product: { slug: 'telon', type: 'vod', posterUrl: null },
        net: euros(1_000),
        taxBasisPoints: 2_100,
        tax: euros(210),
        taxedBy: { reason: 'seller_country', place: 'ES' },
        total: euros(1_210),
        parts: [],
        gift: null,
      },
    ],
    net: euros(1_000),
    tax: euros(210),
    ticketFee: euros(0),
    support: euros(0),
    total: euros(1_210),
    refunded: euros(0),
    createdAt: '2026-11-23T20:00:00.000Z',
    paidAt: null,
    expiresAt: '2026-11-23T20:30:00.000Z',
    invoices: [],
    hasDates: false,
    shipment: null,
    paymentUrl: '/payments/test/tp_00000000000000000000000000000048',
    ...wanted,
  }
}

export function testPayment(wanted: Partial<TestPayment> = {}): TestPayment {
  return {
    id: 'tp_00000000000000000000000000000048',
    amount: euros(1_210),
    description: 'Telón',
    state: 'open',
    failure: null,
    settlesAt: null,
    returnUrl: `/products/telon/checkout?order=${orderId}`,
    cancelUrl: '/products/telon/checkout',
    dispute: null,
    ...wanted,
  }
}

/** A film for 12.10 with a support of 2.00. */
export function sale(wanted: Partial<Sale> = {}): Sale {
  return {
    id: '00000000-0000-4000-8000-000000000501',
    number: 48,
    product: { slug: 'telon', title: 'Telón', type: 'vod' },
    channel: { slug: 'tablas', title: 'Tablas' },
    email: 'lucia.ferrer@correo.example',
    amount: euros(1_210),
    support: euros(200),
    tax: { basisPoints: 2_100, amount: euros(210), by: { reason: 'seller_country', place: 'ES' } },
    placeProofs: [
      { kind: 'billing_country', country: 'ES', agrees: true },
      { kind: 'phone_prefix', country: 'ES', agrees: true },
    ],
    soldAt: '2026-11-23T20:00:00.000Z',
    eventAt: null,
    country: 'ES',
    status: 'paid',
    refunded: euros(0),
    refundable: euros(1_410),
    lines: [{ id: '00000000-0000-4000-8000-000000000501', title: 'Telón', refundable: euros(1_410) }],
    mine: euros(1_065),
    buyer: { name: 'Lucía', surname: 'Ferrer', email: 'lucia.ferrer@correo.example', country: 'ES' },
    refund: null,
    invoices: [],
    dispute: null,
    allowed: { refund: ['organizer'], stateDispute: false },
    ...wanted,
  }
}

/** A show of 100 minutes that was off air for 40 of them. */
export function proposal(wanted: Partial<RefundProposal> = {}): RefundProposal {
  return {
    id: '00000000-0000-4000-8000-000000000601',
    number: 48,
    product: { slug: 'duende', title: 'Duende' },
    channel: { slug: 'tablas', title: 'Tablas' },
    buyer: { name: 'Lucía Ferrer', email: 'lucia.ferrer@correo.example' },
    total: euros(1_210),
    refundable: euros(1_210),
    evidence: {
      show: {
        startsAt: '2026-11-23T19:00:00.000Z',
        endsAt: '2026-11-23T20:40:00.000Z',
        isCancelled: false,
        airedFrom: '2026-11-23T19:00:00.000Z',
        airedUntil: '2026-11-23T20:40:00.000Z',
        endReason: 'organizer',
        onAirMs: 3_600_000,
        offAirMs: 2_400_000,
        interruptions: [{ from: '2026-11-23T19:20:00.000Z', until: '2026-11-23T20:00:00.000Z', changedServer: false }],
      },
      viewer: { watchedMs: 3_300_000, firstSeenAt: '2026-11-23T19:01:00.000Z', lastSeenAt: '2026-11-23T20:40:00.000Z', visits: 2 },
      boughtAt: '2026-11-20T10:00:00.000Z',
    },
    fault: 'organizer',
    proposed: euros(484),
    decision: null,
    isPaidOut: false,
    allowed: { faults: ['organizer', 'provider', 'viewer', 'none'] },
    status: 'open',
    reason: 'interrupted',
    text: 'Se cortó casi la mitad.',
    askedAt: '2026-11-23T21:10:00.000Z',
    amount: null,
    answer: null,
    decidedAt: null,
    ...wanted,
  }
}

export function refundRun(wanted: Partial<RefundRun> = {}): RefundRun {
  return {
    product: { slug: 'duende', title: 'Duende' },
    channel: { slug: 'tablas', title: 'Tablas' },
    reason: 'organizer',
    startedAt: '2026-11-20T10:00:00.000Z',
    dueAt: '2026-12-18T10:00:00.000Z',
    total: 500,
    done: 312,
    failing: 0,
    amounts: [euros(605_000)],
    isOverdue: false,
    ...wanted,
  }
}

export function askableItem(wanted: Partial<AskableItem> = {}): AskableItem {
  return {
    id: '00000000-0000-4000-8000-000000000701',
    title: 'Telón',
    total: euros(1_210),
    refunded: euros(0),
    ask: 'open',
    progress: null,
    request: null,
    ...wanted,
  }
}

/** A coupon for 4.00 and 21 % tax. */
export function redeemedCode(wanted: Partial<RedeemedCode> = {}): RedeemedCode {
  return {
    id: '00000000-0000-4000-8000-000000000801',
    kind: 'coupon',
    code: 'MTR4K-9XQJ2-WPF7A',
    product: { slug: 'telon', title: 'Telón', type: 'vod' },
    channel: { slug: 'sala-niquel', title: 'Sala Níquel' },
    session: null,
    email: 'lucia.ferrer@correo.example',
    redeemedAt: '2026-11-23T20:00:00.000Z',
    price: euros(484),
    ...wanted,
  }
}

/** A checkout that somebody left who receives promotions. */
export function opportunity(wanted: Partial<Opportunity> = {}): Opportunity {
  return {
    id: '00000000-0000-4000-8000-000000000901',
    kind: 'checkout',
    product: { slug: 'telon', title: 'Telón', type: 'vod' },
    channel: { slug: 'sala-niquel', title: 'Sala Níquel' },
    at: '2026-11-22T20:00:00.000Z',
    country: 'PT',
    email: 'ines@correo.example',
    followUp: { state: 'possible', sentAt: null, possibleAt: null },
    ...wanted,
  }
}
