import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'

/** Keeps who opened the checkout of a product, until it is bought. Organizers who look at their own are no buyers. */
export async function noteCheckout(db: Knex, { userId, productId, now }: { userId: string; productId: string; now: Date }): Promise<void> {
  await db.raw(
    `insert into opened_checkouts (user_id, product_id, country, opened_at)
     select u.id, p.id, coalesce(u.billing_country, u.country), :now
     from users u, products p join channels c on c.id = p.channel_id where u.id = :userId and p.id = :productId and c.owner_id <> u.id
     on conflict (user_id, product_id) where closed_at is null do nothing`,
    { userId, productId, now },
  )
}

/** Bought, or got in another way. In the transaction of that. */
export async function closeCheckouts(trx: Knex, userId: string, productIds: readonly string[], now: Date): Promise<void> {
  if (productIds.length === 0) return
  await trx('opened_checkouts')
    .where({ user_id: userId })
    .whereIn('product_id', productIds)
    .whereNull('closed_at')
    .update({ closed_at: now })
}

/** SQL of the same for tickets that a statement writes as `tickets`. */
export const closesCheckouts = (tickets: string): string =>
  `update opened_checkouts k set closed_at = t.acquired_at from ${tickets} t
   where k.user_id = t.user_id and k.product_id = t.product_id and k.closed_at is null`

/** Nobody is followed for longer than organizers see it. */
export async function forgetCheckouts(knex: Knex, now: Date): Promise<void> {
  await knex('opened_checkouts')
    .where('opened_at', '<', new Date(now.getTime() - limits.opportunityDays * 86_400_000))
    .delete()
}

export async function eraseCheckouts(trx: Knex, userId: string): Promise<void> {
  await trx('opened_checkouts').where({ user_id: userId }).delete()
  await trx('follow_ups').where({ user_id: userId }).delete()
}
