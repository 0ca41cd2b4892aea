import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { PlayerState } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { toPlayback } from './presenter.ts'
import { getWatchRow } from './repository.ts'
import type { Viewer } from './watch.ts'

export interface OneBroadcast {
  productId: string
  broadcastId: string
  state: PlayerState
  /** The product whose access the addresses rest on, and when that ends; left out: this one, without an end. */
  access?: { productId: string; endsAt: Date | null }
}

export type PlayBroadcast = ReturnType<typeof createPlayBroadcast>

/** Plays one broadcast, whatever the product plays besides. Its viewers are not counted and need no lease. */
export function createPlayBroadcast(deps: { knex: Knex; addresses: MediaAddresses; supportEmail: string; clock: Clock }) {
  const { knex, clock } = deps
  return async ({ productId, broadcastId, state, access }: OneBroadcast, viewer: Viewer, language: Language): Promise<Playback> => {
    const now = clock.now()
    const row = await getWatchRow(knex, productId, { language, now, viewerId: viewer.id, broadcastId })
    const tokenExpiresAtMs = Math.min(now.getTime() + limits.playbackTokenMs, access?.endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
    const signed = {
      userId: viewer.id,
      productId: access?.productId ?? productId,
      expiresAtMs: tokenExpiresAtMs,
      sessionId: viewer.sessionId,
    }
    return toPlayback(row, {
      state,
      nowMs: now.getTime(),
      tokenExpiresAtMs,
      signPrefix: (prefix) => deps.addresses.sign({ ...signed, prefix }),
      lowLatency: null,
      supportEmail: deps.supportEmail,
      viewers: 0,
    })
  }
}
