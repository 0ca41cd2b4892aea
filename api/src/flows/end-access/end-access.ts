import { restorePlayback, revokePlayback } from '@e-events/shared/node/revocations.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import type { Notices } from '../../realtime/notices.ts'

export type AccessEnd = 'blocked' | 'disapproved' | 'deleted'
export type EndAccess = ReturnType<typeof createEndAccess>

/** An account that may not go on: its devices, its playback and its open tabs, wherever they are. */
export function createEndAccess(deps: {
  endSessions(trx: Knex, userId: string, reason: AccessEnd): Promise<unknown>
  redis: Redis
  notices: Pick<Notices, 'sessionsEnded'>
  clock: Clock
  log: Log
}) {
  const { redis, log } = deps
  return {
    /** In the transaction of the act: from its commit on no token of the account is good. */
    endSessions: deps.endSessions,

    /** After the commit. The segment servers and the tabs are told; a lost word costs no more than the life of a playback token. */
    async ended(userId: string, reason: AccessEnd): Promise<void> {
      await best('a revocation', revokePlayback(redis, userId, '*', deps.clock.nowMs()))
      await best('the end of sessions', deps.notices.sessionsEnded({ userId, reason }))
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
