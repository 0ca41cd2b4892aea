import type { Knex } from 'knex'
import { dropTables, inBatches } from '../migration-tools.ts'

/**
 * Search reads one document per product, channel, speaker and page, and only what everybody can see has one: triggers
 * write it in the transaction of the change. A table of the words that occur makes slips of the keyboard cheap: a
 * misspelled word is looked up there, not in every document.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_documents (
      kind text not null check (kind in ('product', 'channel', 'speaker', 'page')),
      id uuid not null,
      type text,
      channel_id uuid,
      category_ids uuid[] not null default '{}',
      sort_at timestamptz not null,
      -- Every title that it has, plain, each between line breaks.
      titles text not null,
      vector tsvector not null,
      primary key (kind, id)
    );
    create index search_documents_vector_index on search_documents using gin (vector);
    create index search_documents_category_index on search_documents using gin (category_ids);

    -- The word with each of its letters left out: two words that share a form differ by one slip (a letter more, less, other, or two swapped).
    create function search_forms(word text) returns text[] language sql immutable strict parallel safe as $$
      select array_agg(distinct pg_catalog.left(word, place - 1) || pg_catalog.substr(word, place + 1)) || word
      from pg_catalog.generate_series(1, pg_catalog.length(word)) place
    $$;
    create table search_words (
      word text primary key,
      forms text[] generated always as (search_forms(word)) stored
    );
    create index search_words_forms_index on search_words using gin (forms);
    create index search_words_trigram_index on search_words using gin (word gin_trgm_ops);
    create index search_words_prefix_index on search_words (word text_pattern_ops);

    -- As words are compared: without accents, case and signs.
    create function search_text(value text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(public.plain_text(value), '[[:punct:][:space:]·–—’“”«»¿¡…]+', ' ', 'g'))
    $$;
    create function search_part(value text, weight "char") returns tsvector language sql immutable strict parallel safe as $$
      select setweight(to_tsvector('pg_catalog.simple', public.search_text(value)), weight)
    $$;

    create function search_learn_words() returns trigger language plpgsql as $$
    begin
      insert into search_words (word)
        select distinct found.word from fresh cross join lateral unnest(tsvector_to_array(fresh.vector)) found (word)
        where length(found.word) between 3 and 40 and found.word !~ '^[0-9]+$'
          and not exists (select 1 from search_words known where known.word = found.word)
        order by found.word
        on conflict do nothing;
      return null;
    exception when deadlock_detected then
      -- Two transactions brought the same new words in another order. The other one writes them; nobody's change fails for the sake of spelling.
      return null;
    end $$;
    create trigger search_documents_insert after insert on search_documents
      referencing new table as fresh for each statement execute function search_learn_words();
    create trigger search_documents_update after update on search_documents
      referencing new table as fresh for each statement execute function search_learn_words();

    -- A speaker is found once something public names them.
    create function search_index_speakers(ids uuid[]) returns void language plpgsql as $$
    begin
      perform 1 from search_documents where kind = 'speaker' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'speaker' and d.id = any(ids) and not exists (
        select 1 from speakers s join product_speakers ps on ps.speaker_id = s.id
        join search_documents p on p.kind = 'product' and p.id = ps.product_id where s.id = d.id);
      insert into search_documents as d (kind, id, sort_at, titles, vector)
        select 'speaker', s.id, s.created_at, e'\\n' || search_text(s.name) || e'\\n', search_part(s.name, 'A') || search_part(s.title, 'C')
        from speakers s where s.id = any(ids) and exists (
          select 1 from product_speakers ps join search_documents p on p.kind = 'product' and p.id = ps.product_id where ps.speaker_id = s.id)
        on conflict (kind, id) do update set titles = excluded.titles, vector = excluded.vector
        where (d.titles, d.vector) is distinct from (excluded.titles, excluded.vector);
    end $$;

    create function search_index_products(ids uuid[]) returns void language plpgsql as $$
    declare
      people uuid[];
    begin
      -- Whoever else indexes one of them is waited for, so that the statements below read what they committed.
      perform 1 from search_documents where kind = 'product' and id = any(ids) order by id for update;
      delete from search_documents d where d.kind = 'product' and d.id = any(ids) and not exists (
        select 1 from products p join channels c on c.id = p.channel_id
        where p.id = d.id and p.status = 'published' and p.cancelled_at is null and c.status = 'published');
      insert into search_documents as d (kind, id, type, channel_id, category_ids, sort_at, titles, vector)
        select 'product', p.id, p.type, p.channel_id,
          array(select pc.category_id from product_categories pc where pc.product_id = p.id order by pc.category_id),
          p.published_at,
          e'\\n' || search_text(p.title) || e'\\n' || coalesce(other.plain_titles, ''),
          search_part(p.title || ' ' || coalesce(other.titles, ''), 'A')
            || search_part(c.title || ' ' || coalesce(named.people, '') || ' ' || coalesce(p.director, ''), 'B')
            || search_part(words_of(p.tags) || ' ' || words_of(p.labels), 'B')
            || search_part(p.short_description || ' ' || coalesce(other.texts, ''), 'C')
        from products p join channels c on c.id = p.channel_id
        left join lateral (
          select string_agg(search_text(t.title) || e'\\n', '') as plain_titles, string_agg(t.title, ' ') as titles,
            string_agg(t.short_description, ' ') as texts
          from product_translations t where t.product_id = p.id
        ) other on true
        left join lateral (
          select string_agg(s.name, ' ') as people from product_speakers ps join speakers s on s.id = ps.speaker_id where ps.product_id = p.id
        ) named on true
        where p.id = any(ids) and p.status = 'published' and p.cancelled_at is null and c.status = 'published'
        on conflict (kind, id) do update set type = excluded.type, channel_id = excluded.channel_id, category_ids = excluded.category_ids,
          sort_at = excluded.sort_at, titles = excluded.titles, vector = excluded.vector
        where (d.type, d.channel_id, d.category_ids, d.sort_at, d.titles, d.vector)
          is distinct from (excluded.type, excluded.channel_id, excluded.category_ids, excluded.sort_at, excluded.titles, excluded.vector);
      people := array(select distinct ps.speaker_id from product_speakers ps where ps.product_id = any(ids));
      if cardinality(people) > 0 then
        perform search_index_speakers(people);
      end if;
    end $$;

    create function search_index_channels(ids uuid[]) returns void language plpgsql as $$
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
    end $$;

    create function search_index_pages(ids uuid[]) returns void language plpgsql as $$
    begin
      delete from search_documents d where d.kind = 'page' and d.id = any(ids)
        and not exists (select 1 from pages g where g.id = d.id and g.is_published and g.audience = 'everybody');
      insert into search_documents as d (kind, id, sort_at, titles, vector)
        select 'page', g.id, g.created_at, e'\\n' || search_text(g.name) || e'\\n', search_part(g.name, 'A')
        from pages g where g.id = any(ids) and g.is_published and g.audience = 'everybody'
        on conflict (kind, id) do update set titles = excluded.titles, vector = excluded.vector
        where (d.titles, d.vector) is distinct from (excluded.titles, excluded.vector);
    end $$;

    -- One trigger function per table; each statement indexes its rows together, and only those that changed in what search shows.
    create function products_search() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform search_index_products(array(select id from gone));
      elsif tg_op = 'INSERT' then
        perform search_index_products(array(select id from fresh where status = 'published'));
      else
        perform search_index_products(ids) from (
          select array(
            select n.id from fresh n join gone o on o.id = n.id
            where (n.title, n.short_description, n.tags, n.labels, n.director, n.type, n.status, n.cancelled_at, n.channel_id, n.published_at)
              is distinct from (o.title, o.short_description, o.tags, o.labels, o.director, o.type, o.status, o.cancelled_at, o.channel_id, o.published_at)
          ) as ids
        ) changed where cardinality(ids) > 0;
      end if;
      return null;
    end $$;
    create function product_parts_search() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform search_index_products(array(select distinct product_id from fresh));
      end if;
      if tg_op <> 'INSERT' then
        perform search_index_products(array(select distinct product_id from gone));
      end if;
      return null;
    end $$;
    create function product_speakers_search() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform search_index_products(array(select distinct product_id from fresh));
      end if;
      if tg_op <> 'INSERT' then
        perform search_index_products(array(select distinct product_id from gone));
        perform search_index_speakers(array(select distinct speaker_id from gone));
      end if;
      return null;
    end $$;
    create function speakers_search() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform search_index_speakers(array(select id from gone));
      else
        perform search_index_products(array(
          select distinct ps.product_id from fresh n join gone o on o.id = n.id join product_speakers ps on ps.speaker_id = n.id
          where (n.name, n.title) is distinct from (o.name, o.title)));
      end if;
      return null;
    end $$;
    create function channels_search() returns trigger language plpgsql as $$
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
    end $$;
    create function pages_search() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform search_index_pages(array(select id from gone));
      end if;
      if tg_op <> 'DELETE' then
        perform search_index_pages(array(select id from fresh));
      end if;
      return null;
    end $$;
  `)
  for (const [table, work, events] of triggers) {
    for (const event of events) {
      const rows = [...(event === 'insert' ? [] : ['old table as gone']), ...(event === 'delete' ? [] : ['new table as fresh'])]
      await knex.raw(
        `create trigger ${table}_search_${event} after ${event} on ${table} referencing ${rows.join(' ')} for each statement execute function ${work}()`,
      )
    }
  }
  await inBatches(knex, 'products', 'search_index_products')
  await inBatches(knex, 'channels', 'search_index_channels')
  await inBatches(knex, 'pages', 'search_index_pages')
}

type Event = 'insert' | 'update' | 'delete'
const triggers: ReadonlyArray<readonly [table: string, work: string, events: readonly Event[]]> = [
  ['products', 'products_search', ['insert', 'update', 'delete']],
  ['product_translations', 'product_parts_search', ['insert', 'update', 'delete']],
  ['product_categories', 'product_parts_search', ['insert', 'delete']],
  ['product_speakers', 'product_speakers_search', ['insert', 'delete']],
  ['speakers', 'speakers_search', ['update', 'delete']],
  ['channels', 'channels_search', ['insert', 'update', 'delete']],
  ['pages', 'pages_search', ['insert', 'update', 'delete']],
]

export async function down(knex: Knex): Promise<void> {
  for (const [table, , events] of triggers) for (const event of events) await knex.raw(`drop trigger ${table}_search_${event} on ${table}`)
  for (const work of new Set(triggers.map(([, name]) => name))) await knex.raw(`drop function ${work}()`)
  await dropTables(knex, 'search_words', 'search_documents')
  await knex.raw(`
    drop function search_learn_words();
    drop function search_index_pages(uuid[]);
    drop function search_index_channels(uuid[]);
    drop function search_index_products(uuid[]);
    drop function search_index_speakers(uuid[]);
    drop function search_part(text, "char");
    drop function search_text(text);
    drop function search_forms(text);
  `)
}
