import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { UsageChargeRow, UsageChargeUpdate } from '../../../../db/tables/sales-ledger.ts'
import type { BuyerRow } from '../../orders/repository.ts'
import type { InvoiceLine } from '../invoices/document.ts'

/** A month of a channel with charges that no invoice has. */
export type OpenMonth = Pick<UsageChargeRow, 'channel_id' | 'period' | 'currency'>

export interface LockedCharge extends Pick<UsageChargeRow, 'id' | 'product_id' | 'kind' | 'quantity' | 'unit_minor' | 'amount_minor'> {
  title: string | null
}

/** Months before `period` (the first day of one). */
export function openMonths(knex: Knex, period: string): Promise<OpenMonth[]> {
  return knex('usage_charges')
    .distinct('channel_id', 'period', 'currency')
    .where('period', '<', period)
    .whereNull('invoice_line_id')
    .where('amount_minor', '>', 0)
    .orderBy(['period', 'channel_id'])
    .limit(200)
}

/** Charges of a month that no invoice has, in the order in which they arose; one that is given back meanwhile waits. */
export function lockCharges(trx: Knex, month: OpenMonth): Promise<LockedCharge[]> {
  return trx('usage_charges as u')
    .leftJoin('products as p', 'p.id', 'u.product_id')
    .where({ 'u.channel_id': month.channel_id, 'u.period': month.period, 'u.currency': month.currency })
    .whereNull('u.invoice_line_id')
    .where('u.amount_minor', '>', 0)
    .orderBy(['u.occurred_at', 'u.kind', 'u.id'])
    .forUpdate('u')
    .select<LockedCharge[]>('u.id', 'u.product_id', 'u.kind', 'u.quantity', 'u.unit_minor', 'u.amount_minor', 'p.title')
}

export async function nameLine(
  trx: Knex,
  chargeIds: readonly string[],
  line: Pick<UsageChargeUpdate, 'invoice_line_id' | 'credit_line_id'>,
): Promise<void> {
  await trx('usage_charges')
    .whereIn('id', [...chargeIds])
    .update(line)
}

const isUncredited = `u.waived_reason is not null and u.invoice_line_id is not null and u.credit_line_id is null`

/** Charges that were given back after they were invoiced. */
export function uncredited(knex: Knex): Promise<string[]> {
  return knex('usage_charges as u').whereRaw(isUncredited).orderBy('u.id').limit(200).pluck<string[]>('u.id')
}

export interface UncreditedCharge {
  channel_id: string
  invoice: { id: string; currency: string; locale: Language; seller: unknown; buyer: unknown }
  line: InvoiceLine
}

/** Undefined where it has its credit note by now. */
export async function lockUncredited(trx: Knex, chargeId: string): Promise<UncreditedCharge | undefined> {
  const charge = await trx('usage_charges as u')
    .where('u.id', chargeId)
    .whereRaw(isUncredited)
    .forUpdate()
    .first<Pick<UsageChargeRow, 'channel_id' | 'invoice_line_id'> | undefined>('u.channel_id', 'u.invoice_line_id')
  const line = charge?.invoice_line_id ? await trx('invoice_lines').where({ id: charge.invoice_line_id }).first() : undefined
  const invoice = line && (await trx('invoices').where({ id: line.invoice_id }).first())
  if (!charge || !line || !invoice?.locale) return undefined
  const { id, currency, locale, seller, buyer } = invoice
  return {
    channel_id: charge.channel_id,
    invoice: { id, currency, locale, seller, buyer },
    line: {
      title: line.title,
      quantity: line.quantity,
      netMinor: line.net_minor,
      taxBasisPoints: line.tax_basis_points,
      taxMinor: line.tax_minor,
      totalMinor: line.total_minor,
      orderItemId: null,
      taxedBy: line.tax_reason === null ? undefined : { reason: line.tax_reason, place: line.tax_place },
    },
  }
}

export interface BilledChannel {
  /** The channel's billing data, in the shape of a buyer's; its country is the owner's where it has none. */
  buyer: BuyerRow
  locale: Language
  /** Its owner's account is gone. */
  isErased: boolean
}

export async function billedChannel(knex: Knex, channelId: string): Promise<BilledChannel> {
  const row = await knex('channels as c')
    .join('users as u', 'u.id', 'c.owner_id')
    .where('c.id', channelId)
    .first<(BuyerRow & { is_erased: boolean }) | undefined>(
      'u.id',
      'u.email',
      'u.name',
      'u.surname',
      'u.locale',
      'u.country',
      'c.business_name as billing_company',
      'c.billing_nif',
      'c.billing_address',
      'c.billing_city',
      'c.billing_postal_code',
      'c.billing_country',
      'c.billing_prefix',
      'c.billing_phone',
      knex.raw('u.deleted_at is not null as is_erased'),
    )
  if (!row) throw new Error('the channel is gone')
  const { is_erased: isErased, ...buyer } = row
  return { buyer, locale: buyer.locale, isErased }
}
