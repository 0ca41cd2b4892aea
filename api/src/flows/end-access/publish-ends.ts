import { restorePlayback, revokePlayback, revokeSessions } from '@e-events/shared/node/revocations.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import { listEnds } from './repository.ts'

/** Ends are said again for this long: Redis may be away meanwhile. */
const repeatMs = 15 * 60_000

/**
 * Tells the media servers which devices were signed out, which tickets were taken back and which products are no longer
 * public, however it came about (log-out, reset, refund, a channel that was banned): read from what is stored, so that
 * no way can forget to say it.
 */
export function createPublishEnds({ knex, redis, clock }: { knex: Knex; redis: Redis; clock: Clock }) {
  return async function publishEnds(): Promise<void> {
    const since = new Date(clock.nowMs() - repeatMs)
    const { sessions, tickets, products } = await listEnds(knex, { since, now: clock.now() })
    await revokeSessions(
      redis,
      sessions.map(({ id }) => id),
      clock.nowMs(),
    )
    for (const { user_id: userId, product_id: productId } of tickets) await revokePlayback(redis, userId, productId, clock.nowMs())
    for (const { id, is_public: isPublic } of products)
      await (isPublic ? restorePlayback(redis, anybody, id) : revokePlayback(redis, anybody, id, clock.nowMs()))
  }
}
