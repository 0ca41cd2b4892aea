import type { StatementLine } from '@e-events/shared/domain/payouts.ts'
import type { Knex } from 'knex'
import type { LedgerTransactionInsert } from '../../../../db/tables/sales-ledger.ts'

interface Booking {
  kind: LedgerTransactionInsert['kind']
  /** The same key books once. */
  key: string
  /** The act behind it. */
  orderId?: string
  /** The line that it is about. */
  itemId?: string
  refundId?: string
  payoutId?: string
  usageChargeId?: string
  /** Whose share the entries of `organizer_payable` are; null where none is an organizer's. */
  channelId: string | null
  currency: string
  occurredAt: Date
  /** `line`: where a statement says the entry. */
  entries: readonly { kind: string; amountMinor: number; line?: StatementLine }[]
}

/** Books a transaction, once per key. The database refuses entries that do not add up to zero. */
export async function book(trx: Knex, booking: Booking): Promise<void> {
  const { entries, currency } = booking
  if (entries.length === 0) return
  const [made] = await trx('ledger_transactions')
    .insert({
      kind: booking.kind,
      dedupe_key: booking.key,
      order_id: booking.orderId ?? null,
      order_item_id: booking.itemId ?? null,
      refund_id: booking.refundId ?? null,
      payout_id: booking.payoutId ?? null,
      usage_charge_id: booking.usageChargeId ?? null,
      occurred_at: booking.occurredAt,
    })
    .onConflict('dedupe_key')
    .ignore()
    .returning('id')
  if (!made) return
  for (const { kind, amountMinor, line = null } of entries) {
    const channelId = kind === 'organizer_payable' ? booking.channelId : null
    const account = { kind: kind as 'cash', channel_id: channelId, currency }
    await trx('ledger_accounts').insert(account).onConflict(trx.raw('(kind, channel_id, currency)')).ignore()
    await trx.raw(
      `insert into ledger_entries (transaction_id, account_id, amount_minor, line)
       select :id, a.id, :amountMinor, :line from ledger_accounts a
       where a.kind = :kind and a.channel_id is not distinct from :channelId::uuid and a.currency = :currency`,
      { id: made.id, amountMinor, kind, channelId, currency, line },
    )
  }
}
