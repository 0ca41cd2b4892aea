import type { Knex } from 'knex'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import type { SoldItem } from '../../orders/repository.ts'
import type { Buyer, Seller } from './document.ts'
import { linesOf, reversed, seriesOf } from './policy.ts'
import type { InvoiceRepository } from './repository.ts'

export type IssueInvoice = ReturnType<typeof createIssueInvoice>

/** Invoices and credit notes, in the transaction of the payment or the refund that they are for. */
export function createIssueInvoice({ repository }: { repository: InvoiceRepository }) {
  return {
    async forSale(trx: Knex, order: OrderRow, items: readonly SoldItem[], now: Date): Promise<void> {
      const channelId = sellerOf(items)
      await repository.insert(trx, {
        kind: 'invoice',
        series: seriesOf('invoice', now),
        channelId,
        currency: order.currency,
        of: { order },
        seller: await repository.sellerOf(trx, channelId),
        buyer: { ...(order.billing as Buyer), email: order.email },
        lines: linesOf(items, order.locale),
        issuedAt: now,
      })
    },

    /** Takes these lines of the invoice back. An order that was paid before there were invoices has none. */
    async forRefund(
      trx: Knex,
      order: OrderRow,
      { refundId, items, now }: { refundId: string; items: readonly SoldItem[]; now: Date },
    ): Promise<void> {
      const invoice = await repository.invoiceOf(trx, order.id)
      if (!invoice) return
      await repository.insert(trx, {
        kind: 'credit_note',
        series: seriesOf('credit_note', now),
        channelId: sellerOf(items),
        currency: order.currency,
        of: { order },
        refundId,
        correctsId: invoice.id,
        seller: invoice.seller as Seller,
        buyer: invoice.buyer as Buyer,
        lines: reversed(linesOf(items, order.locale)),
        issuedAt: now,
      })
    },
  }
}

/** Channel whose goods an order holds; null: the platform itself. */
function sellerOf(items: readonly SoldItem[]): string | null {
  return items[0]?.channel_id ?? null
}
