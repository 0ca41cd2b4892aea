import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productCardColumns, productCardJoins, productText, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { channelDescription, speakerText } from '../../catalogue/read/own-words.ts'

export type HeadProductRow = ProductCardRow & {
  description: string
  seo_title: string | null
  seo_description: string | null
  published_at: Date
  cancelled: boolean
  sessions: { startsAt: string; endsAt: string; state: 'scheduled' | 'cancelled' | 'rescheduled'; movedFrom: string | null }[]
  speakers: { name: string; slug: string }[]
}
export interface NamedRow {
  slug: string
  name: string
  text: string
  image_file_id: string | null
  /** Their pages elsewhere. */
  links: string[]
}
export interface SitemapRow {
  kind: 'product' | 'channel' | 'speaker' | 'page' | 'entity'
  slug: string
  changed_at: Date
}

export type PageHeadRepository = ReturnType<typeof createPageHeadRepository>

/** Only what everybody can see has a head of its own. */
export function createPageHeadRepository(knex: Knex) {
  const named = async (name: string, sql: string, ...values: string[]): Promise<NamedRow | undefined> => {
    const [row] = await prepared<NamedRow>(knex, name, sql, values)
    return row
  }
  return {
    async findProduct(slug: string, language: Language, now: Date): Promise<HeadProductRow | undefined> {
      const [row] = await prepared<HeadProductRow>(
        knex,
        'head-product',
        `select ${productCardColumns}, ${productText.description} as description, p.seo_title, p.seo_description, p.published_at,
           p.cancelled_at is not null as cancelled,
           coalesce((select json_agg(json_build_object('startsAt', s.starts_at, 'endsAt', s.ends_at, 'state', s.state, 'movedFrom', old.starts_at) order by s.starts_at)
             from (select * from product_sessions where product_id = p.id and state <> 'rescheduled' order by ends_at > $2 desc, starts_at limit 10) s
             left join product_sessions old on old.id = s.rescheduled_from_id), '[]') as sessions,
           coalesce((select json_agg(json_build_object('name', s.name, 'slug', s.slug) order by l.position)
             from product_speakers l join speakers s on s.id = l.speaker_id where l.product_id = p.id), '[]') as speakers
         from products p ${productCardJoins} where p.slug = $3 and p.status = 'published' and c.status = 'published'`,
        [language, now, slug],
      )
      return row
    },
    findChannel: (slug: string, language: Language) =>
      named(
        'head-channel',
        `select slug, title as name, ${channelDescription('c', '$2')} as text, coalesce(cover_file_id, logo_file_id) as image_file_id,
           array_remove(array[website_url, youtube_url, instagram_url, facebook_url, twitter_url, spotify_url], null) as links
         from channels c where slug = $1 and status = 'published'`,
        slug,
        language,
      ),
    findSpeaker: (slug: string, language: Language) =>
      named(
        'head-speaker',
        `select slug, name, concat_ws(' · ', nullif(${speakerText('s', 'title', '$2')}, ''), nullif(left(${speakerText('s', 'bio', '$2')}, 500), '')) as text, image_file_id,
           array_remove(array[instagram_url, facebook_url, twitter_url, youtube_url, linkedin_url], null) as links
         from speakers s where (slug = $1 or s.id = (select f.speaker_id from former_slugs f where f.slug = $1 and f.speaker_id is not null))
           and exists (select 1 from search_documents d where d.kind = 'speaker' and d.id = s.id)`,
        slug,
        language,
      ),
    findPage: (slug: string) =>
      named(
        'head-page',
        `select slug, name, '' as text, null::uuid as image_file_id, '{}'::text[] as links from pages
         where slug = $1 and is_published and audience = 'everybody'`,
        slug,
      ),
    findEntity: (slug: string) =>
      named(
        'head-entity',
        `select slug, name, '' as text, null::uuid as image_file_id, '{}'::text[] as links from entities where slug = $1`,
        slug,
      ),

    async countPublic(): Promise<number> {
      const [row] = await prepared<{ count: number }>(
        knex,
        'sitemap-count',
        'select (select count(*) from search_documents) + (select count(*) from entities) as count',
        [],
      )
      return row?.count ?? 0
    },
    /** Search documents are what everybody can see; stores are public by themselves. */
    listPublic: (offset: number, limit: number) =>
      prepared<SitemapRow>(
        knex,
        'sitemap-list',
        `with wanted as (
           select kind, id from search_documents union all select 'entity', id from entities order by 1, 2 offset $1 limit $2
         )
         select w.kind, coalesce(p.slug, c.slug, s.slug, g.slug, e.slug) as slug,
           coalesce(p.updated_at, c.updated_at, s.updated_at, g.updated_at, e.updated_at) as changed_at
         from wanted w
         left join products p on w.kind = 'product' and p.id = w.id
         left join channels c on w.kind = 'channel' and c.id = w.id
         left join speakers s on w.kind = 'speaker' and s.id = w.id
         left join pages g on w.kind = 'page' and g.id = w.id
         left join entities e on w.kind = 'entity' and e.id = w.id
         order by w.kind, w.id`,
        [offset, limit],
      ),
  }
}
