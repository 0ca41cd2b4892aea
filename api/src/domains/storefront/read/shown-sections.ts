import { textIn, type Section, type SectionOf } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { ListedProduct, ProductCard, SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import type { ChannelCard, ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toListedProduct, toProductCard } from '../../catalogue/read/product-card.ts'
import { productsOnce } from './products-once.ts'
import {
  heroLength,
  type CategoryTitleRow,
  type ChannelCardAtSpots,
  type SectionCards,
  type SpeakerCardAtSpots,
  type Spot,
} from './section-cards.ts'

export interface SectionsRequest {
  sections: readonly Section[]
  language: Language
  now: Date
  entityId: string | null
}
export type ShowSections = ReturnType<typeof createShowSections>

/**
 * Turns stored sections into what is shown: texts of one language, cards of what is published, nothing hidden, nothing
 * empty and no product twice.
 */
export function createShowSections(cards: SectionCards) {
  return async function showSections({ sections, language, now, entityId }: SectionsRequest): Promise<ShownSection[]> {
    const visible = sections.filter(({ hidden }) => !hidden)
    const has = (...types: readonly Section['type'][]) => visible.some(({ type }) => types.includes(type))
    const request = { sections: JSON.stringify(visible.map(forSql)), language, now, entityId }
    const slugs = visible.flatMap((section) =>
      section.type === 'product_slider' && section.source.kind === 'category' && textIn(section.title, language) === ''
        ? [section.source.slug]
        : [],
    )
    const [products, channels, speakers, categories] = await Promise.all([
      has('hero', 'product_slider', 'featured_product') ? cards.products(request) : [],
      has('channel_slider', 'featured_channel') ? cards.channels(request) : [],
      has('speaker_slider') ? cards.speakers(request) : [],
      slugs.length > 0 ? cards.categories(slugs, language) : [],
    ])
    const productAt = placesOf(products)
    const pick = {
      product: cardsOf(productAt, toProductCard),
      listed: cardsOf(productAt, toListedProduct),
      onAir: cardsOf(productAt, (row) => ({ ...toListedProduct(row), shortDescription: row.short_description })),
      channel: cardsOf(placesOf(channels), toChannelCard),
      speaker: cardsOf(placesOf(speakers), toSpeakerCard),
    }
    const shown = visible.map((section, index) => toShown(section, { at: index + 1, language, pick, categories }))
    return productsOnce(shown.filter((section) => section !== null))
  }
}

/** Columns of a section that the statements read. */
function forSql(section: Section): object {
  switch (section.type) {
    case 'hero':
      return { type: section.type, media: { kind: section.media.kind }, productId: section.productId }
    case 'product_slider':
    case 'channel_slider':
    case 'speaker_slider':
      return { type: section.type, source: section.source }
    case 'featured_product':
      return { type: section.type, productId: section.productId }
    case 'featured_channel':
      return { type: section.type, channelId: section.channelId }
    default:
      return { type: section.type }
  }
}

type Find<Card> = (section: number, part?: Spot[1]) => Card[]

interface Context {
  at: number
  language: Language
  pick: {
    product: Find<ProductCard>
    listed: Find<ListedProduct>
    onAir: Find<ListedProduct & Pick<ProductCard, 'shortDescription'>>
    channel: Find<ChannelCard>
    speaker: Find<SpeakerRef>
  }
  categories: readonly CategoryTitleRow[]
}

function toShown(section: Section, context: Context): ShownSection | null {
  const { at, language, pick } = context
  const text = (texts: Record<Language, string>) => textIn(texts, language)
  const { id } = section
  switch (section.type) {
    case 'hero':
      return toHero(section, context)
    case 'product_slider': {
      const { source } = section
      const items = source.kind === 'live' ? pick.onAir(at) : pick.listed(at)
      if (items.length === 0) return null
      const category = source.kind === 'category' ? source.slug : null
      const ownTitle = context.categories.find(({ slug }) => slug === category)?.title ?? ''
      return { id, type: section.type, title: text(section.title) || ownTitle, source: source.kind, category, items }
    }
    case 'channel_slider': {
      const items = pick.channel(at)
      return items.length === 0 ? null : { id, type: section.type, title: text(section.title), items }
    }
    case 'speaker_slider': {
      const items = pick.speaker(at)
      return items.length === 0 ? null : { id, type: section.type, title: text(section.title), items }
    }
    case 'featured_product': {
      const [product] = pick.product(at, 'product')
      return product ? { id, type: section.type, title: text(section.title), product } : null
    }
    case 'featured_channel': {
      const [channel] = pick.channel(at)
      return channel ? { id, type: section.type, title: text(section.title), channel } : null
    }
    case 'static_content': {
      const { type, size, url } = section
      return { id, type, size, title: text(section.title), description: text(section.description), url }
    }
    case 'static_image': {
      const { type, imageId, url } = section
      const alt = text(section.alt)
      // A picture that says nothing and leads nowhere is a gap in the page.
      return alt === '' && url === '' ? null : { id, type, imageUrl: urlOf(imageId), alt, url }
    }
    case 'call_to_action': {
      const { type, title, subtitle, buttonText, buttonLink } = section
      return { id, type, title: text(title), subtitle: text(subtitle), buttonText: text(buttonText), buttonLink }
    }
    default:
      return section satisfies never
  }
}

/**
 * A hero of the catalogue shows what is on air, then what comes next, then the newest to watch; without any of it there
 * is no hero.
 */
function toHero({ id, type, media, title, subtitle }: SectionOf<'hero'>, { at, language, pick }: Context): ShownSection | null {
  const words = { id, type, title: textIn(title, language), subtitle: textIn(subtitle, language) }
  const [product = null] = pick.product(at, 'product')
  if (media.kind === 'image') return { ...words, media: { kind: 'image', imageUrl: urlOf(media.imageId) }, product, items: [] }
  if (media.kind === 'video') {
    const { kind, videoUrl } = media
    return { ...words, media: { kind, videoUrl, imageUrl: fileUrl(media.imageId) }, product, items: [] }
  }
  const candidates = [
    ...pick.product(at, 'product'),
    ...pick.product(at, 'live').slice(0, 3),
    ...pick.product(at, 'upcoming').slice(0, 3),
    ...pick.product(at, 'newest'),
  ]
  const items = [...new Map(candidates.map((card) => [card.id, card])).values()].slice(0, heroLength)
  return items.length === 0 ? null : { ...words, media: { kind: 'catalogue' }, product, items }
}

/** The rows of one part of one section, in their order. */
function placesOf<Row extends { spots: Spot[] }>(rows: readonly Row[]): Find<Row> {
  const parts = new Map<string, { place: number; row: Row }[]>()
  for (const row of rows) {
    for (const [section, part, place] of row.spots) {
      const key = `${section}/${part}`
      parts.set(key, [...(parts.get(key) ?? []), { place, row }])
    }
  }
  return (section, part = 'items') => (parts.get(`${section}/${part}`) ?? []).toSorted((a, b) => a.place - b.place).map(({ row }) => row)
}

const cardsOf =
  <Row, Card>(find: Find<Row>, toCard: (row: Row) => Card): Find<Card> =>
  (section, part) =>
    find(section, part).map(toCard)

const urlOf = (fileId: string): string => fileUrl(fileId) ?? ''

function toChannelCard(row: Omit<ChannelCardAtSpots, 'spots'>): ChannelCard {
  return {
    id: row.id as ChannelCard['id'],
    slug: row.slug,
    title: row.title,
    shortDescription: row.short_description,
    classification: row.classification,
    logoUrl: fileUrl(row.logo_file_id),
    coverUrl: fileUrl(row.cover_file_id),
  }
}

function toSpeakerCard(row: Omit<SpeakerCardAtSpots, 'spots'>): SpeakerRef {
  return { id: row.id, slug: row.slug, name: row.name, title: row.title, imageUrl: fileUrl(row.image_file_id) }
}
