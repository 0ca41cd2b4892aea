import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from './adapters/clock.ts'
import type { Log } from './adapters/log.ts'
import type { MediaAddresses } from './adapters/media-addresses.ts'
import type { MediaQueues } from './adapters/media-queues.ts'
import type { Env } from './env.ts'
import type { MediaJobRepository } from './domains/media/media-jobs/repository.ts'
import { createUploadRepository } from './domains/media/uploads/repository.ts'
import { createTusStore } from './domains/media/uploads/tus-store.ts'
import { createTus } from './domains/media/uploads/tus.ts'
import { createUploadBytes, type UploadBytes } from './domains/media/uploads/upload-bytes.ts'
import type { RunEffects } from './flows/deliver/effects.ts'
import { createProcessMedia } from './flows/process-media/process-media.ts'
import { createReadMedia } from './flows/process-media/read-media.ts'
import type { RateLimits } from './http/rate-limit.ts'
import { assertAllowed, lockOwner, readUploadAllowance } from './domains/media/read/upload-allowance.ts'
import { findUploadTarget } from './domains/media/read/upload-target.ts'

interface UploadDeps {
  env: Env
  knex: Knex
  redis: Redis
  queues: MediaQueues
  storage: Storage
  jobs: MediaJobRepository
  addresses: MediaAddresses
  rateLimits: RateLimits
  runEffects: RunEffects
  clock: Clock
  log: Log
}

/** The part of the platform that takes files in and makes something of them. */
export function createUploads({ env, knex, redis, queues, storage, jobs, addresses, rateLimits, runEffects, clock, log }: UploadDeps) {
  const uploads = createUploadRepository(knex)
  let opened: Promise<UploadBytes> | undefined
  const bytes = () => (opened ??= createUploadBytes(env.storage))
  const work = createProcessMedia({
    knex,
    uploads,
    jobs,
    storage,
    discardUpload: async (storageKey) => (await bytes()).discard(storageKey),
    redis,
    dropJob: (assetId) => queues.vodLadder.remove(assetId).catch(() => undefined),
    runEffects,
    mediaUrl: env.MEDIA_PUBLIC_URL,
    clock,
    log,
  })
  const tus = createTus({
    repository: uploads,
    store: createTusStore({
      knex,
      repository: uploads,
      bytes,
      reserveBytes: env.STORAGE_RESERVE_BYTES,
      finish: work.finish,
      clock,
      log,
    }),
    redis,
    rateLimits,
    begin: (row, ownerId) =>
      knex.transaction(async (trx) => {
        await lockOwner(trx, ownerId)
        assertAllowed(await readUploadAllowance(trx, ownerId), { bytes: row.size_bytes, hasPictures: row.purpose !== 'audio' })
        await uploads.insert(trx, row)
      }),
    findProduct: (slug) => findUploadTarget(knex, slug),
    supersede: work.supersede,
    finish: work.finish,
    abandon: work.abandon,
    stallMs: env.UPLOAD_STALL_MS,
    clock,
    log,
    origin: env.PUBLIC_ORIGIN,
  })
  return { media: { ...work, ...createReadMedia({ knex, uploads, addresses, clock }) }, tus }
}
