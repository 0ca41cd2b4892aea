import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { Knex } from 'knex'
import type { MediaAssetRow, MediaJobRow, UploadInsert, UploadRow, UploadUpdate } from '../../../db/tables/media.ts'

export type UploadRepository = ReturnType<typeof createUploadRepository>
/** An upload of a medium: pictures and resources go other ways. */
export type MediaUploadRow = UploadRow & { purpose: MediaPurpose }

export const assetKind = { video: 'vod', trailer: 'trailer', audio: 'audio' } as const satisfies Record<MediaPurpose, MediaAssetRow['kind']>
/** A video on demand may be the recording of a show, which belongs to another product. */
const shownKinds = { video: ['vod', 'recording'], trailer: ['trailer'], audio: ['audio'] } as const satisfies Record<
  MediaPurpose,
  readonly MediaAssetRow['kind'][]
>

/** The newest upload and folder of one purpose, and the folder that is shown. */
export interface MediaRows {
  upload: MediaUploadRow | undefined
  asset:
    | (MediaAssetRow & { source: { original_name: string; size_bytes: number; sha256: string | null; storage_key: string } | null })
    | undefined
  job: MediaJobRow | undefined
  playable: boolean
}

export function createUploadRepository(knex: Knex) {
  return {
    async insert(trx: Knex, row: UploadInsert): Promise<void> {
      await trx('uploads').insert(row)
    },
    async find(id: string): Promise<(MediaUploadRow & { product_slug: string | null }) | undefined> {
      return knex('uploads as u')
        .leftJoin('products as p', 'p.id', 'u.product_id')
        .where('u.id', id)
        .whereIn('u.purpose', ['video', 'trailer', 'audio'])
        .first('u.*', 'p.slug as product_slug') as Promise<(MediaUploadRow & { product_slug: string | null }) | undefined>
    },
    async update(trx: Knex, id: string, changes: UploadUpdate): Promise<void> {
      await trx('uploads').where({ id }).update(changes)
    },
    /** Bytes that arrived; who goes on sending has another day. False where it is not sent any more. */
    async noteOffset(id: string, offset: number, expiresAt: Date): Promise<boolean> {
      return (await knex('uploads').where({ id, state: 'uploading' }).update({ offset_bytes: offset, expires_at: expiresAt })) > 0
    },
    /** One of several processes gets it. */
    async claimFinished(id: string): Promise<boolean> {
      return (
        (await knex('uploads')
          .where({ id, state: 'uploading' })
          .update({ state: 'processing', offset_bytes: knex.ref('size_bytes') })) > 0
      )
    },
    async listSending(trx: Knex, productId: string, purpose: MediaPurpose): Promise<UploadRow[]> {
      return trx('uploads').where({ product_id: productId, purpose, state: 'uploading' })
    },
    async listAbandoned(now: Date, limit: number): Promise<UploadRow[]> {
      return knex('uploads').where({ state: 'uploading' }).where('expires_at', '<', now).orderBy('expires_at').limit(limit)
    },
    /** All bytes are there, and whoever took them has died before they became work. */
    async listUnfinished(before: Date, limit: number): Promise<string[]> {
      return knex('uploads')
        .where({ state: 'processing' })
        .whereNull('asset_id')
        .where('updated_at', '<', before)
        .limit(limit)
        .pluck<string[]>('id')
    },

    async mediaOf(productId: string, purpose: MediaPurpose): Promise<MediaRows> {
      const named = knex('products')
        .where({ id: productId })
        .select(purpose === 'trailer' ? 'trailer_asset_id' : 'media_asset_id')
      const assets = () =>
        knex('media_assets as a').where((its) => {
          void its.where({ 'a.product_id': productId, 'a.kind': assetKind[purpose] }).orWhere((one) => {
            void one.where('a.id', named).whereIn('a.kind', shownKinds[purpose])
          })
        })
      const [upload, asset, ready] = await Promise.all([
        knex('uploads')
          .where({ product_id: productId, purpose })
          .whereNot('state', 'abandoned')
          .orderBy('created_at', 'desc')
          .first() as Promise<MediaUploadRow | undefined>,
        assets()
          .leftJoin('files as f', 'f.id', 'a.source_file_id')
          .whereNot('a.state', 'deleted')
          .orderBy('a.created_at', 'desc')
          .first(
            'a.*',
            knex.raw(
              `case when f.id is not null then jsonb_build_object('original_name', f.original_name, 'size_bytes', f.size_bytes, 'sha256', f.sha256, 'storage_key', f.storage_key) end as source`,
            ),
          ) as Promise<MediaRows['asset']>,
        assets().where({ 'a.state': 'ready' }).first('a.id') as Promise<{ id: string } | undefined>,
      ])
      const job = asset && (await knex('media_jobs').where({ dedupe_key: asset.id }).first())
      return { upload, asset, job, playable: ready !== undefined }
    },
  }
}
