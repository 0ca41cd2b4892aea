import type { Checkout, Order } from '@e-events/shared/contract/sales/orders.ts'
import type { TestPayment } from '@e-events/shared/contract/sales/test-payments.ts'
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
      },
    ],
    currency: 'EUR',
    billing: { name: 'Lucía Ferrer', company: null, taxId: null, address: null, city: null, postalCode: null, country: 'ES', phone: null },
    email: 'lucia.ferrer@correo.example',
    isTest: true,
    ways: ['card'],
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
        total: euros(1_210),
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
    soldAt: '2026-11-23T20:00:00.000Z',
    eventAt: null,
    country: 'ES',
    status: 'paid',
    mine: euros(1_065),
    buyer: { name: 'Lucía', surname: 'Ferrer', email: 'lucia.ferrer@correo.example', country: 'ES' },
    refund: null,
    invoices: [],
    allowed: { refund: ['organizer'] },
    ...wanted,
  }
}
