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
  const lines = {
    id: made.id,
    currency,
    kinds: entries.map(({ kind }) => kind),
    channels: entries.map(({ kind }) => (kind === 'organizer_payable' ? booking.channelId : null)),
    amounts: entries.map(({ amountMinor }) => amountMinor),
    lines: entries.map(({ line = null }) => line),
  }
  // In one order for everybody, so that two that need the same new accounts never wait for each other.
  await trx.raw(
    `insert into ledger_accounts (kind, channel_id, currency)
     select e.kind, e.channel_id, :currency from unnest(:kinds::text[], :channels::uuid[]) e(kind, channel_id) order by 1, 2
     on conflict (kind, channel_id, currency) do nothing`,
    lines,
  )
  await trx.raw(
    `insert into ledger_entries (transaction_id, account_id, amount_minor, line)
     select :id, a.id, e.amount_minor, e.line
     from unnest(:kinds::text[], :channels::uuid[], :amounts::bigint[], :lines::text[]) with ordinality e(kind, channel_id, amount_minor, line, position)
     join ledger_accounts a on a.kind = e.kind and a.channel_id is not distinct from e.channel_id and a.currency = :currency
     order by e.position`,
    lines,
  )
}
