import type { ShownSection, ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'

/** How many cards a slider that fills itself shows at most. */
export const railLength = 16

/**
 * Shows a product once per page (decision product-once-per-page). Sections that an editor chose by hand stay as they
 * are. Sliders that fill themselves leave out the first product of a catalogue hero and what stands in sections above
 * them; `newest` leaves out what any other section shows, above or below. A slider that is empty afterwards is left
 * out.
 */
export function productsOnce(sections: readonly ShownSection[]): ShownSection[] {
  const seen = new Set<string>()
  const once = (section: ShownSection): ShownSection => {
    const shown = isAutomatic(section)
      ? { ...section, items: section.items.filter(({ id }) => !seen.has(id)).slice(0, railLength) }
      : section
    for (const id of productsOf(shown)) seen.add(id)
    return shown
  }
  const others = sections.map((section) => (isNewest(section) ? section : once(section)))
  const all = others.map((section) => (isNewest(section) ? once(section) : section))
  return all.filter((section) => section.type !== 'product_slider' || section.items.length > 0)
}

const isAutomatic = (section: ShownSection): section is ShownSectionOf<'product_slider'> =>
  section.type === 'product_slider' && section.source !== 'chosen'

const isNewest = (section: ShownSection): boolean => section.type === 'product_slider' && section.source === 'newest'

/** Cards of their own: only the first product of a hero, since the others are small pictures without words. */
function productsOf(section: ShownSection): string[] {
  switch (section.type) {
    case 'hero':
      return section.items.slice(0, 1).map(({ id }) => id)
    case 'product_slider':
      return section.items.map(({ id }) => id)
    case 'featured_product':
      return [section.product.id]
    default:
      return []
  }
}
