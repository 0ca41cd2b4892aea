import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat_rooms (
      product_id uuid primary key references products on delete cascade,
      disabled_at timestamptz,
      disabled_by uuid references users on delete set null,
      slow_mode_seconds int not null default 1 check (slow_mode_seconds between 1 and 600)
    );
    create index chat_rooms_disabled_by_index on chat_rooms (disabled_by);

    create table chat_messages (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      product_id uuid not null references products on delete cascade,
      broadcast_id uuid references broadcasts on delete set null,
      user_id uuid not null references users on delete cascade,
      author_name text not null check (length(author_name) <= 250),
      text text not null check (length(btrim(text)) > 0 and length(text) <= 500),
      pending_approval boolean not null default false,
      state text not null default 'shown' check (state in ('pending', 'shown', 'refused', 'removed')),
      moderated_by uuid references users on delete set null,
      moderated_at timestamptz,
      sent_at timestamptz not null default now(),
      constraint chat_messages_pending check (pending_approval = (state = 'pending')),
      constraint chat_messages_moderated check (state not in ('refused', 'removed') or moderated_at is not null)
    );
    create index chat_messages_room_index on chat_messages (product_id, sequence desc) where state = 'shown';
    create index chat_messages_pending_index on chat_messages (product_id, sequence) where state = 'pending';
    create index chat_messages_product_index on chat_messages (product_id);
    create index chat_messages_user_index on chat_messages (user_id, sent_at desc);
    create index chat_messages_broadcast_index on chat_messages (broadcast_id);
    create index chat_messages_moderated_by_index on chat_messages (moderated_by);

    create table chat_mutes (
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      muted_by uuid references users on delete set null,
      muted_at timestamptz not null default now(),
      muted_until timestamptz,
      primary key (product_id, user_id)
    );
    create index chat_mutes_user_index on chat_mutes (user_id);
    create index chat_mutes_muted_by_index on chat_mutes (muted_by);

    -- One sending; each recipient has a row in notifications.
    create table notification_batches (
      id uuid primary key default gen_random_uuid(),
      sender_id uuid references users on delete set null,
      audience text not null check (audience in ('all', 'role', 'users', 'buyers', 'system')),
      role text check (role in ('VIEWER', 'PRODUCER', 'ADMIN')),
      product_id uuid references products on delete set null,
      subject text not null check (length(btrim(subject)) between 1 and 200),
      content text not null check (length(content) <= 10000),
      sent_at timestamptz,
      constraint notification_batches_role check ((audience = 'role') = (role is not null))
    );
    create index notification_batches_sender_index on notification_batches (sender_id);
    create index notification_batches_product_index on notification_batches (product_id);

    create table notifications (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      user_id uuid not null references users on delete cascade,
      batch_id uuid references notification_batches on delete cascade,
      type text not null check (length(type) between 1 and 80),
      subject text not null check (length(subject) <= 200),
      content text not null default '' check (length(content) <= 10000),
      payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
      sent_at timestamptz not null default now(),
      read_on timestamptz
    );
    create index notifications_user_index on notifications (user_id, sequence desc);
    create index notifications_unread_index on notifications (user_id) where read_on is null;
    create unique index notifications_batch_key on notifications (batch_id, user_id);

    create table product_comments (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      text text not null check (length(btrim(text)) > 0 and length(text) <= 1000),
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null
    );
    create index product_comments_user_index on product_comments (user_id);
    create index product_comments_deleted_by_index on product_comments (deleted_by);

    create table channel_follows (
      user_id uuid not null references users on delete cascade,
      channel_id uuid not null references channels on delete cascade,
      followed_at timestamptz not null default now(),
      primary key (user_id, channel_id)
    );
    create index channel_follows_channel_index on channel_follows (channel_id);
  `)
  await addTimestamps(knex, 'chat_rooms', 'notification_batches', 'product_comments')
  await knex.raw('create index product_comments_product_index on product_comments (product_id, created_at desc)')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'channel_follows',
    'product_comments',
    'notifications',
    'notification_batches',
    'chat_mutes',
    'chat_messages',
    'chat_rooms',
  )
}
