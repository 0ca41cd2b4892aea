import type { MediaEvent } from '@e-events/shared/events/media.ts'
import type { Knex } from 'knex'
import type { Log } from '../../../adapters/log.ts'
import type { Effect, RunEffects } from '../../../events/effects.ts'
import { endMeet, type EndMeetDeps } from './end.ts'
import type { MeetWithSlug } from './repository.ts'

export type MeetEvent = Extract<MediaEvent, { type: `meet.${string}` }>

/**
 * Applies the word of media nodes on meetings, under the lock of the meeting. Safe to repeat and in any order: who is
 * in is said whole each time and the newest word counts, who was put out stays out, and an end is an end.
 */
export function createMeetEventHandler(deps: EndMeetDeps & { knex: Knex; runEffects: RunEffects; log: Log }) {
  const { knex, repository } = deps
  return async function apply(event: MeetEvent): Promise<void> {
    const effects = await knex.transaction(async (trx) => {
      const meet = await repository.lock(trx, event.meetId)
      if (meet) return applyTo(trx, meet, event)
      deps.log.warn({ type: event.type, meetId: event.meetId }, 'a media event of an unknown meeting')
      return []
    })
    await deps.runEffects(effects)
  }

  async function applyTo(trx: Knex, meet: MeetWithSlug, event: MeetEvent): Promise<Effect[]> {
    const at = new Date(event.atMs)
    if (event.type === 'meet.removed') {
      const { userId, byUserId } = event
      if (await repository.areUsers(trx, [userId, byUserId])) await repository.remove(trx, meet.id, { userId, byUserId, at })
      return []
    }
    if (meet.state === 'ended') return []
    if (event.type === 'meet.closed') return endMeet(trx, deps, { meet, reason: event.reason, at })
    const isOvertaken = meet.people_at !== null && meet.people_at >= at
    if (!isOvertaken) await repository.setPeople(trx, meet.id, { people: event.people, at })
    return []
  }
}
