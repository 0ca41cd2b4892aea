import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table surveys (
      id uuid primary key default gen_random_uuid(),
      author_id uuid references users on delete set null,
      product_id uuid references products on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      description text not null default '' check (length(description) <= 5000),
      status text not null default 'draft' check (status in ('draft', 'open', 'closed')),
      recipient_roles text[] not null default '{}' check (recipient_roles <@ array['VIEWER', 'PRODUCER', 'ADMIN']),
      opened_at timestamptz,
      closed_at timestamptz,
      constraint surveys_recipients check (status = 'draft' or cardinality(recipient_roles) > 0),
      constraint surveys_opened check ((status = 'draft') = (opened_at is null)),
      constraint surveys_closed check ((status = 'closed') = (closed_at is not null))
    );
    create index surveys_author_index on surveys (author_id);
    create index surveys_product_index on surveys (product_id);
    create index surveys_status_index on surveys (status, opened_at desc);

    create table survey_sections (
      id uuid primary key default gen_random_uuid(),
      survey_id uuid not null references surveys on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      description text not null default '' check (length(description) <= 5000),
      position int not null check (position >= 0),
      constraint survey_sections_position_key unique (survey_id, position) deferrable initially deferred
    );

    create table survey_questions (
      id uuid primary key default gen_random_uuid(),
      section_id uuid not null references survey_sections on delete cascade,
      statement text not null check (length(btrim(statement)) between 1 and 1000),
      type text not null check (type in ('text', 'single_choice', 'multiple_choice', 'scale', 'yes_no')),
      responses text not null default '' check (length(responses) <= 5000),
      required boolean not null default false,
      position int not null check (position >= 0),
      constraint survey_questions_position_key unique (section_id, position) deferrable initially deferred,
      constraint survey_questions_choices check (type not in ('single_choice', 'multiple_choice') or length(btrim(responses)) > 0)
    );

    create table survey_submissions (
      id uuid primary key default gen_random_uuid(),
      survey_id uuid not null references surveys on delete restrict,
      user_id uuid not null references users on delete cascade,
      submitted_at timestamptz not null default now(),
      constraint survey_submissions_once unique (survey_id, user_id)
    );
    create index survey_submissions_user_index on survey_submissions (user_id);

    create table survey_answers (
      submission_id uuid not null references survey_submissions on delete cascade,
      question_id uuid not null references survey_questions on delete restrict,
      text text check (length(text) <= 5000),
      choices text[],
      scale int check (scale between 1 and 5),
      yes boolean,
      primary key (submission_id, question_id),
      constraint survey_answers_one_kind check (num_nonnulls(text, choices, scale, yes) = 1)
    );
    create index survey_answers_question_index on survey_answers (question_id);

    -- Once somebody has answered, the questions stand: results would otherwise mix two surveys.
    create function survey_questions_keep() returns trigger language plpgsql as $$
    declare
      changed survey_questions;
    begin
      changed := case when tg_op = 'DELETE' then old else new end;
      if exists (
        select 1 from survey_submissions s join survey_sections t on t.survey_id = s.survey_id where t.id = changed.section_id
      ) then
        raise exception 'a survey with answers keeps its questions' using errcode = 'check_violation', constraint = 'survey_questions_answered';
      end if;
      return changed;
    end $$;
    create trigger survey_questions_keep before insert or update or delete on survey_questions for each row execute function survey_questions_keep();

    create table forms (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid references users on delete set null,
      name text not null check (length(btrim(name)) between 1 and 120),
      purpose text not null check (purpose in ('register', 'lead', 'survey', 'contact')),
      product_id uuid references products on delete cascade,
      is_active boolean not null default true
    );
    create index forms_owner_index on forms (owner_id);
    create index forms_product_index on forms (product_id);

    create table form_fields (
      id uuid primary key default gen_random_uuid(),
      form_id uuid not null references forms on delete cascade,
      name text not null check (name ~ '^[a-z][a-z0-9_]{0,59}$'),
      type text not null
        check (type in ('text', 'textarea', 'number', 'email', 'phone', 'date', 'select', 'radio', 'checkbox', 'file')),
      required boolean not null default false,
      text text not null default '' check (length(text) <= 500),
      placeholder text not null default '' check (length(placeholder) <= 200),
      field_values text[] not null default '{}',
      position int not null check (position >= 0),
      constraint form_fields_name_key unique (form_id, name),
      constraint form_fields_position_key unique (form_id, position) deferrable initially deferred,
      constraint form_fields_choices check (type not in ('select', 'radio') or cardinality(field_values) > 0)
    );

    create table ideas (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('video', 'text', 'audio')),
      title text not null check (length(btrim(title)) between 1 and 200),
      text text check (length(text) <= 10000),
      file_id uuid references files on delete restrict,
      state text not null default 'new' check (state in ('new', 'in_study', 'accepted', 'declined')),
      decided_by uuid references users on delete set null,
      constraint ideas_content check (case when kind = 'text' then length(btrim(text)) > 0 else file_id is not null end)
    );
    create index ideas_user_index on ideas (user_id);
    create index ideas_file_index on ideas (file_id);
    create index ideas_decided_by_index on ideas (decided_by);
    create index ideas_state_index on ideas (state);

    create table lean_tests (
      id uuid primary key default gen_random_uuid(),
      author_id uuid references users on delete set null,
      hypothesis text not null check (length(btrim(hypothesis)) between 1 and 1000),
      landing_text text not null default '' check (length(landing_text) <= 5000),
      landing_text_variant text not null default '' check (length(landing_text_variant) <= 5000),
      measure text not null check (measure in ('click', 'signup', 'lead', 'purchase')),
      target_percent real not null check (target_percent > 0 and target_percent <= 100),
      state text not null default 'draft' check (state in ('draft', 'running', 'finished')),
      starts_at timestamptz,
      ends_at timestamptz,
      constraint lean_tests_order check (ends_at > starts_at)
    );
    create index lean_tests_author_index on lean_tests (author_id);

    create table lean_test_visits (
      lean_test_id uuid not null references lean_tests on delete cascade,
      visitor_id text not null,
      variant text not null check (variant in ('a', 'b')),
      visited_at timestamptz not null default now(),
      converted_at timestamptz,
      primary key (lean_test_id, visitor_id)
    );
  `)
  await addTimestamps(knex, 'surveys', 'forms', 'ideas', 'lean_tests')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'lean_test_visits',
    'lean_tests',
    'ideas',
    'form_fields',
    'forms',
    'survey_answers',
    'survey_submissions',
    'survey_questions',
    'survey_sections',
    'surveys',
  )
  await knex.raw('drop function survey_questions_keep()')
}
