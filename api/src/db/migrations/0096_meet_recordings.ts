import type { Knex } from 'knex'

/** A meeting is recorded as a broadcast that nobody watches while it runs; this row says which meeting it is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table broadcasts
      drop constraint broadcasts_kind_check,
      add constraint broadcasts_kind_check check (kind in ('live', 'rehearsal', 'meeting')),
      drop constraint broadcasts_session_needed,
      add constraint broadcasts_session_needed check (kind <> 'live' or session_id is not null);
    create table meet_recordings (
      broadcast_id uuid primary key references broadcasts on delete cascade,
      meet_id uuid not null references meets on delete cascade,
      -- Since when those with access may play it; null: only its organizer.
      published_at timestamptz
    );
    create index meet_recordings_meet_index on meet_recordings (meet_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table meet_recordings;
    delete from recordings where broadcast_id in (select id from broadcasts where kind = 'meeting');
    delete from media_assets where broadcast_id in (select id from broadcasts where kind = 'meeting');
    delete from broadcasts where kind = 'meeting';
    alter table broadcasts
      drop constraint broadcasts_kind_check,
      add constraint broadcasts_kind_check check (kind in ('live', 'rehearsal')),
      drop constraint broadcasts_session_needed,
      add constraint broadcasts_session_needed check (kind = 'rehearsal' or session_id is not null);
  `)
}
