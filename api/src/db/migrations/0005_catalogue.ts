import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table products (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      created_by uuid references users on delete set null,
      type text not null
        check (type in ('vod', 'live', 'broadcast', 'podcast', 'post', 'course', 'meet', 'datasheet', 'physical', 'master')),
      plan text not null default 'free' check (plan in ('paid', 'free')),
      status text not null default 'draft' check (status in ('draft', 'published', 'private')),
      title text not null check (length(btrim(title)) between 1 and 200),
      slug text not null unique check (is_slug(slug)),
      language text not null default 'es' check (language in ('es', 'en', 'pt')),
      description text not null default '' check (length(description) <= 50000),
      short_description text not null default '' check (length(short_description) <= 240),
      price_note text check (length(price_note) <= 200),

      net_price_minor bigint not null default 0 check (net_price_minor >= 0),
      tax_basis_points int not null default 2100 check (tax_basis_points between 0 and 10000),
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      ticket_fee_payer text not null default 'organizer' check (ticket_fee_payer in ('organizer', 'buyer')),
      offer_net_minor bigint check (offer_net_minor >= 0),
      offer_tax_basis_points int check (offer_tax_basis_points between 0 and 10000),
      offer_starts_at timestamptz,
      offer_ends_at timestamptz,
      sale_starts_at timestamptz,
      sale_ends_at timestamptz,
      expiration_hours int check (expiration_hours > 0),
      expires_at timestamptz,
      subscription_only boolean not null default false,
      platform_subscription_included boolean not null default false,
      stock int check (stock >= 0),
      shipping_net_minor bigint check (shipping_net_minor >= 0),

      image_file_id uuid references files on delete restrict,
      secondary_image_file_id uuid references files on delete set null,
      -- The picture without lettering, for heroes and stages.
      hero_file_id uuid references files on delete set null,
      ad_banner_file_id uuid references files on delete set null,
      art jsonb check (jsonb_typeof(art) = 'object'),
      trailer_url text check (is_web_url(trailer_url)),
      url text check (is_web_url(url)),
      source_video_url text,
      playback_url text,
      etag text,
      fake_live boolean not null default false,
      records_broadcasts boolean not null default true,
      low_latency boolean not null default true,

      tags text[] not null default '{}' check (cardinality(tags) <= 30),
      labels text[] not null default '{}' check (cardinality(labels) <= 10),
      production_year int check (production_year between 1888 and 2200),
      production_country char(2) check (production_country ~ '^[A-Z]{2}$'),
      suggested_age text not null default 'all' check (suggested_age in ('all', '13+', '18+')),
      director text check (length(director) <= 200),
      group_name text check (length(group_name) <= 120),
      seo_title text check (length(seo_title) <= 200),
      seo_description text check (length(seo_description) <= 400),

      bundle_state text check (bundle_state in ('active', 'inactive')),
      published_at timestamptz,
      cancelled_at timestamptz,
      search_vector tsvector generated always as (search_vector(title, words_of(tags) || ' ' || words_of(labels), short_description)) stored,

      constraint products_free_price check (plan <> 'free' or net_price_minor = 0),
      -- A draft may still lack its price; nothing paid is sold for nothing.
      constraint products_paid_price check (plan <> 'paid' or status = 'draft' or net_price_minor > 0),
      constraint products_published_at check ((status = 'draft') = (published_at is null)),
      constraint products_sale_window check (sale_ends_at > sale_starts_at),
      constraint products_offer_complete
        check (num_nonnulls(offer_net_minor, offer_tax_basis_points, offer_starts_at, offer_ends_at) in (0, 4)),
      constraint products_offer_window check (offer_ends_at > offer_starts_at),
      -- An offer takes at most 20% off, and never adds.
      constraint products_offer_cap check (offer_net_minor * 5 >= net_price_minor * 4 and offer_net_minor <= net_price_minor),
      constraint products_stock_physical check (type = 'physical' or num_nonnulls(stock, shipping_net_minor) = 0),
      constraint products_fake_live check (not fake_live or type = 'live'),
      constraint products_seo_post check (type = 'post' or num_nonnulls(seo_title, seo_description) = 0)
    );
    create index products_channel_index on products (channel_id, published_at desc);
    create index products_created_by_index on products (created_by);
    create index products_public_index on products (type, published_at desc, id) where status = 'published' and cancelled_at is null;
    create index products_search_index on products using gin (search_vector);
    create index products_title_trigram_index on products using gin (plain_text(title) gin_trgm_ops);
    create index products_tags_index on products using gin (tags);
    create index products_image_index on products (image_file_id);
    create index products_secondary_image_index on products (secondary_image_file_id);
    create index products_hero_index on products (hero_file_id);
    create index products_ad_banner_index on products (ad_banner_file_id);
    create index products_etag_index on products (etag);

    -- After publishing, type and channel are frozen, 'draft' is out of reach and deletion is refused.
    create function products_keep_published() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.status <> 'draft' then
          raise exception 'a published product cannot be deleted' using errcode = 'check_violation', constraint = 'products_published_delete';
        end if;
        return old;
      end if;
      if old.status <> 'draft' and new.type <> old.type then
        raise exception 'type is frozen after publishing' using errcode = 'check_violation', constraint = 'products_published_type';
      end if;
      if old.status <> 'draft' and new.channel_id <> old.channel_id then
        raise exception 'channel is frozen after publishing' using errcode = 'check_violation', constraint = 'products_published_channel';
      end if;
      if old.status <> 'draft' and new.status = 'draft' then
        raise exception 'a published product cannot return to draft' using errcode = 'check_violation', constraint = 'products_published_draft';
      end if;
      return new;
    end $$;
    create trigger products_keep_published before update or delete on products for each row execute function products_keep_published();

    create table product_translations (
      product_id uuid not null references products on delete cascade,
      language text not null check (language in ('es', 'en', 'pt')),
      title text not null check (length(btrim(title)) between 1 and 200),
      description text not null default '' check (length(description) <= 50000),
      short_description text not null default '' check (length(short_description) <= 240),
      search_vector tsvector generated always as (search_vector(title, null, short_description)) stored,
      primary key (product_id, language)
    );
    create index product_translations_search_index on product_translations using gin (search_vector);
    create index product_translations_title_trigram_index on product_translations using gin (plain_text(title) gin_trgm_ops);

    -- Times are UTC; time_zone is the zone in which the organizer entered them and in which they are shown.
    create table product_sessions (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      time_zone text not null default 'Europe/Madrid',
      title text check (length(title) <= 200),
      state text not null default 'scheduled' check (state in ('scheduled', 'cancelled', 'rescheduled')),
      state_changed_at timestamptz,
      rescheduled_from_id uuid unique references product_sessions on delete set null,
      constraint product_sessions_order check (ends_at > starts_at),
      constraint product_sessions_product_key unique (id, product_id)
    );
    create unique index product_sessions_no_duplicate on product_sessions (product_id, starts_at) where state = 'scheduled';
    create index product_sessions_upcoming_index on product_sessions (starts_at, product_id) where state = 'scheduled';
    create index product_sessions_ends_index on product_sessions (product_id, ends_at desc) where state = 'scheduled';
    create index product_sessions_product_index on product_sessions (product_id);

    -- Saved sessions of a published product are only added to. Rescheduling adds a session and marks the old one, it never moves it.
    -- The setting is for seeds that shift demo dates: set local e_events.allow_session_change = 'on'.
    create function product_sessions_keep_published() returns trigger language plpgsql as $$
    declare
      product_status text;
    begin
      if current_setting('e_events.allow_session_change', true) = 'on' then
        return case when tg_op = 'DELETE' then old else new end;
      end if;
      select status into product_status from products where id = old.product_id;
      if product_status is null or product_status = 'draft' then
        return case when tg_op = 'DELETE' then old else new end;
      end if;
      if tg_op = 'DELETE' then
        raise exception 'sessions of a published product cannot be deleted'
          using errcode = 'check_violation', constraint = 'product_sessions_published_delete';
      end if;
      if (new.product_id, new.starts_at, new.ends_at, new.time_zone) is distinct from (old.product_id, old.starts_at, old.ends_at, old.time_zone) then
        raise exception 'sessions of a published product cannot be changed'
          using errcode = 'check_violation', constraint = 'product_sessions_published_change';
      end if;
      return new;
    end $$;
    create trigger product_sessions_keep_published
      before update or delete on product_sessions for each row execute function product_sessions_keep_published();

    create table session_sections (
      id uuid primary key default gen_random_uuid(),
      session_id uuid not null references product_sessions on delete cascade,
      title text not null check (length(btrim(title)) between 1 and 200),
      description text not null default '' check (length(description) <= 20000),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      position int not null default 0,
      constraint session_sections_order check (ends_at > starts_at)
    );
    create index session_sections_session_index on session_sections (session_id, starts_at, position);
    create table session_section_speakers (
      section_id uuid not null references session_sections on delete cascade,
      speaker_id uuid not null references speakers on delete restrict,
      position int not null default 0,
      primary key (section_id, speaker_id)
    );
    create index session_section_speakers_speaker_index on session_section_speakers (speaker_id);

    create table product_categories (
      product_id uuid not null references products on delete cascade,
      category_id uuid not null references categories on delete cascade,
      primary key (product_id, category_id)
    );
    create index product_categories_category_index on product_categories (category_id, product_id);

    -- 'restrict' is the rule that a speaker linked to a product cannot be deleted.
    create table product_speakers (
      product_id uuid not null references products on delete cascade,
      speaker_id uuid not null references speakers on delete restrict,
      role text not null default 'speaker' check (role in ('speaker', 'artist')),
      position int not null default 0,
      primary key (product_id, speaker_id)
    );
    create index product_speakers_speaker_index on product_speakers (speaker_id, product_id);

    create table product_metadata (
      product_id uuid not null references products on delete cascade,
      key text not null check (length(btrim(key)) between 1 and 60),
      value text not null default '' check (length(value) <= 2000),
      exportable boolean not null default false,
      position int not null default 0,
      primary key (product_id, key)
    );

    create table product_prices (
      product_id uuid not null references products on delete cascade,
      currency char(3) not null check (is_currency(currency)),
      net_minor bigint not null check (net_minor > 0),
      primary key (product_id, currency)
    );

    create table bundle_items (
      bundle_id uuid not null references products on delete cascade,
      product_id uuid not null references products on delete restrict,
      position int not null default 0,
      primary key (bundle_id, product_id),
      constraint bundle_items_not_itself check (bundle_id <> product_id)
    );
    create index bundle_items_product_index on bundle_items (product_id);
    create function bundle_items_refuse_nesting() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from bundle_items where bundle_id = new.product_id or product_id = new.bundle_id) then
        raise exception 'a bundle cannot hold a bundle' using errcode = 'check_violation', constraint = 'bundle_items_nesting';
      end if;
      return new;
    end $$;
    create trigger bundle_items_refuse_nesting before insert or update on bundle_items for each row execute function bundle_items_refuse_nesting();

    create table saved_products (
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      saved_at timestamptz not null default now(),
      primary key (user_id, product_id)
    );
    create index saved_products_product_index on saved_products (product_id);
  `)
  await addTimestamps(knex, 'products', 'product_translations', 'product_sessions', 'session_sections')
  await knex.raw('create index products_listing_index on products (created_at desc, id)')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'saved_products',
    'bundle_items',
    'product_prices',
    'product_metadata',
    'product_speakers',
    'product_categories',
    'session_section_speakers',
    'session_sections',
    'product_sessions',
    'product_translations',
    'products',
  )
  await knex.raw(`
    drop function bundle_items_refuse_nesting();
    drop function product_sessions_keep_published();
    drop function products_keep_published();
  `)
}
