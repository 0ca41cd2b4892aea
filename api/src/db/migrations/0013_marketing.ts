import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table clients (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(btrim(name)) between 1 and 120),
      surname text not null default '' check (length(surname) <= 120),
      email citext not null unique check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$')
    );

    create table leads (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(btrim(name)) between 1 and 120),
      surname text not null default '' check (length(surname) <= 120),
      email citext not null check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
      phone text,
      company text,
      source text not null check (source in ('contact', 'producer_landing', 'product_form', 'lean_test', 'import')),
      product_id uuid references products on delete set null,
      form_id uuid references forms on delete set null,
      fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'),
      message text check (length(message) <= 5000),
      consent boolean not null default false,
      status text not null default 'new' check (status in ('new', 'contacted', 'won', 'lost'))
    );
    create index leads_product_index on leads (product_id);
    create index leads_form_index on leads (form_id);
    create index leads_email_index on leads (email);
    create index leads_status_index on leads (status);

    -- One row per mail to one person; opened and clicked follow its events.
    create table emails (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references users on delete set null,
      recipient citext not null,
      template text not null,
      locale text not null default 'es' check (locale in ('es', 'en', 'pt')),
      subject text not null check (length(subject) <= 500),
      is_promotional boolean not null default false,
      is_tracked boolean not null default false,
      status text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed', 'skipped')),
      message_id text unique,
      sent_at timestamptz,
      delivered_at timestamptz,
      opened_at timestamptz,
      clicked_at timestamptz,
      failed_at timestamptz,
      failure text
    );
    create index emails_user_index on emails (user_id);

    create table email_events (
      id uuid primary key default gen_random_uuid(),
      email_id uuid not null references emails on delete cascade,
      kind text not null check (kind in ('sent', 'delivered', 'opened', 'clicked', 'failed', 'complained', 'unsubscribed')),
      url text,
      at timestamptz not null default now()
    );
    create index email_events_email_index on email_events (email_id, at);

    create table banners (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(btrim(name)) between 1 and 120),
      is_active boolean not null default false,
      display text not null default 'all_but_selected' check (display in ('all_but_selected', 'only_selected', 'by_categories')),
      link_url text check (is_web_url(link_url)),
      starts_at timestamptz,
      ends_at timestamptz,
      view_count bigint not null default 0 check (view_count >= 0),
      click_count bigint not null default 0 check (click_count >= 0),
      constraint banners_period check (ends_at > starts_at)
    );

    create table banner_images (
      id uuid primary key default gen_random_uuid(),
      banner_id uuid not null references banners on delete cascade,
      -- Columns are numbered from 1; six is the most a banner has.
      column_number int not null check (column_number between 1 and 6),
      row_number int not null check (row_number between 1 and 50),
      file_id uuid not null references files on delete restrict,
      link_url text check (is_web_url(link_url)),
      alt text not null default '' check (length(alt) <= 300),
      constraint banner_images_place_key unique (banner_id, column_number, row_number)
    );
    create index banner_images_file_index on banner_images (file_id);

    create table banner_products (
      banner_id uuid not null references banners on delete cascade,
      product_id uuid not null references products on delete cascade,
      primary key (banner_id, product_id)
    );
    create index banner_products_product_index on banner_products (product_id);
    create table banner_categories (
      banner_id uuid not null references banners on delete cascade,
      category_id uuid not null references categories on delete cascade,
      primary key (banner_id, category_id)
    );
    create index banner_categories_category_index on banner_categories (category_id);
  `)
  await addTimestamps(knex, 'clients', 'leads', 'emails', 'banners')
  await knex.raw(`
    create index leads_created_index on leads (created_at desc, id);
    create index emails_tracking_index on emails (created_at desc, recipient);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'banner_categories', 'banner_products', 'banner_images', 'banners', 'email_events', 'emails', 'leads', 'clients')
}
