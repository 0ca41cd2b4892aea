import type { Knex } from 'knex'

/** A code of a bundle opens each of its products, once; codes of gifts are read as those of coupons are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table tickets
      drop constraint tickets_gift_id_key,
      drop constraint tickets_access_code_id_key,
      drop constraint tickets_coupon_id_key,
      add constraint tickets_gift_key unique (gift_id, product_id),
      add constraint tickets_access_code_key unique (access_code_id, product_id),
      add constraint tickets_coupon_key unique (coupon_id, product_id);
    create unique index gifts_key on gifts (code_key(code::text));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index gifts_key;
    delete from tickets where through_product_id is not null;
    alter table tickets
      drop constraint tickets_coupon_key,
      drop constraint tickets_access_code_key,
      drop constraint tickets_gift_key,
      add constraint tickets_coupon_id_key unique (coupon_id),
      add constraint tickets_access_code_id_key unique (access_code_id),
      add constraint tickets_gift_id_key unique (gift_id);
  `)
}
