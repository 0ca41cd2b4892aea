import type { audienceSchema } from '@e-events/shared/contract/engagement/notifications.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { NotificationRow } from '../../../db/tables/engagement.ts'

export type Audience = z.output<typeof audienceSchema>
export interface Message {
  audience: Audience
  subject: string
  content: string
  promotional: boolean
}
export interface SentRow {
  id: string
  subject: string
  content: string
  sent_at: Date
  recipient_count: number
  read_count: number
  sender: string | null
  sort_at: string
}
export type NotificationRepository = ReturnType<typeof createNotificationRepository>

export function createNotificationRepository(knex: Knex) {
  return {
    /** The latest first; by number, so that what arrives meanwhile moves nothing. */
    async list(
      userId: string,
      page: { before: number | undefined; limit: number; unreadOnly: boolean },
    ): Promise<{ rows: NotificationRow[]; unread: number }> {
      const query = knex('notifications').where({ user_id: userId }).orderBy('sequence', 'desc').limit(page.limit)
      if (page.before !== undefined) void query.where('sequence', '<', page.before)
      if (page.unreadOnly) void query.whereNull('read_on')
      const unread = knex('notifications').where({ user_id: userId }).whereNull('read_on').count<{ count: number }[]>('* as count')
      const [rows, [count]] = await Promise.all([query, unread])
      return { rows, unread: count?.count ?? 0 }
    },

    /** The first reading counts. Undefined where it is not theirs. */
    async read(userId: string, id: string, now: Date): Promise<NotificationRow | undefined> {
      const [row] = await knex('notifications')
        .where({ id, user_id: userId })
        .update({ read_on: knex.raw('coalesce(read_on, ?)', [now]) })
        .returning('*')
      return row
    },

    async readAll(userId: string, now: Date): Promise<number> {
      return knex('notifications').where({ user_id: userId }).whereNull('read_on').update({ read_on: now })
    },

    async remove(userId: string, id: string): Promise<boolean> {
      return (await knex('notifications').where({ id, user_id: userId }).delete()) > 0
    },

    async countRecipients(message: Pick<Message, 'audience' | 'promotional'>): Promise<number> {
      const [row] = await recipients(knex, message).count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },

    /**
     * The batch and a row for everybody in one statement, whatever their number. Undefined where nobody would get it:
     * nothing is written then.
     */
    async send(trx: Knex, message: Message, by: { senderId: string; now: Date }): Promise<{ id: string; recipients: number } | undefined> {
      const { audience, subject, content, promotional } = message
      const { rows } = await trx.raw<{ rows: { id: string; recipients: number }[] }>(
        `with recipients as (:recipients),
         batch as (
           insert into notification_batches (sender_id, audience, role, language, country, subject, content, is_promotional, sent_at, recipient_count)
           select :senderId, :kind, :role, :language, :country, :subject, :content, :promotional, :now, (select count(*) from recipients)
           where exists (select 1 from recipients)
           returning id, recipient_count
         ),
         written as (
           insert into notifications (user_id, batch_id, type, subject, content, sent_at)
           select recipients.id, batch.id, 'message', :subject, :content, :now from recipients cross join batch
         )
         select id, recipient_count as recipients from batch`,
        {
          recipients: recipients(trx, message).select('id'),
          senderId: by.senderId,
          kind: kindOf(audience),
          role: audience.role,
          language: audience.language,
          country: audience.country,
          subject,
          content,
          promotional,
          now: by.now,
        },
      )
      return rows[0]
    },

    async ofBatch(batchId: string, userIds: readonly string[]): Promise<NotificationRow[]> {
      return knex('notifications')
        .where({ batch_id: batchId })
        .whereRaw('user_id = any(?::uuid[])', [[...userIds]])
    },

    async listSent(page: { after: readonly [sentAt: string, id: string] | undefined; limit: number }): Promise<SentRow[]> {
      const query = knex('notification_batches as b')
        .leftJoin('users as u', 'u.id', 'b.sender_id')
        .whereNotNull('b.sent_at')
        .select(
          'b.id',
          'b.subject',
          'b.content',
          'b.sent_at',
          'b.recipient_count',
          knex.raw('(select count(*) from notifications n where n.batch_id = b.id and n.read_on is not null) as read_count'),
          knex.raw(`nullif(trim(u.name || ' ' || u.surname), '') as sender`),
          knex.raw(`to_char(b.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at`),
        )
        .orderByRaw('b.sent_at desc, b.id desc')
        .limit(page.limit)
      if (page.after) void query.whereRaw('(b.sent_at, b.id) < (?::timestamptz, ?::uuid)', [...page.after])
      return (await query) as SentRow[]
    },
  }
}

/** Accounts of the audience that can log in. A promotional message leaves out those who opted out. */
function recipients(trx: Knex, { audience, promotional }: Pick<Message, 'audience' | 'promotional'>) {
  const query = trx('users').whereNull('deleted_at').whereNull('blocked_at').whereNotNull('email_verified_at')
  if (audience.role !== null) void query.whereRaw('roles @> array[?]::text[]', [audience.role])
  if (audience.language !== null) void query.where({ locale: audience.language })
  if (audience.country !== null) void query.where({ country: audience.country })
  if (audience.users.length > 0) void query.whereRaw('id = any(?::uuid[])', [[...audience.users]])
  if (promotional) void query.where({ newsletter: true })
  return query
}

function kindOf({ role, language, country, users }: Audience): 'all' | 'users' | 'filter' {
  if (users.length > 0) return 'users'
  return role === null && language === null && country === null ? 'all' : 'filter'
}
