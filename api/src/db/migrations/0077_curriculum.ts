import type { Knex } from 'knex'

/**
 * A lesson shows a product of the same organizer: a video, a show or a meeting. Progress is the union of the stretches
 * of its video that were played.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table course_details
      add column version int not null default 0 check (version >= 0),
      add column watched_percent int not null default 90 check (watched_percent between 50 and 100),
      add column watched_by_hand boolean not null default false;

    alter table lessons
      drop column video_url, drop column live_url, drop column meeting_url, drop column media_asset_id, drop column duration_ms,
      drop column starts_at, drop column ends_at,
      add column kind text not null default 'text' check (kind in ('text', 'video', 'live', 'meeting')),
      add column source_product_id uuid references products on delete set null,
      add column is_preview boolean not null default false,
      add constraint lessons_text_has_no_source check (kind <> 'text' or source_product_id is null);
    create index lessons_source_index on lessons (source_product_id);

    alter table lesson_progress
      add column covered int8multirange not null default '{}',
      add column reported_at timestamptz;
    create index lesson_progress_reported_index on lesson_progress (user_id, reported_at desc nulls last);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index lesson_progress_reported_index;
    alter table lesson_progress drop column covered, drop column reported_at;
    drop index lessons_source_index;
    alter table lessons drop constraint lessons_text_has_no_source, drop column kind, drop column source_product_id, drop column is_preview,
      add column video_url text check (is_web_url(video_url)),
      add column live_url text check (is_web_url(live_url)),
      add column meeting_url text check (is_web_url(meeting_url) or meeting_url like '/meets/%'),
      add column starts_at timestamptz, add column ends_at timestamptz,
      add column duration_ms bigint check (duration_ms >= 0),
      add column media_asset_id uuid references media_assets on delete set null,
      add constraint lessons_order check (ends_at > starts_at);
    create index lessons_media_asset_index on lessons (media_asset_id);
    create index lessons_starts_index on lessons (starts_at) where starts_at is not null;
    alter table course_details drop column version, drop column watched_percent, drop column watched_by_hand;
  `)
}
