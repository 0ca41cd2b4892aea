import type { Language } from '@e-events/shared/domain/language.ts'
import type { MeetEndReason } from '@e-events/shared/domain/meets.ts'
import type { ChannelStatus } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import { prepared } from '../../../db/knex.ts'
import type { MeetRow } from '../../../db/tables/meetings.ts'
import { productText } from '../../catalogue/read/product-card.ts'

/** A date that takes place. */
export interface MeetDate {
  id: string
  startsAtMs: number
  endsAtMs: number
}

/** The product of a meeting, as its page says it. */
export interface MeetPageRow {
  id: string
  slug: string
  title: string
  cancelled_at: Date | null
  channel_slug: string
  channel_title: string
  channel_status: ChannelStatus
}

/** How somebody is shown to the others. */
export interface MeetNameRow {
  /** The last one that was given at the door, else that of the account. */
  name: string
  avatar_file_id: string | null
}

export type MeetWithSlug = MeetRow & { product_slug: string }
export type MeetRepository = ReturnType<typeof createMeetRepository>

const pageSql = `select p.id, p.slug, ${productText.title} as title, p.cancelled_at, c.slug as channel_slug, c.title as channel_title, c.status as channel_status
  from products p join channels c on c.id = p.channel_id where p.id = $2 and p.type = 'meet'`

const nameSql = `select coalesce(n.name, nullif(left(btrim(concat_ws(' ', u.name, u.surname)), 60), ''), '—') as name, u.avatar_file_id
  from users u left join meet_names n on n.user_id = u.id where u.id = $1`

/** SQL of meetings and of the people in them. Every function takes the connection or transaction it works in. */
export function createMeetRepository() {
  return {
    async findPage(db: Knex, productId: string, language: Language): Promise<MeetPageRow | undefined> {
      const [row] = await prepared<MeetPageRow>(db, 'meet-page', pageSql, [language, productId])
      return row
    },

    /** Dates that take place, the earliest first. */
    async listDates(db: Knex, productId: string): Promise<MeetDate[]> {
      const rows = await db('product_sessions')
        .where({ product_id: productId, state: 'scheduled' })
        .orderBy('starts_at')
        .select('id', 'starts_at', 'ends_at')
      return rows.map(({ id, starts_at, ends_at }) => ({ id, startsAtMs: starts_at.getTime(), endsAtMs: ends_at.getTime() }))
    },

    /** The running one, else the one that ran last. */
    findLast: (db: Knex, productId: string): Promise<MeetRow | undefined> =>
      db('meets').where({ product_id: productId }).orderByRaw(`state = 'ended', started_at desc`).first(),

    async findName(db: Knex, userId: string): Promise<MeetNameRow> {
      const [row] = await prepared<MeetNameRow>(db, 'meet-name', nameSql, [userId])
      if (!row) throw new Error('the account is gone')
      return row
    },
    async keepName(db: Knex, userId: string, name: string): Promise<void> {
      await db('meet_names').insert({ user_id: userId, name }).onConflict('user_id').merge(['name'])
    },

    /** Whether an account is in it, and whether a host put it out. */
    async findStay(db: Knex, meetId: string, userId: string): Promise<{ isIn: boolean; wasRemoved: boolean }> {
      const rows = await db('meet_participants').where({ meet_id: meetId, user_id: userId }).select('left_at', 'removed_by')
      return { isIn: rows.some(({ left_at }) => left_at === null), wasRemoved: rows.some(({ removed_by }) => removed_by !== null) }
    },

    /** The index lets one of two starts through. */
    async insert(
      trx: Knex,
      meet: { productId: string; sessionId: string | null; startedBy: string; at: Date },
    ): Promise<MeetRow | 'running'> {
      try {
        const [row] = await trx('meets')
          .insert({ product_id: meet.productId, session_id: meet.sessionId, started_by: meet.startedBy, started_at: meet.at })
          .returning('*')
        if (!row) throw new Error('no meet row')
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'meets_one_running') return 'running'
        throw error
      }
    },

    /** Locked, so that a stop and an event of the same moment come one after the other. */
    lock: (trx: Knex, id: string): Promise<MeetWithSlug | undefined> =>
      withSlug(trx).where('meets.id', id).forUpdate('meets').first<MeetWithSlug | undefined>(),
    lockRunning: (trx: Knex, productId: string): Promise<MeetWithSlug | undefined> =>
      withSlug(trx)
        .where('meets.product_id', productId)
        .where('meets.state', 'started')
        .forUpdate('meets')
        .first<MeetWithSlug | undefined>(),
    /** In the channels of one organizer, and in one order. */
    lockRunningOfOwner: (trx: Knex, ownerId: string): Promise<MeetWithSlug[]> =>
      withSlug(trx)
        .join('channels', 'channels.id', 'products.channel_id')
        .where('channels.owner_id', ownerId)
        .where('meets.state', 'started')
        .orderBy('meets.id')
        .forUpdate('meets'),
    lockRunningOfChannel: (trx: Knex, channelId: string): Promise<MeetWithSlug[]> =>
      withSlug(trx).where('products.channel_id', channelId).where('meets.state', 'started').orderBy('meets.id').forUpdate('meets'),
    listRunning: (db: Knex): Promise<MeetRow[]> => db('meets').where({ state: 'started' }),
    /** A living node has it. */
    async keepSeen(db: Knex, ids: readonly string[], at: Date): Promise<void> {
      await db('meets')
        .whereIn('id', [...ids])
        .update({ last_seen_at: at })
    },

    async end(trx: Knex, id: string, end: { at: Date; reason: MeetEndReason }): Promise<void> {
      await trx('meet_participants')
        .where({ meet_id: id })
        .whereNull('left_at')
        .update({ left_at: trx.raw('greatest(joined_at, ?::timestamptz)', [end.at]) })
      await trx('meets').where({ id }).update({ state: 'ended', ended_at: end.at, end_reason: end.reason })
    },

    /** Makes the open rows those of `people`. Who was put out, or is not known any more, does not come back. */
    async setPeople(
      trx: Knex,
      meetId: string,
      { people, at }: { people: readonly { userId: string; isHost: boolean; joinedAtMs: number }[]; at: Date },
    ): Promise<void> {
      const ids = people.map(({ userId }) => userId)
      // First who left: the count must not pass 70 on the way.
      await trx('meet_participants')
        .where({ meet_id: meetId })
        .whereNull('left_at')
        .whereNotIn('user_id', ids)
        .update({ left_at: trx.raw('greatest(joined_at, ?::timestamptz)', [at]) })
      const json = JSON.stringify(people.map(({ userId, isHost, joinedAtMs }) => ({ userId, isHost, joinedAt: new Date(joinedAtMs) })))
      await trx.raw(
        `insert into meet_participants (meet_id, user_id, is_host, joined_at)
         select :meetId, u.id, x."isHost", x."joinedAt"
         from jsonb_to_recordset(:json::jsonb) as x("userId" uuid, "isHost" boolean, "joinedAt" timestamptz) join users u on u.id = x."userId"
         where not exists (select from meet_participants out where out.meet_id = :meetId and out.user_id = u.id and out.removed_by is not null)
         on conflict (meet_id, user_id) where left_at is null do update set is_host = meet_participants.is_host or excluded.is_host`,
        { meetId, json },
      )
      await trx('meets').where({ id: meetId }).update({ people_at: at, last_seen_at: at })
    },

    /** Idempotent. The row is made where the word that they came in is still to come. */
    async remove(trx: Knex, meetId: string, { userId, byUserId, at }: { userId: string; byUserId: string; at: Date }): Promise<void> {
      const put = { left_at: trx.raw('greatest(joined_at, ?::timestamptz)', [at]), removed_by: byUserId }
      const closed = await trx('meet_participants').where({ meet_id: meetId, user_id: userId }).whereNull('left_at').update(put)
      if (closed > 0) return
      const last = await trx('meet_participants').where({ meet_id: meetId, user_id: userId }).orderBy('joined_at', 'desc').first('id')
      if (last) await trx('meet_participants').where({ id: last.id }).update({ removed_by: byUserId })
      else await trx('meet_participants').insert({ meet_id: meetId, user_id: userId, joined_at: at, left_at: at, removed_by: byUserId })
    },

    /** Both accounts are still there. */
    async areUsers(trx: Knex, ids: readonly string[]): Promise<boolean> {
      const found = await trx('users')
        .whereIn('id', [...ids])
        .select('id')
      return found.length === new Set(ids).size
    },

    /** Deletes stays and name of an account that is erased. */
    async forget(trx: Knex, userId: string): Promise<void> {
      await trx('meet_participants').where({ user_id: userId }).delete()
      await trx('meet_names').where({ user_id: userId }).delete()
    },
  }
}

function withSlug(trx: Knex) {
  return trx('meets').join('products', 'products.id', 'meets.product_id').select('meets.*', 'products.slug as product_slug')
}
