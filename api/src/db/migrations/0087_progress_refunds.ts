import type { Knex } from 'knex'

/** Refunds that were asked for by the rule of progress: the organizer decides them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refund_proposals add column by_progress boolean not null default false;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refund_proposals drop column by_progress;
  `)
}
