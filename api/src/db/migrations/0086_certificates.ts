import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/**
 * Certificates of courses and masters. `course_completions` keeps that everything was watched, so that a lesson that is
 * added later takes nothing away; `credential` is the signed text, and the only place of its words.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_details add column gives_certificate boolean not null default false;

    create table course_completions (
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      completed_at timestamptz not null,
      primary key (user_id, product_id)
    );
    create index course_completions_product_index on course_completions (product_id);

    -- The id is the public key itself, as a multibase text.
    create table certificate_keys (
      id text primary key check (id ~ '^z6Mk[1-9A-HJ-NP-Za-km-z]{40,48}$'),
      private_key_encrypted bytea not null,
      retired_at timestamptz
    );
    create unique index certificate_keys_current_key on certificate_keys ((true)) where retired_at is null;

    create table certificates (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product_id uuid references products on delete set null,
      key_id text not null references certificate_keys on delete restrict,
      language text not null check (language in ('es', 'en', 'pt')),
      credential jsonb not null check (jsonb_typeof(credential) = 'object'),
      issued_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text check (length(btrim(revoked_reason)) between 1 and 500),
      revoked_by uuid references users on delete set null,
      constraint certificates_once unique (user_id, product_id),
      constraint certificates_revoked check ((revoked_at is null) = (revoked_reason is null))
    );
    create index certificates_product_index on certificates (product_id);
    create index certificates_key_index on certificates (key_id);
    create index certificates_revoked_by_index on certificates (revoked_by);
  `)
  await addTimestamps(knex, 'certificate_keys', 'certificates')
  // Learners finished courses before certificates existed.
  await knex.raw(`
    insert into course_completions (user_id, product_id, completed_at)
    select g.user_id, m.product_id, max(coalesce(g.watched_at, g.updated_at))
    from lesson_progress g join lessons l on l.id = g.lesson_id join course_modules m on m.id = l.module_id
    where g.watched group by g.user_id, m.product_id
    having count(*) = (select count(*) from lessons k join course_modules n on n.id = k.module_id where n.product_id = m.product_id)
  `)
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'certificates', 'certificate_keys', 'course_completions')
  await knex.raw('alter table course_details drop column gives_certificate')
}
