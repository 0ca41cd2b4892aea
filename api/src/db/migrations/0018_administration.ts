import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A section keeps the name that its editor gave it, and what it features is said by its type.
    alter table home_sections drop constraint home_sections_type_check;
    update home_sections set type = 'featured_product' where type = 'featured';
    alter table home_sections
      add constraint home_sections_type_check
        check (type in ('hero', 'product_slider', 'channel_slider', 'speaker_slider', 'featured_product', 'featured_channel', 'static_content', 'static_image', 'call_to_action')),
      add column key text check (length(key) between 1 and 60);
    update home_sections set key = id::text;
    alter table home_sections
      alter column key set not null,
      add constraint home_sections_key_key unique nulls not distinct (entity_id, page_id, key) deferrable initially deferred;

    -- 'filter': every account for which all of role, language and country hold, as far as they are given.
    alter table notification_batches drop constraint notification_batches_role, drop constraint notification_batches_audience_check;
    alter table notification_batches
      add constraint notification_batches_audience_check check (audience in ('all', 'filter', 'role', 'users', 'buyers', 'system')),
      add constraint notification_batches_role check (audience <> 'role' or role is not null),
      add column language text check (language in ('es', 'en', 'pt')),
      add column country char(2) check (country ~ '^[A-Z]{2}$'),
      add column is_promotional boolean not null default false,
      add column recipient_count int not null default 0 check (recipient_count >= 0);
    create index notification_batches_sent_index on notification_batches (sent_at desc, id desc) where sent_at is not null;

    -- The orders of the table of people, deleted ones left out.
    create index users_name_index on users ((name || ' ' || surname) collate "und-x-icu", id) where deleted_at is null;
    create index users_words_index on users
      using gin (plain_text(name || ' ' || surname || ' ' || email::text || ' ' || coalesce(company, '')) gin_trgm_ops);
    create index users_country_index on users (coalesce(country, ''), id) where deleted_at is null;
    create index users_last_login_index on users (coalesce(last_login_at, 'epoch'::timestamptz), id) where deleted_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index users_last_login_index;
    drop index users_country_index;
    drop index users_words_index;
    drop index users_name_index;
    drop index notification_batches_sent_index;
    alter table notification_batches drop constraint notification_batches_role, drop constraint notification_batches_audience_check;
    update notification_batches set audience = 'all' where audience = 'filter';
    update notification_batches set role = null where audience <> 'role';
    alter table notification_batches
      drop column recipient_count,
      drop column is_promotional,
      drop column country,
      drop column language,
      add constraint notification_batches_audience_check check (audience in ('all', 'role', 'users', 'buyers', 'system')),
      add constraint notification_batches_role check ((audience = 'role') = (role is not null));
    alter table home_sections drop constraint home_sections_key_key, drop column key, drop constraint home_sections_type_check;
    update home_sections set type = 'featured' where type like 'featured_%';
    alter table home_sections
      add constraint home_sections_type_check
        check (type in ('hero', 'product_slider', 'channel_slider', 'speaker_slider', 'featured', 'static_content', 'static_image', 'call_to_action'));
  `)
}
