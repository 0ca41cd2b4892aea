import { refundReasons, type RefundReason, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { groundOf, takesStatement } from '../money/disputes/policy.ts'
import { toInvoiceRef } from '../money/invoices/policy.ts'
import type { SaleRow, SaleSumRow } from './repository.ts'

/** Who looks at it: an administrator may give every reason. */
interface Reader {
  userId: string
  isAdmin: boolean
}

/** Reasons that a reader may refund a sale for now. */
export function refundReasonsOf(row: Pick<SaleRow, 'refundable_minor' | 'owner_id'>, { userId, isAdmin }: Reader): RefundReason[] {
  if (row.refundable_minor <= 0) return []
  if (isAdmin) return [...refundReasons]
  return row.owner_id === userId ? ['organizer'] : []
}

export function toSale(row: SaleRow, reader: Reader, now: Date): Sale {
  const money = (minor: number) => ({ minor, currency: row.currency })
  const iso = (text: string | null) => (text === null ? null : new Date(text).toISOString())
  const { refund } = row
  return {
    id: row.id,
    number: row.number,
    product: { slug: row.slug, title: row.title, type: row.type },
    channel: { slug: row.channel_slug, title: row.channel_title },
    email: row.email,
    amount: money(row.amount_minor),
    support: money(row.support_minor),
    tax: {
      basisPoints: row.tax_basis_points,
      amount: money(row.tax_minor),
      ...(row.tax_reason === null ? {} : { by: { reason: row.tax_reason, place: row.tax_place } }),
    },
    placeProofs: row.place_proofs,
    soldAt: row.paid_at.toISOString(),
    eventAt: row.event_at?.toISOString() ?? null,
    country: row.country,
    status: row.status,
    refunded: money(row.refunded_minor),
    refundable: money(row.refundable_minor),
    lines: row.lines.map(({ id, title, minor }) => ({ id, title, refundable: money(minor) })),
    mine: money(row.mine_minor),
    buyer: { name: row.name, surname: row.surname, email: row.buyer_email, country: row.buyer_country },
    refund: refund && {
      status: refund.status,
      reason: refund.reason,
      note: refund.note,
      amount: money(refund.amount_minor),
      createdAt: new Date(refund.created_at).toISOString(),
      dueAt: iso(refund.due_at),
      succeededAt: iso(refund.succeeded_at),
      isReturned: refund.is_returned,
      isOverdue: refund.status !== 'succeeded' && refund.due_at !== null && new Date(refund.due_at) < now,
    },
    dispute: row.dispute && {
      status: row.dispute.status,
      ground: groundOf(row.dispute.reason),
      amount: { minor: row.dispute.amount_minor, currency: row.dispute.currency },
      openedAt: new Date(row.dispute.opened_at).toISOString(),
      dueAt: iso(row.dispute.due_at),
      closedAt: iso(row.dispute.closed_at),
      statement: row.dispute.statement,
    },
    invoices: row.invoices.map(toInvoiceRef),
    allowed: { refund: refundReasonsOf(row, reader), stateDispute: row.dispute !== null && takesStatement(row.dispute, now) },
  }
}

export function toSums(rows: readonly SaleSumRow[]) {
  return rows.map(({ currency, ...row }) => {
    const money = (minor: number) => ({ minor, currency })
    return {
      count: row.count,
      amount: money(row.amount_minor),
      support: money(row.support_minor),
      refunded: money(row.refunded_minor),
      mine: money(row.mine_minor),
    }
  })
}
