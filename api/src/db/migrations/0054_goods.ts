import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/** Limited numbers of any product, the line for what is sold out, and goods on their way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products
      drop constraint products_stock_physical,
      add constraint products_shipping_physical check (type = 'physical' or shipping_net_minor is null);

    -- Pieces or seats of a product that are sold, in an unpaid order or offered. Its row is the lock of all of them.
    create table stock_levels (
      product_id uuid primary key references products on delete cascade,
      taken int not null default 0 check (taken >= 0)
    );

    create table waiting_list_entries (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      status text not null default 'waiting' check (status in ('waiting', 'offered', 'taken', 'passed', 'left')),
      offered_at timestamptz,
      offer_ends_at timestamptz,
      constraint waiting_list_entries_offer check ((offered_at is null) = (offer_ends_at is null)),
      constraint waiting_list_entries_offered check (status not in ('offered', 'passed') or offered_at is not null)
    );
    create unique index waiting_list_entries_once on waiting_list_entries (product_id, user_id) where status in ('waiting', 'offered');
    create index waiting_list_entries_line_index on waiting_list_entries (product_id, number);
    create index waiting_list_entries_offers_index on waiting_list_entries (offer_ends_at) where status = 'offered';
    create index waiting_list_entries_user_index on waiting_list_entries (user_id);

    -- Whose they are: 'taken' of a level is the sum of its holds. Giving back deletes the row.
    create table stock_holds (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      quantity int not null check (quantity > 0),
      order_item_id uuid unique references order_items on delete cascade,
      ticket_id uuid unique references tickets on delete cascade,
      entry_id uuid unique references waiting_list_entries on delete cascade,
      constraint stock_holds_holder check (num_nonnulls(order_item_id, ticket_id, entry_id) = 1)
    );
    create index stock_holds_product_index on stock_holds (product_id);

    -- Prices of sending by country. No country: every other one. A channel has one price per country and currency.
    create table shipping_zones (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete cascade,
      name text not null check (length(btrim(name)) between 1 and 80),
      countries text[] not null default '{}' check (cardinality(countries) <= 250),
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      net_minor bigint not null check (net_minor >= 0),
      next_net_minor bigint not null default 0 check (next_net_minor >= 0),
      tax_basis_points int not null default 2100 check (tax_basis_points between 0 and 10000),
      free_from_minor bigint check (free_from_minor > 0),
      position int not null default 0
    );
    create index shipping_zones_channel_index on shipping_zones (channel_id, position);

    -- Where an account had its goods sent last; each order keeps a copy of its own.
    create table shipping_addresses (
      user_id uuid primary key references users on delete cascade,
      address jsonb not null check (jsonb_typeof(address) = 'object')
    );

    create table shipments (
      order_id uuid primary key references orders on delete restrict,
      channel_id uuid not null references channels on delete restrict,
      state text not null default 'waiting' check (state in ('waiting', 'packed', 'sent', 'delivered', 'cancelled')),
      carrier text check (length(btrim(carrier)) between 1 and 80),
      tracking_code text check (length(btrim(tracking_code)) between 1 and 80),
      tracking_url text check (is_web_url(tracking_url)),
      packed_at timestamptz,
      sent_at timestamptz,
      delivered_at timestamptz,
      constraint shipments_sent check (state not in ('sent', 'delivered') or (sent_at is not null and carrier is not null)),
      constraint shipments_delivered check ((state = 'delivered') = (delivered_at is not null))
    );
    create index shipments_channel_index on shipments (channel_id, state);
    alter table orders drop column shipping_state;
  `)
  await addTimestamps(knex, 'waiting_list_entries', 'stock_holds', 'shipping_zones', 'shipping_addresses', 'shipments')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'shipments', 'shipping_addresses', 'shipping_zones', 'stock_holds', 'waiting_list_entries', 'stock_levels')
  await knex.raw(`
    alter table orders add column shipping_state text check (shipping_state in ('waiting', 'shipped', 'delivered'));
    update products set stock = null where type <> 'physical';
    alter table products
      drop constraint products_shipping_physical,
      add constraint products_stock_physical check (type = 'physical' or num_nonnulls(stock, shipping_net_minor) = 0);
  `)
}
