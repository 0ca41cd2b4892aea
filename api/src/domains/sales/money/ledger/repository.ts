import type { StatementLine } from '@e-events/shared/domain/payouts.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../../db/knex.ts'
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
  const entryColumns = [
    currency,
    entries.map(({ kind }) => kind),
    entries.map(({ kind }) => (kind === 'organizer_payable' ? booking.channelId : null)),
  ]
  const amounts = [entries.map(({ amountMinor }) => amountMinor), entries.map(({ line = null }) => line)]
  const [made] = await prepared<{ id: string; lacks_account: boolean }>(trx, 'book', bookAll, [
    ...entryColumns,
    ...amounts,
    booking.kind,
    booking.key,
    booking.orderId ?? null,
    booking.itemId ?? null,
    booking.refundId ?? null,
    booking.payoutId ?? null,
    booking.usageChargeId ?? null,
    booking.occurredAt,
  ])
  if (!made?.lacks_account) return
  // In one order for everybody, so that two that need the same new accounts never wait for each other.
  await prepared(
    trx,
    'make-ledger-accounts',
    `insert into ledger_accounts (kind, channel_id, currency)
     select e.kind, e.channel_id, $1 from unnest($2::text[], $3::uuid[]) e(kind, channel_id) order by 1, 2
     on conflict (kind, channel_id, currency) do nothing`,
    entryColumns,
  )
  await prepared(
    trx,
    'book-entries',
    `with wanted as (${wantedEntries})
     insert into ledger_entries (transaction_id, account_id, amount_minor, line)
     select $6, w.account_id, w.amount_minor, w.line from wanted w order by w.position`,
    [...entryColumns, ...amounts, made.id],
  )
}

/** Entries with their accounts, as far as there are any. */
const wantedEntries = `select a.id as account_id, e.amount_minor, e.line, e.position
  from unnest($2::text[], $3::uuid[], $4::bigint[], $5::text[]) with ordinality e(kind, channel_id, amount_minor, line, position)
  left join ledger_accounts a on a.kind = e.kind and a.channel_id is not distinct from e.channel_id and a.currency = $1`

/** A transaction with all its entries; without any where one of the accounts is still to be made. */
const bookAll = `with made as (
    insert into ledger_transactions (kind, dedupe_key, order_id, order_item_id, refund_id, payout_id, usage_charge_id, occurred_at)
    values ($6, $7, $8, $9, $10, $11, $12, $13) on conflict (dedupe_key) do nothing returning id
  ), wanted as (${wantedEntries}
  ), written as (
    insert into ledger_entries (transaction_id, account_id, amount_minor, line)
    select m.id, w.account_id, w.amount_minor, w.line from made m, wanted w
    where not exists (select from wanted lacking where lacking.account_id is null) order by w.position
  )
  select m.id, exists (select from wanted w where w.account_id is null) as lacks_account from made m`
