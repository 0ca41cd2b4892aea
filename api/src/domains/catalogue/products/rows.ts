import { plainFieldsIn, type PlainField, type PlainFieldIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { BundlePartRow } from '../read/bundle-parts.ts'
import { subscribedUntil } from '../read/product-access.ts'
import { productText, type ProductCardRow } from '../read/product-card.ts'
import { isModuleOff } from '../read/switched-off.ts'
import { columnOf, type PlainRow } from './plain-columns.ts'
import { publishCountColumns, type PublishCounts } from './publish-facts.ts'
import { speakerText } from '../read/own-words.ts'

/** Plain fields of the page and its form, and of the form alone. */
export const pageFields = plainFieldsIn('page')
export const formFields = plainFieldsIn('form')
export type PageField = PlainFieldIn<'page'>
export type FormField = PlainFieldIn<'form'>

export interface ChangedSessionJson {
  id: string
  starts_at: string
  ends_at: string
  time_zone: string
  state: 'cancelled' | 'rescheduled'
  moved_to_id: string | null
  note: string | null
}
export interface SpeakerJson {
  id: string
  slug: string
  name: string
  title: string
  image_file_id: string | null
}

/** State of its show that has not ended; null without one. */
interface RunningShowRow {
  broadcast_state: 'on_air' | 'interrupted' | null
}

export interface OwnProductRow extends ProductCardRow, RunningShowRow {
  broadcast_started_at: Date | null
  description: string
  tickets: number
  records_broadcasts: boolean
  published_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Columns that the public page and the organizer's form both show. */
export interface ProductFactsRow extends ProductCardRow, PlainRow<PageField> {
  description: string
  channel_id: string
  owner_id: string
  secondary_image_file_id: string | null
  ad_banner_file_id: string | null
  shipping_net_minor: number | null
  bundle_state: 'active' | 'inactive' | null
  speakers: SpeakerJson[]
  categories: { slug: string; title: string }[]
  changed_sessions: ChangedSessionJson[]
}

/** Columns that depend on who asks. */
export interface CallerRow extends RunningShowRow {
  /** The caller has a ticket that still opens the door. */
  owned: boolean
  /** A subscription of the caller opens it, to its channel or to the platform. */
  is_opened: boolean
  /** The caller named a code of this product that is good for a ticket. */
  has_code: boolean
}

export interface ProductDetailRow extends ProductFactsRow, CallerRow {
  url: string | null
  translations: { language: Language; title: string }[]
  /** Its channel takes new subscribers. */
  offers_subscription: boolean
  /** The module of its type is switched off. */
  is_module_off: boolean
  has_trailer: boolean
  bundle: BundlePartRow[]
}

export interface OwnDetailRow extends OwnProductRow, ProductFactsRow, PlainRow<FormField>, PublishCounts {
  language: Language
  own_title: string
  revision: number
  own_short_description: string
  own_description: string
  translations: { language: Language; title: string; short_description: string; description: string }[]
  stored_net_minor: number
  stored_tax_basis_points: number
  offer_net_minor: number | null
  offer_tax_basis_points: number | null
  offer_starts_at: Date | null
  stored_offer_ends_at: Date | null
  source_video_url: string | null
  playback_url: string | null
  etag: string | null
  bundle_products: { id: string; slug: string; title: string }[]
  metadata: { key: string; value: string; exportable: boolean }[]
  moves_today: number
}

/** Join of the columns of a `RunningShowRow`. */
export const runningShow = `left join broadcasts running on running.product_id = p.id and running.kind = 'live' and running.state <> 'ended'`

/** $1 language, $2 now. Use with `productCardJoins` and `runningShow`. */
export const ownColumns = `
  ${productText.description} as description, running.state as broadcast_state, running.started_at as broadcast_started_at, p.records_broadcasts, p.published_at, p.created_at, p.updated_at,
  (select count(*) from tickets k where k.product_id = p.id and k.revoked_at is null) as tickets`

/** Columns that every card brings already. */
const cardFields: ReadonlySet<PlainField> = new Set(['saleStartsAt', 'saleEndsAt', 'expiresAt'])
function columnsOf(names: readonly PlainField[]): string {
  return names.flatMap((name) => (cardFields.has(name) ? [] : [`p.${columnOf(name)}`])).join(', ')
}

/** $1 language. */
const factColumns = `
  p.channel_id, c.owner_id, ${columnsOf(pageFields)},
  p.secondary_image_file_id, p.ad_banner_file_id, p.shipping_net_minor, p.bundle_state,
  (select coalesce(jsonb_agg(jsonb_build_object('id', sp.id, 'slug', sp.slug, 'name', sp.name, 'title', ${speakerText('sp', 'title', '$1')}, 'image_file_id', sp.image_file_id)
      order by ps.position, sp.name), '[]')
   from product_speakers ps join speakers sp on sp.id = ps.speaker_id where ps.product_id = p.id) as speakers,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', k.slug, 'title', coalesce(wording.title, k.slug)) order by pc.position, k.slug), '[]')
   from product_categories pc join categories k on k.id = pc.category_id
   left join lateral (
     select ct.title from category_translations ct where ct.category_id = k.id
     order by ct.language = $1 desc, ct.language = 'es' desc, ct.language limit 1
   ) wording on true where pc.product_id = p.id) as categories`

/** Dates of `p` that were called off or moved. */
export const changedSessions = `(select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'time_zone', s.time_zone, 'state', s.state,
      'moved_to_id', moved.id, 'note', notice.note) order by s.starts_at), '[]')
   from product_sessions s
   left join product_sessions moved on moved.rescheduled_from_id = s.id
   left join lateral (
     select e.note from event_changes e where e.product_id = p.id and (e.session_id = s.id or e.session_id is null)
     order by e.session_id is null, e.created_at desc limit 1
   ) notice on true
   where s.product_id = p.id and s.state <> 'scheduled')`

/** $1 language, $2 now. Use with `productPageJoins`. */
export const detailColumns = `${productText.description} as description, ${factColumns}, p.url,
  (select jsonb_agg(jsonb_build_object('language', l.language, 'title', l.title) order by l.language) from (
     select p.language, p.title union all select t.language, t.title from product_translations t where t.product_id = p.id and t.language <> p.language
   ) l) as translations,
  c.subscription_active and (select allow_subscription_channels and allow_paid_content from payment_config) as offers_subscription,
  ${isModuleOff} as is_module_off,
  p.trailer_asset_id is not null and exists (select 1 from media_assets trailer where trailer.id = p.trailer_asset_id and trailer.state = 'ready') as has_trailer`

/** Columns of a `CallerRow`. $3: their id or null, $4: a code or null. Use with `runningShow`. */
export const callerColumns = `running.state as broadcast_state, exists (select 1 from tickets k where k.user_id = $3::uuid and k.product_id = p.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > $2)) as owned,
  coalesce(p.subscription_only and ${subscribedUntil('p.channel_id', '$3::uuid')} > $2, false)
    or coalesce(c.in_platform_subscription and p.status = 'published' and (p.plan = 'paid' or p.subscription_only)
      and ${subscribedUntil(null, '$3::uuid')} > $2, false) as is_opened,
  exists (select 1 from access_codes a where a.product_id = p.id and a.code = $4::citext and a.redeemed_at is null and a.revoked_at is null) as has_code`

/** The same of somebody with neither account nor code: nothing that the database would know. */
export const stranger: CallerRow = { broadcast_state: null, owned: false, is_opened: false, has_code: false }

export const ownDetailColumns = `${ownColumns}, ${factColumns}, ${changedSessions} as changed_sessions,
  p.revision, p.language, p.title as own_title, p.short_description as own_short_description, p.description as own_description,
  (select coalesce(jsonb_agg(jsonb_build_object('language', t.language, 'title', t.title, 'short_description', t.short_description,
      'description', t.description) order by t.language), '[]')
   from product_translations t where t.product_id = p.id and t.language <> p.language) as translations,
  p.net_price_minor as stored_net_minor, p.tax_basis_points as stored_tax_basis_points, ${columnsOf(formFields)},
  p.offer_net_minor, p.offer_tax_basis_points, p.offer_starts_at, p.offer_ends_at as stored_offer_ends_at,
  p.source_video_url, p.playback_url, p.etag,
  (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'slug', b.slug, 'title', b.title) order by i.position), '[]')
   from bundle_items i join products b on b.id = i.product_id where i.bundle_id = p.id) as bundle_products,
  (select coalesce(jsonb_agg(jsonb_build_object('key', m.key, 'value', m.value, 'exportable', m.exportable) order by m.position, m.key), '[]')
   from product_metadata m where m.product_id = p.id) as metadata,
  (select count(*) from event_changes e where e.product_id = p.id and e.kind = 'rescheduled'
     and e.created_at > $2::timestamptz - interval '24 hours') as moves_today,
  ${publishCountColumns}`
