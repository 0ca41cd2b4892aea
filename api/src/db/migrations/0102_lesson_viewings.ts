import type { Knex } from 'knex'

/** A video that was watched as a lesson: its viewing is one of the course. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table viewings add column lesson_id uuid references lessons on delete cascade;
    create index viewings_lesson_index on viewings (lesson_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table viewings drop column lesson_id')
}
