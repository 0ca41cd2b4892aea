import type { Trailer } from '@e-events/shared/contract/live/playback.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { prepared } from '../../../db/knex.ts'

interface TrailerRow {
  product_id: string
  owner_id: string
  is_public: boolean
  storage_prefix: string
  master_path: string
  poster_path: string | null
  thumbnails_path: string | null
  duration_ms: number | null
}

const sql = `
  select p.id as product_id, c.owner_id, (p.status = 'published' and c.status = 'published') as is_public, a.storage_prefix, a.master_path, a.poster_path,
    a.thumbnails_path, a.duration_ms
  from products p join channels c on c.id = p.channel_id join media_assets a on a.id = p.trailer_asset_id
  where p.slug = $1 and a.state = 'ready'`

/** The trailer plays for whoever can see its product; its token opens the trailer's folder and nothing of the product itself. */
export function createTrailer(deps: { knex: Knex; addresses: MediaAddresses; clock: Clock }) {
  return {
    /** @throws DomainError NOT_FOUND */
    async getTrailer(slug: string, viewer: { id: string; sessionId: string; isAdmin: boolean } | null): Promise<Trailer> {
      const [row] = await prepared<TrailerRow>(deps.knex, 'trailer', sql, [slug])
      const maySee = row !== undefined && (row.is_public || viewer?.isAdmin || viewer?.id === row.owner_id)
      if (!row || !maySee) throw new DomainError('NOT_FOUND')
      const expiresAtMs = deps.clock.nowMs() + limits.playbackTokenMs
      // What is not public plays for its owner by name: a token of anybody ends when the product is taken away.
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
