import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/**
 * Payouts hold entries of the ledger instead of amounts of their own: an entry of an organizer's account is in one
 * payout at most. A run is what an administrator approved at once; its payouts are one file for the bank.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Since when payouts go to this account.
    alter table channels add column iban_changed_at timestamptz;

    alter table ledger_entries
      add column line text check (line in ('takings', 'support', 'percent_fee', 'ticket_fee', 'refund', 'refunded_fees', 'dispute',
        'live_hours', 'private_access', 'private_hours', 'rehearsal_hours', 'recording', 'correction'));

    create table payout_runs (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      -- The month that it pays, by its first day.
      period date not null check (extract(day from period) = 1),
      idempotency_key uuid not null unique,
      approved_by uuid references users on delete set null,
      approved_at timestamptz not null
    );
    create index payout_runs_approved_by_index on payout_runs (approved_by);

    drop table payout_items;
    alter table ledger_transactions drop column payout_id;
    drop table payouts;
    create table payouts (
      id uuid primary key default gen_random_uuid(),
      run_id uuid not null references payout_runs on delete restrict,
      channel_id uuid not null references channels on delete restrict,
      period date not null check (extract(day from period) = 1),
      status text not null default 'processing' check (status in ('processing', 'paid', 'failed')),
      amount_minor bigint not null check (amount_minor > 0),
      currency char(3) not null check (is_currency(currency)),
      -- Account and name as they were when it was approved.
      iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$'),
      beneficiary text not null check (length(beneficiary) between 1 and 200),
      paid_at timestamptz,
      settled_by uuid references users on delete set null,
      note text check (length(note) <= 500),
      constraint payouts_paid check ((status = 'paid') = (paid_at is not null))
    );
    create unique index payouts_period_key on payouts (channel_id, currency, period) where status <> 'failed';
    create index payouts_channel_index on payouts (channel_id);
    create index payouts_run_index on payouts (run_id);
    create index payouts_settled_by_index on payouts (settled_by);
    alter table ledger_transactions add column payout_id uuid references payouts on delete restrict;
    create index ledger_transactions_payout_index on ledger_transactions (payout_id);

    create table payout_items (
      payout_id uuid not null references payouts on delete restrict,
      entry_id uuid not null references ledger_entries on delete restrict,
      -- The month that the entry was due in.
      period date not null check (extract(day from period) = 1),
      -- Its payout failed: the entry is paid by another one.
      is_released boolean not null default false,
      primary key (payout_id, entry_id)
    );
    create unique index payout_items_entry_key on payout_items (entry_id) where not is_released;
    create index payout_items_released_index on payout_items (entry_id);
  `)
  await addTimestamps(knex, 'payouts')
  await knex.raw(charges)
}

/** Charges are found by what caused them, each once; and the nightly match of the ledger with payment providers. */
const charges = `
  alter table usage_charges
    drop constraint usage_charges_key,
    drop column ledger_transaction_id,
    add column access_code_id uuid references access_codes on delete restrict,
    -- Started hours beyond those that are included; the quantity is these times tickets or accesses.
    add column hours int check (hours > 0),
    add column occurred_at timestamptz not null default now(),
    add constraint usage_charges_cause check (num_nonnulls(broadcast_id, recording_id, access_code_id) = 1);
  create unique index usage_charges_broadcast_key on usage_charges (broadcast_id, kind);
  create unique index usage_charges_recording_key on usage_charges (recording_id);
  create unique index usage_charges_access_code_key on usage_charges (access_code_id);
  alter table ledger_transactions add column usage_charge_id uuid references usage_charges on delete restrict;
  create index ledger_transactions_usage_charge_index on ledger_transactions (usage_charge_id);
  create unique index prepaid_minutes_bought_key on prepaid_minutes (order_item_id);
  create unique index prepaid_minutes_used_key on prepaid_minutes (broadcast_id);

  create table ledger_checks (
    id uuid primary key default gen_random_uuid(),
    provider text not null check (provider in ('stripe', 'pos', 'test')),
    currency char(3) not null check (is_currency(currency)),
    day date not null,
    provider_minor bigint not null,
    ledger_minor bigint not null,
    checked_at timestamptz not null,
    constraint ledger_checks_key unique (provider, currency, day)
  );
  -- Payments and refunds whose amounts are not the same on both sides; null: one side does not know it.
  create table ledger_differences (
    check_id uuid not null references ledger_checks on delete cascade,
    kind text not null check (kind in ('payment', 'refund')),
    reference text not null,
    provider_minor bigint,
    ledger_minor bigint,
    primary key (check_id, kind, reference),
    constraint ledger_differences_differ check (provider_minor is distinct from ledger_minor)
  );
`

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'ledger_differences', 'ledger_checks')
  await knex.raw(`
    drop index prepaid_minutes_used_key;
    drop index prepaid_minutes_bought_key;
    alter table ledger_transactions drop column usage_charge_id;
    alter table usage_charges
      drop constraint usage_charges_cause,
      drop column occurred_at,
      drop column hours,
      drop column access_code_id,
      add column ledger_transaction_id uuid references ledger_transactions on delete restrict,
      add constraint usage_charges_key unique nulls not distinct (broadcast_id, kind, product_id, period);
    create index usage_charges_ledger_index on usage_charges (ledger_transaction_id);
    drop index usage_charges_broadcast_key;
    drop index usage_charges_recording_key;
  `)
  await dropTables(knex, 'payout_items')
  await knex.raw('alter table ledger_transactions drop column payout_id')
  await dropTables(knex, 'payouts', 'payout_runs')
  await knex.raw(`
    alter table ledger_entries drop column line;
    alter table channels drop column iban_changed_at;
    create table payouts (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      period date not null check (extract(day from period) = 1),
      status text not null default 'due' check (status in ('due', 'held', 'processing', 'paid', 'failed')),
      amount_minor bigint not null check (amount_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      iban text,
      due_at timestamptz not null,
      paid_at timestamptz,
      paid_by uuid references users on delete set null,
      provider_transfer_id text unique,
      failure_code text,
      constraint payouts_period_key unique (channel_id, period, currency),
      constraint payouts_paid check ((status = 'paid') = (paid_at is not null))
    );
    create index payouts_paid_by_index on payouts (paid_by);
    create index payouts_due_index on payouts (due_at) where status in ('due', 'failed');
    create table payout_items (
      payout_id uuid not null references payouts on delete restrict,
      order_item_id uuid not null unique references order_items on delete restrict,
      gross_minor bigint not null,
      fee_minor bigint not null,
      net_minor bigint not null,
      primary key (payout_id, order_item_id),
      constraint payout_items_sum check (net_minor = gross_minor - fee_minor)
    );
    alter table ledger_transactions add column payout_id uuid references payouts on delete restrict;
    create index ledger_transactions_payout_index on ledger_transactions (payout_id);
  `)
  await addTimestamps(knex, 'payouts')
}
