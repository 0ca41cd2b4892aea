import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import type { Knex } from 'knex'
import type { Effect } from '../deliver/effects.ts'
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
      await deps.jobs.markRunning(trx, asset.id, { id: event.source, at, progressPercent: event.percent })
      return []
    case 'vod.ready':
      if (asset.state === 'deleted') return []
      await trx('media_assets').where({ id: asset.id }).update({
        state: 'ready',
        storage_prefix: event.storagePrefix,
        rungs: event.rungs,
        duration_ms: event.durationMs,
        size_bytes: event.sizeBytes,
        ready_at: at,
        error_code: null,
      })
      await deps.jobs.markSucceeded(trx, asset.id, at)
      return notifyProducts(trx, asset.id)
    case 'vod.failed':
      // A late report of an earlier try must not undo a success.
      if (asset.state !== 'processing') return []
      await trx('media_assets').where({ id: asset.id }).update({ state: 'failed', error_code: 'vod_failed' })
      await deps.jobs.markFailed(trx, asset.id, { at, code: 'vod_failed', detail: event.reason })
      return notifyProducts(trx, asset.id)
    default:
      return assertUnreachable(event)
  }
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
