import type { Home } from '@e-events/shared/contract/home.ts'
import type { ProductCard } from '@e-events/shared/contract/products.ts'

const most = 4

/** What the hero turns between: the featured ones, else what is on air, else what comes next. Never empty while there is anything to show. */
export function heroItems({ hero, rails }: Home): ProductCard[] {
  if (hero.length > 0) return hero.slice(0, most)
  const order = ['live', 'upcoming', 'vod', 'category'] as const
  for (const kind of order) {
    const items = rails.find((rail) => rail.kind === kind && rail.items.length > 0)?.items
    if (items) return items.slice(0, most)
  }
  return []
}
