import { mediaPurposes } from '@e-events/shared/domain/media-uploads.ts'
import type { Knex } from 'knex'
import type { Base, Timer } from '../../base.ts'
import type { RunEffects } from '../../events/effects.ts'
import type { Authenticate } from '../../http/authenticate.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { captionRoutes } from './captions/routes.ts'
import { createCaptions } from './captions/service.ts'
import { createDocuments } from './documents/service.ts'
import { fileRoutes } from './files/routes.ts'
import { createFiles } from './files/service.ts'
import { createImageRepository } from './images/repository.ts'
import { imageRoutes } from './images/routes.ts'
import { createImages } from './images/service.ts'
import { removeUnusedImages } from './images/unused-images.ts'
import { createMediaJobRepository } from './media-jobs/repository.ts'
import { createGiveTurns } from './processing/give-turns.ts'
import { createProcessMedia, type ProductMedium } from './processing/process-media.ts'
import { createReadMedia } from './processing/read-media.ts'
import { assertAllowed, lockOwner, readUploadAllowance } from './read/upload-allowance.ts'
import { findUploadTarget } from './read/upload-target.ts'
import { createUploadRepository } from './uploads/repository.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { createTusStore } from './uploads/tus-store.ts'
import { createTus } from './uploads/tus.ts'
import { createUploadBytes, type UploadBytes } from './uploads/upload-bytes.ts'

export type Media = ReturnType<typeof createMedia>

interface MediaDeps {
  runEffects: RunEffects
  /** Writes what a product shows; the row belongs to the catalogue. */
  setProductMedium(trx: Knex, productId: string, medium: ProductMedium): Promise<void>
}

/** Files that were sent, pictures, and the work that makes something that plays of them. */
export function createMedia(base: Base, { runEffects, setProductMedium }: MediaDeps) {
  const { env, knex, redis, queues, storage, addresses, rateLimits, events, clock, log } = base
  const jobs = createMediaJobRepository()
  const files = createFiles({ knex, storage, log })
  const images = createImages({ repository: createImageRepository(knex), storage, warm: files.warm, log })
  const documents = createDocuments({ knex, storage })
  const captions = createCaptions({ knex, storage, clock, log })
  const uploads = createUploadRepository(knex)
  let opened: Promise<UploadBytes> | undefined
  const bytes = () => (opened ??= createUploadBytes(env.storage))
  const work = createProcessMedia({
    knex,
    uploads,
    jobs,
    storage,
    setProductMedium,
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
    store: createTusStore({ knex, repository: uploads, bytes, reserveBytes: env.STORAGE_RESERVE_BYTES, finish: work.finish, clock, log }),
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
  const media = { ...work, ...createReadMedia({ knex, uploads, addresses, clock }) }
  const giveTurns = createGiveTurns({ knex, jobs, queues, clock })

  events.subscribe('encoding.due', giveTurns)
  events.subscribe('media.removed', async () => void (await work.removeDeleted()))
  events.subscribe('product.deleted', async ({ product }) => {
    for (const purpose of mediaPurposes) await work.remove({ product, purpose })
    await captions.dropAll(product.id)
  })
  events.subscribe('account.erased', async ({ trx, user }) => {
    const avatars = await trx('files').where({ owner_id: user.id, purpose: 'avatar' }).delete().returning('storage_key')
    return async () => {
      for (const { storage_key: key } of avatars)
        await storage
          .removeAll(key)
          .catch((error: unknown) => log.warn({ err: error }, 'a picture of a deleted account stayed in the storage'))
    }
  })

  const dropUnusedImages = () => removeUnusedImages({ knex, storage, now: clock.now() })
  const timers: Timer[] = [
    { name: 'abandoned uploads', periodMs: 5 * 60_000, run: work.sweepUploads },
    { name: 'unused pictures', periodMs: 30 * 60_000, run: dropUnusedImages },
    { name: 'deleted media', periodMs: 60_000, run: work.removeDeleted },
  ]
  return {
    ...media,
    documents,
    jobs,
    giveTurns,
    removeUnusedImages: dropUnusedImages,
    timers,
    routes(router: ApiRouter, bind: Bind, other: { authenticate: Authenticate }): void {
      captionRoutes(router, bind, { captions })
      fileRoutes(router, { files })
      imageRoutes(router, bind, { images })
      uploadRoutes(router, bind, { media, tus, authenticate: other.authenticate, rateLimits })
    },
  }
}
