import type { Knex } from 'knex'
import { prepared } from '../../db/knex.ts'

/**
 * Devices that were logged out, tickets and subscriptions that ended before their time, and products whose visibility
 * changed, all since an instant.
 */
export async function listEnds(knex: Knex, { since, now }: { since: Date; now: Date }) {
  const [sessions, tickets, subscribed, products] = await Promise.all([
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
    // A refund, the last refused renewal, and a cancellation in the days of grace end them at once.
    prepared<{ user_id: string; product_id: string }>(
      knex,
      'ended-subscriptions',
      `select s.user_id, p.id as product_id from subscriptions s join channels c on s.channel_id is null or c.id = s.channel_id
         join products p on p.channel_id = c.id
       where s.cancelled_at > $1 and greatest(s.valid_until, s.grace_until) <= $2
         and (p.subscription_only or p.plan = 'paid' and s.channel_id is null) and (s.channel_id is not null or c.in_platform_subscription)
         and not exists (
           select from subscriptions other where other.user_id = s.user_id and greatest(other.valid_until, other.grace_until) > $2
             and (other.channel_id = p.channel_id and p.subscription_only or other.channel_id is null and c.in_platform_subscription))
         and (p.subscription_only or not exists (
           select from tickets k where k.user_id = s.user_id and k.product_id = p.id and k.revoked_at is null))`,
      [since, now],
    ),
    // Trailers and free podcasts end with it. Ticket holders keep what they bought, under a token of their own. A draft
    // was never public: taken back while it is written, its trailer would stay closed for the first seconds after it is
    // published.
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
  return { sessions, tickets: [...tickets, ...subscribed], products }
}
