import type { choiceKinds, SectionChoice } from '@e-events/shared/contract/storefront/sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { channelClassification } from '../../catalogue/read/channel-classification.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { productIsListed } from '../../catalogue/read/product-card.ts'

interface ChoiceRow {
  id: string
  slug: string
  title: string
  note: string
  image_file_id: string | null
  is_shown: boolean
}

export interface ChoicesQuery {
  of: (typeof choiceKinds)[number]
  search: string
  /** Exactly these, shown or not, instead of a search. */
  ids: readonly string[] | undefined
  language: Language
  /** Only what its members have. */
  entityId: string | null
}

const most = 20
const searchedWords = 6

const productTitle = `coalesce((select t.title from product_translations t where t.product_id = p.id and t.language = ?), p.title)`

/** Finds items for a slider by words of their name, newest first. */
export function findSectionChoices(knex: Knex) {
  return async function find({ of, search, ids, language, entityId }: ChoicesQuery): Promise<SectionChoice[]> {
    const query = queryOf(of, language, entityId)
    const words = search.split(/\s+/).filter(Boolean).slice(0, searchedWords)
    for (const word of words)
      void query.whereRaw(`plain_text(title || ' ' || note) like '%' || plain_text(?) || '%'`, [
        word.replaceAll(/[\\%_]/g, String.raw`\$&`),
      ])
    if (ids) void query.whereIn('id', ids)
    else
      void query
        .where({ is_shown: true })
        .orderBy([{ column: 'sort_at', order: 'desc' }, { column: 'id' }])
        .limit(most)
    const rows = await query
    if (ids) rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    return rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      note: row.note,
      imageUrl: fileUrl(row.image_file_id),
      isShown: row.is_shown,
    }))
  }

  function queryOf(of: ChoicesQuery['of'], language: Language, entityId: string | null): Knex.QueryBuilder<ChoiceRow, ChoiceRow[]> {
    const isMembers = (owner: string) =>
      entityId === null
        ? 'true'
        : `exists (select 1 from entity_members m where m.entity_id = '${entityId}'::uuid and m.user_id = ${owner})`
    const from =
      of === 'product'
        ? knex.raw(
            `(select p.id, p.slug, ${productTitle} as title, c.title as note, p.image_file_id, ${productIsListed} as is_shown,
                coalesce(p.published_at, p.created_at) as sort_at
              from products p join channels c on c.id = p.channel_id where ${isMembers('c.owner_id')}) as choice`,
            [language],
          )
        : of === 'channel'
          ? knex.raw(
              `(select c.id, c.slug, c.title, coalesce(${channelClassification('?')}, '') as note, coalesce(c.logo_file_id, c.profile_file_id) as image_file_id,
                  c.status = 'published' as is_shown, c.created_at as sort_at
                from channels c where ${isMembers('c.owner_id')}) as choice`,
              [language],
            )
          : knex.raw(
              `(select k.id, k.slug, k.name as title, k.title as note, k.image_file_id, k.created_at as sort_at,
                  exists (select 1 from product_speakers ps join products p on p.id = ps.product_id join channels c on c.id = p.channel_id
                    where ps.speaker_id = k.id and ${productIsListed} and ${isMembers('c.owner_id')}) as is_shown
                from speakers k where ${isMembers('k.owner_id')}) as choice`,
            )
    return knex.from(from).select<ChoiceRow[]>('*') as Knex.QueryBuilder<ChoiceRow, ChoiceRow[]>
  }
}
