import type { Language } from '@e-events/shared/domain/language.ts'
import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import type { Knex } from 'knex'
import type { ProductSessionRow, EventChangeInsert } from '../../../db/tables/catalogue.ts'

export interface ChangeView {
  id: string
  kind: 'cancelled' | 'rescheduled'
  note: string | null
  product_id: string
  product_slug: string
  announced_at: Date | null
  refunds_due_at: Date | null
  session_id: string | null
  new_session_id: string | null
  starts_at: Date | null
  ends_at: Date | null
  time_zone: string | null
  new_starts_at: Date | null
  new_ends_at: Date | null
  titles: Record<string, string>
  language: Language
}
export interface Holder {
  id: string
  email: string
  name: string
  locale: Language
}

export function createChangeRepository() {
  return {
    async lockSession(trx: Knex, productId: string, id: string): Promise<ProductSessionRow | undefined> {
      return trx('product_sessions').where({ id, product_id: productId }).forUpdate().first()
    },
    /** Dates that have not ended. */
    async lockComing(trx: Knex, productId: string, now: Date): Promise<ProductSessionRow[]> {
      return trx('product_sessions')
        .where({ product_id: productId, state: 'scheduled' })
        .where('ends_at', '>', now)
        .orderBy('starts_at')
        .forUpdate()
    },
    /** Some date has taken place already. */
    async hasPast(trx: Knex, productId: string, now: Date): Promise<boolean> {
      const past = await trx('product_sessions')
        .where({ product_id: productId, state: 'scheduled' })
        .where('ends_at', '<=', now)
        .first('id')
      return past !== undefined
    },
    /** Its show or meeting was ended for good. */
    async wasHeld(trx: Knex, sessionId: string): Promise<boolean> {
      const show = await trx('broadcasts')
        .where({ session_id: sessionId, kind: 'live', state: 'ended' })
        .whereIn('end_reason', [...finalEndReasons])
        .first('id')
      const meeting = await trx('meets')
        .where({ session_id: sessionId, state: 'ended' })
        .whereIn('end_reason', ['organizer', 'admin'])
        .first('id')
      return show !== undefined || meeting !== undefined
    },
    async setState(trx: Knex, ids: readonly string[], state: 'cancelled' | 'rescheduled', now: Date): Promise<void> {
      await trx('product_sessions')
        .whereIn('id', [...ids])
        .update({ state, state_changed_at: now })
    },
    async insert(trx: Knex, change: EventChangeInsert): Promise<string> {
      const [row] = await trx('event_changes').insert(change).returning('id')
      if (!row) throw new Error('no change row')
      return row.id
    },
    /**
     * Lists the changes of one notice: those of a batch, or those of a product that were not announced; oldest first.
     */
    async list(knex: Knex, wanted: { batchId: string } | { productId: string }): Promise<ChangeView[]> {
      const [condition, value] =
        'batchId' in wanted
          ? ['e.batch_id = ?', wanted.batchId]
          : ['e.product_id = ? and e.batch_id is null and e.announced_at is null', wanted.productId]
      const { rows } = await knex.raw<{ rows: ChangeView[] }>(
        `select e.id, e.kind, e.note, e.product_id, p.slug as product_slug, e.announced_at, e.refunds_due_at, e.session_id, e.new_session_id,
           coalesce(s.starts_at, first_called_off.starts_at) as starts_at, s.ends_at, coalesce(s.time_zone, first_called_off.time_zone) as time_zone,
           moved.starts_at as new_starts_at, moved.ends_at as new_ends_at, p.language,
           (select jsonb_object_agg(t.language, t.title) from (
              select p.language, p.title union all select x.language, x.title from product_translations x where x.product_id = p.id and x.language <> p.language
            ) t) as titles
         from event_changes e join products p on p.id = e.product_id
         left join product_sessions s on s.id = e.session_id
         left join product_sessions moved on moved.id = e.new_session_id
         left join lateral (
           select o.starts_at, o.time_zone from product_sessions o
           where o.product_id = p.id and o.state = 'cancelled' and o.state_changed_at >= p.cancelled_at order by o.starts_at limit 1
         ) first_called_off on e.session_id is null
         where ${condition} order by e.created_at, e.id`,
        [value],
      )
      return rows
    },
    /** Moves of its dates since then. */
    async movesSince(trx: Knex, productId: string, since: Date): Promise<number> {
      const [row] = await trx('event_changes')
        .where({ product_id: productId, kind: 'rescheduled' })
        .where('created_at', '>', since)
        .count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },
    /** When its ticket holders were told of a change for the last time. */
    async lastTold(trx: Knex, productId: string): Promise<Date | null> {
      const last = await trx('notification_batches as b')
        .whereIn('b.id', trx('event_changes').where({ product_id: productId }).whereNotNull('batch_id').select('batch_id'))
        .max<{ max: Date | null }>('b.created_at as max')
        .first()
      return last?.max ?? null
    },

    /** The change, with its product locked: no other one is told or comes in meanwhile. */
    async lockUntold(trx: Knex, id: string): Promise<{ product_id: string; batch_id: string | null } | null> {
      const change = await trx('event_changes').where({ id }).first('product_id')
      if (!change) return null
      await trx('products').where({ id: change.product_id }).forUpdate().first('id')
      const known = await trx('event_changes').where({ id, announced_at: null }).first('product_id', 'batch_id')
      return known ?? null
    },
    async setBatch(trx: Knex, ids: readonly string[], batchId: string): Promise<void> {
      await trx('event_changes')
        .whereIn('id', [...ids])
        .update({ batch_id: batchId })
    },
    /** Ticket holders who were not told yet. */
    async holders(trx: Knex, change: { productId: string; batchId: string; now: Date; limit: number }): Promise<Holder[]> {
      return trx('users as u')
        .whereNull('u.deleted_at')
        .whereExists(
          trx('tickets as k')
            .whereRaw('k.user_id = u.id')
            .where('k.product_id', change.productId)
            .whereNull('k.revoked_at')
            .whereRaw('(k.expires_at is null or k.expires_at > ?)', [change.now])
            .select('k.id'),
        )
        .whereNotExists(trx('notifications as n').whereRaw('n.user_id = u.id').where('n.batch_id', change.batchId).select('n.id'))
        .orderBy('u.id')
        .limit(change.limit)
        .select<Holder[]>('u.id', 'u.email', 'u.name', 'u.locale')
    },
    async finishBatch(trx: Knex, batchId: string, now: Date): Promise<void> {
      await trx('event_changes').where({ batch_id: batchId }).update({ announced_at: now })
    },
    async markAnnounced(trx: Knex, ids: readonly string[], now: Date): Promise<void> {
      await trx('event_changes')
        .whereIn('id', [...ids])
        .update({ announced_at: now })
    },
  }
}
