import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions, type Subscription, type SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { periodEnd } from '@e-events/shared/domain/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stampede } from '../../../testing/stampede.ts'
import { subscriptionStage, type SubscriptionStage } from '../../../testing/subscription-stage.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { subscribeBody } from '../../../testing/valid-requests-subscriptions.ts'

let t: TestApi
let stage: SubscriptionStage
beforeAll(async () => {
  t = await createTestApi()
  stage = subscriptionStage(t)
})
afterAll(() => t.stop())

const success = '4242424242424242'
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

describe('subscribing to a channel', () => {
  it('is offered with its monthly total, and not where the site or the channel does not [SHOP-047]', async () => {
    const { channel } = await stage.show()
    const read = async () => (await t.call(subscriptions.offer, { params: { slug: channel.slug } }).expect(200)).body as SubscriptionOffer
    expect(await read()).toMatchObject({
      channel: { slug: channel.slug },
      offer: {
        kind: 'periodic',
        period: 'monthly',
        net: { minor: 500 },
        taxBasisPoints: 2_100,
        tax: { minor: 105 },
        total: { minor: 605, currency: 'EUR' },
      },
      current: null,
      buyer: null,
    })
    await t.database.knex('payment_config').update({ allow_subscription_channels: false })
    expect((await read()).offer).toBeNull()
    const who = await stage.subscriber()
    const refused = await who.place(channel.slug)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'SUBSCRIPTIONS_OFF'])
    await t.database.knex('payment_config').update({ allow_subscription_channels: true })
    await t.database.knex('channels').where({ id: channel.id }).update({ subscription_active: false })
    expect((await read()).offer).toBeNull()
    const hidden = await t.factories.channel({ status: 'draft', subscription_active: true, subscription_net_minor: 500 })
    expect((await t.call(subscriptions.offer, { params: { slug: hidden.slug } })).status).toBe(404)
  })

  it('costs what was seen, asks for both consents, and is paid like any order: invoice and ledger [SHOP-041]', async () => {
    const { channel, film } = await stage.show()
    const who = await stage.subscriber()
    expect(codeOf(await who.place(channel.slug, { expectedTotalMinor: 604 }))).toBe('PRICE_CHANGED')
    expect((await who.place(channel.slug, { termsAccepted: false })).status).toBe(400)
    expect(codeOf(await who.watch(film.slug))).toBe('SUBSCRIPTION_REQUIRED')

    const placed = await who.place(channel.slug)
    expect(placed.status).toBe(201)
    const order = placed.body as Order
    expect(order).toMatchObject({ status: 'pending', total: { minor: 605 }, items: [{ quantity: 1, net: { minor: 500 } }] })
    expect(await who.list()).toEqual([])
    await stage.pay(order)
    const now = t.clock.now()
    const [subscription] = await who.list()
    expect(subscription).toMatchObject({
      channel: { slug: channel.slug, title: channel.title },
      status: 'subscribed',
      price: { minor: 605, currency: 'EUR' },
      isRunning: true,
      method: '•••• 4242',
      orders: [{ number: order.number, status: 'paid', total: { minor: 605 }, invoices: [{ kind: 'invoice' }] }],
      allowed: { cancel: true, resume: false, pay: true, agree: false },
    })
    const until = new Date(subscription?.validUntil ?? '')
    expect(Math.abs(until.getTime() - periodEnd(now, 'monthly').getTime())).toBeLessThan(60_000)
    expect((await who.watch(film.slug)).status).toBe(200)
    expect(await who.subjects()).toContain('Tu suscripción ha empezado')
    const { rows } = await t.database.knex.raw<{ rows: { kind: string; sum: string }[] }>(
      `select a.kind, sum(e.amount_minor)::int as sum from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
       join ledger_accounts a on a.id = e.account_id where x.order_id = ? group by a.kind order by a.kind`,
      [order.id],
    )
    // 9 % of 5.00 and nothing per ticket.
    expect(rows).toEqual([
      { kind: 'organizer_payable', sum: -455 },
      { kind: 'platform_revenue', sum: -45 },
      { kind: 'provider_clearing', sum: 605 },
      { kind: 'tax_payable', sum: -105 },
    ])
  })

  it('is refused while it runs, cancelled or not, and goes on after its end [SHOP-063]', async () => {
    const { channel, who, subscription } = await stage.subscribed()
    const again = await who.place(channel.slug)
    expect([again.status, codeOf(again)]).toEqual([409, 'SUBSCRIPTION_STATE'])
    await who.cancel(subscription.id)
    expect(codeOf(await who.place(channel.slug))).toBe('SUBSCRIPTION_STATE')
    expect(await who.orders()).toHaveLength(1)
    stage.moveTo((await stage.rowOf(subscription.id)).valid_until, -1_000)
    const anew = await who.place(channel.slug)
    expect(anew.status).toBe(201)
    await stage.pay(anew.body as Order)
    expect((await who.list()).map(({ status, isRunning }) => [status, isRunning])).toEqual([
      ['subscribed', true],
      ['cancelled', false],
    ])
  })

  it('is paid once: two tabs, the same key again, ten at once [SHOP-063]', async () => {
    const { channel } = await stage.show()
    const who = await stage.subscriber()
    const as = await who.as()
    const race = { lock: `select id from users where id = '${who.user.id}' for update`, requests: 10 }
    const replies = await stampede(t.database, race, () =>
      t.call(subscriptions.subscribe, { as, params: { slug: channel.slug }, body: subscribeBody() }),
    )
    expect(new Set(replies.map(({ body }) => (body as Order).id)).size).toBe(1)
    const order = replies[0]?.body as Order
    await Promise.all([1, 2, 3].map(() => t.call(testPayments.pay, { params: { id: stage.paymentOf(order) }, body: { card: success } })))
    expect((await who.orders()).map(({ status }) => status)).toEqual(['paid'])
    expect(await who.list()).toHaveLength(1)
  })

  it('gives money back that pays for a second one', async () => {
    const { channel } = await stage.show()
    const who = await stage.subscriber()
    const first = (await who.place(channel.slug)).body as Order
    await t.database.knex('channels').where({ id: channel.id }).update({ subscription_net_minor: 600 })
    const second = (await who.place(channel.slug, { expectedTotalMinor: 726 })).body as Order
    expect(second.id).not.toBe(first.id)
    await stage.pay(second)
    await stage.pay(first)
    await t.api.platform.sales.payRefunds()
    expect((await who.orders()).map(({ status }) => status)).toEqual(['refunded', 'paid'])
    expect((await who.list()).map(({ price }) => price.minor)).toEqual([726])
  })

  it('leads from the page of what only subscribers see, and back to it', async () => {
    const { channel, film } = await stage.show()
    const who = await stage.subscriber()
    const page = async () =>
      (await t.call(products.get, { as: await who.as(), params: { slug: film.slug } }).expect(200)).body as ProductDetail
    expect((await page()).allowed).toMatchObject({ buy: false, getTicket: false, subscribe: true, watch: false })
    const order = (await who.place(channel.slug, { productSlug: film.slug })).body as Order
    const payment = await t.call(testPayments.get, { params: { id: stage.paymentOf(order) } })
    expect(payment.body).toMatchObject({ returnUrl: `/channels/${channel.slug}/subscription?order=${order.id}&product=${film.slug}` })
    await stage.pay(order)
    expect((await page()).allowed).toMatchObject({ buy: false, subscribe: false, watch: true })
    // No ticket opens it, a free one neither.
    const free = await t.factories.product({ channel_id: channel.id, type: 'vod', subscription_only: true })
    const redeemed = await t.call(tickets.redeem, { as: await (await stage.subscriber()).as(), params: { slug: free.slug } })
    expect([redeemed.status, codeOf(redeemed)]).toEqual([402, 'SUBSCRIPTION_REQUIRED'])
  })

  it('runs on when the site allows no more, and is not offered anew [SHOP-048]', async () => {
    const { channel, film, owner, who, subscription } = await stage.subscribed()
    await t.database.knex('payment_config').update({ allow_subscription_channels: false })
    try {
      const other = await t.factories.channel({ owner_id: owner.id })
      const change = { subscription: { active: true, netMinor: 500, taxBasisPoints: 2_100 } }
      const refused = await t.call(channels.update, { as: await t.tokenOf(owner), params: { slug: other.slug }, body: change })
      expect([refused.status, codeOf(refused)]).toEqual([409, 'SUBSCRIPTIONS_OFF'])
      expect((await who.watch(film.slug)).status).toBe(200)
      await stage.moveToDue(subscription.id)
      await stage.renew()
      expect((await stage.rowOf(subscription.id)).periods_paid).toBe(2)
      expect((await t.call(subscriptions.offer, { params: { slug: channel.slug } })).body).toMatchObject({ offer: null })
    } finally {
      await t.database.knex('payment_config').update({ allow_subscription_channels: true })
    }
  })
})

describe('cancelling', () => {
  it('charges nothing more, and keeps access to the second of the end [SHOP-042] [SHOP-043] [SHOP-044]', async () => {
    const { film, who, subscription } = await stage.subscribed()
    const cancelled = await who.cancel(subscription.id)
    expect([cancelled.status, (cancelled.body as Subscription).status]).toEqual([200, 'cancelled'])
    const second = await who.cancel(subscription.id)
    expect([second.status, codeOf(second)]).toEqual([409, 'SUBSCRIPTION_STATE'])
    const { valid_until: until } = await stage.rowOf(subscription.id)
    expect(until.toISOString()).toBe(subscription.validUntil)
    stage.moveTo(until, 30_000)
    await stage.renew()
    const watched = await who.watch(film.slug)
    expect(watched.status).toBe(200)
    stage.moveTo(until, -1_000)
    await stage.renew()
    const refused = await who.watch(film.slug)
    expect([refused.status, codeOf(refused)]).toEqual([402, 'SUBSCRIPTION_REQUIRED'])
    expect(await who.orders()).toHaveLength(1)
    expect(await who.subjects()).toContain('Has cancelado tu suscripción')
  })

  it('is taken back before the end, not after it; somebody else’s is absent', async () => {
    const { who, subscription } = await stage.subscribed()
    await who.cancel(subscription.id)
    const stranger = await stage.subscriber()
    expect([(await stranger.cancel(subscription.id)).status, (await stranger.resume(subscription.id)).status]).toEqual([404, 404])
    expect((await who.resume(subscription.id)).body).toMatchObject({ status: 'subscribed', allowed: { cancel: true } })
    expect(codeOf(await who.resume(subscription.id))).toBe('SUBSCRIPTION_STATE')
    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect((await stage.rowOf(subscription.id)).periods_paid).toBe(2)
    await who.cancel(subscription.id)
    stage.moveTo((await stage.rowOf(subscription.id)).valid_until, -1_000)
    expect(codeOf(await who.resume(subscription.id))).toBe('SUBSCRIPTION_STATE')
  })

  it('lists exactly what its subscriber asks for [SHOP-045]', async () => {
    const { channel, who, subscription } = await stage.subscribed()
    const [listed] = await who.list()
    expect(listed).toMatchObject({
      channel: { slug: channel.slug },
      status: 'subscribed',
      since: subscription.since,
      validUntil: subscription.validUntil,
      price: { minor: 605, currency: 'EUR' },
    })
    await who.cancel(subscription.id)
    expect((await who.list()).map(({ status }) => status)).toEqual(['cancelled'])
    expect(await (await stage.subscriber()).list()).toEqual([])
  })
})

describe('a refund', () => {
  it('of the period that runs ends it at once, of an earlier one it does not', async () => {
    const { film, who, subscription } = await stage.subscribed()
    const refund = async (index: number) => {
      const order = (await who.orders())[index]
      const item = await t.database
        .knex('order_items')
        .where({ order_id: order?.id ?? '' })
        .first('id')
      await t.database.knex('refunds').insert({
        order_id: order?.id ?? '',
        order_item_id: item?.id ?? null,
        reason: 'organizer',
        amount_minor: 605,
        currency: 'EUR',
      })
      await t.api.platform.sales.payRefunds()
    }
    await stage.moveToDue(subscription.id)
    await stage.renew()
    await refund(0)
    expect((await who.watch(film.slug)).status).toBe(200)
    await refund(1)
    expect(codeOf(await who.watch(film.slug))).toBe('SUBSCRIPTION_REQUIRED')
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'cancelled', end_reason: 'refund', due_at: null })
    // Media servers hear of it within the minute.
    await t.api.platform.publishEnds()
    const revoked = await t.api.platform.redis.zrange('playback:revoked', 0, -1)
    expect(revoked).toContain(`${who.user.id}:${film.id}`)
    const again = (await who.place((await t.database.knex('channels').where({ id: film.channel_id }).first('slug'))?.slug ?? ''))
      .body as Order
    await stage.pay(again)
    expect(await t.api.platform.redis.zrange('playback:revoked', 0, -1)).not.toContain(`${who.user.id}:${film.id}`)
  })
})

describe('the platform', () => {
  const settings = (fields: object) =>
    t.database.knex('payment_config').update({ subscription_active: true, subscription_price_minor: 500, ...fields })
  const offer = async () => (await t.call(subscriptions.platformOffer).expect(200)).body as SubscriptionOffer

  async function platformSubscriber() {
    const who = await stage.subscriber()
    const place = async () => t.call(subscriptions.subscribeToPlatform, { as: await who.as(), body: subscribeBody() })
    const subscribe = async () => {
      const order = (await place()).body as Order
      await stage.pay(order)
      const [subscription] = await who.list()
      if (!subscription) throw new Error('no subscription')
      return { order, subscription }
    }
    return { ...who, place, subscribe }
  }

  it('offers one with the price and the period of its settings, and none while it is off [SHOP-050]', async () => {
    await settings({ subscription_active: false })
    expect((await offer()).offer).toBeNull()
    expect(codeOf(await (await platformSubscriber()).place())).toBe('SUBSCRIPTIONS_OFF')
    await settings({ subscription_kind: 'single', subscription_interval: 'annual' })
    expect((await offer()).offer).toMatchObject({ kind: 'single', period: 'annual', total: { minor: 605 } })
    await settings({ subscription_kind: 'periodic', subscription_interval: 'monthly' })
    expect((await offer()).offer).toMatchObject({ kind: 'periodic', period: 'monthly' })
  })

  it('opens all that costs something in channels that take part, and nothing of the others [SHOP-051]', async () => {
    await settings({ subscription_kind: 'periodic', subscription_interval: 'monthly' })
    const owner = await t.factories.producer()
    const [inside, outside] = await Promise.all([t.factories.channel({ owner_id: owner.id }), t.factories.channel({ owner_id: owner.id })])
    const film = (channel_id: string, fields: object = {}) =>
      t.factories.product({ channel_id, type: 'vod', plan: 'paid', net_price_minor: 900, ...fields })
    const [paid, closed, hidden, other] = [
      await film(inside.id),
      await film(inside.id, { subscription_only: true }),
      await film(inside.id, { status: 'private' }),
      await film(outside.id),
    ]
    const who = await platformSubscriber()
    const { subscription, order } = await who.subscribe()
    expect(subscription).toMatchObject({ channel: null, kind: 'periodic', price: { minor: 605 } })
    expect(codeOf(await who.watch(paid.slug))).toBe('TICKET_REQUIRED')
    // The organizer decides.
    const change = { inPlatformSubscription: true }
    const saved = await t.call(channels.update, { as: await t.tokenOf(owner), params: { slug: inside.slug }, body: change }).expect(200)
    expect(saved.body).toMatchObject({ inPlatformSubscription: true })
    const seen = []
    for (const { slug } of [paid, closed, hidden, other]) seen.push((await who.watch(slug)).status)
    expect(seen).toEqual([200, 200, 404, 402])
    const page = (await t.call(products.get, { as: await who.as(), params: { slug: paid.slug } })).body as ProductDetail
    expect(page).toMatchObject({ owned: false, allowed: { watch: true } })
    // The platform sells: its own invoice, and no share of an organizer.
    const invoice = await t.database.knex('invoices').where({ order_id: order.id }).first('series_id', 'seller')
    expect(invoice).toMatchObject({ seller: { name: 'e-events' } })
    expect(
      await t.database
        .knex('invoice_series')
        .where({ id: invoice?.series_id ?? '' })
        .first('channel_id'),
    ).toEqual({ channel_id: null })
    const { rows } = await t.database.knex.raw<{ rows: { kind: string }[] }>(
      `select a.kind from ledger_transactions x join ledger_entries e on e.transaction_id = x.id join ledger_accounts a on a.id = e.account_id
       where x.order_id = ? order by a.kind`,
      [order.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['platform_revenue', 'provider_clearing', 'tax_payable'])

    await stage.moveToDue(subscription.id)
    await stage.renew()
    expect((await stage.rowOf(subscription.id)).periods_paid).toBe(2)
    await who.cancel(subscription.id)
    stage.moveTo((await stage.rowOf(subscription.id)).valid_until, -1_000)
    expect([codeOf(await who.watch(paid.slug)), codeOf(await who.watch(closed.slug))]).toEqual(['TICKET_REQUIRED', 'SUBSCRIPTION_REQUIRED'])
  })

  it('takes a single payment for one period, and ends it then [SHOP-051]', async () => {
    await settings({ subscription_kind: 'single', subscription_interval: 'annual' })
    const who = await platformSubscriber()
    const { subscription } = await who.subscribe()
    expect(subscription).toMatchObject({ kind: 'single', period: 'annual', nextPayment: null, allowed: { cancel: false, pay: false } })
    expect(codeOf(await who.cancel(subscription.id))).toBe('SUBSCRIPTION_STATE')
    expect(codeOf(await who.place())).toBe('SUBSCRIPTION_STATE')
    const { valid_until: until } = await stage.rowOf(subscription.id)
    expect(until.getTime() - t.clock.nowMs()).toBeGreaterThan(364 * 86_400_000)
    stage.moveTo(until, -1_000)
    await stage.renew()
    expect(await stage.rowOf(subscription.id)).toMatchObject({ status: 'cancelled', end_reason: 'single', periods_paid: 1 })
    expect(await who.orders()).toHaveLength(1)
    expect((await who.place()).status).toBe(201)
  })
})

describe('organizers', () => {
  it('see how many subscribe, and what that is in a month', async () => {
    const { channel, owner } = await stage.show()
    const read = async () =>
      (await t.call(subscriptions.subscribers, { as: await t.tokenOf(owner), params: { slug: channel.slug } }).expect(200)).body as object
    expect(await read()).toMatchObject({ subscribed: 0, endingSoon: 0, monthly: { minor: 0, currency: 'EUR' } })
    const people = [await stage.subscriber(), await stage.subscriber(), await stage.subscriber()]
    for (const who of people) await stage.pay((await who.place(channel.slug)).body as Order)
    await people[0]?.cancel((await people[0].list())[0]?.id ?? '')
    expect(await read()).toEqual({
      subscribed: 2,
      endingSoon: 1,
      failing: 0,
      monthly: { minor: 1_000, currency: 'EUR' },
      share: { minor: 910, currency: 'EUR' },
    })
  })
})
