import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/**
 * A lesson has one quiz at most, which is written as a whole. An attempt keeps what was asked, answered and right at
 * that moment, so that a quiz can change without changing what somebody reached.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lesson_quizzes (
      id uuid primary key default gen_random_uuid(),
      lesson_id uuid not null references lessons on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      pass_percent int not null check (pass_percent between 1 and 100),
      attempts int not null check (attempts between 0 and 20),
      questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) between 1 and 50),
      version int not null default 1 check (version >= 1),
      constraint lesson_quizzes_lesson_key unique (lesson_id)
    );

    -- The keys make a repeated sending one attempt, and two tabs unable to use the same number.
    create table quiz_attempts (
      id uuid primary key default gen_random_uuid(),
      quiz_id uuid not null references lesson_quizzes on delete cascade,
      user_id uuid not null references users on delete cascade,
      client_id uuid not null,
      number int not null check (number >= 1),
      answers jsonb not null check (jsonb_typeof(answers) = 'array'),
      results jsonb not null check (jsonb_typeof(results) = 'array'),
      score_percent int not null check (score_percent between 0 and 100),
      passed boolean not null,
      constraint quiz_attempts_number_key unique (quiz_id, user_id, number),
      constraint quiz_attempts_client_key unique (user_id, quiz_id, client_id)
    );
  `)
  await addTimestamps(knex, 'lesson_quizzes', 'quiz_attempts')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'quiz_attempts', 'lesson_quizzes')
}
