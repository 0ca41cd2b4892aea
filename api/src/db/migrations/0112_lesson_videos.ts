import type { Knex } from 'knex'

/** Marks videos that were made for a lesson: their own page needs the permission to make videos. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table products add column is_lesson_video boolean not null default false')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table products drop column is_lesson_video')
}
