import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { dateAhead, runsNow } from '../../../components/media/product-event.ts'

/** The addresses inside the page that the bar leads to, by what they are about. */
export const anchors = { live: 'live', upcoming: 'upcoming', newest: 'vod' } as const
export type AnchoredSource = keyof typeof anchors
export const anchoredSources = Object.keys(anchors) as AnchoredSource[]

const isOf: Record<AnchoredSource, (product: ListedProduct) => boolean> = {
  live: runsNow,
  upcoming: (product) => dateAhead(product) !== null,
  newest: (product) => !runsNow(product) && product.type !== 'live' && product.durationMs !== null,
}

/**
 * The section that each address leads to: the slider of that kind, else the first one that shows such a product, since
 * a product stands on a page once (decision product-once-per-page) and the hero or a category may have it. No section
 * where there is none.
 */
export function anchorsOf(sections: readonly ShownSection[]): ReadonlyMap<AnchoredSource, ShownSection['id']> {
  return new Map(
    anchoredSources.flatMap((source) => {
      const own = sections.find((section) => section.type === 'product_slider' && section.source === source)
      const found = own ?? sections.find((section) => productsOf(section).some(isOf[source]))
      return found ? [[source, found.id] as const] : []
    }),
  )
}

function productsOf(section: ShownSection): ListedProduct[] {
  if (section.type === 'hero') return section.items.slice(0, 1)
  if (section.type === 'featured_product') return [section.product]
  return section.type === 'product_slider' ? section.items : []
}
