import type { Knex } from 'knex'

/** A course says whether its lessons open in their order; a lesson may open on a date, or some days after enrolment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_details
      add column lesson_order text not null default 'free' check (lesson_order in ('free', 'enforced'));
    alter table lessons
      add column opens_at timestamptz,
      add column opens_after_days int check (opens_after_days between 0 and 365),
      add constraint lessons_one_opening check (num_nonnulls(opens_at, opens_after_days) <= 1),
      add constraint lessons_previews_are_open check (not is_preview or num_nonnulls(opens_at, opens_after_days) = 0);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lessons drop constraint lessons_previews_are_open, drop constraint lessons_one_opening, drop column opens_at, drop column opens_after_days;
    alter table course_details drop column lesson_order;
  `)
}
