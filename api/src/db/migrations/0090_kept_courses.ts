import type { Knex } from 'knex'

/** A course that left a master stays open to whoever had the master before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kept_courses (
      master_id uuid not null references products on delete cascade,
      course_id uuid not null references products on delete cascade,
      removed_at timestamptz not null,
      primary key (master_id, course_id)
    );
    create index kept_courses_course_index on kept_courses (course_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table kept_courses')
}
