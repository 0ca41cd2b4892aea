import type { Knex } from 'knex'

const statuses = (names: string, open: string) => `
  alter table disputes
    drop constraint disputes_status_check,
    drop constraint disputes_closed,
    add constraint disputes_status_check check (status in (${names})),
    add constraint disputes_closed check ((status in (${open})) = (closed_at is null));`

/** Inquiries of a bank that took no money back yet, and disputes of the built-in test provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${statuses(`'inquiry', 'open', 'won', 'lost', 'closed'`, `'inquiry', 'open'`)}
    alter table disputes add column is_booked boolean not null default false;
    alter table test_payments add column dispute text check (dispute in ('open', 'won', 'lost'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table test_payments drop column dispute;
    delete from disputes where status in ('inquiry', 'closed');
    alter table disputes drop column is_booked;
    ${statuses(`'open', 'won', 'lost'`, `'open'`)}
  `)
}
