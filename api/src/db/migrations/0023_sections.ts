import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What stands on the home page (neither entity nor page), on the page of an entity or on a page, as a whole and with its history: a section is only ever
    -- read and written together with its neighbours.
    create table section_versions (
      id uuid primary key default gen_random_uuid(),
      entity_id uuid references entities on delete cascade,
      page_id uuid references pages on delete cascade,
      number int not null check (number > 0),
      state text not null check (state in ('draft', 'scheduled', 'live', 'past')),
      sections jsonb not null check (jsonb_typeof(sections) = 'array'),
      author_id uuid references users on delete set null,
      restored_from int,
      saved_at timestamptz not null,
      publish_at timestamptz,
      published_at timestamptz,
      constraint section_versions_place check (num_nonnulls(entity_id, page_id) <= 1),
      constraint section_versions_number_key unique nulls not distinct (entity_id, page_id, number),
      constraint section_versions_schedule check ((state = 'scheduled') = (publish_at is not null)),
      constraint section_versions_published check ((state in ('live', 'past')) = (published_at is not null))
    );
    create unique index section_versions_one_live on section_versions (entity_id, page_id) nulls not distinct where state = 'live';
    create unique index section_versions_one_draft on section_versions (entity_id, page_id) nulls not distinct
      where state in ('draft', 'scheduled');
    create index section_versions_due_index on section_versions (publish_at) where state = 'scheduled';
    create index section_versions_page_index on section_versions (page_id);
    create index section_versions_author_index on section_versions (author_id);

    -- Sections of the tables before were data of a kind that no screen ever showed.
    drop table home_section_translations;
    drop table home_sections;

    -- Addresses that an entity or a page had before lead to it.
    create table former_slugs (
      id uuid primary key default gen_random_uuid(),
      entity_id uuid references entities on delete cascade,
      page_id uuid references pages on delete cascade,
      slug text not null check (is_slug(slug)),
      constraint former_slugs_place check (num_nonnulls(entity_id, page_id) = 1)
    );
    create unique index former_slugs_entity_key on former_slugs (slug) where entity_id is not null;
    create unique index former_slugs_page_key on former_slugs (slug) where page_id is not null;
    create index former_slugs_entity_index on former_slugs (entity_id);
    create index former_slugs_page_index on former_slugs (page_id);

    -- /page/producers is a screen of its own.
    alter table pages add constraint pages_slug_built check (slug <> 'producers');

    create index entities_name_index on entities (name collate "und-x-icu", id);
    create index pages_name_index on pages (name collate "und-x-icu", id);
  `)
  await addTimestamps(knex, 'section_versions', 'former_slugs')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index pages_name_index;
    drop index entities_name_index;
    alter table pages drop constraint pages_slug_built;
    create table home_sections (
      id uuid primary key default gen_random_uuid(),
      entity_id uuid references entities on delete cascade,
      page_id uuid references pages on delete cascade,
      position int not null check (position >= 0),
      type text not null constraint home_sections_type_check
        check (type in ('hero', 'product_slider', 'channel_slider', 'speaker_slider', 'featured_product', 'featured_channel', 'static_content', 'static_image', 'call_to_action')),
      content jsonb not null default '{}' check (jsonb_typeof(content) = 'object'),
      is_hidden boolean not null default false,
      key text not null check (length(key) between 1 and 60),
      constraint home_sections_owner check (num_nonnulls(entity_id, page_id) <= 1),
      constraint home_sections_position_key unique nulls not distinct (entity_id, page_id, position) deferrable initially deferred,
      constraint home_sections_key_key unique nulls not distinct (entity_id, page_id, key) deferrable initially deferred
    );
    create index home_sections_page_index on home_sections (page_id, position);
    create table home_section_translations (
      section_id uuid not null references home_sections on delete cascade,
      language text not null check (language in ('es', 'en', 'pt')),
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      primary key (section_id, language)
    );
  `)
  await addTimestamps(knex, 'home_sections')
  await dropTables(knex, 'former_slugs', 'section_versions')
}
