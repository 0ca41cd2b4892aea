import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table meets (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete restrict,
      session_id uuid,
      state text not null default 'started' check (state in ('started', 'ended')),
      started_by uuid references users on delete set null,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      end_reason text check (end_reason in ('organizer', 'idle', 'admin', 'failed')),
      sfu_node_id text,
      -- Kept by a trigger: the 71st open participant is refused.
      participant_count int not null default 0 constraint meets_full check (participant_count between 0 and 70),
      foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict,
      constraint meets_ended check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_reason is not null))
    );
    create unique index meets_one_running on meets (product_id) where state <> 'ended';
    create index meets_product_index on meets (product_id, started_at desc);
    create index meets_session_index on meets (session_id, product_id);
    create index meets_started_by_index on meets (started_by);

    create table meet_participants (
      id uuid primary key default gen_random_uuid(),
      meet_id uuid not null references meets on delete cascade,
      user_id uuid not null references users on delete cascade,
      is_host boolean not null default false,
      joined_at timestamptz not null default now(),
      left_at timestamptz,
      removed_by uuid references users on delete set null
    );
    create unique index meet_participants_once on meet_participants (meet_id, user_id) where left_at is null;
    create index meet_participants_meet_index on meet_participants (meet_id);
    create index meet_participants_user_index on meet_participants (user_id);
    create index meet_participants_removed_by_index on meet_participants (removed_by);

    create function meet_participants_count() returns trigger language plpgsql as $$
    begin
      update meets set participant_count = participant_count
        + (case when tg_op <> 'DELETE' and new.left_at is null then 1 else 0 end)
        - (case when tg_op <> 'INSERT' and old.left_at is null then 1 else 0 end)
      where id = case when tg_op = 'DELETE' then old.meet_id else new.meet_id end;
      return null;
    end $$;
    create trigger meet_participants_count after insert or update of left_at or delete on meet_participants
      for each row execute function meet_participants_count();
  `)
  await addTimestamps(knex, 'meets')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'meet_participants', 'meets')
  await knex.raw('drop function meet_participants_count()')
}
