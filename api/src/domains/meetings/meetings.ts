import type { Base, Timer } from '../../base.ts'
import type { Effect, RunEffects } from '../../events/effects.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import type { Knex } from 'knex'
import { endMeet } from './meets/end.ts'
import { createMeetEventHandler } from './meets/media-events.ts'
import { createMeetRepository, type MeetWithSlug } from './meets/repository.ts'
import { meetRoutes } from './meets/routes.ts'
import { createMeets, type MeetDeps } from './meets/service.ts'
import { createMeetRecordingRepository } from './recordings/repository.ts'
import { meetRecordingRoutes } from './recordings/routes.ts'
import { createMeetRecordings, type MeetRecordingDeps, type RecordActions } from './recordings/service.ts'
import { createMeetSweep } from './meets/sweep.ts'

export type Meetings = ReturnType<typeof createMeetings>

type MeetingsDeps = Pick<MeetDeps, 'assertModule' | 'findLessonAccess' | 'grantMeet' | 'endRecording'> & {
  runEffects: RunEffects
  play: MeetRecordingDeps['play']
}

/** Meetings: products, or meetings of lessons, in which people see and hear each other. */
export function createMeetings(base: Base, { runEffects, endRecording, play, ...handed }: MeetingsDeps) {
  const { knex, redis, events, outbox, clock, log } = base
  const repository = createMeetRepository()
  const recordings = createMeetRecordingRepository()
  const ending = { repository, outbox, endRecording }
  const service = createMeets({ ...ending, ...handed, recordings, knex, runEffects, clock })
  const recorded = createMeetRecordings({ knex, repository: recordings, clock, enter: service.enter, play })
  const endLost = createMeetSweep({ ...ending, knex, redis, runEffects, clock, log })
  const timers: Timer[] = [{ name: 'lost meetings', periodMs: 15_000, run: endLost }]
  events.subscribe('account.erased', ({ trx, user }) => repository.forget(trx, user.id))

  async function endAll(trx: Knex, running: readonly MeetWithSlug[]): Promise<Effect[]> {
    const effects: Effect[] = []
    for (const meet of running) effects.push(...(await endMeet(trx, ending, { meet, reason: 'admin', at: clock.now() })))
    return effects
  }
  return {
    timers,
    endLost,
    applyMediaEvent: createMeetEventHandler({ ...ending, knex, runEffects, log }),
    /** Ends what runs in the channels of an organizer, as the platform. */
    endOfOwner: async (trx: Knex, ownerId: string) => endAll(trx, await repository.lockRunningOfOwner(trx, ownerId)),
    endOfChannel: async (trx: Knex, channelId: string) => endAll(trx, await repository.lockRunningOfChannel(trx, channelId)),
    /** Whether an account may write in its chat. */
    mayTalk: service.mayTalk,
    /** The running meeting of a product, locked: it cannot be called off meanwhile. */
    lockRunning: repository.lockRunning,
    recordings,
    routes(router: ApiRouter, bind: Bind, actions: RecordActions): void {
      meetRoutes(router, bind, { service })
      meetRecordingRoutes(router, bind, { ...actions, service: recorded, getOwned: service.getOwned })
    },
  }
}
