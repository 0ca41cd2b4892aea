import type { Knex } from 'knex'

/**
 * Questions and polls beside a chat. Votes are counted in the row that they are for, under its lock; `revision` grows
 * with each change of a row, so that a browser keeps the newest of what it hears.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat_questions (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      client_id uuid not null,
      author_name text not null,
      author_role text not null check (author_role in ('viewer', 'moderator', 'organizer')),
      text text not null check (length(text) between 1 and 1000),
      moment timestamptz not null,
      asked_at timestamptz not null,
      state text not null check (state in ('pending', 'open', 'answered', 'dismissed')),
      votes integer not null default 0 check (votes >= 0),
      revision integer not null default 1,
      answered_moment timestamptz,
      settled_by uuid references users on delete set null,
      settled_at timestamptz,
      constraint chat_questions_client_key unique (product_id, user_id, client_id),
      constraint chat_questions_answered check ((state = 'answered') = (answered_moment is not null))
    );
    create index chat_questions_user_index on chat_questions (user_id);
    create index chat_questions_settled_by_index on chat_questions (settled_by);
    create index chat_questions_product_index on chat_questions (product_id, state, votes desc, asked_at);

    create table chat_question_votes (
      question_id uuid not null references chat_questions on delete cascade,
      user_id uuid not null references users on delete cascade,
      voted_at timestamptz not null,
      primary key (question_id, user_id)
    );
    create index chat_question_votes_user_index on chat_question_votes (user_id);

    create table chat_polls (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      question text not null check (length(question) between 1 and 1000),
      answers text[] not null check (cardinality(answers) between 2 and 6),
      votes integer[] not null check (cardinality(votes) = cardinality(answers) and 0 <= all (votes)),
      revision integer not null default 1,
      moment timestamptz not null,
      opened_at timestamptz not null,
      opened_by uuid references users on delete set null,
      closed_at timestamptz,
      closed_by uuid references users on delete set null
    );
    create index chat_polls_product_index on chat_polls (product_id, opened_at desc);
    create index chat_polls_opened_by_index on chat_polls (opened_by);
    create index chat_polls_closed_by_index on chat_polls (closed_by);
    create unique index chat_polls_open_key on chat_polls (product_id) where closed_at is null;

    create table chat_poll_votes (
      poll_id uuid not null references chat_polls on delete cascade,
      user_id uuid not null references users on delete cascade,
      answer integer not null check (answer between 0 and 5),
      voted_at timestamptz not null,
      primary key (poll_id, user_id)
    );
    create index chat_poll_votes_user_index on chat_poll_votes (user_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chat_poll_votes; drop table chat_polls; drop table chat_question_votes; drop table chat_questions')
}
