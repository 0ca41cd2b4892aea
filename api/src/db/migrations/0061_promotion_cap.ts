import type { Knex } from 'knex'

/** The largest price cut of an offer is a setting; the table keeps that an offer never adds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_config
      add column promotion_max_percent int not null default 20 check (promotion_max_percent between 1 and 99);
    alter table products drop constraint products_offer_cap;
    alter table products add constraint products_offer_cap check (offer_net_minor <= net_price_minor);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products drop constraint products_offer_cap;
    alter table products add constraint products_offer_cap
      check (offer_net_minor * 5 >= net_price_minor * 4 and offer_net_minor <= net_price_minor) not valid;
    alter table payment_config drop column promotion_max_percent;
  `)
}
