import { emptyTexts, type Section } from '@e-events/shared/contract/storefront/home-sections.ts'

/**
 * Default home page until an administrator publishes one: live, coming and new products, and a shelf for each category.
 */
export function defaultHome(categorySlugs: readonly string[]): Section[] {
  const base = { hidden: false, title: emptyTexts }
  const automatic = ['live', 'upcoming', 'newest'] as const
  return [
    { ...base, id: 'hero', type: 'hero', media: { kind: 'catalogue' }, subtitle: emptyTexts, productId: null },
    ...automatic.map((kind) => ({ ...base, id: kind, type: 'product_slider' as const, source: { kind } })),
    ...categorySlugs.map((slug) => ({
      ...base,
      id: `category-${slug}`.slice(0, 60),
      type: 'product_slider' as const,
      source: { kind: 'category' as const, slug },
    })),
  ]
}
