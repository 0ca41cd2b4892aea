import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The first category of a product is the one on its card.
    alter table product_categories add column position int not null default 0;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product_categories drop column position;
  `)
}
