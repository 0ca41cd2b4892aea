// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface TaxRuleRow {
  id: string
  country: string | null
  product_type: 'vod' | 'live' | 'broadcast' | 'podcast' | 'post' | 'course' | 'meet' | 'datasheet' | 'physical' | 'master' | null
  basis_points: number
  valid_from: string
  note: string | null
  created_at: Date
  updated_at: Date
}
export type TaxRuleInsert = Insert<TaxRuleRow, 'basis_points' | 'valid_from'>
export type TaxRuleUpdate = Update<TaxRuleRow>

export interface LedgerAccountRow {
  id: string
  kind:
    | 'cash'
    | 'provider_clearing'
    | 'organizer_payable'
    | 'platform_revenue'
    | 'tax_payable'
    | 'refunds_payable'
    | 'prepaid_hours'
    | 'provider_fees'
    | 'losses'
  channel_id: string | null
  currency: string
  created_at: Date
  updated_at: Date
}
export type LedgerAccountInsert = Insert<LedgerAccountRow, 'kind' | 'currency'>
export type LedgerAccountUpdate = Update<LedgerAccountRow>

export interface PayoutRunRow {
  id: string
  number: number
  period: string
  idempotency_key: string
  approved_by: string | null
  approved_at: Date
}
export type PayoutRunInsert = Insert<PayoutRunRow, 'period' | 'idempotency_key' | 'approved_at', 'number'>
export type PayoutRunUpdate = Update<PayoutRunRow, 'number'>

export interface PayoutRow {
  id: string
  run_id: string
  channel_id: string
  period: string
  status: 'processing' | 'paid' | 'failed'
  amount_minor: number
  currency: string
  iban: string
  beneficiary: string
  paid_at: Date | null
  settled_by: string | null
  note: string | null
  created_at: Date
  updated_at: Date
}
export type PayoutInsert = Insert<PayoutRow, 'run_id' | 'channel_id' | 'period' | 'amount_minor' | 'currency' | 'iban' | 'beneficiary'>
export type PayoutUpdate = Update<PayoutRow>

export interface PayoutItemRow {
  payout_id: string
  entry_id: string
  period: string
  is_released: boolean
}
export type PayoutItemInsert = Insert<PayoutItemRow, 'payout_id' | 'entry_id' | 'period'>
export type PayoutItemUpdate = Update<PayoutItemRow>

export interface LedgerTransactionRow {
  id: string
  kind: 'sale' | 'refund' | 'payout' | 'fee' | 'usage' | 'prepayment' | 'subscription' | 'dispute' | 'correction'
  dedupe_key: string
  order_id: string | null
  refund_id: string | null
  note: string | null
  occurred_at: Date
  payout_id: string | null
  usage_charge_id: string | null
  order_item_id: string | null
}
export type LedgerTransactionInsert = Insert<LedgerTransactionRow, 'kind' | 'dedupe_key'>
export type LedgerTransactionUpdate = Update<LedgerTransactionRow>

export interface LedgerEntryRow {
  id: string
  transaction_id: string
  account_id: string
  amount_minor: number
  memo: string | null
  line:
    | 'takings'
    | 'support'
    | 'percent_fee'
    | 'ticket_fee'
    | 'refund'
    | 'refunded_fees'
    | 'dispute'
    | 'live_hours'
    | 'private_access'
    | 'private_hours'
    | 'rehearsal_hours'
    | 'recording'
    | 'correction'
    | null
}
export type LedgerEntryInsert = Insert<LedgerEntryRow, 'transaction_id' | 'account_id' | 'amount_minor'>
export type LedgerEntryUpdate = Update<LedgerEntryRow>

export interface LedgerCheckRow {
  id: string
  provider: 'stripe' | 'pos' | 'test'
  currency: string
  day: string
  provider_minor: number
  ledger_minor: number
  checked_at: Date
}
export type LedgerCheckInsert = Insert<LedgerCheckRow, 'provider' | 'currency' | 'day' | 'provider_minor' | 'ledger_minor' | 'checked_at'>
export type LedgerCheckUpdate = Update<LedgerCheckRow>

export interface LedgerDifferenceRow {
  check_id: string
  kind: 'payment' | 'refund'
  reference: string
  provider_minor: number | null
  ledger_minor: number | null
}
export type LedgerDifferenceInsert = Insert<LedgerDifferenceRow, 'check_id' | 'kind' | 'reference'>
export type LedgerDifferenceUpdate = Update<LedgerDifferenceRow>

export interface InvoiceSeriesRow {
  id: string
  channel_id: string | null
  name: string
  next_number: number
  created_at: Date
  updated_at: Date
}
export type InvoiceSeriesInsert = Insert<InvoiceSeriesRow, 'name'>
export type InvoiceSeriesUpdate = Update<InvoiceSeriesRow>

export interface InvoiceRow {
  id: string
  series_id: string
  number: number
  kind: 'invoice' | 'credit_note'
  order_id: string | null
  refund_id: string | null
  corrects_id: string | null
  issued_at: Date
  seller: unknown
  buyer: unknown
  currency: string
  net_minor: number
  tax_minor: number
  total_minor: number
  pdf_file_id: string | null
  created_at: Date
  updated_at: Date
  channel_id: string | null
  period: string | null
  locale: 'es' | 'en' | 'pt' | null
}
export type InvoiceInsert = Insert<InvoiceRow, 'series_id' | 'seller' | 'buyer' | 'currency' | 'net_minor' | 'tax_minor' | 'total_minor'>
export type InvoiceUpdate = Update<InvoiceRow>

export interface InvoiceLineRow {
  id: string
  invoice_id: string
  order_item_id: string | null
  position: number
  title: string
  quantity: number
  net_minor: number
  tax_basis_points: number
  tax_minor: number
  total_minor: number
  tax_reason:
    | 'seller_country'
    | 'seller_unknown'
    | 'event_at_organizer'
    | 'event_at_viewer'
    | 'electronic_service'
    | 'distance_sale'
    | 'reverse_charge'
    | 'business_abroad'
    | 'intra_community_supply'
    | 'export'
    | 'import'
    | 'outside_area'
    | null
  tax_place: string | null
}
export type InvoiceLineInsert = Insert<
  InvoiceLineRow,
  'invoice_id' | 'position' | 'title' | 'quantity' | 'net_minor' | 'tax_basis_points' | 'tax_minor' | 'total_minor'
>
export type InvoiceLineUpdate = Update<InvoiceLineRow>

export interface UsageChargeRow {
  id: string
  channel_id: string
  product_id: string | null
  broadcast_id: string | null
  recording_id: string | null
  kind: 'live_hours' | 'private_access' | 'private_hours' | 'rehearsal_hours' | 'recording'
  quantity: number
  unit_minor: number
  amount_minor: number
  currency: string
  waived_reason: 'published_as_vod' | 'included' | 'prepaid' | 'admin' | null
  period: string
  created_at: Date
  updated_at: Date
  access_code_id: string | null
  hours: number | null
  occurred_at: Date
  invoice_line_id: string | null
  credit_line_id: string | null
}
export type UsageChargeInsert = Insert<UsageChargeRow, 'channel_id' | 'kind' | 'quantity' | 'unit_minor' | 'amount_minor' | 'period'>
export type UsageChargeUpdate = Update<UsageChargeRow>

export interface InvoicedFeeRow {
  transaction_id: string
  invoice_id: string | null
}
export type InvoicedFeeInsert = Insert<InvoicedFeeRow, 'transaction_id'>
export type InvoicedFeeUpdate = Update<InvoicedFeeRow>

export interface PrepaidLotRow {
  order_item_id: string
  user_id: string
  minutes: number
  used_minutes: number
  returned_minutes: number
  net_minor: number
  returned_minor: number
  currency: string
  bought_at: Date
  created_at: Date
  updated_at: Date
}
export type PrepaidLotInsert = Insert<PrepaidLotRow, 'order_item_id' | 'user_id' | 'minutes' | 'net_minor' | 'currency' | 'bought_at'>
export type PrepaidLotUpdate = Update<PrepaidLotRow>

export interface PrepaidUseRow {
  order_item_id: string
  broadcast_id: string
  minutes: number
}
export type PrepaidUseInsert = Insert<PrepaidUseRow, 'order_item_id' | 'broadcast_id' | 'minutes'>
export type PrepaidUseUpdate = Update<PrepaidUseRow>

export interface BroadcastPlanRow {
  broadcast_id: string
  plan: 'usage' | 'prepaid' | 'free'
  covered_until: Date | null
  is_settled: boolean
  created_at: Date
  updated_at: Date
}
export type BroadcastPlanInsert = Insert<BroadcastPlanRow, 'broadcast_id' | 'plan'>
export type BroadcastPlanUpdate = Update<BroadcastPlanRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    tax_rules: Knex.CompositeTableType<TaxRuleRow, TaxRuleInsert, TaxRuleUpdate>
    ledger_accounts: Knex.CompositeTableType<LedgerAccountRow, LedgerAccountInsert, LedgerAccountUpdate>
    payout_runs: Knex.CompositeTableType<PayoutRunRow, PayoutRunInsert, PayoutRunUpdate>
    payouts: Knex.CompositeTableType<PayoutRow, PayoutInsert, PayoutUpdate>
    payout_items: Knex.CompositeTableType<PayoutItemRow, PayoutItemInsert, PayoutItemUpdate>
    ledger_transactions: Knex.CompositeTableType<LedgerTransactionRow, LedgerTransactionInsert, LedgerTransactionUpdate>
    ledger_entries: Knex.CompositeTableType<LedgerEntryRow, LedgerEntryInsert, LedgerEntryUpdate>
    ledger_checks: Knex.CompositeTableType<LedgerCheckRow, LedgerCheckInsert, LedgerCheckUpdate>
    ledger_differences: Knex.CompositeTableType<LedgerDifferenceRow, LedgerDifferenceInsert, LedgerDifferenceUpdate>
    invoice_series: Knex.CompositeTableType<InvoiceSeriesRow, InvoiceSeriesInsert, InvoiceSeriesUpdate>
    invoices: Knex.CompositeTableType<InvoiceRow, InvoiceInsert, InvoiceUpdate>
    invoice_lines: Knex.CompositeTableType<InvoiceLineRow, InvoiceLineInsert, InvoiceLineUpdate>
    usage_charges: Knex.CompositeTableType<UsageChargeRow, UsageChargeInsert, UsageChargeUpdate>
    invoiced_fees: Knex.CompositeTableType<InvoicedFeeRow, InvoicedFeeInsert, InvoicedFeeUpdate>
    prepaid_lots: Knex.CompositeTableType<PrepaidLotRow, PrepaidLotInsert, PrepaidLotUpdate>
    prepaid_uses: Knex.CompositeTableType<PrepaidUseRow, PrepaidUseInsert, PrepaidUseUpdate>
    broadcast_plans: Knex.CompositeTableType<BroadcastPlanRow, BroadcastPlanInsert, BroadcastPlanUpdate>
  }
}
