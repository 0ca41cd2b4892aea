import type { Knex } from 'knex'

/**
 * Messages are numbered per room in the order of their commits (`change`, gap-free for what everybody sees), carry the
 * moment of the show that their author saw, and are sent once however often the request is repeated.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_rooms
      add column last_change bigint not null default 0,
      add column moderated boolean,
      add column blocked_words text[] not null default '{}' check (cardinality(blocked_words) <= 200),
      add column pinned_message_id uuid references chat_messages on delete set null;
    create index chat_rooms_pinned_message_index on chat_rooms (pinned_message_id);

    alter table chat_messages
      add column client_id uuid not null default gen_random_uuid(),
      add column change bigint,
      add column author_role text not null default 'viewer' check (author_role in ('viewer', 'moderator', 'organizer')),
      add column moment timestamptz not null default now(),
      add column reply_to uuid references chat_messages on delete set null,
      add constraint chat_messages_client_key unique (product_id, user_id, client_id);
    alter table chat_messages alter column client_id drop default, alter column moment drop default;
    create index chat_messages_change_index on chat_messages (product_id, change) where change is not null;
    create index chat_messages_moment_index on chat_messages (product_id, moment desc, sequence desc) where state = 'shown';
    create index chat_messages_reply_index on chat_messages (reply_to);

    create table chat_moderators (
      product_id uuid not null references products on delete cascade,
      user_id uuid not null references users on delete cascade,
      added_by uuid references users on delete set null,
      added_at timestamptz not null default now(),
      primary key (product_id, user_id)
    );
    create index chat_moderators_user_index on chat_moderators (user_id);
    create index chat_moderators_added_by_index on chat_moderators (added_by);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table chat_moderators;
    alter table chat_rooms drop column pinned_message_id, drop column blocked_words, drop column moderated, drop column last_change;
    alter table chat_messages drop column reply_to, drop column moment, drop column author_role, drop column change, drop column client_id;
  `)
}
