import type { Knex } from 'knex'

/** Where a viewing stopped, in seconds of the video: its viewer goes on there on any device. 0 is the beginning. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table viewings add column resume_s int check (resume_s >= 0)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table viewings drop column resume_s')
}
