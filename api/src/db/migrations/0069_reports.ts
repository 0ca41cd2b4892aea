import type { Knex } from 'knex'

/** Problems that viewers report from the player, and messages of chats that they report. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table problem_reports (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      category text not null check (category in ('no_picture', 'no_sound', 'stutters', 'out_of_step', 'other')),
      body text not null check (length(body) <= 1000),
      -- State of the player when it was reported.
      picture jsonb check (jsonb_typeof(picture) = 'object'),
      -- Facts of the platform about show and viewer at that moment.
      evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
      reported_at timestamptz not null default now()
    );
    create index problem_reports_product_index on problem_reports (product_id, reported_at desc, id);
    create index problem_reports_user_index on problem_reports (user_id, product_id);
    create index problem_reports_latest_index on problem_reports (reported_at desc, id);

    create table chat_reports (
      message_id uuid not null references chat_messages on delete cascade,
      user_id uuid not null references users on delete cascade,
      reported_at timestamptz not null default now(),
      dismissed_at timestamptz,
      primary key (message_id, user_id)
    );
    create index chat_reports_user_index on chat_reports (user_id);
    create index chat_reports_open_index on chat_reports (message_id) where dismissed_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chat_reports; drop table problem_reports')
}
