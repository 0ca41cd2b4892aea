import { revokePlayback, revokeSessions } from '@e-events/shared/node/revocations.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import { prepared } from '../../db/knex.ts'

/** Ends are said again for this long: Redis may be away meanwhile. */
const repeatMs = 15 * 60_000

/**
 * Tells the media servers which devices were signed out and which tickets were taken back, however it came about (log-out, reset, refund, another device's
 * button): read from what is stored, so that no way can forget to say it.
 */
export function createPublishEnds({ knex, redis, clock }: { knex: Knex; redis: Redis; clock: Clock }) {
  return async function publishEnds(): Promise<void> {
    const since = new Date(clock.nowMs() - repeatMs)
    const [sessions, tickets] = await Promise.all([
      prepared<{ id: string }>(knex, 'ended-sessions', `select id from user_sessions where revoked_at > $1`, [since]),
      // Where the ticket was the key: a subscription opens without one, and a newer ticket opens again.
      prepared<{ user_id: string; product_id: string }>(
        knex,
        'ended-tickets',
        `select k.user_id, k.product_id from tickets k join products p on p.id = k.product_id
         where k.revoked_at > $1 and not p.subscription_only and not exists (
           select from tickets newer where newer.user_id = k.user_id and newer.product_id = k.product_id and newer.revoked_at is null)`,
        [since],
      ),
    ])
    await revokeSessions(
      redis,
      sessions.map(({ id }) => id),
      clock.nowMs(),
    )
    for (const { user_id: userId, product_id: productId } of tickets) await revokePlayback(redis, userId, productId, clock.nowMs())
  }
}
