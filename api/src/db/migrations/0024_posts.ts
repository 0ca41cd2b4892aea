import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The text of a post per language, apart from its product: nothing that reads products can show a text that somebody must pay for.
    create table product_posts (
      product_id uuid not null references products on delete cascade,
      language text not null check (language in ('es', 'en', 'pt')),
      document jsonb not null check (jsonb_typeof(document) = 'object'),
      -- Made of the document by the server, and sanitised.
      html text not null,
      -- Written to be read by everybody.
      excerpt text not null default '' check (length(excerpt) <= 400),
      words int not null check (words >= 0),
      reading_minutes int not null check (reading_minutes > 0),
      primary key (product_id, language)
    );
    -- A picture in a text keeps its file.
    create table product_post_images (
      product_id uuid not null,
      language text not null,
      file_id uuid not null references files on delete restrict,
      primary key (product_id, language, file_id),
      foreign key (product_id, language) references product_posts on delete cascade
    );
    create index product_post_images_file_index on product_post_images (file_id);

    create table product_chapters (
      product_id uuid not null references products on delete cascade,
      position int not null check (position >= 0),
      title text not null check (length(btrim(title)) between 1 and 120),
      start_ms int not null check (start_ms between 0 and 86400000),
      primary key (product_id, position),
      constraint product_chapters_start_key unique (product_id, start_ms)
    );

    -- A podcast feed of one account for one channel. A revoked one stays, so that its address can say that it is gone.
    create table podcast_feeds (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      channel_id uuid not null references channels on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      last_read_at timestamptz,
      revoked_at timestamptz
    );
    create unique index podcast_feeds_one_working on podcast_feeds (user_id, channel_id) where revoked_at is null;
    create index podcast_feeds_user_index on podcast_feeds (user_id);
    create index podcast_feeds_channel_index on podcast_feeds (channel_id);
  `)
  await addTimestamps(knex, 'product_posts', 'podcast_feeds')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'podcast_feeds', 'product_chapters', 'product_post_images', 'product_posts')
}
