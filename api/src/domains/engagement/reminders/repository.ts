import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'

export type ReminderMoment = 'day' | 'hour' | 'minutes'

/** A moment is due from `leadMs` before a date until `lastMs` before it. */
export interface DueMoment {
  moment: ReminderMoment
  leadMs: number
  lastMs: number
}

export interface ReminderRow {
  id: string
  email: string
  name: string
  locale: Language
  title: string
  slug: string
  starts_at: Date
  time_zone: string
  has_ticket: boolean
}

export type ReminderRepository = ReturnType<typeof createReminderRepository>

/** SQL: the ticket `k` opens the date `s`. */
const opens = `k.product_id = s.product_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > s.starts_at)
  and (k.session_id is null or k.session_id = s.id)`

export function createReminderRepository() {
  return {
    async find(db: Knex, productId: string, userId: string, now: Date) {
      const { rows } = await db.raw<{ rows: { is_wanted: boolean; has_ticket: boolean; are_on: boolean; has_date: boolean }[] }>(
        `select u.event_reminders as are_on,
           exists (select 1 from reminder_wishes w where w.user_id = u.id and w.product_id = :productId) as is_wanted,
           exists (select 1 from tickets k where k.user_id = u.id and k.product_id = :productId and k.revoked_at is null
             and (k.expires_at is null or k.expires_at > :now)) as has_ticket,
           exists (select 1 from product_sessions s join products p on p.id = s.product_id
             where s.product_id = :productId and s.state = 'scheduled' and s.starts_at > :now and p.cancelled_at is null) as has_date
         from users u where u.id = :userId`,
        { productId, userId, now },
      )
      const [row] = rows
      if (!row) throw new Error('no account row')
      return row
    },

    async wish(db: Knex, wish: { product_id: string; user_id: string; wished_at: Date }): Promise<void> {
      await db('reminder_wishes').insert(wish).onConflict(['product_id', 'user_id']).ignore()
    },
    async dropWish(db: Knex, wish: { product_id: string; user_id: string }): Promise<void> {
      await db('reminder_wishes').where(wish).delete()
    },

    /**
     * Marks reminders that are due as sent and answers them. A ticket or a wish that is younger than the moment gets
     * none. Dates and products stay as they are until the transaction ends.
     */
    async take(trx: Knex, { moment, leadMs, lastMs }: DueMoment, page: { now: Date; limit: number }): Promise<ReminderRow[]> {
      const from = new Date(page.now.getTime() + lastMs)
      const until = new Date(page.now.getTime() + leadMs)
      const { rows } = await trx.raw<{ rows: ReminderRow[] }>(
        `with due as materialized (
           select s.id, s.product_id, s.starts_at, s.time_zone, s.starts_at - make_interval(secs => :leadSec) as since
           from product_sessions s join products p on p.id = s.product_id join channels c on c.id = p.channel_id
           where s.state = 'scheduled' and s.starts_at > :from and s.starts_at <= :until
             and p.cancelled_at is null and p.status in ('published', 'private') and c.status = 'published'
           for share of s, p
         ), wanted as (
           select s.id as session_id, k.user_id from due s join tickets k on ${opens} and k.acquired_at <= s.since
           union select s.id, w.user_id from due s join reminder_wishes w on w.product_id = s.product_id and w.wished_at <= s.since
         ), sent as (
           insert into sent_reminders (session_id, user_id, moment, sent_at)
           select w.session_id, w.user_id, :moment, :now from wanted w join users u on u.id = w.user_id
           where u.event_reminders and u.deleted_at is null and u.blocked_at is null and u.email_verified_at is not null
             and not exists (select 1 from sent_reminders x where x.session_id = w.session_id and x.user_id = w.user_id and x.moment = :moment)
           order by w.session_id, w.user_id limit :limit
           on conflict do nothing returning session_id, user_id
         )
         select u.id, u.email, u.name, u.locale, coalesce(nullif(x.title, ''), p.title) as title, p.slug, s.starts_at,
           coalesce(u.time_zone, s.time_zone) as time_zone, exists (select 1 from tickets k where k.user_id = u.id and ${opens}) as has_ticket
         from sent join due s on s.id = sent.session_id join products p on p.id = s.product_id join users u on u.id = sent.user_id
         left join product_translations x on x.product_id = p.id and x.language = u.locale
         order by s.id, u.id`,
        { moment, leadSec: leadMs / 1000, from, until, now: page.now, limit: page.limit },
      )
      return rows
    },
  }
}
