import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What visitors did, as counted facts without network addresses. The figures of the screens come from here and from orders.
    create table analytics_events (
      id uuid primary key default gen_random_uuid(),
      kind text not null
        check (kind in ('page_view', 'product_view', 'channel_view', 'play', 'checkout_opened', 'search', 'share', 'calendar_added', 'banner_view', 'banner_click')),
      user_id uuid references users on delete set null,
      visitor_id text,
      product_id uuid references products on delete cascade,
      channel_id uuid references channels on delete cascade,
      role text check (role in ('ANONYMOUS', 'VIEWER', 'PRODUCER', 'ADMIN')),
      country char(2) check (country ~ '^[A-Z]{2}$'),
      path text check (length(path) <= 500),
      properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object'),
      at timestamptz not null default now()
    );
    create index analytics_events_product_index on analytics_events (product_id, kind, at);
    create index analytics_events_channel_index on analytics_events (channel_id, kind, at);
    create index analytics_events_user_index on analytics_events (user_id);
    create index analytics_events_time_index on analytics_events using brin (at);

    create table reports (
      id uuid primary key default gen_random_uuid(),
      requested_by uuid not null references users on delete cascade,
      channel_id uuid references channels on delete cascade,
      product_id uuid references products on delete cascade,
      period text not null check (period in ('week', 'month', 'quarter', 'year')),
      format text not null check (format in ('csv', 'pdf')),
      state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
      file_id uuid references files on delete set null,
      error_code text
    );
    create index reports_requested_by_index on reports (requested_by);
    create index reports_channel_index on reports (channel_id);
    create index reports_product_index on reports (product_id);
    create index reports_file_index on reports (file_id);

    create table cognition_runs (
      id uuid primary key default gen_random_uuid(),
      requested_by uuid references users on delete set null,
      channel_id uuid references channels on delete cascade,
      product_id uuid references products on delete cascade,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
      result jsonb check (jsonb_typeof(result) = 'object'),
      error_code text,
      constraint cognition_runs_order check (ends_at > starts_at)
    );
    create index cognition_runs_requested_by_index on cognition_runs (requested_by);
    create index cognition_runs_channel_index on cognition_runs (channel_id);
    create index cognition_runs_product_index on cognition_runs (product_id);
  `)
  await addTimestamps(knex, 'reports', 'cognition_runs')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'cognition_runs', 'reports', 'analytics_events')
}
