import type { Viewer } from './watch.ts'
import type { Trailer } from '@e-events/shared/contract/live/playback.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { findTrailer } from './repository.ts'

/**
 * The trailer plays for whoever can see its product; its token opens the trailer's folder and nothing of the product
 * itself.
 */
export function createTrailer(deps: { knex: Knex; addresses: MediaAddresses; clock: Clock }) {
  return {
    /** @throws DomainError NOT_FOUND */
    async getTrailer(slug: string, viewer: Viewer | null): Promise<Trailer> {
      const row = await findTrailer(deps.knex, slug)
      const maySee = row !== undefined && (row.is_public || viewer?.isAdmin || viewer?.id === row.owner_id)
      if (!row || !maySee) throw new DomainError('NOT_FOUND')
      const expiresAtMs = deps.clock.nowMs() + limits.playbackTokenMs
      // A product that is not public plays under its owner's name: an anonymous token is revoked when the product is
      // withdrawn.
      const bearer = row.is_public || !viewer ? { userId: anybody } : { userId: viewer.id, sessionId: viewer.sessionId }
      const sign = deps.addresses.sign({ ...bearer, productId: row.product_id, prefix: row.storage_prefix, expiresAtMs })
      const address = (name: string | null) => (name === null ? null : sign(`${row.storage_prefix}/${name}`))
      return {
        masterUrl: sign(`${row.storage_prefix}/${row.master_path}`),
        posterUrl: address(row.poster_path),
        seekPreviewsUrl: address(row.thumbnails_path),
        durationMs: row.duration_ms ?? 0,
        tokenExpiresAt: new Date(expiresAtMs).toISOString(),
      }
    },
  }
}
