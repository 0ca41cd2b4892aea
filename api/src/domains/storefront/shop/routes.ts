import { shop, type ShopOrder } from '@e-events/shared/contract/storefront/shop.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toListedProduct } from '../../catalogue/read/product-card.ts'
import type { ShopRepository } from './repository.ts'

/** A cursor of one order means nothing in another. */
const keys: Record<ShopOrder, RegExp> = {
  newest: cursorKey.instant,
  soonest: cursorKey.instant,
  cheapest: cursorKey.sequence,
  dearest: cursorKey.sequence,
}

export function shopRoutes(router: ApiRouter, bind: Bind, deps: { shop: ShopRepository; clock: Clock }): void {
  bind(router, shop, {
    async list({ query, language }) {
      const { cursor, limit, type, plan, category, channel, spoken, minPrice, maxPrice, sort } = query
      const after = decodeCursor(cursor, [keys[sort], cursorKey.uuid]) as [string, string] | undefined
      const filter = { type, plan, category, channel, spoken, minPrice, maxPrice, sort }
      const rows = await deps.shop.list({ ...filter, language, now: deps.clock.now(), after, limit: limit + 1 })
      return toPage(rows, limit, { item: toListedProduct, cursor: (row) => [row.sort_key, row.id] })
    },
  })
}
