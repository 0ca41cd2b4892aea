import type { RungName } from '@e-events/shared/domain/ladder.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductStatus } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { FeedRow, RecordingFileRow, RecordingRow } from '../../../db/tables/live.ts'
import type { MediaAssetRow } from '../../../db/tables/media.ts'

export interface RecordingFileView extends RecordingFileRow {
  label: string
  storage_prefix: string | null
}
export interface RecordingView extends RecordingRow {
  product_slug: string
  title: string
  is_charged: boolean
  broadcast_started_at: Date
  on_demand: { slug: string; channelSlug: string; status: ProductStatus } | null
  sort_at: string
  files: RecordingFileView[]
}

export type RecordingRepository = ReturnType<typeof createRecordingRepository>

/** SQL of playable folders (media_assets) and recordings. */
export function createRecordingRepository() {
  return {
    async create(trx: Knex, recording: { broadcastId: string; productId: string; startedAt: Date }): Promise<void> {
      await trx('recordings')
        .insert({ broadcast_id: recording.broadcastId, product_id: recording.productId, started_at: recording.startedAt })
        .onConflict('broadcast_id')
        .ignore()
    },

    async findAsset(trx: Knex, feedId: string): Promise<MediaAssetRow | undefined> {
      return trx('media_assets').where({ feed_id: feedId }).whereIn('kind', ['live', 'recording']).first()
    },
    /** The folder of a feed: made by whichever of its events comes first. */
    async ensureAsset(
      trx: Knex,
      feed: FeedRow,
      folder: { storagePrefix: string; productId: string; rungs: readonly RungName[]; at: Date },
    ) {
      await trx('media_assets')
        .insert({
          product_id: folder.productId,
          broadcast_id: feed.broadcast_id,
          feed_id: feed.id,
          kind: 'live',
          state: 'recording',
          storage_prefix: folder.storagePrefix,
          label: feed.label,
          language: feed.language,
          ordinal: feed.ordinal,
          has_video: feed.has_video,
          has_audio: feed.has_audio,
          rungs: [...folder.rungs],
          started_at: folder.at,
        })
        .onConflict('storage_prefix')
        .ignore()
      const asset = await trx('media_assets').where({ storage_prefix: folder.storagePrefix }).forUpdate().first()
      if (!asset) throw new Error('no asset row')
      return asset
    },
    async updateAsset(trx: Knex, id: string, change: Partial<MediaAssetRow>): Promise<void> {
      const { id: _id, ...columns } = change
      await trx('media_assets').where({ id }).update(columns)
    },
    async listAssets(trx: Knex, broadcastId: string): Promise<MediaAssetRow[]> {
      return trx('media_assets').where({ broadcast_id: broadcastId }).orderBy('ordinal')
    },

    async find(trx: Knex, broadcastId: string): Promise<RecordingRow | undefined> {
      return trx('recordings').where({ broadcast_id: broadcastId }).forUpdate().first()
    },
    async update(trx: Knex, id: string, change: Partial<RecordingRow>): Promise<void> {
      const { id: _id, ...columns } = change
      await trx('recordings').where({ id }).update(columns)
    },
    async ensureFile(
      trx: Knex,
      file: { recordingId: string; feedId: string; storageKey: string; durationMs: number; sizeBytes: number },
    ): Promise<void> {
      await trx('recording_files')
        .insert({
          recording_id: file.recordingId,
          feed_id: file.feedId,
          state: 'processing',
          storage_key: file.storageKey,
          duration_ms: file.durationMs,
          size_bytes: 0,
        })
        .onConflict(['recording_id', 'feed_id'])
        .ignore()
    },
    async updateFile(trx: Knex, feedId: string, change: Partial<RecordingFileRow>): Promise<number> {
      const { id: _id, ...columns } = change
      return trx('recording_files').where({ feed_id: feedId }).update(columns)
    },

    async list(
      knex: Knex,
      filter: {
        ownerId: string | undefined
        productSlug: string | undefined
        language: Language
        after: readonly [startedAt: string, id: string] | undefined
        limit: number
      },
    ): Promise<RecordingView[]> {
      const query = knex('recordings as r')
        .join('broadcasts as b', 'b.id', 'r.broadcast_id')
        .join('products as p', 'p.id', 'r.product_id')
        .join('channels as c', 'c.id', 'p.channel_id')
        .leftJoin('product_translations as t', (join) =>
          join.on('t.product_id', 'p.id').andOn('t.language', knex.raw('?', [filter.language])),
        )
        .orderBy([
          { column: 'b.started_at', order: 'desc' },
          { column: 'r.id', order: 'desc' },
        ])
        .limit(filter.limit)
        .select<Omit<RecordingView, 'files'>[]>(
          'r.*',
          'p.slug as product_slug',
          'b.started_at as broadcast_started_at',
          knex.raw(`b.kind = 'live' as is_charged`),
          knex.raw(`(
            select json_build_object('slug', v.slug, 'channelSlug', vc.slug, 'status', v.status)
            from products v join channels vc on vc.id = v.channel_id where v.id = r.published_product_id
          ) as on_demand`),
          knex.raw('case when p.language = ? then p.title else coalesce(t.title, p.title) end as title', [filter.language]),
          knex.raw(`to_char(b.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at`),
        )
      if (filter.ownerId !== undefined) void query.where('c.owner_id', filter.ownerId)
      if (filter.productSlug !== undefined) void query.where('p.slug', filter.productSlug)
      if (filter.after) void query.whereRaw('(b.started_at, r.id) < (?::timestamptz, ?::uuid)', [...filter.after])
      const recordings = await query
      const files = await listFiles(
        knex,
        recordings.map((recording) => recording.id),
      )
      return recordings.map((recording) => Object.assign(recording, { files: files.filter((file) => file.recording_id === recording.id) }))
    },
  }
}

async function listFiles(knex: Knex, recordingIds: readonly string[]): Promise<RecordingFileView[]> {
  return knex('recording_files as f')
    .join('feeds', 'feeds.id', 'f.feed_id')
    .leftJoin('media_assets as a', (join) => join.on('a.feed_id', 'f.feed_id').andOnIn('a.kind', ['live', 'recording']))
    .whereIn('f.recording_id', [...recordingIds])
    .orderBy('feeds.ordinal')
    .select<RecordingFileView[]>('f.*', 'feeds.label', 'a.storage_prefix')
}

/** Marks a recording as published by a product. */
export async function setPublishedProduct(trx: Knex, recordingId: string, productId: string): Promise<void> {
  await trx('recordings').where({ id: recordingId }).update({ published_product_id: productId })
}
