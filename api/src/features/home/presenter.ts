import type { Home, Rail } from '@e-events/shared/contract/home.ts'
import { toProductCard } from '../../read/product-card.ts'
import type { HomeRow } from './repository.ts'

const heroLength = 5

/** Rows come in the order of the rails. The hero shows what is on air, then what comes next, then the newest to watch. */
export function toHome(rows: readonly HomeRow[]): Home {
  const rails = new Map<string, Rail>()
  for (const row of rows) {
    const rail = rails.get(row.rail_id) ?? { id: row.rail_id, kind: row.rail, title: row.rail_title, items: [] }
    rail.items.push(toProductCard(row))
    rails.set(row.rail_id, rail)
  }
  return { hero: heroOf(rows), rails: [...rails.values()] }
}

function heroOf(rows: readonly HomeRow[]): Home['hero'] {
  const of = (rail: HomeRow['rail'], count: number) => rows.filter((row) => row.rail === rail).slice(0, count)
  const chosen = new Map<string, HomeRow>()
  for (const row of [...of('live', 3), ...of('upcoming', 3), ...of('vod', heroLength)]) {
    if (chosen.size < heroLength && !chosen.has(row.id)) chosen.set(row.id, row)
  }
  return [...chosen.values()].map(toProductCard)
}
