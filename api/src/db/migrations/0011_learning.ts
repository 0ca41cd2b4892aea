import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A course, a master and a datasheet are products; these tables hold what only they have.
    create table course_details (
      product_id uuid primary key references products on delete cascade,
      requirements text not null default '' check (length(requirements) <= 20000),
      program text not null default '' check (length(program) <= 20000)
    );

    create table course_modules (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      position int not null check (position >= 0),
      constraint course_modules_position_key unique (product_id, position) deferrable initially deferred
    );

    create table lessons (
      id uuid primary key default gen_random_uuid(),
      module_id uuid not null references course_modules on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      position int not null check (position >= 0),
      video_url text check (is_web_url(video_url)),
      live_url text check (is_web_url(live_url)),
      meeting_url text check (is_web_url(meeting_url) or meeting_url like '/meets/%'),
      notes text not null default '' check (length(notes) <= 50000),
      starts_at timestamptz,
      ends_at timestamptz,
      duration_ms bigint check (duration_ms >= 0),
      media_asset_id uuid references media_assets on delete set null,
      constraint lessons_position_key unique (module_id, position) deferrable initially deferred,
      constraint lessons_order check (ends_at > starts_at)
    );
    create index lessons_media_asset_index on lessons (media_asset_id);
    create index lessons_starts_index on lessons (starts_at) where starts_at is not null;

    create table lesson_resources (
      id uuid primary key default gen_random_uuid(),
      lesson_id uuid not null references lessons on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      url text check (is_web_url(url)),
      file_id uuid references files on delete restrict,
      position int not null default 0,
      constraint lesson_resources_source check (num_nonnulls(url, file_id) = 1)
    );
    create index lesson_resources_lesson_index on lesson_resources (lesson_id, position);
    create index lesson_resources_file_index on lesson_resources (file_id);

    create table lesson_progress (
      user_id uuid not null references users on delete cascade,
      lesson_id uuid not null references lessons on delete cascade,
      watched boolean not null default false,
      watched_at timestamptz,
      position_ms bigint not null default 0 check (position_ms >= 0),
      primary key (user_id, lesson_id),
      constraint lesson_progress_watched check (watched = (watched_at is not null))
    );
    create index lesson_progress_lesson_index on lesson_progress (lesson_id);

    create table lesson_ratings (
      lesson_id uuid not null references lessons on delete cascade,
      user_id uuid not null references users on delete cascade,
      stars int not null check (stars between 1 and 5),
      primary key (lesson_id, user_id)
    );
    create index lesson_ratings_user_index on lesson_ratings (user_id);

    create table lesson_notes (
      id uuid primary key default gen_random_uuid(),
      lesson_id uuid not null references lessons on delete cascade,
      user_id uuid not null references users on delete cascade,
      text text not null check (length(btrim(text)) > 0 and length(text) <= 20000),
      position_ms bigint check (position_ms >= 0)
    );
    create index lesson_notes_lesson_index on lesson_notes (lesson_id, user_id);
    create index lesson_notes_user_index on lesson_notes (user_id);

    create table faqs (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      question text not null check (length(btrim(question)) between 1 and 500),
      answer text not null check (length(btrim(answer)) between 1 and 5000),
      position int not null default 0
    );
    create index faqs_product_index on faqs (product_id, position);

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

    -- The key makes a course stand in a master once.
    create table master_courses (
      master_id uuid not null references products on delete cascade,
      course_id uuid not null references products on delete restrict,
      position int not null check (position >= 0),
      primary key (master_id, course_id),
      constraint master_courses_position_key unique (master_id, position) deferrable initially deferred,
      constraint master_courses_not_itself check (master_id <> course_id)
    );
    create index master_courses_course_index on master_courses (course_id);
    create function master_courses_check_types() returns trigger language plpgsql as $$
    begin
      if (select type from products where id = new.master_id) is distinct from 'master'
        or (select type from products where id = new.course_id) is distinct from 'course' then
        raise exception 'a master holds courses' using errcode = 'check_violation', constraint = 'master_courses_types';
      end if;
      return new;
    end $$;
    create trigger master_courses_check_types before insert or update on master_courses for each row execute function master_courses_check_types();

    create table datasheets (
      product_id uuid primary key references products on delete cascade,
      author text not null default '',
      abstract text not null default '' check (length(abstract) <= 20000),
      modality text not null default '',
      duration text not null default '',
      complexity text not null default '',
      related_links text[] not null default '{}',
      license text not null default '',
      resources text not null default '',
      benefits text[] not null default '{}' check (cardinality(benefits) <= 4),
      testimonials jsonb not null default '[]' check (jsonb_typeof(testimonials) = 'array'),
      time text not null default '',
      experience text not null default '',
      people text not null default '',
      money text not null default '',
      participants text not null default '',
      mechanisms text not null default '',
      strategy text not null default '',
      pedagogical_method text not null default '',
      skills text not null default ''
    );
  `)
  await addTimestamps(
    knex,
    'course_details',
    'course_modules',
    'lessons',
    'lesson_resources',
    'lesson_progress',
    'lesson_ratings',
    'lesson_notes',
    'faqs',
    'course_questions',
    'datasheets',
  )
  await knex.raw('create index course_questions_product_index on course_questions (product_id, created_at desc)')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'datasheets',
    'master_courses',
    'course_questions',
    'faqs',
    'lesson_notes',
    'lesson_ratings',
    'lesson_progress',
    'lesson_resources',
    'lessons',
    'course_modules',
    'course_details',
  )
  await knex.raw('drop function master_courses_check_types()')
}
