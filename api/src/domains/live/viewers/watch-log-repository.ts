import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface Seen {
  userId: string
  productSlug: string
  deviceId: string
}

/** Silence after which somebody has left. */
const silentMs = 2 * 60_000
/** The longest time between two words that counts as watched. */
const countedMs = 60_000
/** Longer than banks take to hear of a dispute. */
const keptMs = 400 * 86_400_000

/** Ends the visits of which nothing was heard, and forgets old ones. */
export async function closeSilent(knex: Knex, now: Date): Promise<void> {
  await prepared(
    knex,
    'visits-close',
    `update playback_sessions set ended_at = last_seen_at, end_reason = 'timeout' where ended_at is null and last_seen_at < $1`,
    [new Date(now.getTime() - silentMs)],
  )
  await prepared(knex, 'visits-forget', `delete from playback_sessions where ended_at < $1`, [new Date(now.getTime() - keptMs)])
}

/** Begins visits, and lengthens those that run; whatever two processes write of one visit counts once. */
export async function storeSeen(knex: Knex, seen: readonly Seen[], now: Date): Promise<void> {
  await prepared(
    knex,
    'visits-seen',
    `insert into playback_sessions (user_id, product_id, device_id, started_at, last_seen_at)
     select distinct on (s.user_id, p.id) s.user_id, p.id, s.device_id, $4::timestamptz, $4::timestamptz
     from unnest($1::uuid[], $2::text[], $3::text[]) s (user_id, slug, device_id)
     join products p on p.slug = s.slug join users u on u.id = s.user_id
     on conflict (user_id, product_id) where ended_at is null do update set
       watched_ms = playback_sessions.watched_ms
         + greatest(0, least($5, extract(epoch from excluded.last_seen_at - playback_sessions.last_seen_at) * 1000))::bigint,
       last_seen_at = greatest(playback_sessions.last_seen_at, excluded.last_seen_at)`,
    [seen.map(({ userId }) => userId), seen.map(({ productSlug }) => productSlug), seen.map(({ deviceId }) => deviceId), now, countedMs],
  )
}
