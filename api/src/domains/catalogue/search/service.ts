import type { SearchKind } from '@e-events/shared/contract/catalogue/search.ts'
import type { ListedProductRow } from '../read/product-card.ts'
import { planSearch } from './plan.ts'
import type { ChannelHitRow, MatchRow, PageHitRow, SearchFilter, SearchRepository, SpeakerHitRow } from './repository.ts'

export type Search = ReturnType<typeof createSearch>
export type Hit = Extract<MatchRow, { part: 'hit' }>

/** One page of results; the hits are in order. */
export interface Found {
  hits: Hit[]
  counts: Exclude<MatchRow, Hit>[]
  products: ListedProductRow[]
  channels: ChannelHitRow[]
  speakers: SpeakerHitRow[]
  pages: PageHitRow[]
}

/** As many questions to the database whatever is found: words, matches, and the cards of one page. */
export function createSearch({ repository }: { repository: SearchRepository }) {
  return async function find(keyword: string | undefined, filter: SearchFilter & { now: Date }): Promise<Found> {
    const rows = await match(keyword, filter)
    const hits = rows.filter((row) => row.part === 'hit')
    const shown = hits.slice(0, filter.limit - 1)
    const ids = (kind: SearchKind) => shown.filter((hit) => hit.kind === kind).map((hit) => hit.id)
    const [products, channels, speakers, pages] = await Promise.all([
      some(ids('product'), (wanted) => repository.products(wanted, filter.language, filter.now)),
      some(ids('channel'), (wanted) => repository.channels(wanted, filter.language)),
      some(ids('speaker'), (wanted) => repository.speakers(wanted, filter.language)),
      some(ids('page'), repository.pages),
    ])
    return { hits, counts: rows.filter((row) => row.part !== 'hit'), products, channels, speakers, pages }
  }

  async function match(keyword: string | undefined, filter: SearchFilter): Promise<MatchRow[]> {
    if (keyword === undefined) return repository.browse(filter)
    const words = await repository.readWords(keyword)
    const plan = planSearch(words[0]?.text ?? '', words)
    return plan === null ? [] : repository.match(plan, filter)
  }
}

async function some<Row>(ids: readonly string[], read: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  return ids.length === 0 ? [] : read(ids)
}
