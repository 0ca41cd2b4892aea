import type { Knex } from 'knex'
import { violatedConstraint } from '../../db/errors.ts'
import type { UserRow } from '../../db/tables/identity.ts'
import type { ChannelInsert, ChannelRow, ChannelUpdate } from '../../db/tables/channels.ts'

export type ChannelRepository = ReturnType<typeof createChannelRepository>

const searchedWords = 10

export function createChannelRepository(knex: Knex) {
  return {
    async findBySlug(slug: string): Promise<ChannelRow | undefined> {
      return knex('channels').where({ slug }).first()
    },

    /** By title. A word is looked for at the start of the words of a channel, and anywhere in its title. */
    async listPublished(
      text: string | undefined,
      page: { after: readonly [title: string, id: string] | undefined; limit: number },
    ): Promise<(ChannelRow & { sort_title: string })[]> {
      const query = knex('channels')
        .select('*', knex.raw('plain_text(title) as sort_title'))
        .where({ status: 'published' })
        .orderByRaw('plain_text(title), id')
        .limit(page.limit)
      for (const word of (text ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords))
        void query.whereRaw(
          `(search_vector @@ (nullif(plainto_tsquery('simple', plain_text(?))::text, '') || ':*')::tsquery or plain_text(title) like '%' || plain_text(?) || '%')`,
          [word, word.replaceAll(/[\\%_]/g, String.raw`\$&`)],
        )
      if (page.after) void query.whereRaw('(plain_text(title), id) > (?, ?::uuid)', [...page.after])
      return query
    },

    /** Newest first; without an owner everybody's. */
    async listOwn(
      ownerId: string | undefined,
      page: { after: readonly [createdAt: string, id: string] | undefined; limit: number },
    ): Promise<(ChannelRow & { sort_at: string })[]> {
      const query = knex('channels')
        .select('*', sortKey(knex))
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(page.limit)
      if (ownerId !== undefined) void query.where({ owner_id: ownerId })
      if (page.after) void query.whereRaw('(created_at, id) < (?::timestamptz, ?::uuid)', [...page.after])
      return query
    },

    async slugsLike(base: string): Promise<string[]> {
      const rows = await knex('channels').where({ slug: base }).orWhereLike('slug', `${base}-%`).select('slug')
      return rows.map((row) => row.slug)
    },

    async insert(channel: ChannelInsert): Promise<ChannelRow | 'taken'> {
      try {
        const [row] = await knex('channels').insert(channel).returning('*')
        if (!row) throw new Error('no channel row')
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'channels_slug_key') return 'taken'
        throw error
      }
    },

    async lock(trx: Knex, id: string): Promise<ChannelRow> {
      const row = await trx('channels').where({ id }).forUpdate().first()
      if (!row) throw new Error('the channel is gone')
      return row
    },

    /** Undefined when the account is gone. */
    async findOwner(trx: Knex, id: string): Promise<Pick<UserRow, 'email' | 'name' | 'locale'> | undefined> {
      return trx('users')
        .whereIn('id', trx('channels').where({ id }).select('owner_id'))
        .whereNull('deleted_at')
        .first('email', 'name', 'locale')
    },

    async update(trx: Knex, id: string, change: ChannelUpdate): Promise<ChannelRow> {
      // Knex writes no statement for an empty change.
      const query = trx('channels').where({ id })
      const [row] = Object.keys(change).length > 0 ? await query.update(change).returning('*') : await query.select('*')
      if (!row) throw new Error('the channel is gone')
      return row
    },

    async addRevision(trx: Knex, revision: { channelId: string; requestedBy: string; now: Date }): Promise<void> {
      await trx('channel_revisions').insert({
        channel_id: revision.channelId,
        requested_by: revision.requestedBy,
        requested_at: revision.now,
        rights_accepted_at: revision.now,
      })
    },

    async decideRevision(trx: Knex, decision: { channelId: string; decidedBy: string; state: 'approved'; now: Date }): Promise<void> {
      await trx('channel_revisions')
        .where({ channel_id: decision.channelId, state: 'pending' })
        .update({ state: decision.state, decided_by: decision.decidedBy, decided_at: decision.now })
    },
  }
}

/** Microseconds, so that rows of one millisecond keep their order across pages. */
function sortKey(knex: Knex): Knex.Raw {
  return knex.raw(`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at`)
}
