import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/** Hours that organizers pay in advance, and the plan of each show. The table before them never held a row. */
export async function up(knex: Knex): Promise<void> {
  await dropTables(knex, 'prepaid_minutes')
  await knex.raw(`
    -- What one line of an order bought. What is left of all of them is the balance of an account.
    create table prepaid_lots (
      order_item_id uuid primary key references order_items on delete restrict,
      user_id uuid not null references users on delete restrict,
      minutes int not null check (minutes > 0),
      used_minutes int not null default 0 check (used_minutes >= 0),
      -- Given back: they cannot be used any more.
      returned_minutes int not null default 0 check (returned_minutes >= 0),
      net_minor bigint not null check (net_minor > 0),
      -- Net price of them that was booked out already.
      returned_minor bigint not null default 0 check (returned_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      bought_at timestamptz not null,
      constraint prepaid_lots_left check (used_minutes + returned_minutes <= minutes)
    );
    create index prepaid_lots_user_index on prepaid_lots (user_id, bought_at);

    create table prepaid_uses (
      order_item_id uuid not null references prepaid_lots on delete restrict,
      broadcast_id uuid not null references broadcasts on delete restrict,
      minutes int not null check (minutes > 0),
      primary key (order_item_id, broadcast_id)
    );
    create index prepaid_uses_broadcast_index on prepaid_uses (broadcast_id);

    -- Shows without a row are charged by use.
    create table broadcast_plans (
      broadcast_id uuid primary key references broadcasts on delete restrict,
      plan text not null check (plan in ('usage', 'prepaid', 'free')),
      -- Prepaid minutes pay the show up to this moment; null before the first of them.
      covered_until timestamptz,
      -- Its last minutes were taken after it ended.
      is_settled boolean not null default false
    );
    create index broadcast_plans_open_index on broadcast_plans (plan) where not is_settled;

    alter table site_config drop column prepaid_hour_net_minor;
    alter table payment_config add column prepaid_hour_net_minor bigint check (prepaid_hour_net_minor > 0);
    alter table ledger_accounts
      drop constraint ledger_accounts_channel,
      add constraint ledger_accounts_channel check ((kind = 'organizer_payable') = (channel_id is not null));
  `)
  await addTimestamps(knex, 'prepaid_lots', 'broadcast_plans')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'broadcast_plans', 'prepaid_uses', 'prepaid_lots')
  await knex.raw(`
    alter table payment_config drop column prepaid_hour_net_minor;
    alter table site_config add column prepaid_hour_net_minor bigint check (prepaid_hour_net_minor > 0);
    alter table ledger_accounts
      drop constraint ledger_accounts_channel,
      add constraint ledger_accounts_channel check ((kind in ('organizer_payable', 'prepaid_hours')) = (channel_id is not null));
    create table prepaid_minutes (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      minutes int not null check (minutes <> 0),
      balance_after int not null check (balance_after >= 0),
      order_item_id uuid references order_items on delete restrict,
      broadcast_id uuid references broadcasts on delete restrict,
      sequence bigint generated always as identity unique,
      at timestamptz not null default now(),
      constraint prepaid_minutes_cause check (num_nonnulls(order_item_id, broadcast_id) <= 1)
    );
    create index prepaid_minutes_channel_index on prepaid_minutes (channel_id, sequence desc);
    create index prepaid_minutes_order_item_index on prepaid_minutes (order_item_id);
    create index prepaid_minutes_broadcast_index on prepaid_minutes (broadcast_id);
    create unique index prepaid_minutes_bought_key on prepaid_minutes (order_item_id);
    create unique index prepaid_minutes_used_key on prepaid_minutes (broadcast_id);
  `)
}
