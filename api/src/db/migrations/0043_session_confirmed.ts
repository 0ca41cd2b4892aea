import type { Knex } from 'knex'

/**
 * When the owner of a session last proved to be there: at log-in, or by a step-up. Sessions from before have to prove
 * it first.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table user_sessions add column confirmed_at timestamptz')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table user_sessions drop column confirmed_at')
}
