import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { PlaceProof, TaxReason } from '@e-events/shared/domain/tax.ts'
import type { Knex } from 'knex'
import type { DisputeRow } from '../../../db/tables/sales-refunds.ts'
import type { OrderRow, RefundRow } from '../../../db/tables/sales.ts'
import { invoicesColumn, type InvoiceListItem } from '../money/invoices/invoice-list.ts'
import { refundable } from '../money/refunds/repository.ts'
import { amount, applyFilters, applyOrder, orders, status, type Position, type SaleFilters } from './list-query.ts'

export interface SaleRow {
  id: string
  order_id: string
  number: number
  slug: string
  title: string
  type: ProductType
  channel_slug: string
  channel_title: string
  owner_id: string
  email: string
  currency: string
  amount_minor: number
  support_minor: number
  tax_basis_points: number
  tax_minor: number
  tax_reason: TaxReason | null
  tax_place: string | null
  place_proofs: PlaceProof[]
  mine_minor: number
  refunded_minor: number
  refundable_minor: number
  lines: { id: string; title: string; minor: number }[]
  /** All of them, refunded or not. */
  order_lines: string[]
  paid_at: Date
  event_at: Date | null
  country: string | null
  status: Extract<OrderRow['status'], 'paid' | 'partially_refunded' | 'refunded'>
  name: string
  surname: string
  buyer_email: string
  buyer_country: string | null
  refund:
    | (Pick<RefundRow, 'reason' | 'note' | 'amount_minor'> & {
        status: 'pending' | 'processing' | 'by_hand' | 'succeeded'
        created_at: string
        due_at: string | null
        succeeded_at: string | null
        is_returned: boolean
      })
    | null
  dispute:
    | (Pick<DisputeRow, 'status' | 'reason' | 'amount_minor' | 'currency' | 'statement'> & {
        opened_at: string
        due_at: string | null
        closed_at: string | null
      })
    | null
  invoices: InvoiceListItem[]
  sort_text: string
}

/** A sale for a file, with the exportable metadata of its product by key. */
export type ExportedSaleRow = SaleRow & { metadata: Record<string, string> }

export interface SaleSumRow {
  currency: string
  count: number
  amount_minor: number
  support_minor: number
  refunded_minor: number
  mine_minor: number
}

export type SaleRepository = ReturnType<typeof createSaleRepository>

/** Sum of the organizer's account over sale and refunds of a line. */
const mine = `(select coalesce(-sum(e.amount_minor), 0)::bigint from ledger_transactions x
  join ledger_entries e on e.transaction_id = x.id join ledger_accounts a on a.id = e.account_id
  where x.order_item_id = i.id and a.kind = 'organizer_payable')`
/** The refund of the line that waits for a person, else the last one that did not fail. */
const refund = `(select json_build_object('status', r.status, 'reason', r.reason, 'note', r.note, 'amount_minor', r.amount_minor,
    'created_at', r.created_at, 'due_at', r.due_at, 'succeeded_at', r.succeeded_at, 'is_returned', r.status = 'by_hand' and r.failure_code is not null)
  from refunds r where r.order_id = o.id and (r.order_item_id is null or r.order_item_id = i.id) and r.status <> 'failed' order by r.status = 'by_hand' desc, r.created_at desc limit 1)`

/** The dispute of the order that runs, else the last one. */
const dispute = `(select json_build_object('status', d.status, 'reason', d.reason, 'amount_minor', d.amount_minor, 'currency', d.currency,
    'opened_at', d.opened_at, 'due_at', d.due_at, 'closed_at', d.closed_at, 'statement', d.statement)
  from disputes d join payments y on y.id = d.payment_id where y.order_id = o.id order by d.closed_at is null desc, d.opened_at desc limit 1)`

/** Lines of the same order and seller of which something is left. */
const lines = `(select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'minor', l.minor) order by l.position), '[]')
  from (select i.id, i.title, i.position, ${refundable} as minor from order_items i where i.order_id = o.id and i.channel_id = c.id) l
  where l.minor > 0)`

const metadata = `(select coalesce(json_object_agg(m.key, m.value), '{}') from product_metadata m where m.product_id = p.id and m.exportable)`
/** A file has a column for each: the first ones by name, where products have more. */
const exportedKeys = 100

export function createSaleRepository(knex: Knex) {
  const from = () =>
    knex('order_items as i')
      .join('orders as o', 'o.id', 'i.order_id')
      .join('products as p', 'p.id', 'i.product_id')
      .join('channels as c', 'c.id', 'i.channel_id')
      .join('users as u', 'u.id', 'o.user_id')
  const select = () =>
    from().select<SaleRow[]>(
      'i.id',
      'i.order_id',
      'o.number',
      'p.slug',
      'i.title',
      'p.type',
      'c.slug as channel_slug',
      'c.title as channel_title',
      'c.owner_id',
      knex.raw('o.email::text as email'),
      'o.currency',
      knex.raw(`${amount} as amount_minor`),
      'i.support_minor',
      'i.tax_basis_points',
      'i.tax_minor',
      'i.tax_reason',
      'i.tax_place',
      'o.place_proofs',
      knex.raw(`${mine} as mine_minor`),
      'i.refunded_minor',
      knex.raw(`${refundable} as refundable_minor`),
      knex.raw(`${lines} as lines`),
      knex.raw('array(select l.id::text from order_items l where l.order_id = o.id and l.channel_id = c.id) as order_lines'),
      'o.paid_at',
      'i.event_at',
      'o.country',
      knex.raw(`${status} as status`),
      'u.name',
      'u.surname',
      knex.raw('u.email::text as buyer_email'),
      'u.country as buyer_country',
      knex.raw(`${refund} as refund`),
      knex.raw(`${dispute} as dispute`),
      knex.raw(`${invoicesColumn} as invoices`),
    )
  const pageOf = <Query extends Knex.QueryBuilder>(
    query: Query,
    filters: SaleFilters,
    ownerId: string | undefined,
    { after, limit }: { after: Position | undefined; limit: number },
  ): Query => {
    void query.select(knex.raw(`${orders[filters.sort].text} as sort_text`)).limit(limit)
    applyFilters(query, filters, ownerId)
    applyOrder(query, filters, after)
    return query
  }

  return {
    async list(
      filters: SaleFilters,
      ownerId: string | undefined,
      page: { after: Position | undefined; limit: number },
    ): Promise<SaleRow[]> {
      return pageOf(select(), filters, ownerId, page)
    },

    async listExported(
      filters: SaleFilters,
      ownerId: string | undefined,
      page: { after: Position | undefined; limit: number },
    ): Promise<ExportedSaleRow[]> {
      return pageOf(select().select<ExportedSaleRow[]>(knex.raw(`${metadata} as metadata`)), filters, ownerId, page)
    },

    /** Keys of the exportable metadata of the products sold, sorted. */
    async metadataKeys(filters: SaleFilters, ownerId: string | undefined): Promise<string[]> {
      const query = from()
        .join('product_metadata as m', 'm.product_id', 'p.id')
        .where('m.exportable', true)
        .distinct<{ key: string }[]>('m.key')
        .orderBy('m.key')
        .limit(exportedKeys)
      applyFilters(query, filters, ownerId)
      return (await query).map(({ key }) => key)
    },

    async sums(filters: SaleFilters, ownerId: string | undefined): Promise<SaleSumRow[]> {
      const query = from()
        .select<SaleSumRow[]>(
          'o.currency',
          knex.raw('count(*) as count'),
          knex.raw(`sum(${amount})::bigint as amount_minor`),
          knex.raw('sum(i.support_minor)::bigint as support_minor'),
          knex.raw('sum(i.refunded_minor)::bigint as refunded_minor'),
          knex.raw(`sum(${mine})::bigint as mine_minor`),
        )
        .groupBy('o.currency')
        .orderBy('amount_minor', 'desc')
      applyFilters(query, filters, ownerId)
      return query
    },

    /** Paid tickets of an organizer that were not given back; goods and postage are none. */
    async countTickets(ownerId: string): Promise<number> {
      const [row] = await from()
        .where('c.owner_id', ownerId)
        .whereNotNull('o.paid_at')
        .where('o.total_minor', '>', 0)
        .whereNot('i.kind', 'physical')
        .whereRaw(`${status} <> 'refunded'`)
        .count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },

    async find(id: string): Promise<SaleRow | undefined> {
      return select().where('i.id', id).whereNotNull('o.paid_at').first()
    },
  }
}
