import type { Knex } from 'knex'
import { inBatches } from '../migration-tools.ts'

/**
 * A channel's description, and a speaker's title and biography, in the languages of the site, as products have them:
 * the row is in the language it was written in, `translations` holds the others ({"en": {"shortDescription": "…"}}).
 * Search finds every one of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The reader's language, else es, else the language it was written in: the rule of products.
    create function text_in(own text, own_language text, translations jsonb, field text, wanted text) returns text language sql immutable parallel safe as $$
      select case when own_language = wanted then own
        else coalesce(nullif(translations -> wanted ->> field, ''), case when own_language = 'es' then own end, nullif(translations -> 'es' ->> field, ''), own) end
    $$;
    create function translated_words(translations jsonb, field text) returns text language sql immutable parallel safe as $$
      select coalesce(string_agg(texts.value ->> field, ' ' order by texts.key), '') from pg_catalog.jsonb_each(translations) texts
    $$;
  `)
  for (const table of ['channels', 'speakers']) {
    await knex.raw(`
      alter table ${table}
        add column language text not null default 'es' check (language in ('es', 'en', 'pt')),
        add column translations jsonb not null default '{}',
        add constraint ${table}_translations check (jsonb_typeof(translations) = 'object' and translations -> language is null)
    `)
  }
  await knex.raw(`
    alter table channels drop column search_vector;
    alter table channels add column search_vector tsvector generated always as (
      search_vector(title, words_of(tags), short_description || ' ' || public.translated_words(translations, 'shortDescription'))) stored;
    create index channels_search_index on channels using gin (search_vector);
    alter table speakers drop column search_vector;
    alter table speakers add column search_vector tsvector generated always as (
      search_vector(name, title || ' ' || public.translated_words(translations, 'title'), null)) stored;
    create index speakers_search_index on speakers using gin (search_vector);

    create or replace function search_index_speakers(ids uuid[]) returns void language plpgsql as $$${indexSpeakers(`s.title || ' ' || translated_words(s.translations, 'title')`)}$$;
    create or replace function speakers_search() returns trigger language plpgsql as $$${speakersSearch('title, translations')}$$;
    create or replace function search_index_channels(ids uuid[]) returns void language plpgsql as $$${indexChannels(`c.short_description || ' ' || translated_words(c.translations, 'shortDescription')`)}$$;
    create or replace function channels_search() returns trigger language plpgsql as $$${channelsSearch('short_description, translations')}$$;
  `)
  await inBatches(knex, 'channels', 'search_index_channels')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function search_index_speakers(ids uuid[]) returns void language plpgsql as $$${indexSpeakers('s.title')}$$;
    create or replace function speakers_search() returns trigger language plpgsql as $$${speakersSearch('title')}$$;
    create or replace function search_index_channels(ids uuid[]) returns void language plpgsql as $$${indexChannels('c.short_description')}$$;
    create or replace function channels_search() returns trigger language plpgsql as $$${channelsSearch('short_description')}$$;
    alter table channels drop column search_vector, drop column translations, drop column language;
    alter table channels add column search_vector tsvector generated always as (search_vector(title, words_of(tags), short_description)) stored;
    create index channels_search_index on channels using gin (search_vector);
    alter table speakers drop column search_vector, drop column translations, drop column language;
    alter table speakers add column search_vector tsvector generated always as (search_vector(name, title, null)) stored;
    create index speakers_search_index on speakers using gin (search_vector);
    drop function translated_words(jsonb, text);
    drop function text_in(text, text, jsonb, text, text);
  `)
}

// As 0022 and 0026 made them, but for the texts that they read.
const indexSpeakers = (title: string) => `
    begin
      perform 1 from search_documents where kind = 'speaker' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'speaker' and d.id = any(ids) and not exists (
        select 1 from speakers s join product_speakers ps on ps.speaker_id = s.id
        join search_documents p on p.kind = 'product' and p.id = ps.product_id where s.id = d.id);
      insert into search_documents as d (kind, id, sort_at, titles, vector)
        select 'speaker', s.id, s.created_at, e'\\n' || search_text(s.name) || e'\\n', search_part(s.name, 'A') || search_part(${title}, 'C')
        from speakers s where s.id = any(ids) and exists (
          select 1 from product_speakers ps join search_documents p on p.kind = 'product' and p.id = ps.product_id where ps.speaker_id = s.id)
        on conflict (kind, id) do update set titles = excluded.titles, vector = excluded.vector
        where (d.titles, d.vector) is distinct from (excluded.titles, excluded.vector);
    end `

const speakersSearch = (texts: string) => `
    begin
      if tg_op = 'DELETE' then
        perform search_index_speakers(array(select id from gone));
      else
        perform search_index_products(array(
          select distinct ps.product_id from fresh n join gone o on o.id = n.id join product_speakers ps on ps.speaker_id = n.id
          where (n.name, ${each('n', texts)}) is distinct from (o.name, ${each('o', texts)})));
      end if;
      return null;
    end `

const indexChannels = (description: string) => `
    begin
      perform 1 from search_documents where kind = 'channel' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'channel' and d.id = any(ids)
        and not exists (select 1 from channels c where c.id = d.id and c.status = 'published');
      insert into search_documents as d (kind, id, channel_id, sort_at, titles, vector)
        select 'channel', c.id, c.id, coalesce(c.approved_at, c.created_at), e'\\n' || search_text(c.title) || e'\\n',
          search_part(c.title, 'A') || search_part(words_of(c.tags) || ' ' || coalesce(category.titles, ''), 'B')
            || search_part(${description}, 'C')
        from channels c left join lateral (
          select string_agg(t.title, ' ' order by t.language) as titles from category_translations t where t.category_id = c.category_id
        ) category on true
        where c.id = any(ids) and c.status = 'published'
        on conflict (kind, id) do update set sort_at = excluded.sort_at, titles = excluded.titles, vector = excluded.vector
        where (d.sort_at, d.titles, d.vector) is distinct from (excluded.sort_at, excluded.titles, excluded.vector);
    end `

const channelsSearch = (texts: string) => `
    begin
      if tg_op = 'DELETE' then
        perform search_index_channels(array(select id from gone));
      elsif tg_op = 'INSERT' then
        perform search_index_channels(array(select id from fresh));
      else
        perform search_index_products(array(
          select p.id from fresh n join gone o on o.id = n.id join products p on p.channel_id = n.id
          where (n.title, n.status) is distinct from (o.title, o.status)));
        perform search_index_channels(array(
          select n.id from fresh n join gone o on o.id = n.id
          where (n.title, n.status, n.tags, n.category_id, n.approved_at, ${each('n', texts)})
            is distinct from (o.title, o.status, o.tags, o.category_id, o.approved_at, ${each('o', texts)})));
      end if;
      return null;
    end `

const each = (row: string, columns: string) =>
  columns
    .split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ')
