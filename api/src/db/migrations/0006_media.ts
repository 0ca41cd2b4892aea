import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table broadcasts (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete restrict,
      session_id uuid,
      kind text not null default 'live' check (kind in ('live', 'rehearsal')),
      state text not null default 'on_air' check (state in ('on_air', 'interrupted', 'ended')),
      state_changed_at timestamptz not null default now(),
      end_reason text check (end_reason in ('organizer', 'idle', 'admin', 'limit', 'failed')),
      -- Fences media workers: a report that carries an older epoch is from a worker that has been replaced.
      epoch int not null default 1 check (epoch > 0),
      started_by uuid references users on delete set null,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      first_media_at timestamptz,
      last_media_at timestamptz,
      -- When the idle cutoff closes it if no media arrives; null while media flows.
      idle_closes_at timestamptz,
      sfu_node_id text,
      is_recording boolean not null default true,
      segment_duration_sec int not null default 2 check (segment_duration_sec in (1, 2)),
      low_latency boolean not null default true,
      time_limit_at timestamptz,
      viewer_count int not null default 0 check (viewer_count >= 0),
      peak_viewer_count int not null default 0 check (peak_viewer_count >= 0),
      foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict,
      constraint broadcasts_session_needed check (kind = 'rehearsal' or session_id is not null),
      constraint broadcasts_ended check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_reason is not null)),
      constraint broadcasts_order check (ended_at >= started_at)
    );
    -- At most one running broadcast per session and per product; a rehearsal may run beside the preparations of the show.
    create unique index broadcasts_one_running_per_product on broadcasts (product_id, kind) where state <> 'ended';
    create unique index broadcasts_one_running_per_session on broadcasts (session_id) where state <> 'ended' and kind = 'live';
    create index broadcasts_product_index on broadcasts (product_id, started_at desc);
    create index broadcasts_session_index on broadcasts (session_id, product_id);
    create index broadcasts_started_by_index on broadcasts (started_by);
    create index broadcasts_on_air_index on broadcasts (started_at desc) where state in ('on_air', 'interrupted') and kind = 'live';
    create index broadcasts_sfu_node_index on broadcasts (sfu_node_id) where state <> 'ended';

    create table feeds (
      id uuid primary key default gen_random_uuid(),
      broadcast_id uuid not null references broadcasts on delete cascade,
      -- The studio's own stable name of the source: announcing it again answers the same feed.
      key text not null check (length(btrim(key)) between 1 and 100),
      kind text not null check (kind in ('camera', 'screen', 'window', 'audio', 'file')),
      label text not null check (length(btrim(label)) between 1 and 80),
      language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
      ordinal int not null default 0 check (ordinal >= 0),
      state text not null default 'connecting' check (state in ('connecting', 'live', 'interrupted', 'ended')),
      video_codec text,
      audio_codec text,
      width int check (width > 0),
      height int check (height > 0),
      frames_per_second real check (frames_per_second > 0),
      has_video boolean not null default false,
      has_audio boolean not null default false,
      started_at timestamptz,
      ended_at timestamptz,
      last_media_at timestamptz,
      constraint feeds_ended check ((state = 'ended') = (ended_at is not null)),
      constraint feeds_broadcast_key unique (id, broadcast_id)
    );
    create unique index feeds_key_key on feeds (broadcast_id, key);
    create unique index feeds_ordinal_key on feeds (broadcast_id, ordinal);

    -- A playable folder: everything below storage_prefix belongs to this row, and its master playlist is the entry.
    create table media_assets (
      id uuid primary key default gen_random_uuid(),
      product_id uuid references products on delete restrict,
      broadcast_id uuid references broadcasts on delete restrict,
      feed_id uuid,
      kind text not null check (kind in ('live', 'recording', 'vod', 'trailer', 'audio')),
      state text not null default 'processing' check (state in ('recording', 'processing', 'ready', 'failed', 'deleted')),
      storage_prefix text not null unique,
      master_path text not null default 'master.m3u8',
      poster_path text,
      source_file_id uuid references files on delete set null,
      label text,
      language text,
      ordinal int not null default 0,
      epoch int not null default 1 check (epoch > 0),
      duration_ms bigint check (duration_ms >= 0),
      size_bytes bigint check (size_bytes >= 0),
      width int check (width > 0),
      height int check (height > 0),
      has_video boolean not null default true,
      has_audio boolean not null default true,
      rungs text[] not null default '{}' check (rungs <@ array['1080p', '720p', '540p', '360p']),
      started_at timestamptz,
      ready_at timestamptz,
      deleted_at timestamptz,
      error_code text,
      foreign key (feed_id, broadcast_id) references feeds (id, broadcast_id) on delete restrict,
      constraint media_assets_feed_broadcast check (feed_id is null or broadcast_id is not null),
      constraint media_assets_live_feed check (kind <> 'live' or feed_id is not null),
      constraint media_assets_deleted check ((state = 'deleted') = (deleted_at is not null)),
      constraint media_assets_failed check (state <> 'failed' or error_code is not null)
    );
    -- The live folder becomes the recording when its playlist closes, so that a feed has one folder and not two.
    create unique index media_assets_feed_key on media_assets (feed_id) where kind in ('live', 'recording') and deleted_at is null;
    create index media_assets_product_index on media_assets (product_id, kind, ordinal);
    create index media_assets_broadcast_index on media_assets (broadcast_id, ordinal);
    create index media_assets_feed_index on media_assets (feed_id, broadcast_id);
    create index media_assets_source_index on media_assets (source_file_id);

    create table recordings (
      id uuid primary key default gen_random_uuid(),
      broadcast_id uuid not null unique references broadcasts on delete restrict,
      product_id uuid not null references products on delete restrict,
      state text not null default 'recording' check (state in ('recording', 'ready', 'failed', 'deleted')),
      published_product_id uuid references products on delete restrict,
      duration_ms bigint check (duration_ms >= 0),
      size_bytes bigint check (size_bytes >= 0),
      started_at timestamptz,
      ended_at timestamptz,
      ready_at timestamptz,
      deleted_at timestamptz,
      error_code text,
      constraint recordings_deleted check ((state = 'deleted') = (deleted_at is not null)),
      constraint recordings_failed check (state <> 'failed' or error_code is not null)
    );
    create index recordings_product_index on recordings (product_id, started_at desc);
    create index recordings_published_product_index on recordings (published_product_id);

    create table recording_files (
      id uuid primary key default gen_random_uuid(),
      recording_id uuid not null references recordings on delete cascade,
      feed_id uuid not null references feeds on delete restrict,
      state text not null default 'recording' check (state in ('recording', 'processing', 'ready', 'failed')),
      storage_key text not null unique,
      mime_type text not null default 'video/mp4',
      duration_ms bigint check (duration_ms >= 0),
      size_bytes bigint check (size_bytes >= 0),
      width int check (width > 0),
      height int check (height > 0),
      error_code text,
      constraint recording_files_feed_key unique (recording_id, feed_id)
    );
    create index recording_files_feed_index on recording_files (feed_id);

    -- The row is the truth, the queue only wakes workers: an expired lease is taken over under the next attempt.
    create table media_jobs (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('live_ladder', 'vod_ladder', 'recording_remux', 'trailer', 'thumbnail', 'audio', 'delete')),
      state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
      dedupe_key text unique,
      broadcast_id uuid references broadcasts on delete cascade,
      feed_id uuid references feeds on delete cascade,
      asset_id uuid references media_assets on delete cascade,
      recording_id uuid references recordings on delete cascade,
      payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
      result jsonb,
      epoch int not null default 1 check (epoch > 0),
      attempt int not null default 0 check (attempt >= 0),
      max_attempts int not null default 3 check (max_attempts > 0),
      worker_id text,
      lease_until timestamptz,
      progress_percent real not null default 0 check (progress_percent between 0 and 100),
      error_code text,
      error_detail text,
      started_at timestamptz,
      finished_at timestamptz,
      constraint media_jobs_lease check (state <> 'running' or (lease_until is not null and worker_id is not null)),
      constraint media_jobs_finished check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
      constraint media_jobs_failed check (state <> 'failed' or error_code is not null)
    );
    create index media_jobs_lease_index on media_jobs (lease_until) where state = 'running';
    create index media_jobs_broadcast_index on media_jobs (broadcast_id);
    create index media_jobs_feed_index on media_jobs (feed_id);
    create index media_jobs_asset_index on media_jobs (asset_id);
    create index media_jobs_recording_index on media_jobs (recording_id);

    -- Inserted in the same transaction as the effect of the event: delivered twice, it changes nothing.
    create table media_events (
      event_id uuid primary key,
      type text not null,
      source text not null,
      broadcast_id uuid references broadcasts on delete set null,
      payload jsonb not null default '{}',
      occurred_at timestamptz not null,
      consumed_at timestamptz not null default now()
    );
    create index media_events_broadcast_index on media_events (broadcast_id, occurred_at);
    create index media_events_consumed_index on media_events (consumed_at);

    -- Playback tokens issued before revoked_at stop working; product_id null revokes every product of the user.
    create table playback_revocations (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      user_id uuid not null references users on delete cascade,
      product_id uuid references products on delete cascade,
      device_id text,
      reason text not null check (reason in ('refund', 'blocked', 'expired', 'take_over', 'ticket_revoked', 'logout', 'deleted')),
      revoked_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index playback_revocations_user_index on playback_revocations (user_id, product_id);
    create index playback_revocations_product_index on playback_revocations (product_id);
    create index playback_revocations_expiry_index on playback_revocations (expires_at);

    create table playback_sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      device_id text not null,
      started_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      watched_ms bigint not null default 0 check (watched_ms >= 0),
      country char(2),
      ended_at timestamptz,
      end_reason text check (end_reason in ('left', 'take_over', 'timeout', 'revoked', 'finished')),
      constraint playback_sessions_ended check ((ended_at is null) = (end_reason is null))
    );
    create unique index playback_sessions_one_running on playback_sessions (user_id, product_id) where ended_at is null;
    create index playback_sessions_user_index on playback_sessions (user_id);
    create index playback_sessions_product_index on playback_sessions (product_id, started_at);

    create table playback_positions (
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      position_ms bigint not null check (position_ms >= 0),
      primary key (user_id, product_id)
    );
    create index playback_positions_product_index on playback_positions (product_id);

    create table audience_samples (
      broadcast_id uuid not null references broadcasts on delete cascade,
      sampled_at timestamptz not null,
      viewer_count int not null check (viewer_count >= 0),
      low_latency_count int not null default 0 check (low_latency_count >= 0),
      primary key (broadcast_id, sampled_at)
    );

    -- Resumable uploads; abandoned ones are removed after expires_at.
    create table uploads (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product_id uuid references products on delete set null,
      file_id uuid references files on delete set null,
      asset_id uuid references media_assets on delete set null,
      purpose text not null check (purpose in ('video', 'audio', 'trailer', 'image', 'resource')),
      state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed', 'abandoned')),
      file_name text not null check (length(file_name) between 1 and 255),
      mime_type text not null,
      storage_key text not null unique,
      size_bytes bigint not null check (size_bytes > 0),
      offset_bytes bigint not null default 0 check (offset_bytes >= 0),
      etag text,
      error_code text,
      expires_at timestamptz not null default now() + interval '24 hours',
      constraint uploads_offset check (offset_bytes <= size_bytes),
      constraint uploads_video_size check (purpose not in ('video', 'trailer') or size_bytes <= 3221225472),
      constraint uploads_image_size check (purpose <> 'image' or size_bytes <= 8388608),
      constraint uploads_failed check (state <> 'failed' or error_code is not null)
    );
    create index uploads_user_index on uploads (user_id);
    create index uploads_product_index on uploads (product_id);
    create index uploads_file_index on uploads (file_id);
    create index uploads_asset_index on uploads (asset_id);
    create index uploads_expiry_index on uploads (expires_at) where state = 'uploading';

    alter table products
      add column media_asset_id uuid references media_assets on delete set null,
      add column trailer_asset_id uuid references media_assets on delete set null;
    create index products_media_asset_index on products (media_asset_id);
    create index products_trailer_asset_index on products (trailer_asset_id);
  `)
  await addTimestamps(
    knex,
    'broadcasts',
    'feeds',
    'media_assets',
    'recordings',
    'recording_files',
    'media_jobs',
    'playback_positions',
    'uploads',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table products drop column trailer_asset_id, drop column media_asset_id')
  await dropTables(
    knex,
    'uploads',
    'audience_samples',
    'playback_positions',
    'playback_sessions',
    'playback_revocations',
    'media_events',
    'media_jobs',
    'recording_files',
    'recordings',
    'media_assets',
    'feeds',
    'broadcasts',
  )
}
