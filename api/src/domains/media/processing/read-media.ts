import type { Actor } from '../../../http/actor.ts'
import type { ProductMedia, UploadStatus } from '@e-events/shared/contract/media/uploads.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { toMediaState, toUploadStatus } from '../uploads/presenter.ts'
import type { UploadRepository } from '../uploads/repository.ts'
import { readUploadAllowance } from '../read/upload-allowance.ts'

/** Reads the files of a product as its organizer sees them. */
export function createReadMedia(deps: { knex: Knex; uploads: UploadRepository; addresses: MediaAddresses; clock: Clock }) {
  const { uploads, clock } = deps
  return {
    /** @throws DomainError NOT_FOUND also for somebody else's */
    async getUpload(id: string, caller: Actor): Promise<UploadStatus> {
      const upload = await uploads.find(id)
      if (!upload || (upload.user_id !== caller.id && !caller.isAdmin)) throw new DomainError('NOT_FOUND')
      return toUploadStatus(upload, upload.product_id === null ? undefined : await uploads.mediaOf(upload.product_id, upload.purpose))
    },

    async getMedia(
      product: { id: string; slug: string; ownerId: string },
      viewer: { id: string; sessionId: string },
    ): Promise<ProductMedia> {
      const expiresAtMs = clock.nowMs() + limits.ownMediaTokenMs
      const sign = (prefix: string, key: string) =>
        deps.addresses.sign({ userId: viewer.id, sessionId: viewer.sessionId, productId: product.id, prefix, expiresAtMs })(key)
      const [left, video, trailer, audio] = await Promise.all([
        readUploadAllowance(deps.knex, product.ownerId),
        ...(['video', 'trailer', 'audio'] as const).map(async (purpose) => toMediaState(await uploads.mediaOf(product.id, purpose), sign)),
      ])
      const none = { state: 'none' } as const
      return { productSlug: product.slug, video: video ?? none, trailer: trailer ?? none, audio: audio ?? none, left }
    },
  }
}
