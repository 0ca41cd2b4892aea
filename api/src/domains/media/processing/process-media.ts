import { createHash } from 'node:crypto'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { mayRetry, mediaFailureSchema } from '@e-events/shared/domain/media-uploads.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { vodCancelKey, type VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { ProductUpdate } from '../../../db/tables/catalogue.ts'
import type { MediaAssetRow } from '../../../db/tables/media.ts'
import type { MediaJobRepository } from '../media-jobs/repository.ts'
import { assetKind, type MediaUploadRow, type UploadRepository } from '../uploads/repository.ts'
import { fitsContainer, formatRefusal, headBytes, kindOf, sniffContainer, type Container } from '../uploads/sniff.ts'
import type { Effect, RunEffects } from '../../../events/effects.ts'

/** Who took an upload has died when nothing came of it for so long. */
const finishGraceMs = 10 * 60_000
const cancelledForSec = 24 * 60 * 60

interface Medium {
  product: { id: string; slug: string }
  purpose: MediaPurpose
}

/** Columns of a product that say what plays; what is missing stays as it is. */
export type ProductMedium = Pick<ProductUpdate, 'media_asset_id' | 'trailer_asset_id' | 'etag' | 'source_video_url' | 'playback_url'>
export type ProcessMedia = ReturnType<typeof createProcessMedia>

/** From the last byte of an upload to something that plays, and everything that can be done to it on its way. */
export function createProcessMedia(deps: {
  knex: Knex
  uploads: UploadRepository
  jobs: MediaJobRepository
  storage: Storage
  /** Writes what a product shows; the row belongs to the catalogue. */
  setProductMedium(trx: Knex, productId: string, medium: ProductMedium): Promise<void>
  /** Removes the rest of an upload that does not become a file, unfinished parts included. */
  discardUpload(storageKey: string): Promise<void>
  redis: Redis
  /** Takes a job out of the queue where nobody works on it yet. */
  dropJob(assetId: string): Promise<void>
  runEffects: RunEffects
  /** Prefix of the address of a stored file; a token stands between it and the key. */
  mediaUrl: string
  clock: Clock
  log: Log
}) {
  const { knex, uploads, jobs, storage, clock } = deps

  return {
    /**
     * All bytes are there: they are told by content, remembered by their hash, and handed to a worker.
     * @throws DomainError VIDEO_FORMAT or AUDIO_FORMAT
     */
    async finish(uploadId: string): Promise<void> {
      if (await uploads.claimFinished(uploadId)) await take(uploadId)
    },

    /** The sender gave up, or sends something else. */
    abandon,

    async supersede(productId: string, purpose: MediaPurpose): Promise<void> {
      for (const { id } of await uploads.listSending(knex, productId, purpose)) await abandon(id)
    },

    /** @throws DomainError STATE_CONFLICT unless it failed in a way that may end better */
    async retry({ product, purpose }: Medium): Promise<void> {
      const asset = await newest(product.id, purpose)
      const reason = mediaFailureSchema.safeParse(asset?.error_code).data ?? 'unexpected'
      if (asset?.state !== 'failed' || asset.source_file_id === null || !mayRetry(reason)) throw new DomainError('STATE_CONFLICT')
      await deps.redis.del(vodCancelKey(asset.id))
      await deps.dropJob(asset.id)
      const effects = await knex.transaction(async (trx) => {
        const changed = await trx('media_assets').where({ id: asset.id, state: 'failed' }).update({ state: 'processing', error_code: null })
        if (changed === 0) throw new DomainError('STATE_CONFLICT')
        await trx('uploads').where({ asset_id: asset.id }).update({ state: 'processing', error_code: null })
        return want(trx, asset, product.slug)
      })
      await deps.runEffects(effects)
    },

    /** @throws DomainError STATE_CONFLICT when nothing is sent or processed */
    async cancel({ product, purpose }: Medium): Promise<void> {
      const sending = await uploads.listSending(knex, product.id, purpose)
      if (sending.length > 0) {
        for (const { id } of sending) await abandon(id)
      } else {
        const asset = await newest(product.id, purpose)
        if (asset?.state !== 'processing') throw new DomainError('STATE_CONFLICT')
        await stop(asset)
      }
      await deps.runEffects([{ type: 'notify', event: { type: 'media.changed', productSlug: product.slug } }])
    },

    /** @throws DomainError STATE_CONFLICT for the main medium of a product that people can have bought */
    async remove({ product, purpose }: Medium): Promise<void> {
      const row = await knex('products').where({ id: product.id }).first('status')
      if (purpose !== 'trailer' && row?.status !== 'draft') throw new DomainError('STATE_CONFLICT')
      for (const { id } of await uploads.listSending(knex, product.id, purpose)) await abandon(id)
      const assets = await knex('media_assets').where({ product_id: product.id, kind: assetKind[purpose] }).whereNot('state', 'deleted')
      for (const asset of assets) if (asset.state === 'processing') await stop(asset)
      await knex.transaction(async (trx) => {
        await deps.setProductMedium(
          trx,
          product.id,
          purpose === 'trailer'
            ? { trailer_asset_id: null }
            : { media_asset_id: null, etag: null, source_video_url: null, playback_url: null },
        )
        await trx('media_assets')
          .whereIn(
            'id',
            assets.map(({ id }) => id),
          )
          .update({ state: 'deleted', deleted_at: clock.now() })
        await trx('uploads').where({ product_id: product.id, purpose }).update({ state: 'abandoned' })
      })
      await deps.runEffects([
        { type: 'deletedMedia' },
        { type: 'notify', event: { type: 'media.changed', productSlug: product.slug } },
        { type: 'notify', event: { type: 'playback.changed', productSlug: product.slug, broadcast: null } },
      ])
    },

    /** Takes what nobody plays any more out of the storage: the folder, and the file that was sent. Safe to repeat. */
    async removeDeleted(): Promise<number> {
      const gone = await knex('media_assets as a')
        .leftJoin('files as f', 'f.id', 'a.source_file_id')
        .where('a.state', 'deleted')
        .whereNull('a.removed_at')
        .whereIn('a.kind', ['vod', 'trailer', 'audio'])
        .limit(50)
        .select('a.id', 'a.storage_prefix', 'f.id as file_id', 'f.storage_key')
      for (const { id, storage_prefix, file_id, storage_key } of gone as {
        id: string
        storage_prefix: string
        file_id: string | null
        storage_key: string | null
      }[]) {
        await storage.removeAll(storage_prefix)
        if (storage_key !== null) await storage.removeAll(storage_key)
        await knex('media_assets').where({ id }).update({ removed_at: clock.now() })
        if (file_id !== null) await knex('files').where({ id: file_id }).delete()
      }
      return gone.length
    },

    /** Uploads that nobody goes on with, and such as lost whoever took them. */
    async sweepUploads(): Promise<number> {
      const abandoned = await uploads.listAbandoned(clock.now(), 100)
      for (const { id } of abandoned)
        await abandon(id).catch((error: unknown) => deps.log.warn({ err: error, uploadId: id }, 'an upload could not be removed yet'))
      const lost = await uploads.listUnfinished(new Date(clock.nowMs() - finishGraceMs), 20)
      for (const id of lost)
        await take(id).catch((error: unknown) => deps.log.warn({ err: error, uploadId: id }, 'an upload could not be taken'))
      return abandoned.length + lost.length
    },
  }

  async function take(uploadId: string): Promise<void> {
    const upload = await uploads.find(uploadId)
    if (!upload || upload.product_id === null || upload.product_slug === null) return
    const container = await readContainer(upload)
    if (!fitsContainer(upload.purpose, container)) {
      await deps.discardUpload(upload.storage_key)
      await uploads.update(knex, upload.id, { state: 'failed', error_code: 'unreadable' })
      throw new DomainError(formatRefusal(upload.purpose))
    }
    const etag = await hashOf(upload.storage_key)
    const effects = await knex.transaction((trx) => become(trx, upload, { container, etag, productId: upload.product_id ?? '' }))
    await deps.runEffects(effects)
  }

  /**
   * The upload becomes a folder in the making; or, where this product has been made of the very same bytes before, that
   * folder.
   */
  async function become(
    trx: Knex,
    upload: MediaUploadRow & { product_slug: string | null },
    { container, etag, productId }: { container: Container; etag: string; productId: string },
  ): Promise<Effect[]> {
    const slug = upload.product_slug ?? ''
    await trx('products').where({ id: productId }).forUpdate().first('id')
    const kind = assetKind[upload.purpose]
    const [known] = await trx('media_assets as a')
      .join('files as f', 'f.id', 'a.source_file_id')
      .where({ 'a.product_id': productId, 'a.kind': kind, 'f.sha256': etag })
      .whereIn('a.state', ['ready', 'processing'])
      .orderBy('a.created_at', 'desc')
      .limit(1)
      .select<{ id: string; state: 'ready' | 'processing' }[]>('a.id', 'a.state')
    if (known) {
      await uploads.update(trx, upload.id, { state: known.state, asset_id: known.id, etag })
      await storage.removeAll(upload.storage_key)
      return [{ type: 'notify', event: { type: 'media.changed', productSlug: slug } }]
    }
    const [file] = await trx('files')
      .insert({
        owner_id: upload.user_id,
        purpose: upload.purpose === 'audio' ? 'audio' : 'video',
        storage_key: upload.storage_key,
        original_name: upload.file_name,
        mime_type: kindOf(upload.file_name).mimeType,
        size_bytes: upload.size_bytes,
        sha256: etag,
      })
      .returning('id')
    // Work in progress for the same purpose is superseded.
    const older = await trx('media_assets').where({ product_id: productId, kind, state: 'processing' }).whereNotNull('source_file_id')
    for (const asset of older) {
      await fail(trx, asset)
      await trx('media_assets').where({ id: asset.id }).update({ state: 'deleted', deleted_at: clock.now() })
    }
    const id = upload.id
    const [asset] = await trx('media_assets')
      .insert({
        id,
        product_id: productId,
        kind,
        state: 'processing',
        storage_prefix: `vod/${id}`,
        source_file_id: file?.id ?? null,
        has_video: upload.purpose !== 'audio',
      })
      .returning('*')
    if (!asset) throw new Error('no asset row')
    await uploads.update(trx, upload.id, { asset_id: asset.id, file_id: file?.id ?? null, etag })
    if (upload.purpose !== 'trailer') {
      const address = (key: string) => `${deps.mediaUrl}/${key}`
      await deps.setProductMedium(trx, productId, {
        etag,
        source_video_url: address(upload.storage_key),
        playback_url: address(`${asset.storage_prefix}/${asset.master_path}`),
      })
    }
    const effects = await want(trx, asset, slug, container)
    return [
      ...effects,
      ...(older.length > 0 ? [{ type: 'deletedMedia' } as const] : []),
      ...older.map((one): Effect => ({ type: 'cancelJob', assetId: one.id })),
    ]
  }

  async function want(trx: Knex, asset: MediaAssetRow, slug: string, known?: Container): Promise<Effect[]> {
    const source = await trx('files')
      .where({ id: asset.source_file_id ?? '' })
      .first('storage_key')
    if (!source) throw new DomainError('STATE_CONFLICT')
    const container = known ?? sniffContainer(await headOf(source.storage_key)) ?? 'mov'
    const payload = {
      assetId: asset.id as VodLadderJob['assetId'],
      sourceKey: source.storage_key,
      storagePrefix: asset.storage_prefix,
      media: asset.kind === 'audio' ? 'audio' : 'video',
      container,
    } satisfies VodLadderJob
    const owner = await trx('products as p')
      .join('channels as c', 'c.id', 'p.channel_id')
      .where('p.id', asset.product_id)
      .first<{ ownerId: string } | undefined>('c.owner_id as ownerId')
    await jobs.want(trx, { kind: 'vod_ladder', key: asset.id, assetId: asset.id, payload, ...owner }, clock.now())
    return [{ type: 'turns' }, { type: 'notify', event: { type: 'media.changed', productSlug: slug } }]
  }

  async function abandon(uploadId: string): Promise<void> {
    const upload = await uploads.find(uploadId)
    if (!upload || upload.state !== 'uploading') return
    // Before the row says so: where the storage cannot be reached, the next sweep tries again. And after it, because a
    // piece may have come in between.
    await deps.discardUpload(upload.storage_key)
    await uploads.update(knex, upload.id, { state: 'abandoned' })
    await deps.discardUpload(upload.storage_key)
  }

  /** A worker that has it in hand looks every second; one that has not never gets it. */
  async function stop(asset: MediaAssetRow): Promise<void> {
    await knex.transaction((trx) => fail(trx, asset))
    await deps.runEffects([{ type: 'cancelJob', assetId: asset.id }])
  }

  async function fail(trx: Knex, asset: MediaAssetRow): Promise<void> {
    await trx('media_assets').where({ id: asset.id, state: 'processing' }).update({ state: 'failed', error_code: 'cancelled' })
    await trx('uploads').where({ asset_id: asset.id }).update({ state: 'failed', error_code: 'cancelled' })
    await jobs.markCancelled(trx, asset.id, clock.now())
    // Before the commit: a worker that stops too early is asked again, one that never hears of it works for nothing.
    await deps.redis.set(vodCancelKey(asset.id), '1', 'EX', cancelledForSec)
  }

  async function newest(productId: string, purpose: MediaPurpose): Promise<MediaAssetRow | undefined> {
    return knex('media_assets')
      .where({ product_id: productId, kind: assetKind[purpose] })
      .whereNot('state', 'deleted')
      .orderBy('created_at', 'desc')
      .first()
  }

  async function readContainer(upload: MediaUploadRow): Promise<Container | undefined> {
    return sniffContainer(await headOf(upload.storage_key))
  }

  async function headOf(key: string): Promise<Buffer> {
    const parts: Buffer[] = []
    const found = await storage.head(key)
    if (!found || found.sizeBytes === 0) return Buffer.of()
    const stream = await storage.read(key, { start: 0, end: Math.min(headBytes, found.sizeBytes) - 1 })
    for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
    return Buffer.concat(parts)
  }

  async function hashOf(key: string): Promise<string> {
    const hash = createHash('sha256')
    for await (const part of (await storage.read(key)) as AsyncIterable<Buffer>) hash.update(part)
    return hash.digest('hex')
  }
}
