import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table categories (
      id uuid primary key default gen_random_uuid(),
      slug text not null unique check (is_slug(slug)),
      position int not null default 0,
      is_hidden boolean not null default false
    );
    create table category_translations (
      category_id uuid not null references categories on delete cascade,
      language text not null check (language in ('es', 'en', 'pt')),
      title text not null check (length(title) between 1 and 120),
      primary key (category_id, language)
    );

    create table channels (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users on delete restrict,
      title text not null check (length(btrim(title)) between 1 and 120),
      slug text not null unique check (is_slug(slug)),
      short_description text not null default '' check (length(short_description) <= 400),
      business_name text check (length(business_name) <= 200),
      classification text check (length(classification) <= 80),
      category_id uuid references categories on delete set null,
      tags text[] not null default '{}' check (cardinality(tags) <= 30),
      status text not null default 'draft'
        check (status in ('draft', 'revision', 'published', 'banned', 'deactivated', 'private')),
      status_reason text,
      status_changed_at timestamptz not null default now(),
      approved_at timestamptz,
      subscription_active boolean not null default false,
      subscription_net_minor bigint not null default 0 check (subscription_net_minor >= 0),
      subscription_tax_basis_points int not null default 2100 check (subscription_tax_basis_points between 0 and 10000),
      subscription_currency char(3) not null default 'EUR' check (is_currency(subscription_currency)),
      billing_nif text,
      billing_prefix text check (billing_prefix ~ '^[+]{0,1}[0-9]{1,4}$'),
      billing_phone text check (billing_phone ~ '^[0-9 ]{4,20}$'),
      billing_address text,
      billing_city text,
      billing_postal_code text,
      billing_country char(2) check (billing_country ~ '^[A-Z]{2}$'),
      iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$'),
      payout_account_id text unique,
      payouts_enabled boolean not null default false,
      spotify_url text check (is_web_url(spotify_url)),
      youtube_url text check (is_web_url(youtube_url)),
      facebook_url text check (is_web_url(facebook_url)),
      instagram_url text check (is_web_url(instagram_url)),
      twitter_url text check (is_web_url(twitter_url)),
      website_url text check (is_web_url(website_url)),
      marketplace_url text check (is_web_url(marketplace_url)),
      logo_file_id uuid references files on delete set null,
      profile_file_id uuid references files on delete set null,
      cover_file_id uuid references files on delete set null,
      art jsonb check (jsonb_typeof(art) = 'object'),
      search_vector tsvector generated always as (search_vector(title, words_of(tags), short_description)) stored,
      constraint channels_subscription_price check (not subscription_active or subscription_net_minor > 0),
      constraint channels_published_approved check (status <> 'published' or approved_at is not null)
    );
    create index channels_owner_index on channels (owner_id);
    create index channels_category_index on channels (category_id);
    create index channels_status_index on channels (status, status_changed_at desc);
    create index channels_search_index on channels using gin (search_vector);
    create index channels_title_trigram_index on channels using gin (plain_text(title) gin_trgm_ops);
    create index channels_logo_index on channels (logo_file_id);
    create index channels_profile_index on channels (profile_file_id);
    create index channels_cover_index on channels (cover_file_id);

    create table channel_revisions (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete cascade,
      requested_by uuid references users on delete set null,
      requested_at timestamptz not null default now(),
      rights_accepted_at timestamptz not null,
      state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
      decided_by uuid references users on delete set null,
      decided_at timestamptz,
      reason text check (length(reason) <= 2000),
      constraint channel_revisions_decision check ((state in ('approved', 'rejected')) = (decided_at is not null)),
      constraint channel_revisions_reason check (state <> 'rejected' or length(btrim(reason)) > 0)
    );
    create unique index channel_revisions_one_pending on channel_revisions (channel_id) where state = 'pending';
    create index channel_revisions_channel_index on channel_revisions (channel_id, requested_at desc);
    create index channel_revisions_requested_by_index on channel_revisions (requested_by);
    create index channel_revisions_decided_by_index on channel_revisions (decided_by);
    create index channel_revisions_queue_index on channel_revisions (requested_at) where state = 'pending';

    create table speakers (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users on delete restrict,
      name text not null check (length(btrim(name)) between 1 and 120),
      title text not null default '' check (length(title) <= 200),
      slug text not null unique check (is_slug(slug)),
      bio text not null default '' check (length(bio) <= 20000),
      image_file_id uuid references files on delete set null,
      art jsonb check (jsonb_typeof(art) = 'object'),
      instagram_url text check (is_web_url(instagram_url)),
      facebook_url text check (is_web_url(facebook_url)),
      twitter_url text check (is_web_url(twitter_url)),
      youtube_url text check (is_web_url(youtube_url)),
      linkedin_url text check (is_web_url(linkedin_url)),
      search_vector tsvector generated always as (search_vector(name, title, null)) stored
    );
    create index speakers_owner_index on speakers (owner_id);
    create index speakers_image_index on speakers (image_file_id);
    create index speakers_search_index on speakers using gin (search_vector);
    create index speakers_name_trigram_index on speakers using gin (plain_text(name) gin_trgm_ops);
  `)
  await addTimestamps(knex, 'categories', 'channels', 'channel_revisions', 'speakers')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'speakers', 'channel_revisions', 'channels', 'category_translations', 'categories')
}
