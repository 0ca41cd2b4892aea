import type { Knex } from 'knex'
import { inBatches } from '../migration-tools.ts'

/**
 * A channel is classified by a category alone, found by its titles in every language; the words that were typed before
 * 0019 are gone. A product counts what its editors did to it, so that two of them never overwrite each other unseen.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products add column revision int not null default 1;

    create or replace function search_index_channels(ids uuid[]) returns void language plpgsql as $$
    begin
      perform 1 from search_documents where kind = 'channel' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'channel' and d.id = any(ids)
        and not exists (select 1 from channels c where c.id = d.id and c.status = 'published');
      insert into search_documents as d (kind, id, channel_id, sort_at, titles, vector)
        select 'channel', c.id, c.id, coalesce(c.approved_at, c.created_at), e'\\n' || search_text(c.title) || e'\\n',
          search_part(c.title, 'A') || search_part(words_of(c.tags) || ' ' || coalesce(category.titles, ''), 'B')
            || search_part(c.short_description, 'C')
        from channels c left join lateral (
          select string_agg(t.title, ' ' order by t.language) as titles from category_translations t where t.category_id = c.category_id
        ) category on true
        where c.id = any(ids) and c.status = 'published'
        on conflict (kind, id) do update set sort_at = excluded.sort_at, titles = excluded.titles, vector = excluded.vector
        where (d.sort_at, d.titles, d.vector) is distinct from (excluded.sort_at, excluded.titles, excluded.vector);
    end $$;

    create or replace function channels_search() returns trigger language plpgsql as $$
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
          where (n.title, n.status, n.tags, n.category_id, n.short_description, n.approved_at)
            is distinct from (o.title, o.status, o.tags, o.category_id, o.short_description, o.approved_at)));
      end if;
      return null;
    end $$;

    -- A category that is renamed takes its channels with it; products have its id in their documents and no word of it.
    create function category_translations_search() returns trigger language plpgsql as $$
    declare
      renamed uuid[];
    begin
      if tg_op = 'DELETE' then
        renamed := array(select distinct category_id from gone);
      elsif tg_op = 'INSERT' then
        renamed := array(select distinct category_id from fresh);
      else
        renamed := array(
          select distinct n.category_id from fresh n join gone o on (o.category_id, o.language) = (n.category_id, n.language)
          where n.title is distinct from o.title);
      end if;
      perform search_index_channels(array(select c.id from channels c where c.category_id = any(renamed) and c.status = 'published'));
      return null;
    end $$;
    create trigger category_translations_search_insert after insert on category_translations
      referencing new table as fresh for each statement execute function category_translations_search();
    create trigger category_translations_search_update after update on category_translations
      referencing old table as gone new table as fresh for each statement execute function category_translations_search();
    create trigger category_translations_search_delete after delete on category_translations
      referencing old table as gone for each statement execute function category_translations_search();

    alter table channels drop column classification;
  `)
  await inBatches(knex, 'channels', 'search_index_channels')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger category_translations_search_insert on category_translations;
    drop trigger category_translations_search_update on category_translations;
    drop trigger category_translations_search_delete on category_translations;
    drop function category_translations_search();

    alter table channels add column classification text check (length(classification) <= 80);
    create or replace function search_index_channels(ids uuid[]) returns void language plpgsql as $$${indexChannelsBefore}$$;
    create or replace function channels_search() returns trigger language plpgsql as $$${channelsSearchBefore}$$;
    alter table products drop column revision;
  `)
}

// As 0022 made them.
const indexChannelsBefore = `
    begin
      perform 1 from search_documents where kind = 'channel' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'channel' and d.id = any(ids)
        and not exists (select 1 from channels c where c.id = d.id and c.status = 'published');
      insert into search_documents as d (kind, id, channel_id, sort_at, titles, vector)
        select 'channel', c.id, c.id, coalesce(c.approved_at, c.created_at), e'\\n' || search_text(c.title) || e'\\n',
          search_part(c.title, 'A') || search_part(words_of(c.tags) || ' ' || coalesce(c.classification, ''), 'B') || search_part(c.short_description, 'C')
        from channels c where c.id = any(ids) and c.status = 'published'
        on conflict (kind, id) do update set sort_at = excluded.sort_at, titles = excluded.titles, vector = excluded.vector
        where (d.sort_at, d.titles, d.vector) is distinct from (excluded.sort_at, excluded.titles, excluded.vector);
    end `
const channelsSearchBefore = `
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
          where (n.title, n.status, n.tags, n.classification, n.short_description, n.approved_at)
            is distinct from (o.title, o.status, o.tags, o.classification, o.short_description, o.approved_at)));
      end if;
      return null;
    end `
