import type { Knex } from 'knex'
import type { LedgerTransactionInsert } from '../../../db/tables/sales-ledger.ts'

interface Booking {
  kind: LedgerTransactionInsert['kind']
  /** The same key books once. */
  key: string
  orderId: string
  /** The line that it is about. */
  itemId?: string
  refundId?: string
  /** Whose share the entries of `organizer_payable` are; null where none is an organizer's. */
  channelId: string | null
  currency: string
  occurredAt: Date
  entries: readonly { kind: string; amountMinor: number }[]
}

/** Books a transaction, once per key. The database refuses entries that do not add up to zero. */
export async function book(trx: Knex, booking: Booking): Promise<void> {
  const { entries, currency } = booking
  if (entries.length === 0) return
  const [made] = await trx('ledger_transactions')
    .insert({
      kind: booking.kind,
      dedupe_key: booking.key,
      order_id: booking.orderId,
      order_item_id: booking.itemId ?? null,
      refund_id: booking.refundId ?? null,
      occurred_at: booking.occurredAt,
    })
    .onConflict('dedupe_key')
    .ignore()
    .returning('id')
  if (!made) return
  for (const { kind, amountMinor } of entries) {
    const account = { kind: kind as 'cash', channel_id: kind === 'organizer_payable' ? booking.channelId : null, currency }
    await trx('ledger_accounts').insert(account).onConflict(trx.raw('(kind, channel_id, currency)')).ignore()
    await trx.raw(
      `insert into ledger_entries (transaction_id, account_id, amount_minor)
       select :id, a.id, :amountMinor from ledger_accounts a
       where a.kind = :kind and a.channel_id is not distinct from :channelId::uuid and a.currency = :currency`,
      { id: made.id, amountMinor, kind, channelId: account.channel_id, currency },
    )
  }
}
