import type { Knex } from 'knex'

/** Serves the look for products and channels that were lately taken away, every few seconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index products_updated on products (updated_at);
    create index channels_status_changed on channels (status_changed_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index products_updated, channels_status_changed')
}
