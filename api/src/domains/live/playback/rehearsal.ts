import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { BroadcastRepository } from '../broadcasts/repository.ts'
import type { PlayBroadcast } from './play-broadcast.ts'
import type { Viewer } from './watch.ts'

/** A rehearsal plays for any account that has its link. */
export function createRehearsals(deps: {
  knex: Knex
  broadcasts: Pick<BroadcastRepository, 'findRehearsal'>
  playBroadcast: PlayBroadcast
}) {
  return {
    /** @throws DomainError NOT_FOUND */
    async getRehearsal(key: string, viewer: Viewer, language: Language): Promise<Playback> {
      const rehearsal = await deps.broadcasts.findRehearsal(deps.knex, key)
      if (!rehearsal) throw new DomainError('NOT_FOUND')
      const state = rehearsal.state === 'ended' ? 'finished' : 'on_air'
      return deps.playBroadcast({ productId: rehearsal.product_id, broadcastId: rehearsal.id, state }, viewer, language)
    },
  }
}
