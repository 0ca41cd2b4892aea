import { restorePlayback, revokePlayback, revokeSessions } from '@e-events/shared/node/revocations.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import { prepared } from '../../db/knex.ts'

/** Ends are said again for this long: Redis may be away meanwhile. */
const repeatMs = 15 * 60_000

/**
 * Tells the media servers which devices were signed out, which tickets were taken back and which products are no longer public, however it came about (log-out,
 * reset, refund, a channel that was banned): read from what is stored, so that no way can forget to say it.
 */
export function createPublishEnds({ knex, redis, clock }: { knex: Knex; redis: Redis; clock: Clock }) {
  return async function publishEnds(): Promise<void> {
    const since = new Date(clock.nowMs() - repeatMs)
    const [sessions, tickets, products] = await Promise.all([
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
      // Trailers and free podcasts end with it. Whoever has a ticket keeps what was bought, under a token of their own. A draft was never public: taken back
      // while it is written, its trailer would stay closed for the first seconds after it is published.
      prepared<{ id: string; is_public: boolean }>(
        knex,
        'changed-products',
        `select p.id, p.status = 'published' and c.status = 'published' as is_public from products p join channels c on c.id = p.channel_id
         where p.updated_at > $1 and p.status <> 'draft'
         union
         select p.id, p.status = 'published' and c.status = 'published' from channels c join products p on p.channel_id = c.id
         where c.status_changed_at > $1 and p.status <> 'draft'`,
        [since],
      ),
    ])
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
