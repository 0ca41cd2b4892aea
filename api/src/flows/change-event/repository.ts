import type { Language } from '@e-events/shared/domain/language.ts'
import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import type { Knex } from 'knex'
import type { ProductSessionRow } from '../../db/tables/catalogue.ts'
import type { NotificationInsert } from '../../db/tables/community.ts'
import type { EventChangeInsert } from '../../db/tables/orders.ts'

export interface ChangeView {
  id: string
  kind: 'cancelled' | 'rescheduled'
  note: string | null
  product_id: string
  product_slug: string
  announced_at: Date | null
  refunds_due_at: Date | null
  starts_at: Date | null
  time_zone: string | null
  new_starts_at: Date | null
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
    /** Its show was ended for good. */
    async wasHeld(trx: Knex, sessionId: string): Promise<boolean> {
      const show = await trx('broadcasts')
        .where({ session_id: sessionId, kind: 'live', state: 'ended' })
        .whereIn('end_reason', [...finalEndReasons])
        .first('id')
      return show !== undefined
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
    /** What was paid for it and not given back yet is due; paying it out is the payments' work. */
    async insertRefunds(
      trx: Knex,
      refund: { productId: string; reason: 'organizer' | 'provider'; by: string; dueAt: Date },
    ): Promise<void> {
      await trx.raw(
        `insert into refunds (order_id, order_item_id, reason, amount_minor, currency, requested_by, due_at)
         select o.id, i.id, :reason, i.total_minor - i.refunded_minor, o.currency, :by, :dueAt
         from order_items i join orders o on o.id = i.order_id
         where i.product_id = :productId and o.status in ('paid', 'partially_refunded') and i.total_minor > i.refunded_minor
           and not exists (select 1 from refunds r where r.order_item_id = i.id and r.status <> 'failed')`,
        { productId: refund.productId, reason: refund.reason, by: refund.by, dueAt: refund.dueAt },
      )
    },

    async find(knex: Knex, id: string): Promise<ChangeView | undefined> {
      const { rows } = await knex.raw<{ rows: ChangeView[] }>(
        `select e.id, e.kind, e.note, e.product_id, p.slug as product_slug, e.announced_at, e.refunds_due_at,
           coalesce(s.starts_at, first_called_off.starts_at) as starts_at, coalesce(s.time_zone, first_called_off.time_zone) as time_zone,
           moved.starts_at as new_starts_at, p.language,
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
         where e.id = ?`,
        [id],
      )
      return rows[0]
    },

    /** One row per sending makes it possible to tell everybody exactly once. */
    async startBatch(trx: Knex, change: ChangeView, words: { subject: string; content: string }): Promise<string> {
      // Whoever works on the same change at the same moment uses the same one.
      const known = await trx('event_changes').where({ id: change.id }).forUpdate().first('batch_id')
      if (known?.batch_id) return known.batch_id
      const [batch] = await trx('notification_batches')
        .insert({ audience: 'buyers', product_id: change.product_id, ...words })
        .returning('id')
      if (!batch) throw new Error('no batch row')
      await trx('event_changes').where({ id: change.id }).update({ batch_id: batch.id })
      return batch.id
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
    async insertNotices(trx: Knex, rows: readonly NotificationInsert[]): Promise<Set<string>> {
      const saved = await trx('notifications').insert([...rows]).onConflict(['batch_id', 'user_id']).ignore().returning('user_id') // prettier-ignore
      return new Set(saved.map(({ user_id }) => user_id))
    },
    async finish(trx: Knex, change: ChangeView, batchId: string, now: Date): Promise<void> {
      await trx('event_changes').where({ id: change.id }).update({ announced_at: now })
      await trx('notification_batches')
        .where({ id: batchId })
        .update({ recipient_count: trx('notifications').where({ batch_id: batchId }).count('*') as never })
    },
  }
}
