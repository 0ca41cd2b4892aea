import type { Knex } from 'knex'

/** Since when a feed is in its state, for a studio that asks from another device. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table feeds add column state_changed_at timestamptz not null default now();
    update feeds set state_changed_at = coalesce(ended_at, last_media_at, started_at, created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table feeds drop column state_changed_at')
}
