import { emptyPlainValues, plainFieldsIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { createHash } from 'node:crypto'
import http from 'node:http'
import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { channels, type OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import { config, moduleIds, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { site } from '@e-events/shared/contract/settings/site.ts'
import {
  products,
  savedProducts,
  type ProductCard,
  type ProductDetail,
  type StatedSession,
} from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { defaultLanguage, languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import { portraitSvg } from '@e-events/shared/ui/art/portrait.ts'
import { demoProducts } from '../../api/src/db/seeds/demo/catalogue.ts'
import { demoCategories, demoCategoryTitle, demoChannels, demoSpeakers, type DemoProduct } from '../../api/src/db/seeds/demo/content.ts'
import { datesFrom, liveDates, repeatedDates } from '../../api/src/db/seeds/demo/dates.ts'
import { pictureOf } from '../../api/src/db/seeds/demo/pictures.ts'
import { liveProductSlug } from '../../api/src/db/seeds/demo/products-live.ts'
import { ownChannel } from '../../web/src/testing/product-factories.ts'
import { device, myData, session, sessionUser, ticket } from '../../web/src/testing/factories.ts'
import type { RegisterField } from '../../web/src/features/people/identity/components/extra-field.tsx'
import { createFakeApi, Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { partsOf } from './fixture-price.ts'
import { playFinding, type FindingScenario } from './fixture-finding.ts'
import { playChannels, type ChannelsScenario } from './fixture-channels.ts'
import { pictureAt, upload } from './fixture-pictures.ts'
import { playOwnProducts, type OwnProductsScenario } from './fixture-products.ts'
import { defaultSections, pictureById, playSections, type SectionsScenario } from './fixture-sections.ts'
import { playSettings } from './fixture-settings.ts'
import { playBuying } from './fixture-buying.ts'
import { playPayouts } from './fixture-payouts.ts'
import { playPrepaid } from './fixture-prepaid.ts'
import { playLearning } from './fixture-learning.ts'
import { playMeets } from './fixture-meets.ts'
import { playReading, soundFile, type ReadingScenario } from './fixture-reading.ts'

/** Knobs of the photographer: what the api should be like for the next picture. */
export interface Scenario extends SectionsScenario {
  /** Language of the account that is logged in: the page follows it. */
  language: Language
  product: Partial<ProductDetail>
  tickets: 'full' | 'empty' | 'error' | 'never'
  redeem: 'given' | 'sold_out'
  site: Partial<SiteConfig>
  myData: Partial<MyData> | 'error' | 'never'
  link: 'active' | 'pending' | 'invalid'
  ownProducts: OwnProductsScenario
  channels: ChannelsScenario
  /** Whose session it is. */
  role: 'organizer' | 'admin'
  reading: ReadingScenario
  finding: FindingScenario
}

export const defaultScenario: Scenario = {
  ...defaultSections,
  language: defaultLanguage,
  product: {},
  tickets: 'full',
  redeem: 'given',
  site: {},
  myData: {},
  link: 'active',
  ownProducts: 'full',
  channels: 'full',
  role: 'organizer',
  reading: 'full',
  finding: 'full',
}

/**
 * An api that answers the demo's catalogue in valid replies of the contract, without a database: for looking at
 * screens.
 */
export function createFixtureApi(now: Date): { server: http.Server; scenario: Scenario } {
  const scenario: Scenario = { ...defaultScenario }
  const api = createFakeApi()
  const user = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
  const languageOf = (value: unknown): Language => languageSchema.catch(defaultLanguage).parse(value)

  api.on(auth.login, ({ body }) => {
    if (body.password === 'wrong') throw new Refusal('INVALID_LOGIN')
    if (body.user.startsWith('two') && body.code === undefined) throw new Refusal('TWO_FACTOR_REQUIRED')
    return session({ ...user, language: scenario.language })
  })
  api.on(auth.refresh, () =>
    session({ ...user, language: scenario.language, ...(scenario.role === 'admin' ? { roles: ['VIEWER', 'ADMIN'] } : {}) }),
  )
  api.on(auth.logout, () => undefined)
  api.on(site.info, () => ({
    supportEmail: 'ayuda@faro.example',
    leastStudioVersion: '0.1.0',
    operator: {
      name: 'Faro Eventos S. L.',
      taxId: 'B00000000',
      address: 'Calle del Faro 1, 11001 Cádiz',
      registry: null,
      dataProtectionEmail: 'privacidad@faro.example',
    },
  }))
  playAccounts(api, { scenario, user })
  playFinding(api, { scenario, details: (language) => demoProducts.map((product) => detailOf(product, language, now)) })
  playOwnProducts(api, { scenario, details: (language) => demoProducts.map((product) => detailOf(product, language, now)) })
  playChannels(api, {
    scenario,
    now,
    shown: () => demoChannels.map(({ slug }) => ownChannel(channelOf(slug, defaultLanguage) as Partial<OwnChannel>)),
    cards: (language) => demoProducts.map((product) => cardOf(product, language, now)),
    portraitOf: (slug) => {
      const found = demoSpeakers.find((speaker) => speaker.slug === slug)
      return found ? upload(pictureOf.portrait(found)) : ''
    },
  })
  playSections(api, {
    scenario,
    now,
    upload,
    cards: (language) => demoProducts.map((product) => cardOf(product, language, now)),
  })
  api.on(products.get, ({ params, query }) => {
    const found = demoProducts.find((product) => product.slug === params.slug)
    if (!found) throw new Refusal('NOT_FOUND')
    return { ...detailOf(found, languageOf(query.language), now), ...scenario.product }
  })
  api.on(products.related, ({ params, query }) => ({ items: relatedOf(params.slug, languageOf(query.language), now) }))
  api.on(channels.get, ({ params }) => channelOf(params.slug, defaultLanguage))
  api.on(tickets.redeem, ({ params }) => {
    if (scenario.redeem === 'sold_out') throw new Refusal('SOLD_OUT', 'No quedan entradas.')
    scenario.product = { ...scenario.product, owned: true }
    const found = demoProducts.find((product) => product.slug === params.slug)
    if (!found) throw new Refusal('NOT_FOUND')
    return ticket({ product: cardOf(found, 'es', now) })
  })
  const named = (slug: string) => demoProducts.find((product) => product.slug === slug)
  playReading(api, {
    scenario,
    related: (slug, language) => relatedOf(slug, language, now),
    detail: (slug, language) => {
      const found = named(slug)
      return found && detailOf(found, language, now)
    },
  })
  playLearning(api, (slug) => {
    const found = named(slug)
    return found ? upload(pictureOf.poster(found)) : null
  })
  playPayouts(api)
  playMeets(api)
  playPrepaid(api)
  playBuying(api, (slug, language) => {
    const found = named(slug)
    return found && cardOf(found, language, now)
  })
  api.on(savedProducts.list, () => ({ items: [] }))
  api.on(tickets.list, async ({ query }) => {
    if (scenario.tickets === 'never') await new Promise(() => undefined)
    if (scenario.tickets === 'error') throw new Refusal('INTERNAL')
    if (scenario.tickets === 'empty') return { items: [], nextCursor: null }
    const language = languageOf(query.language)
    const states = ['valid', 'valid', 'valid', 'expired', 'revoked'] as const
    return {
      items: demoProducts.slice(0, 5).map((product, i) =>
        ticket({
          product: cardOf(product, language, now),
          state: states[i] ?? 'valid',
          source: (['order', 'bundle', 'gift', 'coupon', 'free'] as const)[i] ?? 'free',
          through: i === 1 ? 'Abono de otoño' : null,
        }),
      ),
      nextCursor: null,
    }
  })
  return { server: http.createServer((request, response) => void answer(api, request, response)), scenario }
}

/** Requests of the shell and the account screens. */
function playAccounts(api: FakeApi, { scenario, user }: { scenario: Scenario; user: ReturnType<typeof sessionUser> }): void {
  const newSite: SiteConfig = {
    approveUsers: false,
    typeTag: true,
    freeTag: true,
    coupons: true,
    moderatedChat: false,
    languages: true,
    notifications: true,
    currencies: true,
    timezones: true,
  }
  api.on(config.get, () => ({ ...newSite, ...scenario.site }))
  api.on(config.playback, () => ({ playbacksPerTicket: 1 }))
  api.on(config.modules, () => ({ modules: moduleIds.map((id) => ({ id, active: true })) }))
  api.on(config.realtime, () => ({ apiKey: 'fixture' }))
  const fields: RegisterField[] = [
    { name: 'surname', type: 'text', required: true, label: null, values: [] },
    { name: 'country', type: 'select', required: false, label: null, values: [] },
  ]
  api.on(config.registerFields, () => ({ fields }))
  api.on(config.registerDomains, () => ({ allowed: [], forbidden: [] }))
  api.on(config.registerSocial, () => ({ social: [] }))
  playSettings(api)
  api.on(notifications.unread, () => ({ notifications: [], nextToken: null, unread: 3 }))
  api.on(signUp.register, ({ body }) => {
    if (body.email.startsWith('taken')) throw new Refusal('EMAIL_TAKEN')
    return { id: uuid('new'), user: body.email }
  })
  api.on(signUp.recovery, () => ({ sent: true as const }))
  api.on(signUp.activate, () => {
    if (scenario.link === 'invalid') throw new Refusal('LINK_INVALID')
    return { state: scenario.link }
  })
  api.on(signUp.reset, () => undefined)
  const mine = (): MyData => myData({ ...user, ...(typeof scenario.myData === 'string' ? {} : scenario.myData) })
  api.on(account.me, async () => {
    if (scenario.myData === 'never') await new Promise(() => undefined)
    if (scenario.myData === 'error') throw new Refusal('INTERNAL')
    return mine()
  })
  api.on(account.devices, () => ({
    items: [
      device({ label: 'Firefox, Linux', isThisOne: true }),
      device({ label: 'Safari, iPhone', address: '2001:db8:85a3::8a2e:370:7334' }),
      device({ label: 'e-events Studio, Windows', client: 'studio' }),
    ],
  }))
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  api.on(account.startTwoFactor, () => ({ secret, uri: `otpauth://totp/e-events:${user.user}?secret=${secret}&issuer=e-events` }))
  api.on(account.confirmTwoFactor, () => ({ recoveryCodes: Array.from({ length: 10 }, (_, i) => `k7f${i}-q2m${i}-x9t${i}`) }))
  api.on(account.publicProfile, () => ({
    ...mine(),
    id: uuid('profile'),
    description: 'Cuerdas, silencios y alguna orquesta.\n\nToco en Sala Faro los jueves.',
    instagram: 'https://example.org/nora',
    web: 'https://example.org',
  }))
}

async function answer(api: FakeApi, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = request.url ?? '/'
  if (url.startsWith('/uploads/')) {
    const picture = await pictureAt(url)
    if (picture) response.writeHead(200, { 'content-type': 'image/webp', 'cache-control': 'max-age=3600' }).end(picture)
    else response.writeHead(404).end()
    return
  }
  // Items that an editor names by id are drawn like all others.
  const file = /^\/api\/files\/([0-9a-f-]{36})/.exec(url)?.[1]
  if (file !== undefined) {
    const picture = pictureById(file)
    const bytes = picture && (await pictureAt(upload(picture)))
    if (bytes) response.writeHead(200, { 'content-type': 'image/webp' }).end(bytes)
    else response.writeHead(404).end()
    return
  }
  const sound = soundFile(url)
  if (sound) {
    if (sound.body !== null) response.writeHead(200, { 'content-type': 'application/json' }).end(sound.body)
    return
  }
  // No part of the contract: the socket, and what the gateway writes into the head of pages.
  if (url.startsWith('/api/realtime') || url.startsWith('/api/page-head')) {
    response.writeHead(404).end()
    return
  }
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const reply = await api.fetch(url, { method: request.method ?? 'GET', headers, credentials: 'include', ...(body ? { body } : {}) })
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
}

const uuid = (name: string): never => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as never
}

function cardOf(product: DemoProduct, language: Language, now: Date): ProductCard {
  const isLive = product.slug === liveProductSlug
  const sessions = sessionsOf(product, now)
  const date = sessions.find(({ state }) => state !== 'ended_with_recording') ?? sessions.at(-1) ?? null
  const net = product.netMinor === undefined ? null : { minor: product.netMinor, currency: 'EUR' }
  const channel = demoChannels.find((candidate) => candidate.slug === product.channel)
  if (!channel) throw new Error(`no channel ${product.channel}`)
  return {
    id: uuid(product.slug),
    slug: product.slug,
    title: product.text[language].title,
    shortDescription: product.text[language].short,
    channel: { slug: channel.slug, title: channel.title, logoUrl: upload(pictureOf.logo(channel)) },
    type: product.type,
    plan: net ? 'paid' : 'free',
    price: net && grossOf(net, product.taxBasisPoints ?? 2_100).gross,
    regularPrice: null,
    offerEndsAt: null,
    posterUrl: upload(pictureOf.poster(product)),
    heroUrl: upload(pictureOf.hero(product)),
    category: demoCategoryTitle(product.category, language),
    labels: [],
    group: null,
    languages: ['es', 'en', 'pt'],
    event: date && { state: date.state, session: date, changesAt: null },
    saleState: 'open',
    left: null,
    nextSession: date && date.state !== 'ended_with_recording' ? date : null,
    onAir: isLive,
    viewers: isLive ? 1_312 : null,
    durationMs: product.film ? 75_000 : null,
  }
}

function sessionsOf(product: DemoProduct, now: Date): StatedSession[] {
  const isLive = product.slug === liveProductSlug
  const dates = isLive ? [liveDates(now)] : product.repeats ? repeatedDates(now, product.repeats) : datesFrom(now, product.dates ?? [])
  return dates.map(({ startsAt, endsAt }, i) => ({
    id: uuid(`${product.slug}/${i}`),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone: 'Europe/Madrid',
    state: isLive ? 'on_air' : endsAt <= now ? 'ended_with_recording' : 'coming',
    changesAt: null,
  }))
}

function detailOf(product: DemoProduct, language: Language, now: Date): ProductDetail {
  const card = cardOf(product, language, now)
  return {
    ...emptyPlainValues(plainFieldsIn('page')),
    ...card,
    status: 'published',
    description: product.text[language].description,
    priceParts: partsOf(product),
    categories: demoCategories
      .filter((category) => category.slug === product.category)
      .map((category) => ({ slug: category.slug, title: category.titles[language] })),
    tags: [...product.tags],
    productionYear: product.year ?? null,
    productionCountry: product.country ?? null,
    suggestedAge: product.age ?? 'all',
    director: product.director ?? null,
    speakers: demoSpeakers
      .filter((speaker) => product.speakers?.includes(speaker.slug))
      .map((speaker) => ({
        id: uuid(speaker.slug),
        slug: speaker.slug,
        name: speaker.name,
        title: speaker.title[language],
        imageUrl: upload({ key: `portrait/${speaker.slug}.svg`, draw: () => portraitSvg(speaker.name) }),
      })),
    secondaryImageUrl: null,
    adBannerUrl: null,
    hasTrailer: false,
    url: null,
    sessions: sessionsOf(product, now),
    changedSessions: [],
    saleChangesAt: null,
    cancelledAt: null,
    shipping: null,
    bundleState: null,
    bundle: [],
    bundlePrice: null,
    translations: [],
    owned: false,
    isSwitchedOff: false,
    allowed: { getTicket: card.plan === 'free', buy: card.plan === 'paid', subscribe: false, watch: false, goLive: false },
  }
}

const relatedOf = (slug: string, language: Language, now: Date) =>
  demoProducts
    .filter((other) => other.slug !== slug && other.category === demoProducts.find((product) => product.slug === slug)?.category)
    .slice(0, 6)
    .map((other) => cardOf(other, language, now))

const noLinks = { website: null, youtube: null, instagram: null, facebook: null, twitter: null, spotify: null }

function channelOf(slug: string, language: Language) {
  const channel = demoChannels.find((candidate) => candidate.slug === slug)
  if (!channel) throw new Refusal('NOT_FOUND')
  return {
    id: uuid(channel.slug),
    slug: channel.slug,
    title: channel.title,
    shortDescription: channel.short[language],
    businessName: null,
    classification: { slug: channel.category, title: demoCategoryTitle(channel.category, language) ?? channel.category },
    status: 'published' as const,
    tags: [...channel.tags],
    marketplaceUrl: null,
    logoUrl: upload(pictureOf.logo(channel)),
    profileUrl: upload(pictureOf.logo(channel)),
    coverUrl: upload(pictureOf.cover(channel)),
    links: { ...noLinks, website: 'https://example.org', instagram: 'https://example.org/instagram' },
  }
}
