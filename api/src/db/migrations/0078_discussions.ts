import type { Knex } from 'knex'
import { addTimestamps } from '../migration-tools.ts'

/**
 * Questions and comments of courses and masters, with their replies. A removed post that has replies stays without its
 * text and author. The tables before never held a row.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table course_questions;
    drop table product_comments;

    create table discussion_posts (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      lesson_id uuid references lessons on delete cascade,
      parent_id uuid references discussion_posts on delete cascade,
      user_id uuid references users on delete cascade,
      kind text not null check (kind in ('question', 'comment')),
      text text not null check (length(text) <= 1000),
      position_ms bigint check (position_ms >= 0),
      by_teacher boolean not null default false,
      accepted_id uuid references discussion_posts on delete set null,
      edited_at timestamptz,
      told_at timestamptz,
      constraint discussion_posts_removed check ((user_id is null) = (text = '')),
      constraint discussion_posts_reply check (parent_id is null or (position_ms is null and accepted_id is null)),
      constraint discussion_posts_accepted check (kind = 'question' or accepted_id is null)
    );
    create index discussion_posts_lesson_index on discussion_posts (lesson_id);
    create index discussion_posts_parent_index on discussion_posts (parent_id);
    create index discussion_posts_user_index on discussion_posts (user_id);
    create index discussion_posts_accepted_index on discussion_posts (accepted_id);
  `)
  await addTimestamps(knex, 'discussion_posts')
  await knex.raw('create index discussion_posts_product_index on discussion_posts (product_id, kind, created_at desc, id desc)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table discussion_posts;

    create table product_comments (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      text text not null check (length(btrim(text)) > 0 and length(text) <= 1000),
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null
    );
    create index product_comments_user_index on product_comments (user_id);
    create index product_comments_deleted_by_index on product_comments (deleted_by);

    create table course_questions (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      lesson_id uuid references lessons on delete set null,
      user_id uuid not null references users on delete cascade,
      text text not null check (length(btrim(text)) > 0 and length(text) <= 2000),
      answer text check (length(answer) <= 5000),
      answered_by uuid references users on delete set null,
      answered_at timestamptz,
      constraint course_questions_answered check ((answer is null) = (answered_at is null))
    );
    create index course_questions_lesson_index on course_questions (lesson_id);
    create index course_questions_user_index on course_questions (user_id);
    create index course_questions_answered_by_index on course_questions (answered_by);
  `)
  await addTimestamps(knex, 'product_comments', 'course_questions')
  await knex.raw('create index product_comments_product_index on product_comments (product_id, created_at desc)')
  await knex.raw('create index course_questions_product_index on course_questions (product_id, created_at desc)')
}
