import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/**
 * Media nodes say who is in a meeting: the newest word counts. A meeting whose node was lost ends a while after it was
 * last seen. Names are those that people choose at the door.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table meets add column people_at timestamptz, add column last_seen_at timestamptz,
      -- Dates of a draft may go, whatever was held on them.
      drop constraint meets_session_id_product_id_fkey,
      add constraint meets_session_id_product_id_fkey foreign key (session_id, product_id)
        references product_sessions (id, product_id) on delete set null (session_id);
    create table meet_names (
      user_id uuid primary key references users on delete cascade,
      name text not null check (char_length(name) between 1 and 60)
    );
  `)
  await addTimestamps(knex, 'meet_names')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'meet_names')
  await knex.raw(`
    alter table meets drop column people_at, drop column last_seen_at, drop constraint meets_session_id_product_id_fkey,
      add constraint meets_session_id_product_id_fkey foreign key (session_id, product_id)
        references product_sessions (id, product_id) on delete restrict;
  `)
}
