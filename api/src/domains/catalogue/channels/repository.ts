import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import type { ChannelInsert, ChannelRevisionRow, ChannelRow, ChannelUpdate } from '../../../db/tables/catalogue.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { channelDescription } from '../read/own-words.ts'
import { applyOrder, applyFilters, orders, productCount, type ChannelFilters, type ChannelScope, type Position } from './list-query.ts'

/** A channel with its description and the category that classifies it, in the reader's language. */
export type ShownChannelRow = ChannelRow & { description: string; category_slug: string | null; category_title: string | null }
/** As its owner and staff see it. */
export type OwnChannelRow = ShownChannelRow & { owner_name: string; owner_email: string; products: number }
export type ListedChannelRow = OwnChannelRow & { sort_text: string }

export type ChannelRepository = ReturnType<typeof createChannelRepository>

const searchedWords = 10

export function createChannelRepository(knex: Knex) {
  /** `channels c` with their classification. */
  const shown = (language: Language) =>
    knex('channels as c')
      .joinRaw(
        `left join lateral (
          select k.slug, t.title from categories k join category_translations t on t.category_id = k.id
          where k.id = c.category_id order by t.language = ? desc, t.language = 'es' desc, t.language limit 1
        ) category on true`,
        [language],
      )
      .select('c.*', 'category.slug as category_slug', 'category.title as category_title')
      .select(knex.raw(`${channelDescription('c', '?')} as description`, [language]))

  const own = (language: Language) =>
    shown(language)
      .join('users as u', 'u.id', 'c.owner_id')
      .select(knex.raw(`trim(u.name || ' ' || u.surname) as owner_name`), 'u.email as owner_email', knex.raw(`${productCount} as products`))

  return {
    async findShown(slug: string, language: Language): Promise<ShownChannelRow | undefined> {
      return shown(language).where('c.slug', slug).first<ShownChannelRow | undefined>()
    },

    async findOwn(id: string, language: Language): Promise<OwnChannelRow | undefined> {
      return own(language).where('c.id', id).first<OwnChannelRow | undefined>()
    },

    async findId(slug: string): Promise<string | undefined> {
      return (await knex('channels').where({ slug }).first('id'))?.id
    },

    /** By title. A word is looked for at the start of the words of a channel, and anywhere in its title. */
    async listPublished(
      text: string | undefined,
      page: { after: readonly [title: string, id: string] | undefined; limit: number },
      language: Language,
    ): Promise<(ShownChannelRow & { sort_title: string })[]> {
      const query = shown(language)
        .select(knex.raw('plain_text(c.title) as sort_title'))
        .where('c.status', 'published')
        .orderByRaw('plain_text(c.title), c.id')
        .limit(page.limit)
      for (const word of (text ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords))
        void query.whereRaw(
          `(c.search_vector @@ (nullif(plainto_tsquery('simple', plain_text(?))::text, '') || ':*')::tsquery or plain_text(c.title) like '%' || plain_text(?) || '%')`,
          [word, word.replaceAll(/[\\%_]/g, String.raw`\$&`)],
        )
      if (page.after) void query.whereRaw('(plain_text(c.title), c.id) > (?, ?::uuid)', [...page.after])
      return (await query) as (ShownChannelRow & { sort_title: string })[]
    },

    async listOwn(
      filters: ChannelFilters,
      scope: ChannelScope,
      page: { after: Position | undefined; limit: number },
      language: Language,
    ): Promise<ListedChannelRow[]> {
      const query = own(language)
        .select(knex.raw(`${orders[filters.sort].text} as sort_text`))
        .limit(page.limit)
      applyFilters(query, filters, scope)
      applyOrder(query, filters, page.after)
      return (await query) as ListedChannelRow[]
    },

    async countOwn(filters: ChannelFilters, scope: ChannelScope): Promise<number> {
      const query = knex('channels as c').join('users as u', 'u.id', 'c.owner_id')
      applyFilters(query, filters, scope)
      const [row] = await query.count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },

    async revisions(channelId: string, limit: number): Promise<ChannelRevisionRow[]> {
      return knex('channel_revisions').where({ channel_id: channelId }).orderBy('requested_at', 'desc').orderBy('id').limit(limit)
    },

    async findCategory(slug: string): Promise<string | undefined> {
      return (await knex('categories').where({ slug }).first('id'))?.id
    },

    async slugsLike(base: string): Promise<string[]> {
      const rows = await knex('channels').where({ slug: base }).orWhereLike('slug', `${base}-%`).select('slug')
      return rows.map((row) => row.slug)
    },

    async insert(channel: ChannelInsert): Promise<ChannelRow | 'taken'> {
      return unlessTaken(async () => {
        const [row] = await knex('channels').insert(channel).returning('*')
        return row
      })
    },

    async lock(trx: Knex, id: string): Promise<ChannelRow> {
      const row = await trx('channels').where({ id }).forUpdate().first()
      if (!row) throw new Error('the channel is gone')
      return row
    },

    /** Undefined when the account is gone. */
    async findOwner(trx: Knex, id: string): Promise<Pick<UserRow, 'id' | 'email' | 'name' | 'locale'> | undefined> {
      return trx('users')
        .whereIn('id', trx('channels').where({ id }).select('owner_id'))
        .whereNull('deleted_at')
        .first('id', 'email', 'name', 'locale')
    },

    /** The transaction is lost where it answers 'taken'. */
    async update(trx: Knex, id: string, change: ChannelUpdate): Promise<ChannelRow | 'taken'> {
      // Knex writes no statement for an empty change.
      const query = trx('channels').where({ id })
      return unlessTaken(async () => {
        const [row] = Object.keys(change).length > 0 ? await query.update(change).returning('*') : await query.select('*')
        return row
      })
    },

    async addRevision(trx: Knex, revision: { channelId: string; requestedBy: string; now: Date }): Promise<void> {
      await trx('channel_revisions').insert({
        channel_id: revision.channelId,
        requested_by: revision.requestedBy,
        requested_at: revision.now,
        rights_accepted_at: revision.now,
      })
    },

    /** Closes the request that waits, if one does. */
    async closeRevision(
      trx: Knex,
      channelId: string,
      end: { state: 'withdrawn' } | { state: 'approved' | 'rejected'; decidedBy: string; now: Date; reason: string | null },
    ): Promise<void> {
      const decision = end.state === 'withdrawn' ? {} : { decided_by: end.decidedBy, decided_at: end.now, reason: end.reason }
      await trx('channel_revisions')
        .where({ channel_id: channelId, state: 'pending' })
        .update({ state: end.state, ...decision })
    },
  }
}

async function unlessTaken(write: () => Promise<ChannelRow | undefined>): Promise<ChannelRow | 'taken'> {
  try {
    const row = await write()
    if (!row) throw new Error('the channel is gone')
    return row
  } catch (error) {
    if (violatedConstraint(error) === 'channels_slug_key') return 'taken'
    throw error
  }
}
