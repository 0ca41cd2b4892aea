import { languages, type Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import DataLoader from 'dataloader'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { findBundleParts } from '../read/bundle-parts.ts'
import { hasChangedDates } from '../read/event-facts.ts'
import {
  completePublicCards,
  listedProductColumns,
  productCardJoins,
  productIsListed,
  productPageColumns,
  productPageJoins,
  publicCardColumns,
  shownProductColumns,
  type ListedProductRow,
  type PublicCardRow,
} from '../read/product-card.ts'
import {
  callerColumns,
  changedSessions,
  detailColumns,
  ownDetailColumns,
  runningShow,
  stranger,
  type CallerRow,
  type OwnDetailRow,
  type ProductDetailRow,
} from './rows.ts'

export type ProductRepository = ReturnType<typeof createProductRepository>
export type ListedCardRow = ListedProductRow & { sort_at: string }
type FoundRow = PublicCardRow & { sort_at: string }

export interface ProductFilter {
  language: Language
  now: Date
  type: ProductType | undefined
  channel: string | undefined
  category: string | undefined
  speaker: string | undefined
  group: string | undefined
  q: string | undefined
  after: readonly [publishedAt: string, id: string] | undefined
  limit: number
}

/** A row of the page, without what is read beside it or follows from it. */
type PageRow = Omit<ProductDetailRow, 'bundle' | 'changed_sessions' | 'category_title' | 'languages'>
type StrangersRow = Omit<PageRow, keyof CallerRow>

/** Reads of products; each is one statement, whatever the number of products. */
export function createProductRepository(knex: Knex) {
  /** Pages that strangers ask for at the same moment are one statement: its start costs more than a row. */
  const strangersPages = Object.fromEntries(
    languages.map((language) => [
      language,
      new DataLoader<{ slug: string; now: Date }, PageRow | undefined>(
        async (asked) => {
          const slugs = asked.map(({ slug }) => slug)
          const rows = await prepared<StrangersRow>(knex, 'product-detail-stranger', strangersSql, [language, asked.at(-1)?.now, slugs])
          return slugs.map((slug) => {
            const row = rows.find((each) => each.slug === slug)
            return row && Object.assign(row, stranger)
          })
        },
        { cache: false, maxBatchSize: 20, batchScheduleFn: setImmediate },
      ),
    ]),
  ) as Record<Language, DataLoader<{ slug: string; now: Date }, PageRow | undefined>>

  /**
   * Lists of one language and the same filters that are asked for at the same moment are one statement, too. A loader
   * is there for one moment, because it holds on to its last answers.
   */
  const lists = new Map<string, DataLoader<ProductFilter, ListedCardRow[]>>()
  const listsOf = (kind: string, language: Language, names: readonly FilterName[]) =>
    new DataLoader<ProductFilter, ListedCardRow[]>(
      async (asked) => {
        lists.delete(kind)
        const questions = asked.map((filter, place) => ({ place, ...toParameters(filter) }))
        const now = new Date(Math.max(...asked.map((filter) => filter.now.getTime())))
        const values = [language, now, JSON.stringify(questions)]
        const rows = await prepared<FoundRow & { place: number }>(knex, `product-lists-${names.join('-')}`, listsSql(names), values)
        const found = asked.map((): ListedCardRow[] => [])
        for (const row of await completePublicCards(knex, rows, now)) found[row.place]?.push(row)
        return found
      },
      { cache: false, maxBatchSize: 8, batchScheduleFn: setImmediate },
    )

  /** By words, with a plan of its own: how many products have them decides which one is fast. */
  async function listByWords(filter: ProductFilter, names: readonly FilterName[]): Promise<ListedCardRow[]> {
    const values: unknown[] = [filter.language, filter.now]
    const parameters = toParameters(filter)
    const sql = listSql(names, (name) => `$${values.push(parameters[name])}`)
    const rows = await prepared<FoundRow>(knex, `product-list-${names.join('-')}`, sql, values)
    return completePublicCards(knex, rows, filter.now)
  }

  async function findChangedSessions(productId: string): Promise<ProductDetailRow['changed_sessions']> {
    const sql = `select ${changedSessions} as changed_sessions from products p where p.id = $1`
    const [row] = await prepared<Pick<ProductDetailRow, 'changed_sessions'>>(knex, 'changed-sessions', sql, [productId])
    return row?.changed_sessions ?? []
  }

  return {
    async list(filter: ProductFilter): Promise<ListedCardRow[]> {
      const names = filterNames.filter((name) => filter[name] !== undefined)
      if (filter.q !== undefined) return listByWords(filter, names)
      const kind = [filter.language, ...names].join('-')
      let asked = lists.get(kind)
      if (!asked) lists.set(kind, (asked = listsOf(kind, filter.language, names)))
      return asked.load(filter)
    },

    /**
     * A page in one statement; the products of a bundle, and dates that were called off or moved, in another one each.
     */
    async findDetail(
      slug: string,
      viewer: { language: Language; now: Date; userId: string | null; code: string | null },
    ): Promise<ProductDetailRow | undefined> {
      const { language, now, userId, code } = viewer
      const row =
        userId === null && code === null
          ? await strangersPages[language].load({ slug, now })
          : (await prepared<PageRow>(knex, 'product-detail', detailSql, [language, now, userId, code, slug]))[0]
      if (!row) return undefined
      const parts = row.bundle_state === 'active' ? await findBundleParts(knex, row.id, { userId, language, now }) : []
      return Object.assign(row, {
        bundle: parts.filter((part) => part.status !== 'draft'),
        changed_sessions: hasChangedDates(row) ? await findChangedSessions(row.id) : [],
        category_title: row.categories[0]?.title ?? null,
        languages: row.translations.map((text) => text.language),
      })
    },

    /** Products like a published one; none for any other slug. */
    related: (slug: string, { language, now }: { language: Language; now: Date }) =>
      prepared<ListedProductRow>(knex, 'product-related', relatedSql, [language, now, slug]),

    async getOwn(id: string, language: Language, now: Date): Promise<OwnDetailRow> {
      const [row] = await prepared<OwnDetailRow>(
        knex,
        'product-own',
        `select ${shownProductColumns}, ${ownDetailColumns} from products p ${productCardJoins} ${runningShow} where p.id = $3`,
        [language, now, id],
      )
      if (!row) throw new Error('the product is gone')
      return row
    },
  }
}

const categoryIs = (value: string) =>
  `exists (select 1 from product_categories pc join categories k on k.id = pc.category_id where pc.product_id = p.id and k.slug = ${value})`
const speakerIs = (value: string) =>
  `exists (select 1 from product_speakers ps join speakers sp on sp.id = ps.speaker_id where ps.product_id = p.id and sp.slug = ${value})`

/** Filters, place and limit of a list, as its statement takes them. */
interface ListParameters extends Partial<Record<'type' | 'channel' | 'category' | 'speaker' | 'group' | 'q', string | undefined>> {
  after_at: string | undefined
  after_id: string | undefined
  limit: number
}
const toParameters = ({ type, channel, category, speaker, group, q, after, limit }: ProductFilter): ListParameters => {
  const [after_at, after_id] = after ?? []
  return { type, channel, category, speaker, group, q, after_at, after_id, limit }
}
/** SQL of a parameter. */
type ParameterOf = (name: keyof ListParameters) => string

const typed = (words: string) => `(nullif(plainto_tsquery('simple', plain_text(${words}))::text, '') || ':*')::tsquery`
const conditions = {
  type: (of: ParameterOf) => `p.type = ${of('type')}`,
  channel: (of: ParameterOf) => `p.channel_id = (select named.id from channels named where named.slug = ${of('channel')})`,
  category: (of: ParameterOf) => categoryIs(of('category')),
  speaker: (of: ParameterOf) => speakerIs(of('speaker')),
  group: (of: ParameterOf) => `p.group_name = ${of('group')}`,
  q: (of: ParameterOf) =>
    `(p.search_vector @@ ${typed(of('q'))} or exists (select 1 from product_translations t where t.product_id = p.id and t.search_vector @@ ${typed(of('q'))}))`,
  after: (of: ParameterOf) => `(p.published_at, p.id) < (${of('after_at')}::timestamptz, ${of('after_id')}::uuid)`,
}
type FilterName = keyof typeof conditions
const filterNames = Object.keys(conditions) as FilterName[]

/** $1 language, $2 now. */
const listSql = (names: readonly FilterName[], of: ParameterOf, more = '') => `
  select ${more} ${publicCardColumns}, to_json(p.published_at) as sort_at
  from products p ${productCardJoins}
  where ${[productIsListed, ...names.map((name) => conditions[name](of))].join(' and ')}
  order by p.published_at desc, p.id desc limit ${of('limit')}`

/** $1 language, $2 now, $3 the lists, each with its place among them: the rows of a list come in their order. */
const listsSql = (names: readonly FilterName[]) => `
  select shown.* from json_to_recordset($3::json) as asked(place int, type text, channel text, category text, speaker text,
    "group" text, after_at text, after_id text, "limit" int)
  cross join lateral (${listSql(names, (name) => `asked."${name}"`, 'asked.place,')}) shown`

const listed = `from products p join channels c on c.id = p.channel_id where ${productIsListed} and p.id <> this.id`

/**
 * Same channel first, then same type; on air first, then the newest. Only the first few of each are looked at, however
 * many there are.
 */
const related = `
  select p.id, row_number() over (order by p.channel_id = this.channel_id desc, running.on_air desc, p.published_at desc) as position
  from products p cross join lateral (
    select exists (select 1 from broadcasts b where b.product_id = p.id and b.kind = 'live' and b.state <> 'ended') as on_air
  ) running
  where p.id = any(array(
    (select p.id ${listed} and p.channel_id = this.channel_id order by p.published_at desc limit 8)
    union (select p.id ${listed} and p.type = this.type order by p.published_at desc limit 8)
    union (select p.id ${listed} and p.type = this.type
      and p.id in (select b.product_id from broadcasts b where b.kind = 'live' and b.state in ('on_air', 'interrupted')) limit 8)))
  order by position limit 8`

/** $1 language, $2 now, $3 the slug. */
const relatedSql = `
  select ${listedProductColumns}
  from products this cross join lateral (${related}) shown join products p on p.id = shown.id ${productCardJoins}
  where this.slug = $3 and this.status = 'published' order by shown.position`

/** $1 language, $2 now, $3 who asks, $4 a code, $5 the slug. */
const detailSql = `select ${productPageColumns}, ${detailColumns}, ${callerColumns} from products p ${productPageJoins} ${runningShow} where p.slug = $5`
/**
 * For most visitors, whose access nothing needs to be asked for: $1 language, $2 now, $3 the slugs, in an array that
 * the planner does not see, or it would plan each of its lengths.
 */
const strangersSql = `select ${productPageColumns}, ${detailColumns} from products p ${productPageJoins}
  where p.slug = any(array(select unnest($3::text[])))`
