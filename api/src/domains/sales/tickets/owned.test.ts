import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { shipping } from '@e-events/shared/contract/sales/shipping.ts'
import { subscriptions, type ChannelOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { tickets, type Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelRow } from '../../../db/tables/catalogue.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { payOrder, plainPrice, plainProduct, sell } from '../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let owner: UserRow
let channel: ChannelRow
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  channel = await t.factories.channel({ owner_id: owner.id, title: 'Sala Norte' })
})
afterAll(() => t.stop())

const film = (fields = {}) => plainProduct(t, { channel_id: channel.id, ...fields })
const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000)
const list = async (as: string, query: Record<string, unknown> = {}) =>
  ((await t.call(tickets.list, { as, query }).expect(200)).body as { items: Ticket[] }).items
const shown = (items: readonly Ticket[]) =>
  items
    .map(({ product, source, through, state }) => `${product.slug} ${source}${through === null ? '' : ` ${through}`} ${state}`)
    .toSorted()

let collectors = 0
/** Somebody who came to something in each way. */
async function collector() {
  const user = await t.factories.user({ country: 'ES' })
  const as = await t.tokenOf(user)
  const give = (product: { id: string }, fields: object) => t.factories.ticket({ user_id: user.id, product_id: product.id, ...fields })
  const [bought, part] = [await film({ slug: `bought-${user.id}` }), await film({ slug: `part-${user.id}` })]
  const bundle = await film({ slug: `bundle-${user.id}`, title: 'Abono', bundle_state: 'active', net_price_minor: 1_500 })
  await t.database.knex('bundle_items').insert({ bundle_id: bundle.id, product_id: part.id, position: 0 })
  await sell(t, [bought], { buyer: user, expectedTotalMinor: 1_000 })
  await sell(t, [bundle], { buyer: user, expectedTotalMinor: 1_500 })
  const code = `ABCDE-FGHJK-MNPQ${'RSTVWXYZ'[collectors++]}`
  const coded = await film({ slug: `coded-${user.id}` })
  await t.database.knex('access_codes').insert({ product_id: coded.id, code })
  await t.call(coupons.redeem, { as, body: { code } }).expect(200)
  const free = await t.factories.product({ slug: `free-${user.id}` })
  await t.call(tickets.redeem, { as, params: { slug: free.slug } }).expect(201)
  await give(await film({ slug: `expired-${user.id}` }), { source: 'free', expires_at: inHours(-1) })
  const present = await film({ slug: `gift-${user.id}` })
  const friend = await t.tokenOf(await t.factories.user({ country: 'ES' }))
  const gift = { recipientName: 'Rui', recipientEmail: 'rui@correo.example' }
  const order = (await t.call(orders.place, { as: friend, body: orderBody(present.slug, { gift, expectedTotalMinor: 1_000 }) }).expect(201))
    .body as Order
  await payOrder(t, { order })
  const given = (await t.call(orders.get, { as: friend, params: { id: order.id } }).expect(200)).body as Order
  await t.call(coupons.redeem, { as, body: { code: given.items[0]?.gift?.code } }).expect(200)
  return { user, as, bought, slug: (name: string) => `${name}-${user.id}` }
}

describe('everything that an account has [SHOP-004]', () => {
  it('is for accounts, each its own', async () => {
    await t.call(tickets.list).expect(401)
    const { bought } = await collector()
    const other = await t.tokenOf(await t.factories.user())
    expect((await list(other)).map(({ product }) => product.slug)).not.toContain(bought.slug)
    for (const query of [{ source: 'theft' }, { type: 'concert' }, { state: 'valid' }])
      await t.call(tickets.list, { as: other, query }).expect(400)
  })

  it('says how it came, with its type, its next date and what has expired', async () => {
    const { as, slug } = await collector()
    const items = await list(as)
    expect(shown(items)).toEqual(
      [
        `${slug('bought')} order valid`,
        `${slug('bundle')} order valid`,
        `${slug('coded')} code valid`,
        `${slug('expired')} free expired`,
        `${slug('free')} free valid`,
        `${slug('gift')} gift valid`,
        `${slug('part')} bundle Abono valid`,
      ].toSorted(),
    )
    const free = items.find(({ source, state }) => source === 'free' && state === 'valid')
    expect(free?.product).toMatchObject({ type: 'broadcast', event: { session: { startsAt: expect.any(String) as string } } })
    expect(items.at(-1)?.product.slug).toBe(slug('expired'))
  })

  it('holds goods, and what subscriptions open while they run; of the one of the platform, what was watched', async () => {
    const user = await t.factories.user({ country: 'ES' })
    const as = await t.tokenOf(user)
    const cd = await film({ type: 'physical', slug: 'cd' })
    const zone = { name: 'Mundo', countries: [], currency: 'EUR', netMinor: 0, nextNetMinor: 0, taxBasisPoints: 0, freeFromMinor: null }
    await t.call(shipping.saveZones, { as: await t.tokenOf(owner), params: { slug: channel.slug }, body: { zones: [zone] } }).expect(200)
    const to = {
      name: 'Lucía',
      street: 'Mayor 3',
      extra: null,
      postalCode: '28013',
      city: 'Madrid',
      region: null,
      country: 'ES',
      phone: null,
    }
    const buy = async (quantity: number) => {
      const body = orderBody(cd.slug, { items: [{ productSlug: cd.slug, quantity }], shipping: to, expectedTotalMinor: quantity * 1_000 })
      const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
      await payOrder(t, { order })
    }
    await buy(2)
    await buy(1)
    expect(shown(await list(as))).toEqual(['cd order valid'])
    const house = await t.factories.channel({ title: 'Casa', in_platform_subscription: true })
    const inChannel = await film({ slug: 'for-subscribers', subscription_only: true })
    const seen = await t.factories.product({ ...plainPrice, type: 'vod', slug: 'seen', channel_id: house.id })
    await t.factories.product({ ...plainPrice, type: 'vod', slug: 'not-seen', channel_id: house.id })
    await t.database.knex('playback_sessions').insert({ user_id: user.id, product_id: seen.id, device_id: 'tab' })
    const subscribe = (channelId: string | null) =>
      t.database.knex('subscriptions').insert({
        user_id: user.id,
        channel_id: channelId,
        status: 'subscribed',
        kind: 'periodic',
        period: 'monthly',
        subscribed_at: inHours(-1),
        valid_until: inHours(700),
        due_at: inHours(699),
        net_minor: 500,
        tax_basis_points: 0,
        total_minor: 500,
        currency: 'EUR',
        periods_paid: 1,
      })
    await subscribe(channel.id)
    await subscribe(null)
    expect(shown(await list(as))).toEqual(['cd order valid', `${inChannel.slug} subscription Sala Norte valid`, 'seen subscription valid'])
    await t.database
      .knex('subscriptions')
      .where({ user_id: user.id })
      .update({ valid_until: inHours(-0.5), due_at: null })
    expect(shown(await list(as))).toEqual(['cd order valid'])
  })

  it('is narrowed by origin, type and state, page by page', async () => {
    const { as, slug } = await collector()
    expect(shown(await list(as, { source: 'bundle' }))).toEqual([`${slug('part')} bundle Abono valid`])
    expect((await list(as, { type: 'broadcast' })).map(({ product }) => product.slug)).toEqual([slug('free')])
    expect(shown(await list(as, { state: 'over' }))).toEqual([`${slug('expired')} free expired`])
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const reply = await t
        .call(tickets.list, { as, query: { state: 'open', limit: 2, ...(cursor === null ? {} : { cursor }) } })
        .expect(200)
      const page = reply.body as { items: Ticket[]; nextCursor: string | null }
      seen.push(...page.items.map(({ product }) => product.slug))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(['bought', 'bundle', 'coded', 'free', 'gift', 'part'].map(slug).toSorted())
  })

  it('marks what was given back', async () => {
    const user = await t.factories.user({ country: 'ES' })
    const sold = await sell(t, [await film({ slug: 'returned' })], { buyer: user, expectedTotalMinor: 1_000 })
    await t.call(sales.refund, { as: await t.tokenOf(owner), params: { id: sold.items[0]! }, body: {} }).expect(201)
    await t.api.platform.sales.payRefunds()
    expect(shown(await list(sold.as))).toEqual(['returned order revoked'])
  })
})

describe('subscriptions of channels in the shop [SHOP-002]', () => {
  const offered = async (query: Record<string, unknown> = {}) =>
    ((await t.call(subscriptions.offers, { query }).expect(200)).body as { items: ChannelOffer[]; nextCursor: string | null }).items

  it('are those of published channels that offer one, with the monthly total, by category and price', async () => {
    const [category] = await t.database.knex('categories').insert({ slug: 'danza' }).returning('id')
    const offer = { subscription_active: true, subscription_net_minor: 500, subscription_tax_basis_points: 2_100 }
    const one = await t.factories.channel({ ...offer, category_id: category?.id ?? null })
    const two = await t.factories.channel({ ...offer, subscription_net_minor: 1_000 })
    for (const hidden of [{ status: 'draft' as const }, { subscription_active: false }]) await t.factories.channel({ ...offer, ...hidden })
    const slugs = async (query = {}) => (await offered(query)).map((item) => item.channel.slug)
    expect(await slugs()).toEqual([two.slug, one.slug])
    expect((await offered({ maxPrice: 605 }))[0]?.offer).toMatchObject({ total: { minor: 605, currency: 'EUR' }, period: 'monthly' })
    expect([await slugs({ maxPrice: 604 }), await slugs({ minPrice: 606 }), await slugs({ category: 'danza' })]).toEqual([
      [],
      [two.slug],
      [one.slug],
    ])
    const first = (await t.call(subscriptions.offers, { query: { limit: 1 } })).body as { nextCursor: string }
    expect(await slugs({ limit: 1, cursor: first.nextCursor })).toEqual([one.slug])
    await t.database.knex('payment_config').update({ allow_subscription_channels: false })
    expect(await slugs()).toEqual([])
    await t.database.knex('payment_config').update({ allow_subscription_channels: true })
  })
})
