import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id uuid primary key default gen_random_uuid(),
      email citext not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and length(email) <= 254),
      email_verified_at timestamptz,
      password_hash text,
      password_changed_at timestamptz,
      roles text[] not null default '{VIEWER}'
        check (cardinality(roles) > 0 and roles <@ array['VIEWER', 'PRODUCER', 'ADMIN']),
      approval_state text not null default 'approved' check (approval_state in ('pending', 'approved', 'not_approved')),
      blocked_at timestamptz,
      deleted_at timestamptz,
      is_external boolean not null default false,
      is_journalist boolean not null default false,
      name text not null default '' check (length(name) <= 120),
      surname text not null default '' check (length(surname) <= 120),
      company text check (length(company) <= 200),
      job text check (length(job) <= 200),
      recommended_by text check (length(recommended_by) <= 200),
      country char(2) check (country ~ '^[A-Z]{2}$'),
      locale text not null default 'es' check (locale in ('es', 'en', 'pt')),
      time_zone text not null default 'GMT',
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      newsletter boolean not null default false,
      email_tracking boolean not null default true,
      privacy_accepted_at timestamptz,
      avatar_file_id uuid,
      description text check (length(description) <= 2000),
      public_profile boolean not null default false,
      youtube_url text check (is_web_url(youtube_url)),
      twitter_url text check (is_web_url(twitter_url)),
      facebook_url text check (is_web_url(facebook_url)),
      instagram_url text check (is_web_url(instagram_url)),
      linkedin_url text check (is_web_url(linkedin_url)),
      web_url text check (is_web_url(web_url)),
      billing_company text,
      billing_nif text,
      billing_address text,
      billing_city text,
      billing_postal_code text,
      billing_country char(2) check (billing_country ~ '^[A-Z]{2}$'),
      billing_prefix text check (billing_prefix ~ '^[+]{0,1}[0-9]{1,4}$'),
      billing_phone text check (billing_phone ~ '^[0-9 ]{4,20}$'),
      provider_customer_id text unique,
      last_login_at timestamptz,
      search_vector tsvector generated always as (search_vector(name || ' ' || surname, email::text, company)) stored
    );
    create unique index users_email_key on users (email) where deleted_at is null;
  `)
  await addTimestamps(knex, 'users')
  await knex.raw(`
    create index users_listing_index on users (created_at desc, id) where deleted_at is null;
    create index users_roles_index on users using gin (roles);
    create index users_search_index on users using gin (search_vector);

    create table files (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid references users on delete set null,
      purpose text not null
        check (purpose in ('avatar', 'image', 'video', 'audio', 'document', 'resource', 'invoice', 'report', 'banner', 'art')),
      storage_key text not null unique,
      original_name text not null check (length(original_name) <= 255),
      mime_type text not null,
      size_bytes bigint not null check (size_bytes >= 0),
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      width int check (width > 0),
      height int check (height > 0),
      is_public boolean not null default false,
      deleted_at timestamptz,
      constraint files_image_format check (purpose not in ('avatar', 'image', 'banner') or mime_type in ('image/jpeg', 'image/png')),
      constraint files_image_size check (purpose not in ('avatar', 'image', 'banner') or size_bytes <= 8388608),
      constraint files_video_format check (purpose <> 'video' or mime_type = 'video/mp4'),
      constraint files_video_size check (purpose <> 'video' or size_bytes <= 3221225472)
    );
    create index files_owner_index on files (owner_id);
    create index files_sha256_index on files (sha256);
    alter table users add constraint users_avatar_file_id_fkey foreign key (avatar_file_id) references files on delete set null;
    create index users_avatar_index on users (avatar_file_id);

    -- One row per signed-in device: the family of its rotating refresh tokens.
    create table user_sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      device_label text not null default '' check (length(device_label) <= 200),
      user_agent text not null default '' check (length(user_agent) <= 500),
      ip inet,
      client text not null default 'web' check (client in ('web', 'studio', 'api')),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text check (revoked_reason in ('logout', 'reuse', 'password_changed', 'password_reset', 'blocked', 'deleted', 'disapproved', 'user', 'admin')),
      constraint user_sessions_revocation check ((revoked_at is null) = (revoked_reason is null))
    );
    create index user_sessions_user_index on user_sessions (user_id) where revoked_at is null;
    create index user_sessions_user_all_index on user_sessions (user_id);

    create table refresh_tokens (
      id uuid primary key default gen_random_uuid(),
      session_id uuid not null references user_sessions on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      expires_at timestamptz not null,
      used_at timestamptz,
      replaced_by_id uuid unique references refresh_tokens on delete set null
    );
    create index refresh_tokens_session_index on refresh_tokens (session_id);
    -- A family has one token that still works; presenting any other one is reuse and revokes the family.
    create unique index refresh_tokens_one_live on refresh_tokens (session_id) where used_at is null;

    create table email_tokens (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('activate', 'reset_password', 'change_email')),
      token_hash bytea not null unique check (length(token_hash) = 32),
      new_email citext,
      expires_at timestamptz not null,
      used_at timestamptz,
      constraint email_tokens_new_email check ((purpose = 'change_email') = (new_email is not null))
    );
    create index email_tokens_user_index on email_tokens (user_id, purpose) where used_at is null;
    create index email_tokens_user_all_index on email_tokens (user_id);

    create table user_identities (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      provider text not null,
      subject text not null,
      email citext,
      constraint user_identities_subject_key unique (provider, subject),
      constraint user_identities_user_key unique (user_id, provider)
    );

    create table user_totps (
      user_id uuid primary key references users on delete cascade,
      secret_encrypted bytea not null,
      confirmed_at timestamptz,
      last_used_step bigint not null default 0
    );

    create table user_recovery_codes (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      used_at timestamptz,
      constraint user_recovery_codes_key unique (user_id, code_hash)
    );

    create table role_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      role text not null default 'PRODUCER' check (role in ('PRODUCER', 'ADMIN')),
      state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn')),
      message text check (length(message) <= 2000),
      reason text check (length(reason) <= 2000),
      decided_by uuid references users on delete set null,
      decided_at timestamptz,
      constraint role_requests_decision check ((state in ('approved', 'refused')) = (decided_at is not null))
    );
    create unique index role_requests_one_pending on role_requests (user_id, role) where state = 'pending';
    create index role_requests_user_index on role_requests (user_id);
    create index role_requests_decided_by_index on role_requests (decided_by);

    create table user_tours (
      user_id uuid not null references users on delete cascade,
      tour text not null,
      finished_at timestamptz not null default now(),
      primary key (user_id, tour)
    );

    -- What was agreed to, in which wording, when. Kept after the account is gone: it is the proof.
    create table consents (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references users on delete set null,
      email citext,
      kind text not null check (kind in ('privacy', 'terms', 'newsletter', 'cookies', 'rights', 'withdrawal_waiver', 'lead')),
      granted boolean not null,
      document_version text not null,
      source text not null,
      ip inet,
      given_at timestamptz not null default now()
    );
    create index consents_user_index on consents (user_id, kind, given_at desc);
    create index consents_email_index on consents (email, kind, given_at desc);
    create trigger consents_append_only
      before delete or update of kind, granted, document_version, given_at on consents
      for each row execute function refuse_change();
  `)
  await addTimestamps(knex, 'files', 'user_sessions', 'refresh_tokens', 'email_tokens', 'user_identities', 'user_totps', 'role_requests')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop constraint users_avatar_file_id_fkey')
  await dropTables(
    knex,
    'consents',
    'user_tours',
    'role_requests',
    'user_recovery_codes',
    'user_totps',
    'user_identities',
    'email_tokens',
    'refresh_tokens',
    'user_sessions',
    'files',
    'users',
  )
}
