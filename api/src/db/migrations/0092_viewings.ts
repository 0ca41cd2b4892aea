import type { Knex } from 'knex'

/**
 * How players played: one row per viewing, rewritten by each of its reports, and no row per event. `watched` holds the
 * minutes since 1970 in which it played, `places` the seconds that were on screen: of the video, or of a show since
 * 1970.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table viewings (
      id uuid primary key,
      product_id uuid not null references products on delete cascade,
      session_id uuid references product_sessions on delete cascade,
      user_id uuid references users on delete set null,
      device_kind text not null check (device_kind in ('phone', 'tablet', 'computer', 'other')),
      browser text not null,
      system text not null,
      began_at timestamptz not null,
      reported_at timestamptz not null,
      sequence int not null check (sequence >= 0),
      is_over boolean not null default false,
      has_started boolean not null default false,
      startup_ms int check (startup_ms >= 0),
      live_ms int not null default 0 check (live_ms >= 0),
      behind_ms int not null default 0 check (behind_ms >= 0),
      video_ms int not null default 0 check (video_ms >= 0),
      rebuffers int not null default 0 check (rebuffers >= 0),
      rebuffered_ms int not null default 0 check (rebuffered_ms >= 0),
      rung_changes int not null default 0 check (rung_changes >= 0),
      rungs jsonb not null default '{}',
      errors jsonb not null default '{}',
      watched int8multirange not null default '{}',
      places int8multirange not null default '{}'
    );
    create index viewings_product_index on viewings (product_id, session_id);
    create index viewings_session_index on viewings (session_id);
    create index viewings_user_index on viewings (user_id);
    create index viewings_reported_index on viewings (reported_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table viewings')
}
