import { home, type Home } from '@e-events/shared/contract/storefront/home.ts'
import { ownProducts, type OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { products, type ListedProduct, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search, type SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { tickets, type Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { eventStates, isAhead, isLive, type EventState } from '@e-events/shared/domain/event-state.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FactoryProduct, Fields } from '../testing/factories.ts'
import type { ProductInsert } from '../db/tables/catalogue.ts'
import type { BroadcastInsert } from '../db/tables/live.ts'
import type { MeetInsert } from '../db/tables/meetings.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let t: TestApi
let owner: { id: string; token: string }
let viewer: { id: string; token: string }
let stranger: string
let admin: string
let channel: { id: string; slug: string }
let speaker: { id: string; slug: string }
beforeAll(async () => {
  t = await createTestApi()
  const organizer = await t.factories.producer()
  owner = { id: organizer.id, token: await t.tokenOf(organizer) }
  const person = await t.factories.user()
  viewer = { id: person.id, token: await t.tokenOf(person) }
  stranger = await t.tokenOf(await t.factories.user())
  admin = await t.tokenOf(await t.factories.admin())
  channel = await t.factories.channel({ owner_id: owner.id })
  speaker = await t.factories.speaker({ owner_id: owner.id })
})
afterAll(() => t.stop())

const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000)

interface Scene {
  product: FactoryProduct
  date(from: number, to: number, fields?: object): Promise<string>
  show(
    sessionId: string,
    fields: Fields<BroadcastInsert>,
    feed: 'live' | 'interrupted' | 'ended' | 'none',
    recorded?: boolean,
  ): Promise<void>
  meet(sessionId: string, fields: Fields<MeetInsert>): Promise<void>
}

/** How the world gets into each state, minutes from now. */
const cases: [string, EventState, Fields<ProductInsert>, (scene: Scene) => Promise<unknown>][] = [
  ['days ahead', 'coming', {}, ({ date }) => date(2_000, 2_060)],
  ['sold later', 'coming', {}, ({ date }) => date(2_000, 2_060)],
  ['half an hour ahead', 'room_open', {}, ({ date }) => date(30, 90)],
  ['late', 'room_open', {}, ({ date }) => date(-10, 50)],
  ['begun on paper', 'room_open', {}, async ({ date, show }) => show(await date(-10, 50), { first_media_at: null }, 'none')],
  ['on air', 'on_air', {}, async ({ date, show }) => show(await date(-10, 50), {}, 'live')],
  ['running over', 'on_air', {}, async ({ date, show }) => show(await date(-90, -10), {}, 'live')],
  // prettier-ignore
  ['running over two dates that nobody began', 'on_air', {}, async ({ date, show }) => { await show(await date(-90, -60), {}, 'live'); await date(-50, -40); await date(-30, -20) }],
  ['broken off', 'interrupted', {}, async ({ date, show }) => show(await date(-10, 50), { state: 'interrupted' }, 'interrupted')],
  ['without feeds', 'interrupted', {}, async ({ date, show }) => show(await date(-10, 50), {}, 'ended')],
  [
    'idled out',
    'room_open',
    {},
    async ({ date, show }) => show(await date(-10, 50), { state: 'ended', end_reason: 'idle' }, 'ended', true),
  ],
  ['ended early', 'ended', {}, async ({ date, show }) => show(await date(-10, 50), { state: 'ended' }, 'ended')],
  [
    'ended early, recorded',
    'ended_with_recording',
    {},
    async ({ date, show }) => show(await date(-10, 50), { state: 'ended' }, 'ended', true),
  ],
  ['ended late', 'ended', {}, async ({ date, show }) => show(await date(-90, -30), { state: 'ended' }, 'ended')],
  [
    'ended late, recorded',
    'ended_with_recording',
    {},
    async ({ date, show }) => show(await date(-90, -30), { state: 'ended' }, 'ended', true),
  ],
  // prettier-ignore
  ['one of two ended early', 'coming', {}, async ({ date, show }) => { await date(2_000, 2_060); await show(await date(-10, 50), { state: 'ended' }, 'ended', true) }],
  ['nobody came', 'never_aired', {}, ({ date }) => date(-90, -30)],
  [
    'ended without a picture',
    'never_aired',
    {},
    async ({ date, show }) => show(await date(-10, 50), { state: 'ended', first_media_at: null }, 'none'),
  ],
  [
    'called off',
    'cancelled',
    { cancelled_at: new Date() },
    ({ date }) => date(2_000, 2_060, { state: 'cancelled', state_changed_at: new Date() }),
  ],
  // prettier-ignore
  ['moved', 'moved', {}, async ({ date }) => date(3_000, 3_060, { rescheduled_from_id: await date(2_000, 2_060, { state: 'rescheduled', state_changed_at: new Date() }) })],
  ['deferred, in its hour', 'on_air', { type: 'live' }, ({ date }) => date(-10, 50)],
  ['deferred, before', 'coming', { type: 'live' }, ({ date }) => date(2_000, 2_060)],
  ['deferred, over before its session is', 'ended_with_recording', { type: 'live' }, ({ date }) => date(-70, 30)],
  ['deferred, longer than its session', 'on_air', { type: 'live' }, ({ date }) => date(-50, -20)],
  [
    'deferred, once more',
    'on_air',
    { type: 'live' },
    async ({ date }) => [await date(-500, -400), await date(-10, 50), await date(900, 960)],
  ],
  ['a meeting that runs', 'on_air', { type: 'meet' }, async ({ date, meet }) => meet(await date(-10, 50), { state: 'started' })],
  [
    'a meeting that runs before its date',
    'on_air',
    { type: 'meet' },
    async ({ date, meet }) => meet(await date(30, 90), { state: 'started' }),
  ],
  ['a meeting that runs over', 'on_air', { type: 'meet' }, async ({ date, meet }) => meet(await date(-90, -30), { state: 'started' })],
  ['a meeting in its hour', 'room_open', { type: 'meet' }, ({ date }) => date(-10, 50)],
  [
    'a meeting that was left',
    'room_open',
    { type: 'meet' },
    async ({ date, meet }) => meet(await date(-10, 50), { state: 'ended', end_reason: 'idle' }),
  ],
  [
    'a meeting that was ended',
    'ended',
    { type: 'meet' },
    async ({ date, meet }) => meet(await date(-10, 50), { state: 'ended', end_reason: 'organizer' }),
  ],
  // prettier-ignore
  ['a meeting that was ended, and the next one', 'coming', { type: 'meet' }, async ({ date, meet }) => { await date(2_000, 2_060); await meet(await date(-10, 50), { state: 'ended', end_reason: 'organizer' }) }],
  ['a meeting after its hour', 'ended', { type: 'meet' }, ({ date }) => date(-90, -30)],
  ['deferred, after', 'ended_with_recording', { type: 'live' }, ({ date }) => date(-90, -30)],
]

async function stage(name: string, fields: Fields<ProductInsert>, set: (scene: Scene) => Promise<unknown>): Promise<FactoryProduct> {
  const { knex } = t.database
  const product = await t.factories.product({ channel_id: channel.id, title: `Vela ${name}`, ...fields }, { sessions: 0 })
  if (name === 'sold later')
    await knex('products')
      .where({ id: product.id })
      .update({ sale_starts_at: inMinutes(60) })
  await knex('product_speakers').insert({ product_id: product.id, speaker_id: speaker.id, position: 0 })
  if (product.type === 'live') {
    const video = await t.factories.asset({ product_id: product.id, duration_ms: 60 * 60_000 })
    await knex('products').where({ id: product.id }).update({ media_asset_id: video.id })
  }
  await t.factories.ticket({ user_id: viewer.id, product_id: product.id })
  await set({
    product,
    date: async (from, to, more = {}) =>
      (await t.factories.session({ product_id: product.id, starts_at: inMinutes(from), ends_at: inMinutes(to), ...more })).id,
    async meet(sessionId, more) {
      const times = { started_at: inMinutes(-5), ended_at: more.state === 'ended' ? inMinutes(-1) : null }
      await knex('meets').insert({ product_id: product.id, session_id: sessionId, ...times, ...more })
    },
    async show(sessionId, more, state, recorded = false) {
      const broadcast = await t.factories.broadcast({ product_id: product.id, session_id: sessionId, ...more })
      if (state === 'none') return
      const feed = await t.factories.feed({ broadcast_id: broadcast.id, state })
      if (recorded) await t.factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 60_000 })
    },
  })
  return product
}

interface Said {
  state: EventState | undefined
  /** Start of the date that is spoken of. */
  startsAt: string | undefined
  saleState: string | undefined
}
const said = (card: ListedProduct | undefined): Said => ({
  state: card?.event?.state,
  startsAt: card?.event?.session?.startsAt,
  saleState: card?.saleState,
})

describe('every endpoint says the same of an event', () => {
  it.each(cases)('%s: %s', async (name, state, fields, set) => {
    const { slug } = await stage(name, fields, set)
    const isListed = state !== 'cancelled'
    const body = async <T>(request: PromiseLike<{ body: unknown; status: number }>) => (await request).body as T
    const page = (items: readonly ListedProduct[]) => items.find((item) => item.slug === slug)

    const detail = await body<ProductDetail>(t.call(products.get, { params: { slug } }))
    const expected = said(detail)
    expect(expected.state).toBe(state)
    const dateId = detail.event?.session?.id

    const everywhere: Record<string, ListedProduct | undefined> = {
      mine: await body<ProductDetail>(t.call(products.get, { params: { slug }, as: viewer.token })),
      // prettier-ignore
      ticket: (await body<{ items: Ticket[] }>(t.call(tickets.list, { query: { limit: 100 }, as: viewer.token }))).items.find(({ product }) => product.slug === slug)?.product,
      own: page((await body<{ items: OwnProduct[] }>(t.call(ownProducts.listOwn, { query: { limit: 100 }, as: owner.token }))).items),
      ownDetail: await body<OwnProduct>(t.call(ownProducts.getOwn, { params: { slug }, as: owner.token })),
      manage: page((await body<{ items: OwnProduct[] }>(t.call(productAdmin.list, { query: { limit: 100 }, as: admin }))).items),
    }
    if (isListed) {
      everywhere['channel'] = page(
        (await body<{ items: ListedProduct[] }>(t.call(products.list, { query: { channel: channel.slug, limit: 100 } }))).items,
      )
      everywhere['speaker'] = page(
        (await body<{ items: ListedProduct[] }>(t.call(products.list, { query: { speaker: speaker.slug, limit: 100 } }))).items,
      )
      const hits = await body<{ items: SearchHit[] }>(t.call(search.find, { query: { keyword: `Vela ${name}`, channel: channel.slug } }))
      everywhere['search'] = page(hits.items.flatMap((hit) => (hit.kind === 'product' ? [hit.product] : [])))
    }
    for (const [where, card] of Object.entries(everywhere)) expect({ where, ...said(card) }).toEqual({ where, ...expected })

    // The same from the dates that decide it, which are read where a product has many.
    await t.database.knex('products').where({ id: detail.id }).update({ has_many_dates: true })
    const ofMany: Record<string, ListedProduct | undefined> = {
      // prettier-ignore
      ticket: (await body<{ items: Ticket[] }>(t.call(tickets.list, { query: { limit: 100 }, as: viewer.token }))).items.find(({ product }) => product.slug === slug)?.product,
    }
    if (isListed)
      ofMany['channel'] = page(
        (await body<{ items: ListedProduct[] }>(t.call(products.list, { query: { channel: channel.slug, limit: 100 } }))).items,
      )
    for (const [where, card] of Object.entries(ofMany)) expect({ where, ...said(card) }).toEqual({ where, ...expected })
    await t.database.knex('products').where({ id: detail.id }).update({ has_many_dates: false })

    // The programme: the date itself, and its own page.
    const range = { from: inMinutes(-10_000).toISOString(), to: inMinutes(10_000).toISOString(), limit: 100 }
    const entries = (await body<{ items: ScheduleEntry[] }>(t.call(schedule.list, { query: range }))).items.filter(
      ({ product }) => product.slug === slug,
    )
    const entry = entries.find(({ session }) => session.id === dateId)
    expect([entry?.session.state, said(entry?.product)]).toEqual([state, expected])
    const section = await body<ScheduleSection>(t.call(schedule.section, { params: { productSlug: slug, sectionId: dateId ?? '' } }))
    expect([section.event, said(section.product)]).toEqual([state, expected])
    expect(detail.sessions.find(({ id }) => id === dateId)?.state ?? 'cancelled').toBe(state)

    // The player of whoever has a ticket, and of whoever has none.
    const played = await body<Playback>(t.call(playback.get, { params: { slug }, as: viewer.token }))
    expect([played.event?.state, played.event?.session?.id]).toEqual([state, dateId])
    const isClosed = ['ended', 'never_aired', 'cancelled'].includes(state)
    const refused = await body<{ code: string }>(t.call(playback.get, { params: { slug }, as: stranger }))
    expect(refused.code).toBe(isClosed ? 'NOT_PURCHASABLE' : 'TICKET_REQUIRED')

    // Lists that pick by it.
    const sections = (await body<Home>(t.call(home.get, {}))).sections
    const rail = (source: string) =>
      sections.some((one) => one.type === 'product_slider' && one.source === source && page(one.items) !== undefined)
    // The first product of the hero is shown there alone, and says its state itself.
    const led = page(sections.flatMap((one) => (one.type === 'hero' ? one.items.slice(0, 1) : [])))
    const isLed = (is: (of: EventState) => boolean) => led?.event != null && is(led.event.state)
    expect({ live: rail('live') || isLed(isLive), upcoming: rail('upcoming') || isLed(isAhead) }).toEqual({
      live: isLive(state),
      upcoming: isAhead(state),
    })
    const open = await body<{ items: ListedProduct[] }>(t.call(productAdmin.listOpen, { query: { limit: 100 }, as: admin }))
    expect(page(open.items) !== undefined).toBe(expected.saleState === 'open')

    // Nobody gets a ticket for what leaves nothing to watch.
    expect(detail.saleState).toBe(isClosed ? 'ended' : name === 'sold later' ? 'not_open' : 'open')
    const redeemed = await t.call(tickets.redeem, { params: { slug }, as: stranger })
    expect(redeemed.status).toBe(detail.saleState === 'open' ? 201 : 409)

    // prettier-ignore
    await t.database.knex('meets').where({ product_id: detail.id, state: 'started' }).update({ state: 'ended', ended_at: new Date(), end_reason: 'organizer' })
    // prettier-ignore
    await t.database.knex('broadcasts').where({ product_id: detail.id }).whereNot({ state: 'ended' }).update({ state: 'ended', ended_at: new Date(), end_reason: 'organizer' })
  })

  it('has a case for every state', () => {
    expect(new Set(cases.map(([, state]) => state))).toEqual(new Set(eventStates))
  })

  it('lists tickets in the order in which they are of use: on air, next, at any time, over', async () => {
    const { items } = (await t.call(tickets.list, { query: { limit: 100 }, as: viewer.token })).body as { items: Ticket[] }
    const place = ({ product: { event, type } }: Ticket) => {
      if (!event) return type === 'vod' ? 2 : 3
      return isLive(event.state) ? 0 : isAhead(event.state) ? 1 : event.state === 'ended_with_recording' ? 2 : 3
    }
    const places = items.map(place)
    expect(items.length).toBeGreaterThan(15)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const next = items.filter((ticket) => place(ticket) === 1).map(({ product }) => Date.parse(product.event?.session?.startsAt ?? ''))
    expect(next).toEqual(next.toSorted((a, b) => a - b))
  })
})
