import type { Knex } from 'knex'
import { prepared } from '../../db/knex.ts'

/**
 * Devices that were logged out, tickets that were revoked and products whose visibility changed, all since an instant.
 */
export async function listEnds(knex: Knex, since: Date) {
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
  return { sessions, tickets, products }
}
