import type { InvoiceRow } from '../../../../db/tables/sales-ledger.ts'

/** An invoice as a list of orders or sales holds it. */
export interface InvoiceListItem extends Pick<InvoiceRow, 'id' | 'kind' | 'number'> {
  series: string
  issued_at: string
}

/** Column `invoices` of a query that calls the order `o`. */
export const invoicesColumn = `(select coalesce(json_agg(json_build_object('id', v.id, 'kind', v.kind, 'number', v.number, 'series', s.name,
    'issued_at', v.issued_at) order by v.issued_at, v.kind desc, v.number), '[]')
  from invoices v join invoice_series s on s.id = v.series_id where v.order_id = o.id)`
