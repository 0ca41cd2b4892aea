import type { Knex } from 'knex'

/** A refund may give back the share of one part of a bundle: once, and the other parts stay. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds
      add column part_product_id uuid,
      add constraint refunds_part foreign key (order_item_id, part_product_id)
        references order_item_parts (order_item_id, product_id) on delete restrict,
      add constraint refunds_part_item check (part_product_id is null or order_item_id is not null);
    create unique index refunds_part_key on refunds (order_item_id, part_product_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index refunds_part_key; alter table refunds drop column part_product_id')
}
