import type { Knex } from 'knex'

/**
 * Cards that a buyer saves at the checkout, named by the provider that keeps them; the organizer's statement for the
 * bank in a dispute; and holds of the limited parts of a bundle.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_cards (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      provider text not null check (provider in ('stripe', 'test')),
      -- How the provider charges it.
      reference text not null,
      -- How the provider names the card itself: the same one has the same name.
      card text not null,
      label text not null check (length(label) <= 100),
      saved_at timestamptz not null,
      constraint saved_cards_key unique (user_id, provider, card)
    );
    alter table orders
      add column saves_card boolean not null default false,
      add column card_id uuid references saved_cards on delete set null;
    create index orders_card_index on orders (card_id);
    alter table disputes
      add column statement text check (length(statement) <= 2000),
      add column statement_at timestamptz,
      add constraint disputes_statement check ((statement is null) = (statement_at is null));
    -- A line that is a bundle holds what is limited of each of its parts.
    alter table stock_holds
      drop constraint stock_holds_order_item_id_key,
      add constraint stock_holds_order_item_key unique (order_item_id, product_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stock_holds drop constraint stock_holds_order_item_key, add constraint stock_holds_order_item_id_key unique (order_item_id);
    alter table disputes drop constraint disputes_statement, drop column statement_at, drop column statement;
    alter table orders drop column card_id, drop column saves_card;
    drop table saved_cards;
  `)
}
