import { restorePlayback, revokePlayback } from '@e-events/shared/node/revocations.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import type { Notices } from '../../realtime/notices.ts'
import type { AccessEnd, AfterCommit } from '../../events/domain-events.ts'
import type { Effect, RunEffects } from '../../events/effects.ts'
import { endBroadcast, type EndDeps } from '../end-broadcast/end-broadcast.ts'

export type EndAccess = ReturnType<typeof createEndAccess>

/** An account that may not go on: its devices, shows and meetings, playback and open tabs, wherever they are. */
export function createEndAccess(
  deps: EndDeps & {
    endSessions(trx: Knex, userId: string, reason: AccessEnd): Promise<unknown>
    /** Meetings in the channels of an account, or in one channel. */
    meetings: {
      endOfOwner(trx: Knex, ownerId: string): Promise<Effect[]>
      endOfChannel(trx: Knex, channelId: string): Promise<Effect[]>
    }
    runEffects: RunEffects
    redis: Redis
    notices: Pick<Notices, 'sessionsEnded'>
    clock: Clock
    log: Log
  },
) {
  const { redis, log, clock } = deps
  return {
    /**
     * From the commit on no token of the account is good. A word that is lost after it costs no more than the life of a
     * playback token.
     */
    async end(trx: Knex, userId: string, reason: AccessEnd): Promise<AfterCommit> {
      await deps.endSessions(trx, userId, reason)
      const effects: Effect[] = []
      for (const broadcast of await deps.broadcasts.lockRunningOfOwner(trx, userId)) {
        effects.push(...(await endBroadcast(trx, deps, { broadcast, reason: 'admin', at: clock.now() })))
      }
      effects.push(...(await deps.meetings.endOfOwner(trx, userId)))
      return async () => {
        await best('a revocation', revokePlayback(redis, userId, '*', clock.nowMs()))
        await best('the end of sessions', deps.notices.sessionsEnded({ userId, reason }))
        await deps.runEffects(effects)
      }
    },

    /** A channel that staff takes away: its shows and meetings end; whoever bought something keeps it. */
    async endShowsOfChannel(trx: Knex, channelId: string): Promise<AfterCommit> {
      const effects: Effect[] = []
      for (const broadcast of await deps.broadcasts.lockRunningOfChannel(trx, channelId)) {
        effects.push(...(await endBroadcast(trx, deps, { broadcast, reason: 'admin', at: clock.now() })))
      }
      effects.push(...(await deps.meetings.endOfChannel(trx, channelId)))
      return () => deps.runEffects(effects)
    },

    /** After the commit of what gives access back. */
    async restored(userId: string): Promise<void> {
      await best('the end of a revocation', restorePlayback(redis, userId, '*'))
    },
  }

  async function best(what: string, work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => log.warn({ err: error }, `${what} could not be told`))
  }
}
