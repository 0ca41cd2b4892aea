import { home } from '@e-events/shared/contract/storefront/home.ts'
import { entities, type EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import { textIn, type Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { pages, type PageRowView } from '@e-events/shared/contract/storefront/pages.ts'
import type { ProductCard, SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import { sections, type SectionChoice, type SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import type { ChannelCard, ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { defaultLanguage, languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { productIdOf } from '../../api/src/db/seeds/demo/catalogue.ts'
import { demoCategoryTitle, demoChannels, demoSpeakers } from '../../api/src/db/seeds/demo/content.ts'
import { demoId } from '../../api/src/db/seeds/demo/ids.ts'
import { pictureOf, type DemoPicture } from '../../api/src/db/seeds/demo/pictures.ts'
import { demoEntity, demoHome, demoPage } from '../../api/src/db/seeds/demo/places.ts'
import { productsOnce } from '../../api/src/domains/storefront/read/products-once.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'

export interface SectionsScenario {
  home: 'full' | 'empty' | 'error' | 'never'
  /** States of the editor: a draft waits, somebody else is faster, nothing was ever published. */
  editor: 'live' | 'draft' | 'never' | 'error' | 'empty'
  places: 'full' | 'empty' | 'error' | 'never'
}
export const defaultSections: SectionsScenario = { home: 'full', editor: 'live', places: 'full' }

/** The covers, which sections name by their id. */
export const pictureById = (id: string): DemoPicture | undefined => demoChannels.map(pictureOf.cover).find((picture) => picture.id === id)

interface World {
  scenario: SectionsScenario
  cards: (language: Language) => ProductCard[]
  upload: (picture: DemoPicture) => string
  now: Date
}

/** Home, entities and pages, and their editor, over the demo's own sections. */
export function playSections(api: FakeApi, { scenario, cards, upload, now }: World): void {
  const languageOf = (value: unknown): Language => languageSchema.catch(defaultLanguage).parse(value)
  const show = (list: readonly Section[], language: Language) => shownOf(list, { language, cards: cards(language), upload })
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const wait = (is: string): unknown => (is === 'never' ? new Promise(() => undefined) : undefined)

  api.on(home.get, async ({ query }) => {
    await wait(scenario.home)
    if (scenario.home === 'error') throw new Refusal('UNAVAILABLE')
    return { sections: scenario.home === 'empty' ? [] : show(demoHome, languageOf(query.language)) }
  })
  for (const [get, place] of [
    [pages.get, demoPage],
    [entities.get, demoEntity],
  ] as const)
    api.on(get, async ({ params, query }) => {
      await wait(scenario.places)
      if (scenario.places === 'error') throw new Refusal('UNAVAILABLE')
      if (params.slug !== place.slug) throw new Refusal('NOT_FOUND')
      const list = scenario.places === 'empty' ? [] : show(place.sections, languageOf(query.language))
      return { name: place.name, slug: place.slug, sections: list }
    })

  const places = { home: { id: 'site', name: '', slug: '', sections: demoHome }, entity: demoEntity, page: demoPage }
  api.on(sections.get, async ({ params }): Promise<SectionEditor> => {
    await wait(scenario.editor)
    if (scenario.editor === 'error') throw new Refusal('UNAVAILABLE')
    const { id, name, slug, sections: list } = places[params.kind]
    const version = { author: 'Inés Prado', savedAt: at(2), publishAt: null, restoredFrom: null, sections: [...list] }
    const live = { ...version, number: 7, state: 'live' as const, publishedAt: at(2) }
    const draft = { ...version, number: 8, state: 'draft' as const, publishedAt: null, savedAt: at(0) }
    const isEmpty = scenario.editor === 'empty'
    return {
      place: { kind: params.kind, id, name, slug, isPublished: true, audience: 'everybody' },
      revision: `7/${scenario.editor}`,
      live: isEmpty ? null : live,
      draft: scenario.editor === 'draft' ? draft : null,
      fallback: [],
    }
  })
  api.on(sections.preview, ({ body }) => ({ sections: show(body.sections, body.language) }))
  api.on(sections.versions, () => ({
    items: [7, 6, 5, 4].map((number) => ({
      number,
      state: number === 7 ? ('live' as const) : ('past' as const),
      author: number === 5 ? null : 'Inés Prado',
      savedAt: at(9 - number),
      publishedAt: at(9 - number),
      publishAt: null,
      restoredFrom: number === 6 ? 4 : null,
    })),
    nextCursor: null,
  }))
  api.on(sections.choices, ({ params, query }) => {
    const all = choicesOf(params.of, { cards: cards(languageOf(query.language)), upload })
    const ids = query.ids?.split(',')
    return { items: ids ? ids.flatMap((id) => all.find((choice) => choice.id === id) ?? []) : all.slice(0, 20) }
  })

  const page = (name: string, slug: string, wanted: Partial<PageRowView> = {}): PageRowView => ({
    id: demoId(`page/${slug}`),
    name,
    slug,
    isPublished: true,
    audience: 'everybody',
    hasDraft: false,
    createdAt: at(30),
    updatedAt: at(3),
    ...wanted,
  })
  api.on(pages.list, async () => {
    await wait(scenario.places)
    if (scenario.places === 'error') throw new Refusal('UNAVAILABLE')
    const items =
      scenario.places === 'empty'
        ? []
        : [
            page('Accesibilidad de nuestras salas y de todo lo que emitimos desde ellas', 'accesibilidad-de-nuestras-salas', {
              isPublished: false,
            }),
            page(demoPage.name, demoPage.slug, { hasDraft: true }),
            page('Sala de prensa', 'prensa', { audience: 'journalists' }),
          ]
    return { items, nextCursor: null, total: items.length }
  })
  api.on(users.list, () => ({ items: [], nextCursor: null, total: 0 }))
  const entity = (name: string, slug: string, members: EntityRowView['members']): EntityRowView => ({
    id: demoId(`entity/${slug}`),
    name,
    slug,
    members,
    createdAt: at(40),
    updatedAt: at(5),
  })
  api.on(entities.list, async () => {
    await wait(scenario.places)
    if (scenario.places === 'error') throw new Refusal('UNAVAILABLE')
    const member = (name: string, email: string) => ({ id: demoId(email) as never, name, email })
    const items =
      scenario.places === 'empty'
        ? []
        : [
            entity(demoEntity.name, demoEntity.slug, [
              member('Marta Olmo', 'marta@faro.example'),
              member('Iker Sanz', 'iker@faro.example'),
            ]),
            entity('Red de Teatros Pequeños', 'red-de-teatros', []),
          ]
    return { items, nextCursor: null, total: items.length }
  })
}

interface Drawing {
  language: Language
  cards: ProductCard[]
  upload: World['upload']
}

function shownOf(list: readonly Section[], { language, cards, upload }: Drawing): ShownSection[] {
  const text = (texts: Record<Language, string>) => textIn(texts, language)
  const channels = demoChannels.map((channel): ChannelCard => ({
    id: demoId(`channel/${channel.slug}`) as never,
    slug: channel.slug,
    title: channel.title,
    shortDescription: channel.short[language],
    classification: demoCategoryTitle(channel.category, language),
    logoUrl: upload(pictureOf.logo(channel)),
    coverUrl: upload(pictureOf.cover(channel)),
  }))
  const speakers = demoSpeakers.map((speaker): SpeakerRef => ({
    id: demoId(`speaker/${speaker.slug}`),
    slug: speaker.slug,
    name: speaker.name,
    title: speaker.title[language],
    imageUrl: upload(pictureOf.portrait(speaker)),
  }))
  const live = cards.filter((card) => card.onAir)
  const upcoming = cards.filter((card) => !card.onAir && card.nextSession)
  const newest = cards.filter((card) => card.durationMs !== null)
  const find = (id: string | null) => cards.find((card) => id !== null && productIdOf(card.slug) === id)
  const pictures = new Map(demoChannels.map((channel) => [pictureOf.cover(channel).id, pictureOf.cover(channel)]))
  const picture = (id: string | null) => {
    const known = id === null ? undefined : pictures.get(id)
    return known ? upload(known) : null
  }
  const sourced = (source: Extract<Section, { type: 'product_slider' }>['source']): ProductCard[] => {
    if (source.kind === 'chosen') return source.ids.flatMap((id) => find(id) ?? [])
    if (source.kind === 'category') {
      const title = demoCategoryTitle(source.slug, language)
      return cards.filter((card) => card.category === title)
    }
    return { live, upcoming, newest }[source.kind]
  }
  const shown = list.flatMap((section): ShownSection[] => {
    if (section.hidden) return []
    const { id } = section
    switch (section.type) {
      case 'hero': {
        const product = find(section.productId) ?? null
        const words = { id, type: section.type, title: text(section.title), subtitle: text(section.subtitle), product }
        const { media } = section
        if (media.kind === 'image') return [{ ...words, media: { kind: 'image', imageUrl: picture(media.imageId) ?? '' }, items: [] }]
        if (media.kind === 'video')
          return [{ ...words, media: { kind: 'video', videoUrl: media.videoUrl, imageUrl: picture(media.imageId) }, items: [] }]
        return [{ ...words, media: { kind: 'catalogue' }, items: [...live, ...upcoming.slice(0, 2), ...newest.slice(0, 1)] }]
      }
      case 'product_slider': {
        const items = sourced(section.source)
        const category = section.source.kind === 'category' ? section.source.slug : null
        return items.length > 0
          ? [{ id, type: section.type, title: text(section.title), source: section.source.kind, category, items }]
          : []
      }
      case 'channel_slider':
        return [{ id, type: section.type, title: text(section.title), items: channels }]
      case 'speaker_slider':
        return [{ id, type: section.type, title: text(section.title), items: speakers }]
      case 'featured_product': {
        const product = find(section.productId)
        return product ? [{ id, type: section.type, title: text(section.title), product }] : []
      }
      case 'featured_channel': {
        const channel = channels.find((one) => one.id === section.channelId)
        return channel ? [{ id, type: section.type, title: text(section.title), channel }] : []
      }
      case 'static_content': {
        const { type, size, url } = section
        return [{ id, type, size, title: text(section.title), description: text(section.description), url }]
      }
      case 'static_image': {
        const { type, imageId, url } = section
        const alt = text(section.alt)
        return alt === '' && url === '' ? [] : [{ id, type, imageUrl: picture(imageId) ?? '', alt, url }]
      }
      case 'call_to_action': {
        const { type, buttonLink } = section
        return [
          { id, type, title: text(section.title), subtitle: text(section.subtitle), buttonText: text(section.buttonText), buttonLink },
        ]
      }
      default:
        return section satisfies never
    }
  })
  return productsOnce(shown)
}

function choicesOf(of: 'product' | 'channel' | 'speaker', { cards, upload }: Pick<Drawing, 'cards' | 'upload'>): SectionChoice[] {
  if (of === 'product')
    return cards.map((card, index) => ({
      id: productIdOf(card.slug),
      slug: card.slug,
      title: card.title,
      note: card.channel.title,
      imageUrl: card.posterUrl,
      isShown: index !== 3,
    }))
  if (of === 'channel')
    return demoChannels.map((channel) => ({
      id: demoId(`channel/${channel.slug}`),
      slug: channel.slug,
      title: channel.title,
      note: demoCategoryTitle(channel.category, defaultLanguage) ?? '',
      imageUrl: upload(pictureOf.logo(channel)),
      isShown: true,
    }))
  return demoSpeakers.map((speaker) => ({
    id: demoId(`speaker/${speaker.slug}`),
    slug: speaker.slug,
    title: speaker.name,
    note: speaker.title.es,
    imageUrl: upload(pictureOf.portrait(speaker)),
    isShown: true,
  }))
}
