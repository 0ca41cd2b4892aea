import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import type { CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import type { BroadcastEndReason, BroadcastState, FeedKind, FeedState } from '@e-events/shared/domain/states.ts'
import type { RungName } from '@e-events/shared/domain/ladder.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { chaptersOfProduct } from '../../catalogue/read/chapters.ts'
import { captionsOfProduct } from '../../media/read/captions.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from '../../catalogue/read/product-card.ts'

/**
 * A feed with the folder it is played from; `asset_id` is null before its first segments. Instants are ISO text
 * (jsonb).
 */
export interface WatchFeed {
  id: string
  kind: FeedKind
  label: string
  language: string | null
  state: FeedState
  has_audio: boolean
  has_video: boolean
  asset_id: string | null
  asset_state: string | null
  storage_prefix: string | null
  master_path: string | null
  poster_path: string | null
  duration_ms: number | null
  rungs: RungName[] | null
}

export interface WatchBroadcast {
  id: string
  session_id: string | null
  state: BroadcastState
  end_reason: BroadcastEndReason | null
  started_at: string
  low_latency: boolean
  feeds: WatchFeed[]
}

export interface WatchAsset {
  id: string
  state: 'recording' | 'processing' | 'ready' | 'failed'
  /** The folders of a recording that was put on demand. */
  broadcast_id: string | null
  label: string | null
  language: string | null
  storage_prefix: string
  master_path: string
  poster_path: string | null
  thumbnails_path: string | null
  peaks_path: string | null
  duration_ms: number | null
  has_audio: boolean
  has_video: boolean
  rungs: RungName[]
}

export interface WatchRow extends ProductCardRow {
  broadcast: WatchBroadcast | null
  assets: WatchAsset[]
  captions: { language: CaptionLanguage; storage_key: string }[]
  chapters: Chapter[]
  /** Where the viewer stopped last; the instant is ISO text (jsonb). */
  resume: { position_s: number; reported_at: string } | null
  /** Address of a player elsewhere. */
  url: string | null
  fake_live: boolean
  /** Viewers of its show that has not ended. */
  viewer_count: number | null
  support_email: string | null
  /** On how many devices one ticket plays at a time. */
  playbacks_per_ticket: number
}

const feedsOf = `(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'label', f.label, 'language', f.language, 'state', f.state,
    'has_audio', f.has_audio, 'has_video', f.has_video, 'asset_id', a.id, 'asset_state', a.state, 'storage_prefix', a.storage_prefix,
    'master_path', a.master_path, 'poster_path', a.poster_path, 'duration_ms', a.duration_ms, 'rungs', a.rungs) order by f.ordinal), '[]')
  from feeds f left join media_assets a on a.feed_id = f.id and a.kind in ('live', 'recording') and a.state <> 'deleted'
  where f.broadcast_id = b.id)`

/** As a lesson it is the same film. */
const resumeOfViewer = `(select jsonb_build_object('position_s', v.resume_s, 'reported_at', v.reported_at)
  from viewings v left join lessons n on n.id = v.lesson_id
  where v.user_id = $5 and v.resume_s is not null and (n.source_product_id = p.id or (v.lesson_id is null and v.product_id = p.id))
  order by v.reported_at desc limit 1)`

/**
 * The newest broadcast (a running one wins) with its feeds, and the folders of an on-demand product: one query. For a
 * recording that was put on demand every feed is a picture to choose.
 */
const sql = `
  select ${productCardColumns}, p.url, p.fake_live,
    (select b.viewer_count from broadcasts b where b.product_id = p.id and b.kind = 'live' and b.state <> 'ended') as viewer_count,
    (select jsonb_build_object('id', b.id, 'session_id', b.session_id, 'state', b.state, 'end_reason', b.end_reason, 'started_at', b.started_at,
        'low_latency', b.low_latency, 'feeds', ${feedsOf})
     from broadcasts b where b.product_id = p.id and (case when $4::uuid is null then b.kind = 'live' else b.id = $4 end)
       order by b.state = 'ended', b.started_at desc limit 1) as broadcast,
    (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'state', v.state, 'broadcast_id', v.broadcast_id, 'label', v.label, 'language', v.language, 'storage_prefix', v.storage_prefix,
        'master_path', v.master_path, 'poster_path', v.poster_path, 'thumbnails_path', v.thumbnails_path, 'peaks_path', v.peaks_path, 'duration_ms', v.duration_ms, 'has_audio', v.has_audio, 'has_video', v.has_video,
        'rungs', v.rungs) order by v.id = p.media_asset_id desc, v.ordinal, v.id), '[]')
     from media_assets v where v.state <> 'deleted' and (v.id = p.media_asset_id or (v.product_id = p.id and v.kind in ('vod', 'audio'))
       or (v.broadcast_id = main_asset.broadcast_id and v.state = 'ready'))) as assets,
    ${captionsOfProduct} as captions,
    ${chaptersOfProduct} as chapters,
    ${resumeOfViewer} as resume,
    (select support_email::text from site_config) as support_email,
    (select playbacks_per_ticket from site_config) as playbacks_per_ticket
  from products p ${productCardJoins} where p.id = $3`

export async function getWatchRow(
  knex: Knex,
  productId: string,
  context: { language: Language; now: Date; viewerId: string; broadcastId?: string },
): Promise<WatchRow> {
  const [row] = await prepared<WatchRow>(knex, 'watch', sql, [
    context.language,
    context.now,
    productId,
    context.broadcastId ?? null,
    context.viewerId,
  ])
  if (!row) throw new Error('the product is gone')
  return row
}

/** On how many devices one ticket plays at a time. */
export async function readPlaybacksPerTicket(knex: Knex): Promise<number> {
  const [row] = await prepared<{ playbacks_per_ticket: number }>(knex, 'playbacks', 'select playbacks_per_ticket from site_config', [])
  return row?.playbacks_per_ticket ?? 1
}

interface TrailerRow {
  product_id: string
  owner_id: string
  is_public: boolean
  storage_prefix: string
  master_path: string
  poster_path: string | null
  thumbnails_path: string | null
  duration_ms: number | null
}

const trailerSql = `
  select p.id as product_id, c.owner_id, (p.status = 'published' and c.status = 'published') as is_public, a.storage_prefix, a.master_path, a.poster_path,
    a.thumbnails_path, a.duration_ms
  from products p join channels c on c.id = p.channel_id join media_assets a on a.id = p.trailer_asset_id
  where p.slug = $1 and a.state = 'ready'`

/** The trailer of a product, where one is ready to play. */
export async function findTrailer(knex: Knex, slug: string): Promise<TrailerRow | undefined> {
  const [row] = await prepared<TrailerRow>(knex, 'trailer', trailerSql, [slug])
  return row
}
