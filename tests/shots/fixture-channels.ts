import { channels, type OwnChannel, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { account } from '@e-events/shared/contract/people/account.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { products, type ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { speakers } from '@e-events/shared/contract/catalogue/speakers.ts'
import { allowedChannelActs } from '@e-events/shared/domain/channels.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ChannelStatus } from '@e-events/shared/domain/states.ts'
import { demoSpeakers } from '../../api/src/db/seeds/demo/content.ts'
import { ownChannelDetail, ownSpeaker, ownSpeakerRow, speaker } from '../../web/src/testing/channel-factories.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'

/** Channels and speakers: 'none' is an organizer who has none yet. */
export type ChannelsScenario = 'full' | 'none' | 'error' | 'never'

interface Around {
  scenario: { channels: ChannelsScenario; role: 'organizer' | 'admin' }
  now: Date
  /** The demo's channels as everybody sees them. */
  shown: () => OwnChannel[]
  cards: (language: Language) => ProductCard[]
  portraitOf: (slug: string) => string
}

const hourMs = 3_600_000
const states: readonly ChannelStatus[] = ['published', 'revision', 'published', 'revision', 'draft', 'private', 'deactivated', 'banned']

export function playChannels(api: FakeApi, { scenario, now, shown, cards, portraitOf }: Around): void {
  const staged = async () => {
    if (scenario.channels === 'never') await new Promise(() => undefined)
    if (scenario.channels === 'error') throw new Refusal('INTERNAL')
  }
  const rows = (): OwnChannel[] =>
    shown().map((channel, index) => {
      const status = states[index % states.length] ?? 'published'
      const requestedAt = new Date(now.getTime() - (index === 1 ? 31 : 5) * hourMs)
      return {
        ...channel,
        status,
        products: (index * 7) % 23,
        allowed: {
          edit: true,
          rename: false,
          ...allowedChannelActs(status, { isOwner: scenario.role === 'organizer', isStaff: scenario.role === 'admin' }),
        },
        review:
          status === 'revision'
            ? {
                requestedAt: requestedAt.toISOString(),
                dueAt: new Date(requestedAt.getTime() + 24 * hourMs).toISOString(),
                overdue: index === 1,
              }
            : null,
      }
    })
  const detailOf = (slug: string): OwnChannelDetail => {
    const row = rows().find((channel) => channel.slug === slug)
    if (!row) throw new Refusal('NOT_FOUND')
    const picture = (url: string | null) => (url === null ? null : { id: '00000000-0000-4000-b000-000000000001', url })
    return ownChannelDetail({
      ...row,
      statusReason: row.status === 'banned' ? 'Emite obras sin permiso de quien las compuso, y nos lo han reclamado dos veces.' : null,
      inPlatformSubscription: false,
      subscription: { active: true, netMinor: 490, taxBasisPoints: 2100, currency: 'EUR', totalMinor: 593 },
      billing: {
        nif: 'B58818501',
        prefix: '+34',
        phone: '600 000 000',
        address: 'Calle del Faro 1, bajo',
        city: 'Cádiz',
        postalCode: '11001',
        country: 'ES',
        iban: 'ES9121000418450200051332',
      },
      images: { logo: picture(row.logoUrl), profile: picture(row.profileUrl), cover: picture(row.coverUrl) },
      revisions: [
        {
          id: '00000000-0000-4000-b000-000000000002',
          state: row.status === 'revision' ? 'pending' : 'approved',
          requestedAt: now.toISOString(),
          rightsAcceptedAt: now.toISOString(),
          decidedAt: row.status === 'revision' ? null : now.toISOString(),
          reason: null,
        },
        {
          id: '00000000-0000-4000-b000-000000000003',
          state: 'rejected',
          requestedAt: new Date(now.getTime() - 72 * hourMs).toISOString(),
          rightsAcceptedAt: new Date(now.getTime() - 72 * hourMs).toISOString(),
          decidedAt: new Date(now.getTime() - 60 * hourMs).toISOString(),
          reason: 'Falta la portada, y la descripción está vacía.',
        },
      ],
    })
  }
  api.on(channels.listOwn, async ({ query }) => {
    await staged()
    const items = scenario.channels === 'none' ? [] : rows().filter(({ status }) => query.status === undefined || status === query.status)
    const late = query.overdue === 'true' ? items.filter(({ review }) => review?.overdue) : items
    return { items: late, nextCursor: null, total: late.length }
  })
  api.on(channels.getOwn, async ({ params }) => {
    await staged()
    return detailOf(params.slug)
  })
  api.on(account.tours, () => ({ finished: ['new-channel', 'new-product'] }))
  api.on(config.payments, () => ({
    payments: {
      currency: 'EUR',
      ways: [],
      subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
      monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    },
  }))
  api.on(products.list, async ({ query }) => {
    if (scenario.channels === 'error') throw new Refusal('INTERNAL')
    const all = cards(query.language ?? 'es')
    const found = query.channel ? all.filter(({ channel }) => channel.slug === query.channel) : all.slice(0, 5)
    const items = scenario.channels === 'none' ? [] : found.map((card, index) => ({ ...card, group: index < 2 ? 'Ciclo de otoño' : null }))
    return { items: query.type ? items.filter(({ type }) => type === query.type) : items, nextCursor: null }
  })
  const people = () =>
    demoSpeakers.map(({ slug, name, title, bio }, index) => ({
      slug,
      name,
      title: title.es,
      bio: bio.es,
      imageUrl: portraitOf(slug),
      products: index % 4,
    }))
  api.on(speakers.get, async ({ params }) => {
    await staged()
    const found = people().find(({ slug }) => slug === params.slug)
    if (!found) throw new Refusal('NOT_FOUND')
    const { products: _count, ...fields } = found
    const links = {
      instagram: 'https://example.org/i',
      facebook: null,
      twitter: 'https://example.org/x',
      youtube: 'https://example.org/y',
      linkedin: null,
    }
    return speaker({ ...fields, links })
  })
  api.on(speakers.listOwn, async () => {
    await staged()
    const items = scenario.channels === 'none' ? [] : people().map(({ bio: _bio, ...fields }) => ownSpeakerRow(fields))
    return { items, nextCursor: null, total: items.length }
  })
  api.on(speakers.getOwn, async ({ params }) => {
    await staged()
    const [found] = people().slice(1)
    if (!found) throw new Refusal('NOT_FOUND')
    const usedBy = cards('es')
      .slice(0, 2)
      .map(({ slug, title, channel }) => ({ slug, title, channelSlug: channel.slug }))
    return ownSpeaker({ ...found, id: params.id, products: 2, usedBy })
  })
  api.on(speakers.remove, () => {
    throw new Refusal('SPEAKER_IN_USE', 'No se puede eliminar un ponente en uso.', [
      { path: 'products.x', rule: 'used_by', message: 'Anatomía de una canción' },
      { path: 'products.y', rule: 'used_by', message: 'Mesa para nueve' },
    ])
  })
}
