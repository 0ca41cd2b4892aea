import { emptyPlainValues, plainFieldsIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { Device, MyData } from '@e-events/shared/contract/people/account.ts'
import type { Session, SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { channelSchema, type Channel } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Home } from '@e-events/shared/contract/storefront/home.ts'
import type {
  ProductCard,
  ProductDetail,
  ProductEvent,
  ProductSession,
  StatedSession,
} from '@e-events/shared/contract/catalogue/products.ts'
import type { EventState } from '@e-events/shared/domain/event-state.ts'
import type { ChannelCard, ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'

/** Values that fit the contract: ask for the one field that the test is about. */
let counter = 0
/** Branded ids are plain UUIDs at run time. */
const uuid = (): never => `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}` as never
const hourMs = 3_600_000

export function sessionUser(wanted: Partial<SessionUser> = {}): SessionUser {
  return {
    id: uuid(),
    user: 'lucia.ferrer@correo.example',
    roles: ['VIEWER'],
    name: 'Lucía',
    surname: 'Ferrer',
    newsletter: false,
    country: 'ES',
    language: 'es',
    timezone: 'Europe/Madrid',
    avatarUrl: null,
    description: '',
    journalist: false,
    ...wanted,
  }
}

export function myData(wanted: Partial<MyData> = {}): MyData {
  return {
    ...sessionUser(),
    youtube: null,
    twitter: null,
    facebook: null,
    instagram: null,
    linkedin: null,
    web: null,
    publicProfile: false,
    eventReminders: true,
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
    ...wanted,
  }
}

export function device(wanted: Partial<Device> = {}): Device {
  const now = new Date().toISOString()
  return {
    id: uuid(),
    label: 'Firefox, Linux',
    client: 'web',
    address: '203.0.113.7',
    lastUsedAt: now,
    signedInAt: now,
    isThisOne: false,
    ...wanted,
  }
}

export function session(user: SessionUser = sessionUser()): Session {
  return {
    authToken: `token-${++counter}`,
    authTokenExpiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
    refreshToken: null,
    user,
  }
}

export function sessionAt(startsAtMs: number, lengthMs = 2 * hourMs): StatedSession {
  return {
    id: uuid(),
    startsAt: new Date(startsAtMs).toISOString(),
    endsAt: new Date(startsAtMs + lengthMs).toISOString(),
    timezone: 'Europe/Madrid',
    state: 'coming',
    changesAt: null,
  }
}

export function eventOf(state: EventState, session: ProductSession | null = null): ProductEvent {
  return { state, session, changesAt: null }
}

export function productCard(wanted: Partial<ProductCard> = {}): ProductCard {
  const number = ++counter
  return {
    id: uuid(),
    slug: `evento-${number}`,
    title: `Evento ${number}`,
    shortDescription: 'Una noche que se ve desde casa.',
    channel: { slug: 'sala-faro', title: 'Sala Faro', logoUrl: null },
    type: 'broadcast',
    plan: 'free',
    price: null,
    regularPrice: null,
    offerEndsAt: null,
    posterUrl: `/uploads/posters/${number}.webp`,
    heroUrl: null,
    category: 'Concierto',
    labels: [],
    group: null,
    languages: ['es'],
    event: wanted.onAir ? eventOf('on_air', wanted.nextSession) : wanted.nextSession ? eventOf('coming', wanted.nextSession) : null,
    saleState: 'open',
    left: null,
    nextSession: null,
    onAir: false,
    viewers: null,
    durationMs: null,
    ...wanted,
  }
}

export function productDetail(wanted: Partial<ProductDetail> = {}): ProductDetail {
  return {
    ...productCard(wanted),
    ...emptyPlainValues(plainFieldsIn('page')),
    status: 'published',
    description: 'Primer párrafo.\n\nSegundo párrafo.',
    priceParts: null,
    categories: [],
    speakers: [],
    secondaryImageUrl: null,
    adBannerUrl: null,
    hasTrailer: false,
    url: null,
    sessions: wanted.nextSession ? [{ ...wanted.nextSession, state: 'coming', changesAt: null }] : [],
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
    allowed: { getTicket: true, buy: false, subscribe: false, watch: false, goLive: false },
    ...wanted,
  }
}

export function channel(wanted: Partial<Channel> = {}): Channel {
  return channelSchema.parse({
    id: uuid(),
    slug: 'sala-faro',
    title: 'Sala Faro',
    shortDescription: 'Conciertos pequeños con sonido grande.',
    classification: null,
    tags: [],
    status: 'published',
    businessName: null,
    logoUrl: null,
    profileUrl: null,
    coverUrl: null,
    links: { website: null, youtube: null, instagram: null, facebook: null, twitter: null, spotify: null },
    marketplaceUrl: null,
    ...wanted,
  })
}

/** The hero of a home page that nobody edited. */
export function hero(items: ProductCard[], wanted: Partial<ShownSectionOf<'hero'>> = {}): ShownSectionOf<'hero'> {
  return {
    id: `hero-${++counter}`,
    type: 'hero',
    title: '',
    subtitle: '',
    media: { kind: 'catalogue' },
    product: null,
    items,
    ...wanted,
  }
}

export function slider(
  source: ShownSectionOf<'product_slider'>['source'],
  items: ProductCard[],
  title = '',
): ShownSectionOf<'product_slider'> {
  const category = source === 'category' ? 'naturaleza' : null
  return { id: `${source}-${++counter}`, type: 'product_slider', source, category, title, items }
}

export function channelCard(wanted: Partial<ChannelCard> = {}): ChannelCard {
  return {
    id: uuid(),
    slug: 'sala-faro',
    title: 'Sala Faro',
    shortDescription: 'Conciertos pequeños con sonido grande.',
    classification: 'Sala de conciertos',
    logoUrl: null,
    coverUrl: null,
    ...wanted,
  }
}

export function home(...sections: Home['sections']): Home {
  return { sections }
}

export function ticket(wanted: Partial<Ticket> = {}): Ticket {
  return {
    id: uuid(),
    product: productCard(),
    source: 'free',
    through: null,
    acquiredAt: new Date().toISOString(),
    expiresAt: null,
    state: 'valid',
    ...wanted,
  }
}
