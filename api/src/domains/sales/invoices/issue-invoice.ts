import type { Knex } from 'knex'
import type { OrderRow } from '../../../db/tables/sales.ts'
import type { SoldItem } from '../orders/repository.ts'
import type { Buyer, Seller } from './document.ts'
import { linesOf, reversed, seriesOf } from './policy.ts'
import type { InvoiceRepository } from './repository.ts'

export type IssueInvoice = ReturnType<typeof createIssueInvoice>

/** Invoices and credit notes, in the transaction of the payment or the refund that they are for. */
export function createIssueInvoice({ repository }: { repository: InvoiceRepository }) {
  return {
    async forSale(trx: Knex, order: OrderRow, item: SoldItem, now: Date): Promise<void> {
      await repository.insert(trx, {
        kind: 'invoice',
        series: seriesOf('invoice', now),
        channelId: item.channel_id,
        order,
        seller: await repository.sellerOf(trx, item.channel_id),
        buyer: { ...(order.billing as Buyer), email: order.email },
        lines: linesOf(order, item, order.locale),
        issuedAt: now,
      })
    },

    /** Corrects the whole invoice of a sale. An order that was paid before there were invoices has none. */
    async forRefund(
      trx: Knex,
      order: OrderRow,
      { refundId, channelId, now }: { refundId: string; channelId: string; now: Date },
    ): Promise<void> {
      const invoice = await repository.invoiceOf(trx, order.id)
      if (!invoice) return
      await repository.insert(trx, {
        kind: 'credit_note',
        series: seriesOf('credit_note', now),
        channelId,
        order,
        refundId,
        correctsId: invoice.id,
        seller: invoice.seller as Seller,
        buyer: invoice.buyer as Buyer,
        lines: reversed(await repository.linesOf(trx, invoice.id)),
        issuedAt: now,
      })
    },
  }
}
