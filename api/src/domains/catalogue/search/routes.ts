import { search } from '@e-events/shared/contract/catalogue/search.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toFacets, toHits } from './presenter.ts'
import type { Search } from './service.ts'

const score = /^-?\d{1,12}(?:\.\d{1,20})?(?:e-\d{1,3})?$/

export function searchRoutes(router: ApiRouter, bind: Bind, deps: { search: Search; clock: Clock }): void {
  bind(router, search, {
    async find({ query, language }) {
      const { keyword, kind, type, category, channel } = query
      const after = decodeCursor(query.cursor, [score, cursorKey.uuid]) as [string, string] | undefined
      const limit = limits.searchPageSize + 1
      const found = await deps.search(keyword, { language, now: deps.clock.now(), kind, type, category, channel, after, limit })
      const present = toHits(found)
      const page = toPage(found.hits, limits.searchPageSize, { item: present, cursor: (hit) => [hit.score, hit.id] })
      return { items: page.items.flat(), nextCursor: page.nextCursor, ...toFacets(found.counts) }
    },
  })
}
