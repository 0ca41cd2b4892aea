import type { Knex } from 'knex'
import { positions } from '../payouts/positions.ts'
import type { Calendar } from '../payouts/repository.ts'
import type { InvoiceLine } from '../invoices/document.ts'
import type { OpenMonth } from './invoice-repository.ts'

/** A sale, or a refund that gave its fee back. */
export interface OpenFee {
  id: string
  item_id: string
  is_sale: boolean
  /** The share in the price, of a sale. */
  percent_minor: number
  /** All that the platform kept of the sale, or gave back. */
  fee_minor: number
  /** The sale of a refund is on an invoice, or was left out of one. */
  is_sale_done: boolean
  invoice_id: string | null
}

const revenue = `select e.amount_minor from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'platform_revenue'
  where e.transaction_id = x.id`
/** Transactions of channels that no invoice has, by the month before the statement that takes them. */
const open = `select x.id, p.channel_id, p.currency, (min(p.period) - interval '1 month')::date as period
  from (${positions} where x.kind in ('sale', 'refund') and x.order_item_id is not null
      and not exists (select 1 from invoiced_fees f where f.transaction_id = x.id) and exists (${revenue})) p
  join ledger_entries of_position on of_position.id = p.id join ledger_transactions x on x.id = of_position.transaction_id
  where p.period <= :currentPeriod::date group by x.id, p.channel_id, p.currency`

export async function openFeeMonths(knex: Knex, calendar: Calendar): Promise<OpenMonth[]> {
  const { rows } = await knex.raw<{ rows: OpenMonth[] }>(
    `select distinct channel_id, period, currency from (${open}) o order by period, channel_id limit 200`,
    values(calendar),
  )
  return rows
}

/** Invoices of a channel are made one after the other. */
export async function lockChannel(trx: Knex, channelId: string): Promise<void> {
  await trx('channels').where({ id: channelId }).forNoKeyUpdate().first('id')
}

export async function openFees(trx: Knex, month: OpenMonth, calendar: Calendar): Promise<OpenFee[]> {
  const { rows } = await trx.raw<{ rows: OpenFee[] }>(
    `select x.id, x.order_item_id as item_id, x.kind = 'sale' as is_sale,
       (select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e where e.transaction_id = x.id and e.line = 'percent_fee') as percent_minor,
       (select abs(sum(amount_minor))::bigint from (${revenue}) r) as fee_minor,
       sale.id is not null as is_sale_done, sale.invoice_id
     from (${open}) o join ledger_transactions x on x.id = o.id
     left join lateral (
       select s.id, f.invoice_id from ledger_transactions s join invoiced_fees f on f.transaction_id = s.id
       where s.order_item_id = x.order_item_id and s.kind = 'sale' and x.kind <> 'sale' limit 1) sale on true
     where o.channel_id = :channelId and o.currency = :currency and o.period = :period::date order by x.occurred_at, x.id`,
    { ...values(calendar), channelId: month.channel_id, currency: month.currency, period: month.period },
  )
  return rows
}

export async function settleFees(trx: Knex, transactionIds: readonly string[], invoiceId: string | null): Promise<void> {
  await trx.raw(
    `insert into invoiced_fees (transaction_id, invoice_id) select id, :invoiceId::uuid from unnest(:transactionIds::uuid[]) id`,
    { transactionIds: [...transactionIds], invoiceId },
  )
}

export interface CreditedInvoice {
  id: string
  seller: unknown
  buyer: unknown
  /** All lines of an invoice of the platform bear one rate. */
  rate: Pick<InvoiceLine, 'taxBasisPoints' | 'taxedBy'>
}

export async function creditedInvoice(trx: Knex, id: string): Promise<CreditedInvoice> {
  const invoice = await trx('invoices').where({ id }).first('id', 'seller', 'buyer')
  const line = await trx('invoice_lines').where({ invoice_id: id }).orderBy('position').first('tax_basis_points', 'tax_reason', 'tax_place')
  if (!invoice || !line) throw new Error('the invoice is gone')
  const { tax_basis_points: taxBasisPoints, tax_reason: reason, tax_place: place } = line
  return { ...invoice, rate: { taxBasisPoints, taxedBy: reason === null ? undefined : { reason, place } } }
}

const values = ({ now, currentPeriod, nextMonth }: Calendar) => ({ now, currentPeriod, nextMonth })
