import type { Knex } from 'knex'

/** Where the platform itself sells from, as taxes see it; without a country its sales bear the platform's own rate. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_config
      add column seller_country char(2) check (seller_country ~ '^[A-Z]{2}$'),
      add column seller_postal_code text check (length(seller_postal_code) between 1 and 20),
      add constraint payment_config_seller check (seller_postal_code is null or seller_country is not null);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_config drop column seller_postal_code, drop column seller_country')
}
