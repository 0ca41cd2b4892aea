import type { Knex } from 'knex'

/** Finds the products of a group, newest first, without a look at all others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index products_group_index on products (group_name, published_at desc) where group_name is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index products_group_index')
}
