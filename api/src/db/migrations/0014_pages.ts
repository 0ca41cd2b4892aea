import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table entities (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(btrim(name)) between 1 and 120),
      slug text not null unique check (is_slug(slug)),
      art jsonb check (jsonb_typeof(art) = 'object')
    );
    create table entity_members (
      entity_id uuid not null references entities on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (entity_id, user_id)
    );
    create index entity_members_user_index on entity_members (user_id);

    create table pages (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(btrim(name)) between 1 and 120),
      slug text not null unique check (is_slug(slug)),
      is_published boolean not null default false,
      audience text not null default 'everybody' check (audience in ('everybody', 'journalists'))
    );

    -- The sections of the site home (neither entity nor page), of an entity's home or of a page, in their order.
    create table home_sections (
      id uuid primary key default gen_random_uuid(),
      entity_id uuid references entities on delete cascade,
      page_id uuid references pages on delete cascade,
      position int not null check (position >= 0),
      type text not null
        check (type in ('hero', 'product_slider', 'channel_slider', 'speaker_slider', 'featured', 'static_content', 'static_image', 'call_to_action')),
      content jsonb not null default '{}' check (jsonb_typeof(content) = 'object'),
      is_hidden boolean not null default false,
      constraint home_sections_owner check (num_nonnulls(entity_id, page_id) <= 1),
      constraint home_sections_position_key unique nulls not distinct (entity_id, page_id, position) deferrable initially deferred
    );
    create index home_sections_page_index on home_sections (page_id, position);

    create table home_section_translations (
      section_id uuid not null references home_sections on delete cascade,
      language text not null check (language in ('es', 'en', 'pt')),
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      primary key (section_id, language)
    );
  `)
  await addTimestamps(knex, 'entities', 'pages', 'home_sections')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'home_section_translations', 'home_sections', 'pages', 'entity_members', 'entities')
}
