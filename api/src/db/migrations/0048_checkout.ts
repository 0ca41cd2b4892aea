import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/** The built-in test provider: its name where providers are listed, and the books of its own that it would keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payments
      drop constraint payments_provider_check,
      add constraint payments_provider_check check (provider in ('stripe', 'pos', 'test'));
    alter table payment_events
      drop constraint payment_events_provider_check,
      add constraint payment_events_provider_check check (provider in ('stripe', 'pos', 'test'));
    -- Asked for by the reconciler.
    create index payments_open_index on payments (created_at) where status in ('created', 'processing');

    create table test_payments (
      id text primary key,
      -- What the platform calls it: starting the same one twice answers the same payment.
      reference text not null unique,
      amount_minor bigint not null check (amount_minor > 0),
      refunded_minor bigint not null default 0,
      currency char(3) not null check (is_currency(currency)),
      description text not null,
      state text not null default 'open' check (state in ('open', 'confirming', 'settling', 'succeeded', 'cancelled')),
      failure text check (failure in ('declined', 'insufficient_funds', 'authentication_failed')),
      settles_at timestamptz,
      return_url text not null,
      cancel_url text not null,
      constraint test_payments_refunded check (refunded_minor between 0 and amount_minor),
      constraint test_payments_settles check ((state = 'settling') = (settles_at is not null))
    );
    create index test_payments_settling_index on test_payments (settles_at) where state = 'settling';
    create table test_refunds (
      id text primary key,
      payment_id text not null references test_payments on delete restrict,
      reference text not null unique,
      amount_minor bigint not null check (amount_minor > 0)
    );
    create index test_refunds_payment_index on test_refunds (payment_id);
  `)
  await addTimestamps(knex, 'test_payments', 'test_refunds')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'test_refunds', 'test_payments')
  await knex.raw(`
    drop index payments_open_index;
    delete from payment_events where provider = 'test';
    alter table payment_events
      drop constraint payment_events_provider_check,
      add constraint payment_events_provider_check check (provider in ('stripe', 'pos'));
    alter table payments
      drop constraint payments_provider_check,
      add constraint payments_provider_check check (provider in ('stripe', 'pos'));
  `)
}
