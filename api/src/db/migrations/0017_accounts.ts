import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The owner wants the account gone; it is, from then on, unless they change their mind.
    alter table users add column deletion_at timestamptz;
    create index users_deletion_index on users (deletion_at) where deletion_at is not null and deleted_at is null;

    -- Roles whose screens ask for a second factor. PRODUCER means everybody who may receive payouts.
    alter table site_config add column two_factor_roles text[] not null default '{}'
      check (two_factor_roles <@ array['PRODUCER', 'ADMIN']);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table site_config drop column two_factor_roles;
    alter table users drop column deletion_at;
  `)
}
