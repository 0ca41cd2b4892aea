import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { giftOfJson } from '../gifts/presenter.ts'
import { toInvoiceRef } from '../money/invoices/policy.ts'
import type { OrderView } from './repository.ts'

const failures = ['declined', 'insufficient_funds', 'authentication_failed'] as const

export function toOrder(order: OrderView): Order {
  const money = (minor: number) => ({ minor, currency: order.currency })
  const { payment } = order
  const isPayable = order.status === 'pending' && payment?.status === 'created'
  return {
    id: order.id as Order['id'],
    number: order.number,
    status: order.status,
    isSettling: order.status === 'pending' && payment?.status === 'processing',
    failure: isPayable && payment.failure_code !== null ? (failures.find((code) => code === payment.failure_code) ?? 'other') : null,
    items: order.items.map((item) => ({
      kind: item.kind,
      title: item.title,
      quantity: item.quantity,
      product:
        item.slug === null || item.type === null ? null : { slug: item.slug, type: item.type, posterUrl: fileUrl(item.image_file_id) },
      net: money(item.net_minor),
      taxBasisPoints: item.tax_basis_points,
      tax: money(item.tax_minor),
      ...(item.tax_reason === null ? {} : { taxedBy: { reason: item.tax_reason, place: item.tax_place } }),
      total: money(item.total_minor),
      parts: item.parts.map(({ title, slug, type, state, net_minor, is_refunded: isRefunded }) => ({
        title,
        slug,
        type,
        state,
        net: money(net_minor),
        ...(isRefunded && { isRefunded }),
      })),
      gift: item.gift && giftOfJson(item.gift),
    })),
    net: money(order.net_minor),
    tax: money(order.tax_minor),
    ticketFee: money(order.ticket_fee_minor),
    support: money(order.support_minor),
    total: money(order.total_minor),
    refunded: money(order.refunded_minor),
    createdAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    expiresAt: order.status === 'pending' ? (order.expires_at?.toISOString() ?? null) : null,
    invoices: order.invoices.map(toInvoiceRef),
    hasDates: order.has_dates,
    shipment: order.shipment && toShipmentState(order.shipment),
    paymentUrl: isPayable ? paymentUrl(order.id, payment) : null,
  }
}

/** Where a payment that waits is given. */
function paymentUrl(orderId: string, payment: NonNullable<OrderView['payment']>): string {
  return payment.provider === 'test' ? paths.testPayment(payment.provider_payment_id) : paths.payment(orderId)
}

function toShipmentState(row: NonNullable<OrderView['shipment']>): NonNullable<Order['shipment']> {
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  return {
    state: row.state,
    carrier: row.carrier,
    trackingCode: row.tracking_code,
    trackingUrl: row.tracking_url,
    sentAt: iso(row.sent_at),
    deliveredAt: iso(row.delivered_at),
  }
}
