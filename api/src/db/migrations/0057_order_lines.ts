import type { Knex } from 'knex'

/**
 * Orders of several items: each item carries its own part of what the buyer pays beside its price (the amount per
 * ticket, the support), and each is booked by itself.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_items
      add column buyer_fee_minor bigint not null default 0 check (buyer_fee_minor >= 0),
      add column support_minor bigint not null default 0 check (support_minor >= 0),
      -- As they were placed; all of one order share their moment.
      add column position int not null default 0;
    -- Orders had one item each until here: all that was paid belongs to it.
    alter table order_items drop constraint order_items_refunded;
    update order_items i
      set buyer_fee_minor = o.ticket_fee_minor, support_minor = o.support_minor,
        refunded_minor = case when i.refunded_minor = i.total_minor then o.refunded_minor else i.refunded_minor end
      from orders o where o.id = i.order_id;
    alter table order_items add constraint order_items_refunded
      check (refunded_minor between 0 and total_minor + buyer_fee_minor + support_minor);

    alter table ledger_transactions
      add column order_item_id uuid references order_items on delete restrict,
      disable trigger ledger_transactions_append_only;
    update ledger_transactions x set order_item_id = i.id
      from order_items i where i.order_id = x.order_id and x.kind in ('sale', 'refund');
    alter table ledger_transactions enable trigger ledger_transactions_append_only;
    create index ledger_transactions_item_index on ledger_transactions (order_item_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_transactions drop column order_item_id;
    alter table order_items drop constraint order_items_refunded;
    update order_items set refunded_minor = least(refunded_minor, total_minor);
    alter table order_items
      drop column position,
      drop column support_minor,
      drop column buyer_fee_minor,
      add constraint order_items_refunded check (refunded_minor between 0 and total_minor);
  `)
}
