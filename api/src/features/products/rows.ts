import type { productDetailSchema } from '@e-events/shared/contract/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ChannelStatus, ProductStatus } from '@e-events/shared/domain/states.ts'
import type { z } from 'zod'
import type { ProductCardRow } from '../../read/product-card.ts'

/** A session inside a jsonb column: instants are ISO text there. */
export interface SessionJson {
  id: string
  starts_at: string
  ends_at: string
  time_zone: string
  finished: boolean
}

export interface OwnProductRow extends ProductCardRow {
  status: ProductStatus
  description: string
  channel_status: ChannelStatus
  sessions: SessionJson[]
  sort_at: string
  created_sort_at: string
}

export interface ProductDetailRow extends OwnProductRow {
  channel_id: string
  owner_id: string
  price_note: string | null
  tags: string[]
  production_year: number | null
  production_country: string | null
  suggested_age: z.infer<typeof productDetailSchema>['suggestedAge']
  director: string | null
  trailer_url: string | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  cancelled_at: Date | null
  stock: number | null
  speakers: { slug: string; name: string; title: string; image_file_id: string | null }[]
  translations: { language: Language; title: string }[]
  /** The caller has a ticket that still opens the door. */
  owned: boolean
}

/** $1 language, $2 now. */
export const ownColumns = `
  p.status, c.status as channel_status,
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'time_zone', s.time_zone,
      'finished', exists (select 1 from broadcasts done where done.session_id = s.id and done.kind = 'live'
                          and done.state = 'ended' and done.end_reason in ('organizer', 'admin', 'limit'))) order by s.starts_at), '[]')
   from product_sessions s where s.product_id = p.id and s.state = 'scheduled') as sessions`

/** $3: the caller's id or null. */
export const detailColumns = `
  p.channel_id, c.owner_id, p.price_note, p.tags, p.production_year, p.production_country, p.suggested_age, p.director, p.trailer_url,
  p.sale_starts_at, p.sale_ends_at, p.cancelled_at, p.stock,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', sp.slug, 'name', sp.name, 'title', sp.title, 'image_file_id', sp.image_file_id)
      order by ps.position, sp.name), '[]')
   from product_speakers ps join speakers sp on sp.id = ps.speaker_id where ps.product_id = p.id) as speakers,
  (select jsonb_agg(jsonb_build_object('language', l.language, 'title', l.title) order by l.language) from (
     select p.language, p.title union all select t.language, t.title from product_translations t where t.product_id = p.id and t.language <> p.language
   ) l) as translations,
  exists (select 1 from tickets k where k.user_id = $3::uuid and k.product_id = p.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > $2)) as owned`
