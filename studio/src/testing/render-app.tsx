import { emptyPlainValues, plainFieldsIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import createCache from '@emotion/cache'
import { fakeSession, type FakeApi } from '@e-events/shared/client/testing/fake-api.ts'
import { myDataSchema, type MyData } from '@e-events/shared/contract/people/account.ts'
import {
  ownProductDetailSchema,
  ownProductSchema,
  type OwnProduct,
  type OwnProductDetail,
} from '@e-events/shared/contract/catalogue/own-products.ts'
import { render } from '@testing-library/react'
import type { Studio } from '../broadcast/studio.ts'
import { App } from '../renderer/app.tsx'
import { createI18n } from '../renderer/lib/i18n.ts'
import { createServices, type Services } from '../renderer/lib/services.ts'
import type { Platform } from '../renderer/platform/platform.ts'
import { factoryOf } from './fake-studio.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export function fakeMyData(): MyData {
  return myDataSchema.parse({
    ...fakeSession().user,
    youtube: null,
    twitter: null,
    facebook: null,
    instagram: null,
    linkedin: null,
    web: null,
    publicProfile: false,
    currency: 'EUR',
    billingCompany: null,
    billingNif: null,
    billingAddress: null,
    billingCity: null,
    billingPostalCode: null,
    billingCountry: null,
    billingPrefix: null,
    billingPhone: null,
    twoFactor: { on: false, required: false, recoveryCodesLeft: 0 },
    newEmail: null,
    upgrade: null,
    deletionAt: null,
    hasPassword: true,
    eventReminders: true,
  })
}

/** As the server works it out of the running broadcast. */
const stateOf = (over: { broadcast?: unknown }) => (over.broadcast as OwnProduct['broadcast'] | undefined)?.state ?? 'room_open'

export function fakeProduct(over: Partial<Record<keyof OwnProduct, unknown>> = {}): OwnProduct {
  const startsAt = new Date(Date.now() - 5 * 60_000).toISOString()
  const endsAt = new Date(Date.now() + 55 * 60_000).toISOString()
  const session = { id: uuid(3), startsAt, endsAt, timezone: 'Europe/Madrid', state: 'room_open', changesAt: null }
  return ownProductSchema.parse({
    id: uuid(2),
    slug: 'show',
    title: 'Night of tests',
    shortDescription: '',
    channel: { slug: 'room', title: 'Sala', logoUrl: null },
    type: 'broadcast',
    plan: 'free',
    price: null,
    left: null,
    regularPrice: null,
    offerEndsAt: null,
    posterUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    heroUrl: null,
    category: null,
    labels: [],
    group: null,
    languages: ['en'],
    event: { state: stateOf(over), session, changesAt: null },
    nextSession: session,
    onAir: false,
    viewers: null,
    durationMs: null,
    status: 'published',
    recordsBroadcasts: true,
    description: '',
    sessions: [session],
    channelApproved: true,
    saleState: 'open',
    tickets: 0,
    publishedAt: startsAt,
    cancelledAt: null,
    createdAt: startsAt,
    updatedAt: startsAt,
    broadcast: null,
    allowed: {
      edit: true,
      publish: false,
      makePrivate: true,
      addSession: true,
      changeSessions: false,
      cancel: true,
      generateCodes: false,
      delete: false,
      goLive: true,
    },
    goLiveRefusal: null,
    ...over,
  })
}

/** The same product with everything that its form knows, as the desk gets it. */
export function fakeProductDetail(over: Partial<Record<keyof OwnProduct, unknown>> = {}): OwnProductDetail {
  const product = fakeProduct(over)
  return ownProductDetailSchema.parse({
    ...product,
    ...emptyPlainValues(plainFieldsIn('page', 'form')),
    revision: 1,
    language: 'en',
    text: { title: product.title, shortDescription: '', description: '' },
    translations: [],
    netPrice: null,
    offer: null,
    movesLeft: 3,
    image: null,
    secondaryImage: null,
    heroImage: null,
    adBanner: null,
    sourceVideoUrl: null,
    playbackUrl: null,
    etag: null,
    categories: [],
    speakers: [],
    changedSessions: [],
    bundleProductIds: [],
    bundleProducts: [],
    bundleState: null,
    metadata: [],
    shippingNetMinor: null,
    publishChecklist: [],
    frozen: [],
  })
}

export function fakePlatform(over: Partial<Platform> = {}): Platform & { log: string[] } {
  const log: string[] = []
  return {
    log,
    kind: 'electron',
    version: null,
    credentials: 'keystore',
    tokens: {
      load: () => Promise.resolve(null),
      save: (token) => Promise.resolve(void log.push(`save ${token}`)),
      clear: () => Promise.resolve(void log.push('clear')),
    },
    server: { origin: () => Promise.resolve('https://events.example.org'), choose: null, forget: null },
    display: { list: null, choose: () => Promise.resolve() },
    setOnAir: (onAir) => Promise.resolve(void log.push(`onAir ${onAir}`)),
    openLink: (url) => Promise.resolve(void log.push(`open ${url}`)),
    ...over,
  }
}

/** The whole renderer with its outside replaced at its ports. */
export async function renderApp(options: {
  api: FakeApi
  studio: Studio
  platform?: Platform
  hash?: string
  realtime?: Services['realtime']
}) {
  window.location.hash = options.hash ?? '#/'
  const i18n = await createI18n('en')
  const services = createServices({
    platform: options.platform ?? fakePlatform({ tokens: keptToken() }),
    baseUrl: '/api',
    fetch: options.api.fetch,
    language: () => 'en',
    createStudio: factoryOf(options.studio),
    realtime: options.realtime ?? { chat: () => () => undefined },
  })
  return { services, i18n, ...render(<App services={services} i18n={i18n} styles={createCache({ key: 'ee' })} />) }
}

const keptToken = (): Platform['tokens'] => ({
  load: () => Promise.resolve('refresh-0'),
  save: () => Promise.resolve(),
  clear: () => Promise.resolve(),
})
