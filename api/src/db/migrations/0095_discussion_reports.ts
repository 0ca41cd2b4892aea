import type { Knex } from 'knex'

/** Reports of posts, one of each account; a dismissed one stays, so that it is not made again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table discussion_reports (
      post_id uuid not null references discussion_posts on delete cascade,
      user_id uuid not null references users on delete cascade,
      reason text not null check (reason in ('abuse', 'spam', 'personal', 'other')),
      reported_at timestamptz not null default now(),
      dismissed_at timestamptz,
      primary key (post_id, user_id)
    );
    create index discussion_reports_user_index on discussion_reports (user_id);
    create index discussion_reports_open_index on discussion_reports (post_id) where dismissed_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table discussion_reports')
}
