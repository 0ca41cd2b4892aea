import type { Knex } from 'knex'

/** Study guides have versions of their own: an editor of lessons does not hinder one of texts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_details add column guide_version int not null default 0 check (guide_version >= 0);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_details drop column guide_version;
  `)
}
