import createCache from '@emotion/cache'
import type { FetchLike, FetchReply } from '@e-events/shared/contract/client.ts'
import { myDataSchema, type MyData } from '@e-events/shared/contract/people/account.ts'
import type { Session } from '@e-events/shared/contract/people/auth.ts'
import {
  ownProductDetailSchema,
  ownProductSchema,
  type OwnProduct,
  type OwnProductDetail,
} from '@e-events/shared/contract/catalogue/own-products.ts'
import { sessionSchema } from '@e-events/shared/contract/people/auth.ts'
import { render } from '@testing-library/react'
import type { Studio } from '../broadcast/studio.ts'
import { App } from '../renderer/app.tsx'
import { createI18n } from '../renderer/lib/i18n.ts'
import { createServices } from '../renderer/lib/services.ts'
import type { Platform } from '../renderer/platform/platform.ts'
import { factoryOf } from './fake-studio.ts'

export type Answer = { status: number; body?: unknown }
/** `POST /auth/login` → what the api answers. */
export type Answers = Record<string, Answer | ((body: unknown) => Answer)>

export interface FakeApi {
  fetch: FetchLike
  calls: { key: string; body: unknown; token: string | undefined }[]
}

/** The contract's wire, answered from a table; an unknown path is a 404 with the platform's error body. */
export function fakeApi(answers: Answers): FakeApi {
  const calls: FakeApi['calls'] = []
  return {
    calls,
    fetch: (url, request) => {
      const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
      const key = `${request.method} ${path}`
      const body: unknown = typeof request.body !== 'string' ? request.body : JSON.parse(request.body)
      calls.push({ key, body, token: request.headers['authorization'] })
      const found = answers[key]
      const answer = typeof found === 'function' ? found(body) : (found ?? refusal('NOT_FOUND', 404))
      return Promise.resolve(reply(answer))
    },
  }
}

export const refusal = (code: string, status: number, message = code): Answer => ({
  status,
  body: { code, message, requestId: 'request-1' },
})

function reply({ status, body }: Answer): FetchReply {
  return { status, headers: { get: () => null }, text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)) }
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export function fakeSession(roles: readonly string[] = ['PRODUCER']): Session {
  return sessionSchema.parse({
    authToken: 'access-1',
    authTokenExpiresAt: '2030-01-01T00:00:00Z',
    refreshToken: 'refresh-1',
    user: {
      id: uuid(7),
      user: 'olga@example.test',
      roles,
      name: 'Olga',
      surname: 'Ortiz',
      newsletter: false,
      journalist: false,
      country: null,
      language: 'en',
      timezone: 'Europe/Madrid',
      avatarUrl: null,
      description: '',
    },
  })
}

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
    revision: 1,
    language: 'en',
    text: { title: product.title, shortDescription: '', description: '' },
    translations: [],
    priceNote: null,
    netPrice: null,
    ticketFeePayer: 'organizer',
    offer: null,
    saleStartsAt: null,
    saleEndsAt: null,
    expirationHours: null,
    expiresAt: null,
    subscriptionOnly: false,
    movesLeft: 3,
    image: null,
    secondaryImage: null,
    heroImage: null,
    adBanner: null,
    trailerUrl: null,
    url: null,
    sourceVideoUrl: null,
    playbackUrl: null,
    etag: null,
    categories: [],
    tags: [],
    productionYear: null,
    productionCountry: null,
    suggestedAge: 'all',
    director: null,
    speakers: [],
    changedSessions: [],
    bundleProductIds: [],
    bundleProducts: [],
    bundleActive: true,
    metadata: [],
    seoTitle: null,
    seoDescription: null,
    fakeLive: false,
    stock: null,
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
export async function renderApp(options: { api: FakeApi; studio: Studio; platform?: Platform; hash?: string }) {
  window.location.hash = options.hash ?? '#/'
  const i18n = await createI18n('en')
  const services = createServices({
    platform: options.platform ?? fakePlatform({ tokens: keptToken() }),
    baseUrl: '/api',
    fetch: options.api.fetch,
    language: () => 'en',
    createStudio: factoryOf(options.studio),
  })
  return { services, i18n, ...render(<App services={services} i18n={i18n} styles={createCache({ key: 'ee' })} />) }
}

const keptToken = (): Platform['tokens'] => ({
  load: () => Promise.resolve('refresh-0'),
  save: () => Promise.resolve(),
  clear: () => Promise.resolve(),
})
