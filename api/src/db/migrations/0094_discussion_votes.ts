import type { Knex } from 'knex'

/** Votes for posts, one of each account, counted in the post; replies that were told of before are marked as such. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table discussion_posts add column votes int not null default 0 check (votes >= 0);

    create table discussion_votes (
      post_id uuid not null references discussion_posts on delete cascade,
      user_id uuid not null references users on delete cascade,
      voted_at timestamptz not null default now(),
      primary key (post_id, user_id)
    );
    create index discussion_votes_user_index on discussion_votes (user_id);

    create index discussion_posts_votes_index on discussion_posts (product_id, kind, votes desc, created_at desc, id desc);
    update discussion_posts set told_at = created_at where parent_id is not null;
    create index discussion_posts_untold_index on discussion_posts (parent_id) where parent_id is not null and told_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index discussion_posts_untold_index;
    update discussion_posts set told_at = null where parent_id is not null;
    drop table discussion_votes;
    alter table discussion_posts drop column votes;
  `)
}
