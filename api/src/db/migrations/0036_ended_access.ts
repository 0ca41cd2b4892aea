import type { Knex } from 'knex'

/** Serves the look for lately ended access, every few seconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index user_sessions_revoked on user_sessions (revoked_at) where revoked_at is not null;
    create index tickets_revoked on tickets (revoked_at) where revoked_at is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index user_sessions_revoked, tickets_revoked')
}
