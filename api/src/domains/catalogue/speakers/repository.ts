import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import type { SpeakerInsert, SpeakerRow, SpeakerUpdate } from '../../../db/tables/catalogue.ts'
import { keepFormerSlug, releaseSlug } from '../../../db/former-slugs.ts'
import { speakerText } from '../read/own-words.ts'
import { applyOrder, applyFilters, orders, useCount, usingProducts, type Position, type SpeakerFilters } from './list-query.ts'

export type OwnSpeakerRow = SpeakerRow & { owner_name: string; owner_email: string; products: number }
export type ListedSpeakerRow = OwnSpeakerRow & { sort_text: string }
export interface UseRow {
  slug: string
  title: string
  channel_slug: string
}

export type SpeakerRepository = ReturnType<typeof createSpeakerRepository>

const searchedWords = 10

export function createSpeakerRepository(knex: Knex) {
  /** Title and biography in the reader's language. */
  const shown = (language: Language) =>
    knex('speakers as s').select(
      's.*',
      knex.raw(`${speakerText('s', 'title', '?')} as title, ${speakerText('s', 'bio', '?')} as bio`, [language, language]),
    )
  const own = () =>
    knex('speakers as s')
      .join('users as u', 'u.id', 's.owner_id')
      .select(
        's.*',
        knex.raw(`trim(u.name || ' ' || u.surname) as owner_name`),
        'u.email as owner_email',
        knex.raw(`${useCount} as products`),
      )

  const atAddress = `(s.slug = ? or s.id = (select f.speaker_id from former_slugs f where f.slug = ? and f.speaker_id is not null))`
  /** Something public names them: else whoever has an account would have a page that everybody finds. */
  const isNamed = `exists (select 1 from search_documents d where d.kind = 'speaker' and d.id = s.id)`

  return {
    /**
     * Those that something public names, by name. A word is looked for at the start of the words of name and title, and
     * anywhere in the name.
     */
    async list(
      text: string | undefined,
      page: { after: readonly [name: string, id: string] | undefined; limit: number },
      language: Language,
    ): Promise<(SpeakerRow & { sort_name: string })[]> {
      const query = shown(language)
        .select(knex.raw('plain_text(s.name) as sort_name'))
        .whereRaw(isNamed)
        .orderByRaw('plain_text(s.name), s.id')
        .limit(page.limit)
      for (const word of (text ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords))
        void query.whereRaw(
          `(s.search_vector @@ (nullif(plainto_tsquery('simple', plain_text(?))::text, '') || ':*')::tsquery or plain_text(s.name) like '%' || plain_text(?) || '%')`,
          [word, word.replaceAll(/[\\%_]/g, String.raw`\$&`)],
        )
      if (page.after) void query.whereRaw('(plain_text(s.name), s.id) > (?, ?::uuid)', [...page.after])
      return (await query) as (SpeakerRow & { sort_name: string })[]
    },

    /** By their address or one that they had. */
    async findBySlug(slug: string, language: Language): Promise<(SpeakerRow & { is_named: boolean }) | undefined> {
      return shown(language)
        .select(knex.raw(`${isNamed} as is_named`))
        .whereRaw(atAddress, [slug, slug])
        .orderByRaw('s.slug = ? desc', [slug])
        .first<(SpeakerRow & { is_named: boolean }) | undefined>()
    },

    async findOwn(id: string): Promise<OwnSpeakerRow | undefined> {
      return own().where('s.id', id).first<OwnSpeakerRow | undefined>()
    },

    async listOwn(
      filters: SpeakerFilters,
      ownerId: string | undefined,
      page: { after: Position | undefined; limit: number },
    ): Promise<ListedSpeakerRow[]> {
      const query = own()
        .select(knex.raw(`${orders[filters.sort].text} as sort_text`))
        .limit(page.limit)
      applyFilters(query, filters, ownerId)
      applyOrder(query, filters, page.after)
      return (await query) as ListedSpeakerRow[]
    },

    async countOwn(filters: SpeakerFilters, ownerId: string | undefined): Promise<number> {
      const query = knex('speakers as s').join('users as u', 'u.id', 's.owner_id')
      applyFilters(query, filters, ownerId)
      const [row] = await query.count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },

    /** Products of whatever state that name the speaker. */
    async uses(trx: Knex, id: string, limit: number): Promise<UseRow[]> {
      const { rows } = await trx.raw<{ rows: UseRow[] }>(
        `select p.slug, p.title, c.slug as channel_slug from speakers s
         cross join lateral (${usingProducts}) used
         join products p on p.id = used.product_id join channels c on c.id = p.channel_id
         where s.id = ? order by p.title, p.slug limit ?`,
        [id, limit],
      )
      return rows
    },

    async slugsLike(base: string): Promise<string[]> {
      const rows = await knex('speakers').where({ slug: base }).orWhereLike('slug', `${base}-%`).select('slug')
      return rows.map((row) => row.slug)
    },

    async insert(speaker: SpeakerInsert & { slug: string }): Promise<SpeakerRow | 'taken'> {
      return unlessTaken(() =>
        knex.transaction(async (trx) => {
          await releaseSlug(trx, 'speakers', speaker.slug)
          return (await trx('speakers').insert(speaker).returning('*'))[0]
        }),
      )
    },

    async lock(trx: Knex, id: string): Promise<SpeakerRow | undefined> {
      return trx('speakers').where({ id }).forUpdate().first()
    },

    async update(trx: Knex, before: SpeakerRow, change: SpeakerUpdate): Promise<SpeakerRow | 'taken'> {
      // Knex writes no statement for an empty change.
      if (Object.keys(change).length === 0) return before
      const { id, slug } = before
      const row = await unlessTaken(async () => (await trx('speakers').where({ id }).update(change).returning('*'))[0])
      if (row !== 'taken' && typeof change.slug === 'string' && change.slug !== slug)
        await keepFormerSlug(trx, 'speakers', { id, from: slug, to: change.slug })
      return row
    },

    /** False where a product names it: the database refuses even when the link was made a moment ago. */
    async remove(trx: Knex, id: string): Promise<boolean> {
      try {
        await trx.transaction((inner) => inner('speakers').where({ id }).delete())
        return true
      } catch (error) {
        if (violatedConstraint(error)?.endsWith('_speaker_id_fkey')) return false
        throw error
      }
    },
  }
}

async function unlessTaken(write: () => Promise<SpeakerRow | undefined>): Promise<SpeakerRow | 'taken'> {
  try {
    const row = await write()
    if (!row) throw new Error('the speaker is gone')
    return row
  } catch (error) {
    if (violatedConstraint(error) === 'speakers_slug_key') return 'taken'
    throw error
  }
}
