import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search, type SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { defaultLanguage, languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'

export type FindingScenario = 'full' | 'empty' | 'error' | 'never'

interface World {
  scenario: { finding: FindingScenario }
  details: (language: Language) => ProductDetail[]
}

/** Search, programme, shop and categories over the demo's catalogue. */
export function playFinding(api: FakeApi, { scenario, details }: World): void {
  const languageOf = (value: unknown): Language => languageSchema.catch(defaultLanguage).parse(value)
  const read = async (language: unknown): Promise<ProductDetail[]> => {
    if (scenario.finding === 'never') await new Promise(() => undefined)
    if (scenario.finding === 'error') throw new Refusal('INTERNAL')
    return scenario.finding === 'empty' ? [] : details(languageOf(language))
  }

  api.on(categories.list, ({ query }) => ({ items: countCategories(details(languageOf(query.language))) }))

  api.on(search.find, async ({ query }): Promise<CallOutput<typeof search.find>> => {
    const all = await read(query.language)
    const narrowed = all.filter(
      (product) =>
        (query.type === undefined || product.type === query.type) &&
        (query.category === undefined || product.categories.some(({ slug }) => slug === query.category)),
    )
    const [first] = all
    const speaker = all.flatMap((product) => product.speakers)[0]
    const others: SearchHit[] = [
      ...(first
        ? [
            {
              kind: 'channel' as const,
              channel: { ...first.channel, shortDescription: 'Conciertos pequeños con sonido grande.', coverUrl: null },
            },
          ]
        : []),
      ...(speaker ? [{ kind: 'speaker' as const, speaker }] : []),
      ...(first ? [{ kind: 'page' as const, page: { slug: 'prensa', name: 'Sala de prensa' } }] : []),
    ]
    const shown = narrowed.slice(0, 17).map((product): SearchHit => ({ kind: 'product', product }))
    const items = query.kind === 'product' || query.type !== undefined ? shown : [...shown.slice(0, 2), ...others, ...shown.slice(2)]
    const types = new Map<ProductDetail['type'], number>()
    for (const { type } of all) types.set(type, (types.get(type) ?? 0) + 1)
    return {
      items,
      nextCursor: narrowed.length > 17 ? 'next' : null,
      total: narrowed.length + others.length,
      facets: {
        kinds: [
          { kind: 'product', count: narrowed.length },
          { kind: 'channel', count: 3 },
          { kind: 'speaker', count: 2 },
          { kind: 'page', count: 1 },
        ],
        types: [...types].map(([type, count]) => ({ type, count })),
        categories: countCategories(all),
      },
    }
  })

  api.on(schedule.filters, ({ query }) => {
    const dated = details(languageOf(query.language)).filter((product) => product.sessions.length > 0)
    return {
      types: [...new Set(dated.map(({ type }) => type))],
      channels: [...new Map(dated.map(({ channel }) => [channel.slug, { slug: channel.slug, title: channel.title }])).values()],
      categories: countCategories(dated).map(({ slug, title }) => ({ slug, title })),
    }
  })
  api.on(schedule.list, async ({ query }) => {
    const entries = (await read(query.language)).flatMap((product) =>
      product.sessions.map((session, index): ScheduleEntry => ({
        session,
        movedTo: null,
        title: null,
        onAir: product.onAir && index === 0,
        product,
      })),
    )
    const within = entries.filter(({ session }) => session.startsAt < query.to && session.endsAt > query.from)
    return { items: within.toSorted((a, b) => a.session.startsAt.localeCompare(b.session.startsAt)), nextCursor: null }
  })
  api.on(schedule.section, async ({ params, query }): Promise<ScheduleSection> => {
    const product = (await read(query.language)).find(({ slug }) => slug === params.productSlug)
    const session = product?.sessions.find(({ id }) => id === params.sectionId) ?? product?.sessions[0]
    if (!product || !session) throw new Refusal('NOT_FOUND')
    const part = (minutes: number) => new Date(Date.parse(session.startsAt) + minutes * 60_000).toISOString()
    return {
      kind: 'session',
      id: session.id,
      title: null,
      description: '',
      startsAt: session.startsAt,
      endsAt: session.endsAt,
      state: 'scheduled',
      event: session.state,
      changesAt: null,
      movedTo: null,
      onAir: product.onAir,
      session,
      speakers: product.speakers,
      agenda: ['Apertura', 'Primera parte', 'Coloquio con el público'].map((title, index) => ({
        id: `00000000-0000-4000-8000-00000000000${index + 1}`,
        title,
        startsAt: part(index * 30),
        endsAt: part(index * 30 + 30),
      })),
      product,
    }
  })

  api.on(shop.list, async ({ query }) => {
    const all = await read(query.language)
    return { items: all.filter(({ type }) => query.type === undefined || type === query.type), nextCursor: all.length > 0 ? 'next' : null }
  })
}

function countCategories(products: readonly ProductDetail[]) {
  const counted = new Map<string, { slug: string; title: string; count: number }>()
  for (const { slug, title } of products.flatMap((product) => product.categories))
    counted.set(slug, { slug, title, count: (counted.get(slug)?.count ?? 0) + 1 })
  return [...counted.values()]
}
