import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { StockHoldRow, WaitingListEntryRow } from '../../../db/tables/sales-goods.ts'

/** A locked product: everything about its number happens while its row of `stock_levels` is held. */
export interface Level {
  productId: string
  /** Null: not limited. */
  stock: number | null
  taken: number
  /** False: it is not limited, and nobody holds or awaits anything of it. */
  isCounted: boolean
}

/** Who keeps pieces or seats from others. */
export type Holder = { order_item_id: string } | { ticket_id: string } | { entry_id: string }

export const openStatuses = ['waiting', 'offered'] as const satisfies readonly WaitingListEntryRow['status'][]

/**
 * Locks products in the order of their ids: whoever needs several cannot wait for somebody who waits for them. Products
 * without a limit have no row and no lock, unless somebody holds or awaits one.
 */
export async function lockLevels(trx: Knex, productIds: readonly string[]): Promise<Map<string, Level>> {
  const ids = [...new Set(productIds)].toSorted()
  const known = await prepared<{ product_id: string; is_counted: boolean }>(
    trx,
    'make-stock-levels',
    `with wanted as (
       select p.id, p.stock is not null or exists (
         select from waiting_list_entries e where e.product_id = p.id and e.status in ('waiting', 'offered')) as is_limited
       from products p where p.id = any($1::uuid[])
     ), made as (insert into stock_levels (product_id) select w.id from wanted w where w.is_limited order by w.id on conflict do nothing)
     select w.id as product_id, w.is_limited or exists (select from stock_levels l where l.product_id = w.id) as is_counted from wanted w`,
    [ids],
  )
  if (!known.some((row) => row.is_counted))
    return new Map(known.map(({ product_id: productId }) => [productId, { productId, stock: null, taken: 0, isCounted: false }]))
  await trx.raw('select product_id from stock_levels where product_id = any(?::uuid[]) order by product_id for update', [ids])
  // Read after the lock: a statement sees what was committed before it began.
  const { rows } = await trx.raw<{ rows: { product_id: string; stock: number | null; taken: number }[] }>(
    `select p.id as product_id, p.stock, coalesce(l.taken, 0) as taken from products p
     left join stock_levels l on l.product_id = p.id where p.id = any(?::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.product_id, { productId: row.product_id, stock: row.stock, taken: row.taken, isCounted: true }]))
}

/** How many wait, without one account. */
export async function countWaiting(trx: Knex, productId: string, butUserId: string | null): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from waiting_list_entries
     where product_id = :productId and status = 'waiting' and (:butUserId::uuid is null or user_id <> :butUserId)`,
    { productId, butUserId },
  )
  return rows[0]?.count ?? 0
}

export function findEntry(db: Knex, productId: string, userId: string): Promise<WaitingListEntryRow | undefined> {
  return db('waiting_list_entries').where({ product_id: productId, user_id: userId }).orderBy('number', 'desc').first()
}

export function openEntry(trx: Knex, productId: string, userId: string): Promise<WaitingListEntryRow | undefined> {
  return trx('waiting_list_entries')
    .where({ product_id: productId, user_id: userId })
    .whereIn('status', [...openStatuses])
    .first()
}

export async function insertEntry(trx: Knex, productId: string, userId: string): Promise<void> {
  await trx('waiting_list_entries').insert({ product_id: productId, user_id: userId })
}

export async function moveEntry(
  trx: Knex,
  id: string,
  status: WaitingListEntryRow['status'],
  offer?: { at: Date; endsAt: Date },
): Promise<void> {
  await trx('waiting_list_entries')
    .where({ id })
    .update({ status, ...(offer ? { offered_at: offer.at, offer_ends_at: offer.endsAt } : {}) })
}

/** 1 is the next one. */
export async function positionOf(db: Knex, entry: WaitingListEntryRow): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from waiting_list_entries where product_id = ? and status = 'waiting' and number <= ?`,
    [entry.product_id, entry.number],
  )
  return rows[0]?.count ?? 0
}

export interface NextInLine {
  id: string
  user_id: string
  email: string
  locale: 'es' | 'en' | 'pt'
  name: string
  slug: string
  title: string
  plan: 'paid' | 'free'
}

/** The first who waits and may log in, with what the mail says. */
export async function nextInLine(trx: Knex, productId: string): Promise<NextInLine | undefined> {
  const { rows } = await trx.raw<{ rows: NextInLine[] }>(
    `select e.id, e.user_id, u.email, u.locale, u.name, p.slug, p.plan, coalesce(x.title, p.title) as title
     from waiting_list_entries e join users u on u.id = e.user_id join products p on p.id = e.product_id
     left join product_translations x on x.product_id = p.id and x.language = u.locale
     where e.product_id = ? and e.status = 'waiting' and u.deleted_at is null
     order by e.number limit 1`,
    [productId],
  )
  return rows[0]
}

/** Changes the level by what is held more or less; the sum of the holds is `taken`. */
export async function changeTaken(trx: Knex, productId: string, by: number): Promise<void> {
  if (by !== 0) await trx('stock_levels').where({ product_id: productId }).increment('taken', by)
}

export async function insertHold(trx: Knex, productId: string, quantity: number, holder: Holder): Promise<void> {
  await trx('stock_holds').insert({ product_id: productId, quantity, ...holder })
}

/** Deletes holds, and answers what they held. */
export async function deleteHolds(trx: Knex, ids: readonly string[]): Promise<Pick<StockHoldRow, 'product_id' | 'quantity'>[]> {
  return trx('stock_holds')
    .whereIn('id', [...ids])
    .delete()
    .returning(['product_id', 'quantity'])
}

export type HoldRef = Pick<StockHoldRow, 'id' | 'product_id' | 'quantity' | 'entry_id'>
const holdColumns = ['id', 'product_id', 'quantity', 'entry_id'] as const

/** Hold of one product: the line of a bundle has several. */
export function holdOf(db: Knex, productId: string, holder: Holder): Promise<HoldRef | undefined> {
  return db('stock_holds')
    .where({ product_id: productId, ...holder })
    .first(...holdColumns)
}

export function holdsOfItems(db: Knex, orderItemIds: readonly string[]): Promise<HoldRef[]> {
  return db('stock_holds')
    .whereIn('order_item_id', [...orderItemIds])
    .select(...holdColumns)
}

/**
 * Holds that keep nothing from anybody any more: of orders that ended, or whose time is over while nothing is being
 * paid, or whose line was given back before it was sent, and of free tickets that were taken away.
 */
export async function findIdleHolds(db: Knex, now: Date): Promise<HoldRef[]> {
  const { rows } = await db.raw<{ rows: HoldRef[] }>(
    `select h.id, h.product_id, h.quantity, h.entry_id from stock_holds h
     join order_items i on i.id = h.order_item_id join orders o on o.id = i.order_id
     where o.status in ('failed', 'expired', 'cancelled') or (o.status = 'pending' and o.expires_at <= :now
       and not exists (select 1 from payments y where y.order_id = o.id and y.status in ('processing', 'succeeded')))
       or (i.refunded_minor > 0 and i.refunded_minor = i.total_minor + i.buyer_fee_minor + i.support_minor
       and not exists (select 1 from shipments s where s.order_id = o.id and s.state in ('sent', 'delivered') and i.kind = 'physical'))
     union all
     select h.id, h.product_id, h.quantity, h.entry_id from stock_holds h join tickets k on k.id = h.ticket_id where k.revoked_at is not null
     limit 500`,
    { now },
  )
  return rows
}

/** Whether something of a product is kept for an account: by an offer, or by an order that is not paid yet. */
export async function isKeptFor(db: Knex, productId: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from stock_holds h left join waiting_list_entries e on e.id = h.entry_id
     left join order_items i on i.id = h.order_item_id left join orders o on o.id = i.order_id
     where h.product_id = :productId and (e.user_id = :userId and e.status = 'offered' and e.offer_ends_at > :now
       or o.user_id = :userId and o.status = 'pending') limit 1`,
    { productId, userId, now },
  )
  return rows.length > 0
}

/** Products for which somebody waits, and offers whose deadline is over. */
export async function findDue(db: Knex, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { product_id: string }[] }>(
    `select e.product_id from waiting_list_entries e join products p on p.id = e.product_id left join stock_levels l on l.product_id = p.id
     where e.status = 'waiting' and (p.stock is null or p.stock > coalesce(l.taken, 0))
     union select product_id from waiting_list_entries where status = 'offered' and offer_ends_at <= :now limit 200`,
    { now },
  )
  return rows.map(({ product_id: id }) => id)
}

export function overdueOffers(trx: Knex, productId: string, now: Date): Promise<Pick<WaitingListEntryRow, 'id'>[]> {
  return trx('waiting_list_entries').where({ product_id: productId, status: 'offered' }).where('offer_ends_at', '<=', now).select('id')
}

export interface Figures {
  stock: number | null
  sold: number
  held: number
  waiting: number
}

export async function figuresOf(db: Knex, productId: string): Promise<Figures> {
  const { rows } = await db.raw<{ rows: Figures[] }>(
    `select p.stock, coalesce(sum(h.quantity) filter (where h.ticket_id is not null or o.paid_at is not null), 0)::int as sold,
       coalesce(sum(h.quantity) filter (where h.ticket_id is null and o.paid_at is null), 0)::int as held,
       (select count(*)::int from waiting_list_entries e where e.product_id = p.id and e.status = 'waiting') as waiting
     from products p left join stock_holds h on h.product_id = p.id
     left join order_items i on i.id = h.order_item_id left join orders o on o.id = i.order_id
     where p.id = ? group by p.id`,
    [productId],
  )
  const [figures] = rows
  if (!figures) throw new Error('the product is gone')
  return figures
}
