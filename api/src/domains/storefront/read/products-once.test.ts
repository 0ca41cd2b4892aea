import { randomUUID } from 'node:crypto'
import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import type { ShownSection, ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { describe, expect, it } from 'vitest'
import { productsOnce, railLength } from './products-once.ts'

const card = (slug: string) => ({ id: slug, slug }) as unknown as ProductCard
const slider = (source: ShownSectionOf<'product_slider'>['source'], ...slugs: string[]): ShownSection => ({
  id: randomUUID(),
  type: 'product_slider',
  title: '',
  source,
  category: source === 'category' ? 'cine' : null,
  items: slugs.map(card),
})
const hero = (...slugs: string[]): ShownSection => ({
  id: randomUUID(),
  type: 'hero',
  title: '',
  subtitle: '',
  media: { kind: 'catalogue' },
  product: null,
  items: slugs.map(card),
})
const featured = (slug: string): ShownSection => ({ id: randomUUID(), type: 'featured_product', title: '', product: card(slug) })
const imageHero = (slug: string): ShownSection => ({
  id: randomUUID(),
  type: 'hero',
  title: 'Rita',
  subtitle: '',
  media: { kind: 'image', imageUrl: '/rita.png' },
  product: card(slug),
  items: [],
})

/** Result, section by section: the kind of section, and its products. */
const shown = (...sections: ShownSection[]) =>
  productsOnce(sections).map((section) => {
    if (section.type === 'featured_product') return `featured ${section.product.slug}`
    if (section.type === 'hero') return `hero ${section.items.map(({ slug }) => slug).join(' ')}`.trim()
    return section.type === 'product_slider' ? `${section.source} ${section.items.map(({ slug }) => slug).join(' ')}` : section.type
  })

describe('a product on a page of sections', () => {
  it('that the hero shows first is left out of the sliders that fill themselves; those behind it in the hero stay in them', () => {
    expect(shown(hero('a', 'b', 'c'), slider('live', 'a', 'b'), slider('upcoming', 'c'))).toEqual(['hero a b c', 'live b', 'upcoming c'])
  })

  it('that is the only one of a slider and stands in the hero takes the slider off the page', () => {
    expect(shown(hero('a'), slider('live', 'a'), slider('upcoming', 'b'))).toEqual(['hero a', 'upcoming b'])
  })

  it('stays in the slider below a hero with a picture of its own, whose button alone leads there', () => {
    expect(shown(imageHero('a'), slider('live', 'a'))).toEqual(['hero', 'live a'])
  })

  it('stands in the first of two sliders that fill themselves', () => {
    expect(shown(slider('upcoming', 'a', 'b'), slider('category', 'b', 'c'), slider('category', 'c'))).toEqual([
      'upcoming a b',
      'category c',
    ])
  })

  it('stays where an editor chose it, and is left out of what fills itself below, not above', () => {
    expect(
      shown(hero('a'), slider('live', 'a', 'b', 'c'), slider('chosen', 'a', 'b'), featured('b'), slider('category', 'a', 'b', 'd')),
    ).toEqual(['hero a', 'live b c', 'chosen a b', 'featured b', 'category d'])
  })

  it('stands in its category and not among the newest, whichever comes first', () => {
    expect(shown(slider('newest', 'a', 'b'), slider('category', 'a'))).toEqual(['newest b', 'category a'])
    expect(shown(slider('category', 'a'), slider('newest', 'a', 'b'))).toEqual(['category a', 'newest b'])
    expect(shown(slider('newest', 'a'), slider('category', 'a'))).toEqual(['category a'])
  })

  it('is not repeated by the newest above a section that an editor chose, nor by a second slider of them', () => {
    expect(shown(slider('newest', 'a', 'b'), slider('newest', 'b', 'c'), featured('a'))).toEqual(['newest b', 'newest c', 'featured a'])
  })

  it('comes up from behind the end of a slider that lost some, and no slider that fills itself is longer than a rail', () => {
    const many = Array.from({ length: railLength + 4 }, (_, index) => `p${index}`)
    const [, category] = productsOnce([slider('upcoming', 'p0', 'p1'), slider('category', ...many)])
    expect((category as ShownSectionOf<'product_slider'>).items.map(({ slug }) => slug)).toEqual(many.slice(2, 2 + railLength))
    expect((productsOnce([slider('chosen', ...many)])[0] as ShownSectionOf<'product_slider'>).items).toHaveLength(many.length)
  })
})
