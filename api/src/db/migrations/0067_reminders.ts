import type { Knex } from 'knex'

/** Who is reminded of events, and what was sent: once per person, date and moment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column event_reminders boolean not null default true;

    create table reminder_wishes (
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      wished_at timestamptz not null default now(),
      primary key (product_id, user_id)
    );
    create index reminder_wishes_user_index on reminder_wishes (user_id);

    create table sent_reminders (
      session_id uuid not null references product_sessions on delete cascade,
      user_id uuid not null references users on delete cascade,
      moment text not null check (moment in ('day', 'hour', 'minutes')),
      sent_at timestamptz not null default now(),
      primary key (session_id, user_id, moment)
    );
    create index sent_reminders_user_index on sent_reminders (user_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table sent_reminders;
    drop table reminder_wishes;
    alter table users drop column event_reminders;
  `)
}
