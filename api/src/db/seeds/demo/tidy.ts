import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { productIdOf } from './catalogue.ts'
import { liveProductSlug } from './products-live.ts'
import { removeUnusedSessions } from './redate.ts'

/** Late reports about a show (its MP4, its last segment) find their rows for this long. */
const keepRowsMs = 10 * 60_000

/**
 * The demo's show begins anew every half hour; its newest recording stays, older ones go with everything they stored.
 * Answers how many went. Running shows and their recordings are never touched.
 */
export async function removeOldRecordings(options: { knex: Knex; storage: Storage; now: Date }): Promise<number> {
  const { knex, storage, now } = options
  const productId = productIdOf(liveProductSlug)
  const ended = await knex('broadcasts')
    .where({ product_id: productId, state: 'ended' })
    .orderBy('started_at', 'desc')
    .select<{ id: string; ended_at: Date }[]>('id', 'ended_at')
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
  for (const { id, ended_at } of ended) {
    if (keep.has(id)) continue
    const fresh = now.getTime() - ended_at.getTime() < keepRowsMs
    const hadMedia = await removeMedia(knex, storage, { id, now })
    if (hadMedia) removed += 1
    if (!fresh) await removeRows(knex, id)
  }
  await knex.transaction(async (trx) => {
    await trx.raw("set local e_events.allow_session_change = 'on'")
    // Sessions of shows that are gone; not the one that the next show is about to take.
    await removeUnusedSessions(trx, new Date(now.getTime() - keepRowsMs))
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

async function removeRows(knex: Knex, id: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx('media_jobs').where({ broadcast_id: id }).delete()
    await trx('recordings').where({ broadcast_id: id }).delete()
    await trx('media_assets').where({ broadcast_id: id }).delete()
    await trx('broadcasts').where({ id }).delete()
  })
}
