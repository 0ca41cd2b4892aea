import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../db/knex.ts'
import { productCardColumns, productCardJoins, productIsListed, type ProductCardRow } from '../../read/product-card.ts'

export interface HomeRow extends ProductCardRow {
  rail: 'live' | 'upcoming' | 'vod' | 'category'
  rail_id: string
  rail_title: string | null
}

export type HomeRepository = ReturnType<typeof createHomeRepository>

const railLength = 16
const categoryRails = 8

const listed = `from products p join channels c on c.id = p.channel_id`

/** One query whatever the size of the catalogue: it picks the ids of every rail first, then reads their cards together. */
const sql = `
  with live as (
    select 'live' as rail, 'live' as rail_id, 0 as rail_order, null::uuid as category_id, p.id, row_number() over (order by b.viewer_count desc, b.started_at desc) as place
    ${listed} join broadcasts b on b.product_id = p.id and b.kind = 'live' and b.state <> 'ended'
    where ${productIsListed} order by place limit ${railLength}
  ), upcoming as (
    select 'upcoming', 'upcoming', 1, null::uuid, p.id, row_number() over (order by min(s.starts_at), p.id) as place
    ${listed} join product_sessions s on s.product_id = p.id and s.state = 'scheduled' and s.ends_at > $2
    where ${productIsListed} and not exists (select 1 from live where live.id = p.id)
    group by p.id order by place limit ${railLength}
  ), vod as (
    select 'vod', 'vod', 2, null::uuid, p.id, row_number() over (order by p.published_at desc, p.id) as place
    ${listed} join media_assets a on a.id = p.media_asset_id and a.state = 'ready'
    where ${productIsListed} order by place limit ${railLength}
  ), shown_categories as (
    select k.id, k.slug, k.position from categories k
    where not k.is_hidden and exists (select 1 ${listed} join product_categories pc on pc.product_id = p.id where pc.category_id = k.id and ${productIsListed})
    order by k.position, k.slug limit ${categoryRails}
  ), by_category as (
    select 'category', 'category-' || k.slug, (3 + row_number() over (order by k.position, k.slug))::int, k.id, chosen.id, chosen.place
    from shown_categories k cross join lateral (
      select p.id, row_number() over (order by p.published_at desc, p.id) as place
      ${listed} join product_categories pc on pc.product_id = p.id and pc.category_id = k.id
      where ${productIsListed} order by place limit ${railLength}
    ) chosen
  ), picks as (
    select * from live union all select * from upcoming union all select * from vod union all select * from by_category
  )
  select picks.rail, picks.rail_id,
    (select ct.title from category_translations ct where ct.category_id = picks.category_id
     order by ct.language = $1 desc, ct.language = 'es' desc, ct.language limit 1) as rail_title,
    ${productCardColumns}
  from picks join products p on p.id = picks.id ${productCardJoins}
  order by picks.rail_order, picks.rail_id, picks.place`

export function createHomeRepository(knex: Knex) {
  return {
    listRails: (language: Language, now: Date): Promise<HomeRow[]> => prepared<HomeRow>(knex, 'home', sql, [language, now]),
  }
}
