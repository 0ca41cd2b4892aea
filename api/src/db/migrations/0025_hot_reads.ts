import type { Knex } from 'knex'

/**
 * Indexes by which the home page picks its cards: dates that run at a moment, and the newest product that can be
 * watched.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index product_sessions_running_index on product_sessions using gist (tstzrange(starts_at, ends_at)) where state = 'scheduled';
    create index products_watchable_index on products (published_at desc, id)
      where status = 'published' and cancelled_at is null and media_asset_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index products_watchable_index;
    drop index product_sessions_running_index;
  `)
}
