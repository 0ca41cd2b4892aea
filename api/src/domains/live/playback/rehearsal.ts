import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import type { BroadcastRepository } from '../broadcasts/repository.ts'
import { toPlayback } from './presenter.ts'
import { getWatchRow } from './repository.ts'
import type { Viewer } from './watch.ts'

/** A rehearsal plays for any account that has its link. Its viewers are not counted. */
export function createRehearsals(deps: {
  knex: Knex
  broadcasts: Pick<BroadcastRepository, 'findRehearsal'>
  addresses: MediaAddresses
  supportEmail: string
  clock: Clock
}) {
  const { knex, clock } = deps
  return {
    /** @throws DomainError NOT_FOUND */
    async getRehearsal(key: string, viewer: Viewer, language: Language): Promise<Playback> {
      const rehearsal = await deps.broadcasts.findRehearsal(knex, key)
      if (!rehearsal) throw new DomainError('NOT_FOUND')
      const now = clock.now()
      const row = await getWatchRow(knex, rehearsal.product_id, { language, now, rehearsalId: rehearsal.id })
      const tokenExpiresAtMs = now.getTime() + limits.playbackTokenMs
      return toPlayback(row, {
        state: rehearsal.state === 'ended' ? 'finished' : 'on_air',
        nowMs: now.getTime(),
        tokenExpiresAtMs,
        signPrefix: (prefix) =>
          deps.addresses.sign({
            userId: viewer.id,
            productId: rehearsal.product_id,
            prefix,
            expiresAtMs: tokenExpiresAtMs,
            sessionId: viewer.sessionId,
          }),
        lowLatency: null,
        supportEmail: deps.supportEmail,
        viewers: 0,
      })
    },
  }
}
