import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { productIdOf } from './catalogue.ts'
import { liveProductSlug } from './products-live.ts'
import { removeUnusedSessions } from './redate.ts'

/** A show takes a session that began at most this long ago. */
const keepSessionsMs = 10 * 60_000

/**
 * The demo's show begins anew every half hour; its newest recording stays, older ones go with everything they stored.
 * Their rows stay, because charges refer to them. Answers how many went. Running shows and their recordings are never
 * touched.
 */
export async function removeOldRecordings(options: { knex: Knex; storage: Storage; now: Date }): Promise<number> {
  const { knex, storage, now } = options
  const productId = productIdOf(liveProductSlug)
  const hasStored = (table: 'media_assets' | 'recordings') =>
    knex(table).whereRaw('broadcast_id = broadcasts.id').whereNot({ state: 'deleted' })
  const ended = await knex('broadcasts')
    .where({ product_id: productId, state: 'ended' })
    .where((stored) => void stored.whereExists(hasStored('media_assets')).orWhereExists(hasStored('recordings')))
    .pluck<string[]>('id')
  const kept = await knex('recordings')
    .where({ product_id: productId })
    .whereIn('state', ['recording', 'ready'])
    .orderBy('started_at', 'desc')
    .select<{ broadcast_id: string; state: string }[]>('broadcast_id', 'state')
  // A show that ended this moment is still being closed: until its recording can be played, the one before it is the
  // newest that can.
  const running = new Set(await knex('broadcasts').where({ product_id: productId }).whereNot({ state: 'ended' }).pluck<string[]>('id'))
  const finished = kept.filter(({ broadcast_id }) => !running.has(broadcast_id))
  const keep = new Set([finished[0]?.broadcast_id, finished.find(({ state }) => state === 'ready')?.broadcast_id])
  let removed = 0
  for (const id of ended) {
    if (!keep.has(id) && (await removeMedia(knex, storage, { id, now }))) removed += 1
  }
  await knex.transaction(async (trx) => {
    await trx.raw("set local e_events.allow_session_change = 'on'")
    // Sessions that no show took; not the one that the next show is about to take.
    await removeUnusedSessions(trx, new Date(now.getTime() - keepSessionsMs))
  })
  return removed
}

/** Files first: rows that are gone could never lead to them again. */
async function removeMedia(knex: Knex, storage: Storage, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const assets = await knex('media_assets').where({ broadcast_id: id }).whereNot({ state: 'deleted' }).select('id', 'storage_prefix')
  for (const { storage_prefix } of assets) await storage.removeAll(storage_prefix)
  await storage.removeAll(`live/${id}`)
  await knex.transaction(async (trx) => {
    await trx('media_assets').where({ broadcast_id: id }).whereNot({ state: 'deleted' }).update({ state: 'deleted', deleted_at: now })
    await trx('recordings').where({ broadcast_id: id }).whereNot({ state: 'deleted' }).update({ state: 'deleted', deleted_at: now })
  })
  return assets.length > 0
}
