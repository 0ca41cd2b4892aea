import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type {
  ChatMessageInsert,
  ChatMessageRow,
  ChatMessageUpdate,
  ChatMuteRow,
  ChatRoomRow,
  ChatRoomUpdate,
} from '../../../db/tables/live.ts'

export type RoomRow = ChatRoomRow
export type MessageRow = ChatMessageRow & {
  slug: string
  file_name: string | null
  file_bytes: number | null
  reply_id: string | null
  reply_name: string | null
  reply_text: string | null
  reply_state: ChatMessageRow['state'] | null
}
export type MuteRow = Pick<ChatMuteRow, 'user_id' | 'muted_at' | 'muted_until'> & { name: string }
export interface ModeratorRow {
  user_id: string
  name: string
  email: string
  added_at: Date
}

const columns = `m.*, p.slug, f.original_name as file_name, f.size_bytes as file_bytes, r.id as reply_id, r.author_name as reply_name, r.text as reply_text, r.state as reply_state`
const from = `from chat_messages m join products p on p.id = m.product_id left join chat_messages r on r.id = m.reply_to left join files f on f.id = m.file_id`
const personName = `btrim(u.name || ' ' || u.surname)`

/** Number of the last change of the chats of these products, by address; of those that have one. */
export async function readLastChanges(knex: Knex, slugs: readonly string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ slug: string; last_change: number }>(
    knex,
    'chat-last-changes',
    'select p.slug, r.last_change from products p join chat_rooms r on r.product_id = p.id where p.slug = any($1::text[])',
    [slugs],
  )
  return new Map(rows.map((row) => [row.slug, row.last_change]))
}

export type ChatRepository = ReturnType<typeof createChatRepository>

export function createChatRepository() {
  return {
    /** The room with its row locked: messages of one room are written one after the other. Made on first use. */
    async lockRoom(trx: Knex, productId: string): Promise<RoomRow> {
      await trx('chat_rooms').insert({ product_id: productId }).onConflict('product_id').ignore()
      const room = await trx('chat_rooms').where({ product_id: productId }).forUpdate().first()
      if (!room) throw new Error('the room is gone')
      return room
    },
    async readRoom(knex: Knex, productId: string): Promise<RoomRow | undefined> {
      const [row] = await prepared<RoomRow>(knex, 'chat-room', 'select * from chat_rooms where product_id = $1', [productId])
      return row
    },
    async updateRoom(trx: Knex, productId: string, change: ChatRoomUpdate): Promise<RoomRow> {
      const [row] = await trx('chat_rooms').where({ product_id: productId }).update(change).returning('*')
      if (!row) throw new Error('the room is gone')
      return row
    },
    /** The next number of a change that everybody sees; the room is locked. */
    async nextChange(trx: Knex, productId: string): Promise<number> {
      const [row] = await trx('chat_rooms')
        .where({ product_id: productId })
        .update({ last_change: trx.raw('last_change + 1') })
        .returning('last_change')
      if (!row) throw new Error('the room is gone')
      return row.last_change
    },

    async insert(trx: Knex, message: ChatMessageInsert): Promise<string> {
      const [row] = await trx('chat_messages').insert(message).returning('id')
      if (!row) throw new Error('no message written')
      return row.id
    },
    async update(trx: Knex, id: string, change: ChatMessageUpdate): Promise<void> {
      await trx('chat_messages').where({ id }).update(change)
    },
    async find(knex: Knex, id: string, productId: string): Promise<MessageRow | undefined> {
      const [row] = await prepared<MessageRow>(knex, 'chat-message', `select ${columns} ${from} where m.id = $1 and m.product_id = $2`, [
        id,
        productId,
      ])
      return row
    },
    async findByClientId(knex: Knex, key: { productId: string; userId: string; clientId: string }): Promise<MessageRow | undefined> {
      const sql = `select ${columns} ${from} where m.product_id = $1 and m.user_id = $2 and m.client_id = $3`
      const [row] = await prepared<MessageRow>(knex, 'chat-by-client', sql, [key.productId, key.userId, key.clientId])
      return row
    },
    /** Files that this account has sent here since an instant. */
    async countFiles(knex: Knex, by: { productId: string; userId: string; since: Date | null }): Promise<number> {
      const sql = `select count(*)::int as count from chat_messages where product_id = $1 and user_id = $2 and file_id is not null
        and sent_at >= coalesce($3::timestamptz, '-infinity')`
      const [row] = await prepared<{ count: number }>(knex, 'chat-files-of', sql, [by.productId, by.userId, by.since])
      return row?.count ?? 0
    },
    forgetFiles: (knex: Knex, before: Date): Promise<number> =>
      knex('chat_messages').whereNotNull('file_id').where('sent_at', '<', before).update({ file_id: null }),
    /** When this account last wrote here. */
    async lastSentAt(trx: Knex, productId: string, userId: string): Promise<Date | null> {
      const sql = 'select max(sent_at) as at from chat_messages where product_id = $1 and user_id = $2'
      const [row] = await prepared<{ at: Date | null }>(trx, 'chat-last-sent', sql, [productId, userId])
      return row?.at ?? null
    },

    /**
     * The last shown messages since an instant, oldest first; pending ones of this account, or (null) of everybody,
     * among them.
     */
    async latest(
      knex: Knex,
      room: { productId: string; pendingOf: string | null; since: Date | null; limit: number },
    ): Promise<MessageRow[]> {
      const since = `m.sent_at >= coalesce($4::timestamptz, '-infinity')`
      const shown = `(select ${columns} ${from} where m.product_id = $1 and m.state = 'shown' and ${since} order by m.sequence desc limit $3)`
      const pending = `(select ${columns} ${from} where m.product_id = $1 and m.state = 'pending' and ${since} and ($2::uuid is null or m.user_id = $2) order by m.sequence desc limit 200)`
      return prepared<MessageRow>(knex, 'chat-latest', `select * from (${shown} union all ${pending}) x order by sequence`, [
        room.productId,
        room.pendingOf,
        room.limit,
        room.since,
      ])
    },
    async after(knex: Knex, productId: string, change: number, limit: number): Promise<MessageRow[]> {
      const sql = `select ${columns} ${from} where m.product_id = $1 and m.change > $2 order by m.change limit $3`
      return prepared<MessageRow>(knex, 'chat-after', sql, [productId, change, limit])
    },
    async ofStretch(knex: Knex, stretch: { productId: string; from: Date | null; to: Date; limit: number }): Promise<MessageRow[]> {
      const sql = `select * from (select ${columns} ${from} where m.product_id = $1 and m.state = 'shown' and m.moment >= coalesce($2::timestamptz, '-infinity') and m.moment < $3
        order by m.moment desc, m.sequence desc limit $4) x order by moment, sequence`
      return prepared<MessageRow>(knex, 'chat-stretch', sql, [stretch.productId, stretch.from, stretch.to, stretch.limit])
    },
    /** Messages of one account that are shown or wait, locked. */
    async ofUser(trx: Knex, productId: string, userId: string): Promise<MessageRow[]> {
      const { rows } = await trx.raw<{ rows: MessageRow[] }>(
        `select ${columns} ${from} where m.product_id = ? and m.user_id = ? and m.state in ('shown', 'pending') order by m.sequence for update of m`,
        [productId, userId],
      )
      return rows
    },

    async findMute(knex: Knex, key: { productId: string; userId: string; now: Date }): Promise<ChatMuteRow | undefined> {
      const sql = 'select * from chat_mutes where product_id = $1 and user_id = $2 and (muted_until is null or muted_until > $3)'
      const [row] = await prepared<ChatMuteRow>(knex, 'chat-mute', sql, [key.productId, key.userId, key.now])
      return row
    },
    async setMute(
      trx: Knex,
      mute: { product_id: string; user_id: string; muted_by: string; muted_at: Date; muted_until: Date | null },
    ): Promise<void> {
      await trx('chat_mutes').insert(mute).onConflict(['product_id', 'user_id']).merge()
    },
    async removeMute(trx: Knex, productId: string, userId: string): Promise<boolean> {
      return (await trx('chat_mutes').where({ product_id: productId, user_id: userId }).delete()) > 0
    },
    async listMutes(knex: Knex, productId: string, now: Date): Promise<MuteRow[]> {
      const sql = `select c.user_id, c.muted_at, c.muted_until, ${personName} as name from chat_mutes c join users u on u.id = c.user_id
        where c.product_id = $1 and (c.muted_until is null or c.muted_until > $2) order by c.muted_at desc limit 500`
      return prepared<MuteRow>(knex, 'chat-mutes', sql, [productId, now])
    },

    async isModerator(knex: Knex, productId: string, userId: string): Promise<boolean> {
      const sql = 'select 1 as yes from chat_moderators where product_id = $1 and user_id = $2'
      return (await prepared(knex, 'chat-is-moderator', sql, [productId, userId])).length > 0
    },
    async addModerator(trx: Knex, row: { product_id: string; user_id: string; added_by: string }): Promise<void> {
      await trx('chat_moderators').insert(row).onConflict(['product_id', 'user_id']).ignore()
    },
    async removeModerator(trx: Knex, productId: string, userId: string): Promise<void> {
      await trx('chat_moderators').where({ product_id: productId, user_id: userId }).delete()
    },
    async listModerators(knex: Knex, productId: string): Promise<ModeratorRow[]> {
      const sql = `select c.user_id, c.added_at, u.email::text as email, ${personName} as name from chat_moderators c join users u on u.id = c.user_id
        where c.product_id = $1 order by c.added_at`
      return prepared<ModeratorRow>(knex, 'chat-moderators', sql, [productId])
    },

    async nameOf(knex: Knex, userId: string): Promise<string> {
      const [row] = await prepared<{ name: string }>(knex, 'chat-name', `select ${personName} as name from users u where u.id = $1`, [
        userId,
      ])
      return row?.name ?? ''
    },
    async findUserByEmail(knex: Knex, email: string): Promise<string | undefined> {
      const row = await knex('users').where({ email, approval_state: 'approved', blocked_at: null, deleted_at: null }).first('id')
      return row?.id
    },
    /** The show or meeting that runs, or ran last; a meeting has no id of a broadcast. */
    async showOf(knex: Knex, productId: string): Promise<{ id: string | null; started_at: Date; state: string } | undefined> {
      const sql = `select id, started_at, state from (
          select id, started_at, state from broadcasts where product_id = $1 and kind = 'live'
          union all select null, started_at, state from meets where product_id = $1) held
        order by state = 'ended', started_at desc limit 1`
      const [row] = await prepared<{ id: string | null; started_at: Date; state: string }>(knex, 'chat-show', sql, [productId])
      return row
    },
    /**
     * When the first show of this product began, or its video first played by the clock: messages of a replay lie after
     * it.
     */
    async firstStart(knex: Knex, productId: string): Promise<Date | null> {
      const sql = `select least((select min(started_at) from broadcasts where product_id = $1 and kind = 'live'),
        (select min(s.starts_at) from product_sessions s join products p on p.id = s.product_id where p.id = $1 and p.type = 'live' and s.state = 'scheduled')) as at`
      const [row] = await prepared<{ at: Date | null }>(knex, 'chat-first-start', sql, [productId])
      return row?.at ?? null
    },
  }
}
