import type { Knex } from 'knex'

/** A problem report is handled by somebody at a time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table problem_reports
      add column handled_at timestamptz,
      add column handled_by uuid references users on delete set null,
      add constraint problem_reports_handled check (handled_by is null or handled_at is not null);
    create index problem_reports_handled_by_index on problem_reports (handled_by);
    create index problem_reports_open_index on problem_reports (reported_at desc, id) where handled_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table problem_reports drop column handled_by, drop column handled_at')
}
