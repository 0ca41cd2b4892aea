import type { Knex } from 'knex'
import { inBatches } from '../migration-tools.ts'

/**
 * A product is found by the titles of its categories in every language, as its channel is; what its own texts say comes
 * first.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function search_index_products(ids uuid[]) returns void language plpgsql as $$${indexProducts(withCategories)}$$;
    create or replace function category_translations_search() returns trigger language plpgsql as $$${renamed(ofCategories)}$$;
  `)
  await inBatches(knex, 'products', 'search_index_products')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function category_translations_search() returns trigger language plpgsql as $$${renamed('')}$$;
    create or replace function search_index_products(ids uuid[]) returns void language plpgsql as $$${indexProducts({ words: '', join: '' })}$$;
  `)
  await inBatches(knex, 'products', 'search_index_products')
}

const withCategories = {
  words: ` || ' ' || coalesce(filed.titles, '')`,
  join: `        left join lateral (
          select string_agg(t.title, ' ' order by pc.position, t.language) as titles
          from product_categories pc join category_translations t on t.category_id = pc.category_id where pc.product_id = p.id
        ) filed on true
`,
}
const ofCategories = `
      perform search_index_products(array(select distinct pc.product_id from product_categories pc where pc.category_id = any(renamed)));
`

// As 0022 made it, but for the words of the categories.
const indexProducts = (kind: { words: string; join: string }) => `
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
            || search_part(p.short_description || ' ' || coalesce(other.texts, '')${kind.words}, 'C')
        from products p join channels c on c.id = p.channel_id
        left join lateral (
          select string_agg(search_text(t.title) || e'\\n', '') as plain_titles, string_agg(t.title, ' ') as titles,
            string_agg(t.short_description, ' ') as texts
          from product_translations t where t.product_id = p.id
        ) other on true
        left join lateral (
          select string_agg(s.name, ' ') as people from product_speakers ps join speakers s on s.id = ps.speaker_id where ps.product_id = p.id
        ) named on true
${kind.join}        where p.id = any(ids) and p.status = 'published' and p.cancelled_at is null and c.status = 'published'
        on conflict (kind, id) do update set type = excluded.type, channel_id = excluded.channel_id, category_ids = excluded.category_ids,
          sort_at = excluded.sort_at, titles = excluded.titles, vector = excluded.vector
        where (d.type, d.channel_id, d.category_ids, d.sort_at, d.titles, d.vector)
          is distinct from (excluded.type, excluded.channel_id, excluded.category_ids, excluded.sort_at, excluded.titles, excluded.vector);
      people := array(select distinct ps.speaker_id from product_speakers ps where ps.product_id = any(ids));
      if cardinality(people) > 0 then
        perform search_index_speakers(people);
      end if;
    end `

// As 0026 made it, but for the products.
const renamed = (products: string) => `
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
${products}      return null;
    end `
