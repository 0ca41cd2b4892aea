import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { channelClassification } from '../../catalogue/read/channel-classification.ts'
import { channelDescription, speakerText } from '../../catalogue/read/own-words.ts'
import { dateIsAhead, showRuns } from '../../catalogue/read/event-facts.ts'
import { productCardColumns, productCardJoins, productIsListed, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { railLength } from './products-once.ts'

/**
 * Where a card stands: the section by its place in the list, the part of it that the card is in, and its place there.
 */
export type Spot = [section: number, part: 'items' | 'product' | 'live' | 'upcoming' | 'newest', place: number]

export interface ProductCardAtSpots extends ProductCardRow {
  spots: Spot[]
}
export interface ChannelCardAtSpots {
  id: string
  slug: string
  title: string
  short_description: string
  classification: string | null
  logo_file_id: string | null
  cover_file_id: string | null
  spots: Spot[]
}
export interface SpeakerCardAtSpots {
  id: string
  slug: string
  name: string
  title: string
  image_file_id: string | null
  spots: Spot[]
}
export interface CategoryTitleRow {
  slug: string
  title: string
}

/** Scope of the cards: language and time of the reader, and the entity whose members are shown. */
export interface CardsOf {
  /** As stored, in their order. */
  sections: string
  language: Language
  now: Date
  entityId: string | null
}

const listed = `from products p join channels c on c.id = p.channel_id`
/** Size of a slider of channels or speakers that fills itself. */
const most = 16
/**
 * Size of a slider of products that fills itself: it stays full although products that stand elsewhere are taken out of
 * it (products-once.ts).
 */
const mostProducts = 2 * railLength
export const heroLength = 5

/** $1 language, $2 now, $3 sections as JSON, $4 the entity where there is one. */
const productSql = (scope: 'site' | 'entity') => {
  const isShown = scope === 'site' ? productIsListed : `${productIsListed} and ${ownedByMember('c')}`
  const wants = (kind: 'live' | 'upcoming') =>
    `exists (select 1 from s where (type = 'product_slider' and item #>> '{source,kind}' = '${kind}') or item #>> '{media,kind}' = 'catalogue')`
  // The first date of a product that is not over, while it is not on air: dates are walked in their order, so that the
  // first ones are found without the others.
  const isNext = `${dateIsAhead('t')} and not exists (
      select 1 from product_sessions earlier
      where earlier.product_id = p.id and earlier.starts_at < t.starts_at and ${dateIsAhead('earlier')})
    and not ${showRuns}`
  // Products on the shelves of categories would be taken out of a slider of the newest (products-once.ts): others fill
  // it.
  const newest = (wanted: string, most: number, isFree = 'true') => `
    select id, row_number() over (order by published_at desc, id) as place from (
      select p.id, p.published_at ${listed} join media_assets a on a.id = p.media_asset_id and a.state = 'ready'
      where exists (select 1 from s where ${wanted}) and ${isFree} and ${isShown} and p.media_asset_id is not null and p.type <> 'live'
      order by p.published_at desc, p.id limit ${most}
    ) latest`
  // It picks ids first and reads every card once, however many sections it stands in.
  return `
  with s as materialized (
    select n::int, item, item ->> 'type' as type
    from jsonb_array_elements($3::jsonb) with ordinality as list (item, n)
  ), running as materialized (
    select t.product_id, t.starts_at, t.ends_at, t.state, t.id from product_sessions t
    where t.state = 'scheduled' and tstzrange(t.starts_at, t.ends_at) @> $2::timestamptz
  ), live as (
    select p.id, row_number() over (order by b.viewer_count desc nulls last, b.started_at desc, p.id) as place
    ${listed} left join broadcasts b on b.product_id = p.id and b.kind = 'live' and b.state <> 'ended'
    where ${wants('live')} and p.id = any(array(
        select x.product_id from broadcasts x where x.kind = 'live' and x.state <> 'ended' and x.first_media_at is not null
        union select m.product_id from meets m where m.state <> 'ended'
        union select r.product_id from running r
        union select over.product_id from product_sessions over join products lp on lp.id = over.product_id and lp.type = 'live'
          where over.state = 'scheduled' and over.starts_at between $2::timestamptz - interval '12 hours' and $2 and over.ends_at <= $2))
      and ${isShown} and ${showRuns} order by place limit ${mostProducts}
  ), upcoming as (
    select id, row_number() over (order by starts_at, id) as place from (
      (select p.id, t.starts_at ${listed} join running t on t.product_id = p.id
       where ${wants('upcoming')} and ${isShown} and ${isNext} order by t.starts_at, p.id limit ${mostProducts})
      union all
      (select p.id, t.starts_at from product_sessions t join products p on p.id = t.product_id join channels c on c.id = p.channel_id
       where t.state = 'scheduled' and t.starts_at > $2 and ${wants('upcoming')} and ${isShown} and ${isNext}
       order by t.starts_at, t.product_id limit ${mostProducts})
    ) next_one order by place limit ${mostProducts}
  ), in_category as materialized (
    select s.n, newest_of.id, newest_of.place from s cross join lateral (
      select p.id, row_number() over (order by p.published_at desc, p.id) as place
      ${listed} join product_categories pc on pc.product_id = p.id join categories k on k.id = pc.category_id
      where k.slug = s.item #>> '{source,slug}' and ${isShown} order by place limit ${mostProducts}
    ) newest_of where s.type = 'product_slider' and s.item #>> '{source,kind}' = 'category'
  ), newest as (${newest("item #>> '{media,kind}' = 'catalogue'", heroLength)}
  ), newest_left as (${newest(
    "type = 'product_slider' and item #>> '{source,kind}' = 'newest'",
    mostProducts,
    `not exists (select 1 from in_category k where k.id = p.id and k.place <= ${railLength})`,
  )}
  ), automatic as (
    select 'live' as source, id, place from live union all select 'upcoming', id, place from upcoming
  ), of_hero as (
    select * from automatic union all select 'newest', id, place from newest
  ), of_slider as (
    select * from automatic union all select 'newest', id, place from newest_left
  ), named as (
    select s.n, 'items' as part, one.id::uuid as id, one.place
    from s cross join lateral jsonb_array_elements_text(s.item #> '{source,ids}') with ordinality as one (id, place)
    where s.type = 'product_slider' and s.item #>> '{source,kind}' = 'chosen'
    union all
    select n, 'product', (item ->> 'productId')::uuid, 1 from s where item ->> 'productId' is not null
  ), picks as (
    select s.n, 'items' as part, of_slider.id, of_slider.place
    from s join of_slider on of_slider.source = s.item #>> '{source,kind}' where s.type = 'product_slider'
    union all
    select s.n, of_hero.source, of_hero.id, of_hero.place from s cross join of_hero
    where s.item #>> '{media,kind}' = 'catalogue' and of_hero.place <= ${heroLength}
    union all
    select n, 'items', id, place from in_category
    union all
    select named.n, named.part, p.id, named.place from named join products p on p.id = named.id join channels c on c.id = p.channel_id
    where ${isShown}
  ), chosen as (
    select id, jsonb_agg(jsonb_build_array(n, part, place)) as spots from picks group by id
  )
  select chosen.spots, ${productCardColumns}
  from chosen join products p on p.id = chosen.id ${productCardJoins}`
}

/** $1 sections as JSON, $2 language, $3 the entity where there is one. */
const channelSql = (scope: 'site' | 'entity') => {
  const isShown = `c.status = 'published'${scope === 'site' ? '' : ` and ${ownedByMember('c', '$3')}`}`
  return `
  with s as materialized (
    select n::int, item, item ->> 'type' as type
    from jsonb_array_elements($1::jsonb) with ordinality as list (item, n)
  ), newest as (
    select c.id, row_number() over (order by c.approved_at desc nulls last, c.id) as place from channels c
    where ${isShown} order by place limit ${most}
  ), picks as (
    select s.n, 'items' as part, newest.id, newest.place from s cross join newest
    where s.type = 'channel_slider' and s.item #>> '{source,kind}' = 'newest'
    union all
    select s.n, 'items', one.id::uuid, one.place
    from s cross join lateral jsonb_array_elements_text(s.item #> '{source,ids}') with ordinality as one (id, place)
    where s.type = 'channel_slider' and s.item #>> '{source,kind}' = 'chosen'
    union all
    select n, 'items', (item ->> 'channelId')::uuid, 1 from s where type = 'featured_channel'
  )
  select jsonb_agg(jsonb_build_array(picks.n, picks.part, picks.place)) as spots,
    c.id, c.slug, c.title, ${channelDescription('c', '$2')} as short_description, ${channelClassification('$2')} as classification,
    coalesce(c.logo_file_id, c.profile_file_id) as logo_file_id, c.cover_file_id
  from picks join channels c on c.id = picks.id where ${isShown} group by c.id`
}

/**
 * $1 sections as JSON, $2 language, $3 the entity where there is one. A speaker is shown from the first published
 * product on.
 */
const speakerSql = (scope: 'site' | 'entity') => {
  const isShown = `exists (
      select 1 from product_speakers ps join products p on p.id = ps.product_id join channels c on c.id = p.channel_id
      where ps.speaker_id = k.id and ${productIsListed}${scope === 'site' ? '' : ` and ${ownedByMember('c', '$3')}`})`
  return `
  with s as materialized (
    select n::int, item from jsonb_array_elements($1::jsonb) with ordinality as list (item, n) where item ->> 'type' = 'speaker_slider'
  ), newest as (
    select k.id, row_number() over (order by k.created_at desc, k.id) as place from speakers k
    where exists (select 1 from s where item #>> '{source,kind}' = 'newest') and ${isShown} order by place limit ${most}
  ), picks as (
    select s.n, newest.id, newest.place from s cross join newest where s.item #>> '{source,kind}' = 'newest'
    union all
    select s.n, one.id::uuid, one.place
    from s cross join lateral jsonb_array_elements_text(s.item #> '{source,ids}') with ordinality as one (id, place)
    where s.item #>> '{source,kind}' = 'chosen'
  )
  select jsonb_agg(jsonb_build_array(picks.n, 'items', picks.place)) as spots, k.id, k.slug, k.name, ${speakerText('k', 'title', '$2')} as title, k.image_file_id
  from picks join speakers k on k.id = picks.id where ${isShown} group by k.id`
}

const categorySql = `
  select k.slug, ct.title from categories k cross join lateral (
    select title from category_translations t where t.category_id = k.id order by t.language = $1 desc, t.language = 'es' desc, t.language limit 1
  ) ct where k.slug = any($2::text[]) and not k.is_hidden`

const statements = {
  products: { site: productSql('site'), entity: productSql('entity') },
  channels: { site: channelSql('site'), entity: channelSql('entity') },
  speakers: { site: speakerSql('site'), entity: speakerSql('entity') },
}

/**
 * One statement per kind of card, whatever the number of sections; a text of its own for entities, so that each has its
 * own plan.
 */
export function createSectionCards(knex: Knex) {
  const scoped = <Row extends object>(
    what: keyof typeof statements,
    values: readonly unknown[],
    entityId: string | null,
  ): Promise<Row[]> => {
    const scope = entityId === null ? 'site' : 'entity'
    return prepared<Row>(knex, `section-${what}-${scope}`, statements[what][scope], entityId === null ? values : [...values, entityId])
  }
  return {
    products: ({ sections, language, now, entityId }: CardsOf) =>
      scoped<ProductCardAtSpots>('products', [language, now, sections], entityId),
    channels: ({ sections, language, entityId }: CardsOf) => scoped<ChannelCardAtSpots>('channels', [sections, language], entityId),
    speakers: ({ sections, language, entityId }: CardsOf) => scoped<SpeakerCardAtSpots>('speakers', [sections, language], entityId),
    categories: (slugs: readonly string[], language: Language) =>
      prepared<CategoryTitleRow>(knex, 'section-categories', categorySql, [language, slugs]),
  }
}
export type SectionCards = ReturnType<typeof createSectionCards>

function ownedByMember(channel: string, entity = '$4'): string {
  return `exists (select 1 from entity_members m where m.entity_id = ${entity}::uuid and m.user_id = ${channel}.owner_id)`
}
