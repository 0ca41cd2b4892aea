import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import type { Knex } from 'knex'
import type { MediaAssetRow } from '../../db/tables/media.ts'
import type { Effect } from '../../events/effects.ts'
import { insertFailedNotice } from '../../domains/engagement/notifications/failed-media.ts'
import { setProductMedium } from '../../domains/catalogue/products/media.ts'
import type { ApplyDeps, EventOf } from './scene.ts'

/** The ladder of an uploaded or seeded file. */
export async function applyVodEvent(
  trx: Knex,
  deps: Pick<ApplyDeps, 'jobs' | 'log'>,
  event: EventOf<'vod.progress' | 'vod.ready' | 'vod.failed'>,
): Promise<Effect[]> {
  const at = new Date(event.atMs)
  const asset = await trx('media_assets').where({ id: event.assetId }).forUpdate().first()
  if (!asset) {
    deps.log.warn({ type: event.type, assetId: event.assetId }, 'a media event of an unknown asset')
    return []
  }
  switch (event.type) {
    case 'vod.progress':
      await deps.jobs.markRunning(trx, asset.id, {
        id: event.source,
        at,
        progressPercent: event.percent,
        stage: event.stage,
        attempt: event.attempt,
        pictureMs: asset.kind === 'audio' ? undefined : event.durationMs,
      })
      return notifyEditors(trx, asset)
    case 'vod.ready':
      if (isCancelled(asset)) return []
      if (asset.state === 'deleted') {
        // It was made while it was deleted: its folder is there again.
        await trx('media_assets').where({ id: asset.id }).update({ removed_at: null })
        return [{ type: 'deletedMedia' }]
      }
      await trx('media_assets')
        .where({ id: asset.id })
        .update({
          state: 'ready',
          storage_prefix: event.storagePrefix,
          rungs: event.rungs,
          duration_ms: event.durationMs,
          size_bytes: event.sizeBytes,
          ready_at: at,
          error_code: null,
          has_video: event.rungs.length > 0,
          ...(event.hasAudio === undefined ? {} : { has_audio: event.hasAudio }),
          ...(event.posterPath === undefined ? {} : { poster_path: event.posterPath }),
          ...(event.thumbnailsPath === undefined ? {} : { thumbnails_path: event.thumbnailsPath }),
          ...(event.peaksPath === undefined ? {} : { peaks_path: event.peaksPath }),
        })
      await deps.jobs.markSucceeded(trx, asset.id, at, asset.kind === 'audio' ? undefined : event.durationMs)
      await trx('uploads').where({ asset_id: asset.id }).update({ state: 'ready', error_code: null })
      await takePlace(trx, asset, at)
      return [...(await notifyProducts(trx, asset.id)), ...(await notifyEditors(trx, asset)), { type: 'deletedMedia' }, { type: 'turns' }]
    case 'vod.failed': {
      // A late report of an earlier try must not undo a success, and who cancelled knows.
      if (asset.state !== 'processing') return []
      const code = event.code ?? 'unexpected'
      await trx('media_assets').where({ id: asset.id }).update({ state: 'failed', error_code: code })
      await deps.jobs.markFailed(trx, asset.id, { at, code, detail: event.reason })
      await trx('uploads').where({ asset_id: asset.id }).update({ state: 'failed', error_code: code })
      const notice = await insertFailedNotice(trx, asset.id, code)
      return [
        ...(await notifyProducts(trx, asset.id)),
        ...(await notifyEditors(trx, asset)),
        { type: 'turns' },
        ...(notice ? [{ type: 'notice', notification: notice } as const] : []),
      ]
    }
    default:
      return assertUnreachable(event)
  }
}

const isCancelled = (asset: MediaAssetRow) => asset.state === 'failed' && asset.error_code === 'cancelled'

/** An upload that is ready is what its product shows from now on; what was shown before goes. */
async function takePlace(trx: Knex, asset: MediaAssetRow, at: Date): Promise<void> {
  if (asset.product_id === null || asset.source_file_id === null) return
  const shown = asset.kind === 'trailer' ? { trailer_asset_id: asset.id } : { media_asset_id: asset.id }
  await setProductMedium(trx, asset.product_id, shown)
  await trx('media_assets')
    .where({ product_id: asset.product_id, kind: asset.kind })
    .whereNot({ id: asset.id })
    .where('created_at', '<=', asset.created_at)
    .whereIn('state', ['ready', 'failed'])
    .update({ state: 'deleted', deleted_at: at })
}

async function notifyProducts(trx: Knex, assetId: string): Promise<Effect[]> {
  const products = await trx('products')
    .where({ media_asset_id: assetId })
    .orWhereIn('id', trx('media_assets').where({ id: assetId }).whereNotNull('product_id').select('product_id'))
    .select('slug')
  return [
    ...products.map(({ slug }): Effect => ({ type: 'notify', event: { type: 'playback.changed', productSlug: slug, broadcast: null } })),
    { type: 'notify', event: { type: 'home.updated' } },
  ]
}

async function notifyEditors(trx: Knex, asset: MediaAssetRow): Promise<Effect[]> {
  if (asset.product_id === null) return []
  const product = await trx('products').where({ id: asset.product_id }).first('slug')
  return product ? [{ type: 'notify', event: { type: 'media.changed', productSlug: product.slug } }] : []
}
