import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

const modules = ['advertising', 'leads', 'surveys', 'email_tracking', 'notifications', 'cognition', 'datasheets', 'meetings']
const firstActive = new Set(['datasheets', 'meetings', 'notifications'])

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- 'id' can only be true: the table holds one row, and the row exists from the first migration on.
    create table site_config (
      id boolean primary key default true check (id),
      approve_users boolean not null default false,
      type_tag boolean not null default true,
      free_tag boolean not null default true,
      coupons boolean not null default true,
      moderated_chat boolean not null default false,
      languages boolean not null default true,
      notifications boolean not null default true,
      currencies boolean not null default false,
      timezones boolean not null default true,
      producer_product_types text[] not null default '{live,broadcast,course,master}'
        check (producer_product_types <@ array['vod', 'live', 'broadcast', 'podcast', 'post', 'course', 'meet', 'datasheet', 'physical', 'master']),
      allowed_email_domains text[] not null default '{}',
      forbidden_email_domains text[] not null default '{}',
      register_fields jsonb not null default '[]' check (jsonb_typeof(register_fields) = 'array'),
      prepaid_hour_net_minor bigint check (prepaid_hour_net_minor > 0),
      support_email citext,
      updated_by uuid references users on delete set null
    );
    create index site_config_updated_by_index on site_config (updated_by);
    insert into site_config default values;

    create table site_modules (
      name text primary key check (name in (${modules.map((name) => `'${name}'`).join(', ')})),
      is_active boolean not null default false,
      settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
      updated_by uuid references users on delete set null
    );
    create index site_modules_updated_by_index on site_modules (updated_by);
    insert into site_modules (name, is_active) values ${modules.map((name) => `('${name}', ${firstActive.has(name)})`).join(', ')};

    create table payment_config (
      id boolean primary key default true check (id),
      pos_url text check (is_web_url(pos_url)),
      pos_key_encrypted bytea,
      pos_code text,
      pos_currency char(3) check (is_currency(pos_currency)),
      provider_public_key text,
      provider_secret_key_encrypted bytea,
      provider_signing_key_encrypted bytea,
      encryption_key_id text,
      subscription_active boolean not null default false,
      subscription_kind text not null default 'periodic' check (subscription_kind in ('periodic', 'single')),
      subscription_interval text not null default 'monthly' check (subscription_interval in ('monthly', 'annual')),
      subscription_price_minor bigint not null default 0 check (subscription_price_minor >= 0),
      subscription_currency char(3) not null default 'EUR' check (is_currency(subscription_currency)),
      allow_subscription_channels boolean not null default true,
      allow_paid_content boolean not null default true,
      updated_by uuid references users on delete set null,
      constraint payment_config_pos_complete check (num_nonnulls(pos_url, pos_key_encrypted, pos_code, pos_currency) in (0, 4)),
      constraint payment_config_subscription_price check (not subscription_active or subscription_price_minor > 0),
      constraint payment_config_key_known
        check (encryption_key_id is not null or num_nonnulls(pos_key_encrypted, provider_secret_key_encrypted, provider_signing_key_encrypted) = 0)
    );
    create index payment_config_updated_by_index on payment_config (updated_by);
    insert into payment_config default values;

    create table social_providers (
      provider text primary key check (is_slug(provider)),
      label text not null,
      issuer_url text not null check (is_web_url(issuer_url)),
      client_id text not null,
      client_secret_encrypted bytea,
      is_enabled boolean not null default false
    );

    create table idempotency_keys (
      scope text not null,
      key text not null check (length(key) between 8 and 200),
      user_id uuid references users on delete cascade,
      request_hash text not null,
      response_status int,
      response_body jsonb,
      completed_at timestamptz,
      expires_at timestamptz not null default now() + interval '24 hours',
      primary key (scope, key)
    );
    create index idempotency_keys_user_index on idempotency_keys (user_id);
    create index idempotency_keys_expiry_index on idempotency_keys (expires_at);

    -- Mail and jobs leave through here: written in the transaction of the change they announce, sent after its commit.
    create table outbox (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      topic text not null,
      payload jsonb not null,
      dedupe_key text unique,
      available_at timestamptz not null default now(),
      attempts int not null default 0 check (attempts >= 0),
      locked_until timestamptz,
      done_at timestamptz,
      failed_at timestamptz,
      last_error text
    );
    create index outbox_due_index on outbox (available_at, sequence) where done_at is null and failed_at is null;

    create table audit_log (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      actor_id uuid references users on delete set null,
      action text not null check (action ~ '^[a-z_]+([.][a-z_]+)+$'),
      subject_type text not null,
      subject_id text not null,
      state_before jsonb,
      state_after jsonb,
      request_id text,
      ip inet,
      at timestamptz not null default now()
    );
    create index audit_log_actor_index on audit_log (actor_id, at desc);
    create index audit_log_subject_index on audit_log (subject_type, subject_id, at desc);
    create index audit_log_action_index on audit_log (action, at desc);
    create trigger audit_log_append_only
      before delete or update of action, subject_type, subject_id, state_before, state_after, at on audit_log
      for each row execute function refuse_change();
  `)
  await addTimestamps(knex, 'site_config', 'site_modules', 'payment_config', 'social_providers', 'idempotency_keys', 'outbox')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'audit_log', 'outbox', 'idempotency_keys', 'social_providers', 'payment_config', 'site_modules', 'site_config')
}
