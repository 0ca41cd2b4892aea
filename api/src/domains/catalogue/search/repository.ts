import type { SearchKind } from '@e-events/shared/contract/catalogue/search.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { listedProductColumns, productCardJoins, type ListedProductRow } from '../read/product-card.ts'
import type { KnownWord, SearchPlan } from './plan.ts'
import { channelDescription, speakerText } from '../read/own-words.ts'

export type SearchRepository = ReturnType<typeof createSearchRepository>

export interface SearchFilter {
  language: Language
  kind: SearchKind | undefined
  type: ProductType | undefined
  category: string | undefined
  channel: string | undefined
  after: readonly [score: string, id: string] | undefined
  limit: number
}

/** Hits of the page and counts of the facets, told apart by `part`. */
export type MatchRow =
  | { part: 'hit'; kind: SearchKind; id: string; score: number; key: null; title: null; count: null }
  | { part: 'total' | 'kind' | 'type'; kind: null; id: null; score: null; key: string; title: null; count: number }
  | { part: 'category'; kind: null; id: null; score: null; key: string; title: string; count: number }

export interface ChannelHitRow {
  id: string
  slug: string
  title: string
  short_description: string
  logo_file_id: string | null
  cover_file_id: string | null
}
export interface SpeakerHitRow {
  id: string
  slug: string
  name: string
  title: string
  image_file_id: string | null
}
export interface PageHitRow {
  id: string
  slug: string
  name: string
}

/** Words of a keyword at most: what comes after them narrows nothing down. */
const words = 10

/**
 * $1: the keyword. Words like one that exists are not looked for: the nearest of them would be itself. Text is sorted
 * by its bytes here, so the first word that is not before the typed one begins with it, or none does.
 */
const vocabulary = `
  with typed as (select search_text($1) as text),
  words as (
    select word from typed cross join lateral unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', typed.text))) word
    where length(word) <= 40 limit ${words}
  ),
  known as (select word, exists (select 1 from search_words w where w.word = words.word) as is_word from words)
  select typed.text, known.word, known.is_word,
    coalesce(starts_with((select w.word from search_words w where w.word ~>=~ known.word order by w.word using ~<~ limit 1), known.word), false) as is_start,
    case when known.is_word or length(known.word) <= 3 then '{}' else array(
      select w.word from search_words w where w.forms && search_forms(known.word) or w.word % known.word
      order by similarity(w.word, known.word) desc limit 40
    ) end as similar
  from typed cross join known`

/**
 * $1 language, $2 strict, $3 loose, $4 exact, $5 phrase, $6 kind, $7 type, $8 category, $9 channel, $10 and $11 the
 * place after which to go on, $12 how many. The rank counts where words stand (title, then names and tags, then text)
 * and prefers short documents, so that of two titles that hold the words the one without others is first. Words as
 * typed and whole titles weigh more than any rank.
 */
const match = `
  with category as (select id from categories where slug = $8 and not is_hidden),
  chosen as (
    select case when exists (select 1 from search_documents d where d.vector @@ $2::tsquery) then $2::tsquery else $3::tsquery end as query
  ),
  matched as materialized (
    select d.kind, d.id, d.type, d.category_ids,
      (ts_rank('{0.1,0.2,0.5,1}', d.vector, chosen.query, 1)
        + case when d.vector @@ $4::tsquery then 1 else 0 end
        + case when strpos(d.titles, $5) = 0 then 0 when strpos(d.titles, e'\\n' || $5 || e'\\n') > 0 then 2 else 1 end)::float8 as score
    from chosen, search_documents d where d.vector @@ chosen.query and ($9::text is null or d.channel_id = (select id from channels where slug = $9))
  )`

/** The newest of a category, where no keyword was given. */
const browse = `
  with category as (select id from categories where slug = $2 and not is_hidden),
  matched as materialized (
    select d.kind, d.id, d.type, d.category_ids, extract(epoch from d.sort_at)::float8 as score
    from search_documents d where d.category_ids && array(select id from category)
      and ($3::text is null or d.channel_id = (select id from channels where slug = $3))
  )`

/** Each facet leaves its own filter out, so that another choice of it stays in sight. */
const parts = (parameter: { kind: string; type: string; category: string; score: string; id: string; limit: string }) => {
  const is = {
    kind: `(${parameter.kind}::text is null or m.kind = ${parameter.kind})`,
    type: `(${parameter.type}::text is null or m.type = ${parameter.type})`,
    category: `(${parameter.category}::text is null or m.category_ids && array(select id from category))`,
  }
  const all = Object.values(is).join(' and ')
  return `
  page as (
    select m.kind, m.id, m.score from matched m
    where ${all} and (${parameter.score}::float8 is null or (m.score, m.id) < (${parameter.score}::float8, ${parameter.id}::uuid))
    order by m.score desc, m.id desc limit ${parameter.limit}
  )
  select 'hit' as part, kind, id, score, null as key, null as title, null::bigint as count from page
  union all select 'total', null, null, null, '', null, count(*) from matched m where ${all}
  union all select 'kind', null, null, null, m.kind, null, count(*) from matched m where ${is.type} and ${is.category} group by m.kind
  union all select 'type', null, null, null, m.type, null, count(*) from matched m
    where m.type is not null and ${is.kind} and ${is.category} group by m.type
  union all
    select 'category', null, null, null, k.slug,
      (select ct.title from category_translations ct where ct.category_id = k.id
       order by ct.language = $1 desc, ct.language = 'es' desc, ct.language limit 1), counted.count
    from (
      select category_id, count(*) from matched m cross join lateral unnest(m.category_ids) category_id
      where ${is.kind} and ${is.type} group by category_id
    ) counted join categories k on k.id = counted.category_id and not k.is_hidden`
}

const matchSql = `${match}, ${parts({ kind: '$6', type: '$7', category: '$8', score: '$10', id: '$11', limit: '$12' })}`
const browseSql = `${browse}, ${parts({ kind: '$4', type: '$5', category: '$2', score: '$6', id: '$7', limit: '$8' })}`

/**
 * An array whose length the planner does not see: it would plan the statement anew at each call, because a plan for two
 * cards looks cheaper than the one for any number, and planning costs four times as much as running it.
 */
const hidden = (ids: string) => `array(select unnest(${ids}::uuid[]))`

export function createSearchRepository(knex: Knex) {
  return {
    readWords: (keyword: string) => prepared<KnownWord & { text: string }>(knex, 'search-words', vocabulary, [keyword]),

    match: (plan: SearchPlan, filter: SearchFilter) =>
      prepared<MatchRow>(knex, 'search-match', matchSql, [
        filter.language,
        plan.strict,
        plan.loose,
        plan.exact,
        plan.phrase,
        filter.kind ?? null,
        filter.type ?? null,
        filter.category ?? null,
        filter.channel ?? null,
        filter.after?.[0] ?? null,
        filter.after?.[1] ?? null,
        filter.limit,
      ]),

    browse: (filter: SearchFilter) =>
      prepared<MatchRow>(knex, 'search-browse', browseSql, [
        filter.language,
        filter.category ?? null,
        filter.channel ?? null,
        filter.kind ?? null,
        filter.type ?? null,
        filter.after?.[0] ?? null,
        filter.after?.[1] ?? null,
        filter.limit,
      ]),

    products: (ids: readonly string[], language: Language, now: Date) =>
      prepared<ListedProductRow>(
        knex,
        'search-products',
        `select ${listedProductColumns} from products p ${productCardJoins} where p.id = any(${hidden('$3')})`,
        [language, now, ids],
      ),
    channels: (ids: readonly string[], language: Language) =>
      prepared<ChannelHitRow>(
        knex,
        'search-channels',
        `select id, slug, title, ${channelDescription('c', '$2')} as short_description, logo_file_id, cover_file_id
         from channels c where id = any($1::uuid[])`,
        [ids, language],
      ),
    speakers: (ids: readonly string[], language: Language) =>
      prepared<SpeakerHitRow>(
        knex,
        'search-speakers',
        `select id, slug, name, ${speakerText('s', 'title', '$2')} as title, image_file_id from speakers s where id = any($1::uuid[])`,
        [ids, language],
      ),
    pages: (ids: readonly string[]) =>
      prepared<PageHitRow>(knex, 'search-pages', 'select id, slug, name from pages where id = any($1::uuid[])', [ids]),
  }
}
