import type { Knex } from 'knex'
import type { GiftInsert, GiftRow, GiftUpdate } from '../../../db/tables/sales.ts'

type Instant = 'deliver_at' | 'mailed_at' | 'redeemed_at' | 'revoked_at'
/** A gift inside another row. */
export type GiftJson = Pick<GiftRow, 'id' | 'code' | 'recipient_name' | 'recipient_email' | 'message'> &
  Record<Exclude<Instant, 'deliver_at'>, string | null> & { deliver_at: string }

/** Column `gift` of a query that calls the item `i`. */
export const giftColumn = `(select json_build_object('id', g.id, 'code', g.code, 'recipient_name', g.recipient_name,
  'recipient_email', g.recipient_email, 'message', g.message, 'deliver_at', g.deliver_at, 'mailed_at', g.mailed_at,
  'redeemed_at', g.redeemed_at, 'revoked_at', g.revoked_at) from gifts g where g.order_item_id = i.id)`

export type GiftRepository = ReturnType<typeof createGiftRepository>

export function createGiftRepository() {
  return {
    /** The wish of an order that waits for its payment: without a code there is nothing to redeem. */
    async insert(trx: Knex, gift: GiftInsert): Promise<void> {
      await trx('gifts').insert(gift)
    },
    async update(trx: Knex, id: string, change: GiftUpdate): Promise<void> {
      await trx('gifts').where({ id }).update(change)
    },
    lockOfItem(trx: Knex, orderItemId: string): Promise<GiftRow | undefined> {
      return trx('gifts').where({ order_item_id: orderItemId }).forUpdate().first()
    },
    async lockByCode(trx: Knex, text: string): Promise<(GiftRow & { slug: string }) | undefined> {
      const { rows } = await trx.raw<{ rows: (GiftRow & { slug: string })[] }>(
        `select g.*, p.slug from gifts g join products p on p.id = g.product_id where code_key(g.code::text) = code_key(?) for update of g`,
        [text],
      )
      return rows[0]
    },
    /** A gift of somebody's own orders. */
    lockOwn(trx: Knex, id: string, userId: string): Promise<GiftRow | undefined> {
      return trx('gifts')
        .where({ id })
        .whereIn(
          'order_item_id',
          trx('order_items as i').join('orders as o', 'o.id', 'i.order_id').where('o.user_id', userId).select('i.id'),
        )
        .forUpdate()
        .first()
    },
    /** Gifts whose day has come, for one process at a time. */
    async lockDue(trx: Knex, now: Date, limit: number): Promise<GiftRow[]> {
      return trx('gifts')
        .whereNotNull('code')
        .whereNull('mailed_at')
        .whereNull('revoked_at')
        .whereNull('redeemed_at')
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
    },
    /** End of the last date of a product; null for what has none, or can be watched again. */
    async lastEnd(trx: Knex, productId: string): Promise<Date | null> {
      const { rows } = await trx.raw<{ rows: { last_ends_at: Date | null }[] }>(
        `select max(s.ends_at) as last_ends_at from product_sessions s join products p on p.id = s.product_id
         where s.product_id = ? and s.state = 'scheduled' and p.media_asset_id is null`,
        [productId],
      )
      return rows[0]?.last_ends_at ?? null
    },
    /** Takes the recipients out of the orders of an erased account; a gift that waits for its day still arrives. */
    async erase(trx: Knex, buyerId: string, pseudonym: string): Promise<void> {
      await trx('gifts')
        .whereIn(
          'order_item_id',
          trx('order_items as i').join('orders as o', 'o.id', 'i.order_id').where('o.user_id', buyerId).select('i.id'),
        )
        .where((over) => void over.whereNotNull('mailed_at').orWhereNotNull('redeemed_at').orWhereNotNull('revoked_at').orWhereNull('code'))
        .update({ recipient_email: pseudonym, recipient_name: '', message: null })
    },
    /** Product, buyer and language, as the mail names them. */
    async factsOf(trx: Knex, giftId: string): Promise<{ title: string; from: string; language: 'es' | 'en' | 'pt' } | undefined> {
      const { rows } = await trx.raw<{ rows: { title: string; from: string; language: 'es' | 'en' | 'pt' }[] }>(
        `select coalesce(x.title, p.title) as title, btrim(u.name || ' ' || u.surname) as "from", o.locale as language
         from gifts g join order_items i on i.id = g.order_item_id join orders o on o.id = i.order_id join users u on u.id = o.user_id
         join products p on p.id = g.product_id left join product_translations x on x.product_id = p.id and x.language = o.locale
         where g.id = ?`,
        [giftId],
      )
      return rows[0]
    },
  }
}
