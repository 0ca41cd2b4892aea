import { account } from '@e-events/shared/contract/people/account.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { coupons, type Coupon, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { opportunities, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
let ana: UserRow
let channelId: string
const hourMs = 3_600_000
const dayMs = 24 * hourMs
beforeAll(async () => {
  t = await createTestApi()
})
beforeEach(async () => {
  ana = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: ana.id })).id
})
afterAll(() => t.stop())

const film = (fields: object = {}) =>
  t.factories.product({ channel_id: channelId, type: 'vod', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, ...fields })
const person = (fields: object = {}) => t.factories.user({ newsletter: true, country: 'PT', ...fields })
const open = async (slug: string, user: UserRow) => t.call(orders.checkout, { params: { slug }, as: await t.tokenOf(user) }).expect(200)
const buy = async (slug: string, user: UserRow) => {
  const placed = await t.call(orders.place, { as: await t.tokenOf(user), body: orderBody(slug) }).expect(201)
  const params = { id: (placed.body as Order).paymentUrl?.split('/').at(-1) ?? '' }
  await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
}
type Page = { items: Opportunity[]; total: number; nextCursor: string | null }
const list = async (query: Record<string, unknown> = {}, by = ana): Promise<Page> =>
  (await t.call(opportunities.list, { as: await t.tokenOf(by), query }).expect(200)).body as Page
const followUp = async (id: string | undefined, by = ana) =>
  t.call(opportunities.followUp, { params: { id: id ?? '' }, as: await t.tokenOf(by) })
const kindsOf = async () => (await list()).items.map(({ kind, product }) => [kind, product?.title ?? null])
const figures = async () => (await t.call(sales.figures, { as: await t.tokenOf(ana) }).expect(200)).body as Record<string, number>

describe('opportunities', () => {
  it('are checkouts that were opened a day ago and not bought, with product, date, country and, by consent, the e-mail; buying closes them [PROD-016]', async () => {
    const product = await film({ title: 'Telón' })
    const [open1, silent] = [await person({ email: 'ines.opens@example.test' }), await person({ newsletter: false, country: 'DE' })]
    const openedAt = t.clock.nowMs()
    for (const user of [open1, silent]) await open(product.slug, user)
    // An organizer who looks at the page that buyers see is no opportunity.
    await open(product.slug, ana)
    t.clock.advance(dayMs - 60_000)
    expect(await list()).toMatchObject({ items: [], total: 0 })
    t.clock.advance(2 * 60_000)
    const { items, total } = await list()
    expect(total).toBe(2)
    const of = { kind: 'checkout', product: { slug: product.slug, title: 'Telón', type: 'vod' } }
    expect(items).toContainEqual(expect.objectContaining({ ...of, country: 'PT', email: 'ines.opens@example.test' }))
    expect(items).toContainEqual(expect.objectContaining({ ...of, country: 'DE', email: null }))
    for (const { at } of items) expect(Math.abs(Date.parse(at) - openedAt)).toBeLessThan(10_000)
    expect(JSON.stringify(items)).not.toContain(silent.email)
    // Opening it again begins nothing anew.
    await open(product.slug, open1)
    expect((await list()).total).toBe(2)

    await buy(product.slug, open1)
    expect((await list()).items.map(({ country }) => country)).toEqual(['DE'])
    const rows = await t.database.knex('opened_checkouts').where({ user_id: open1.id })
    expect(rows.map(({ closed_at: closedAt }) => closedAt !== null)).toEqual([true])
    // A ticket that was got in another way closes it as well.
    await t.factories.ticket({ user_id: silent.id, product_id: product.id })
    expect(await list()).toMatchObject({ items: [], total: 0 })
  })

  it('are people on waiting lists, with access or a subscription that ends, and who saved a product; one row each, the strongest [PROD-016]', async () => {
    const [waited, ends, saved, both] = [
      await film({ title: 'Agotado', stock: 1 }),
      await film({ title: 'Caduca' }),
      await film({ title: 'Guardado' }),
      await film({ title: 'Ambos' }),
    ]
    const user = await person()
    const { knex } = t.database
    const at = (ms: number) => new Date(t.clock.nowMs() + ms)
    await knex('waiting_list_entries').insert({ product_id: waited.id, user_id: user.id, created_at: at(-2 * dayMs) })
    await t.factories.ticket({ user_id: user.id, product_id: ends.id, acquired_at: at(-30 * dayMs), expires_at: at(2 * dayMs) })
    for (const product of [saved, both])
      await knex('saved_products').insert({ user_id: user.id, product_id: product.id, saved_at: at(-2 * dayMs) })
    await knex('opened_checkouts').insert({ user_id: user.id, product_id: both.id, opened_at: at(-3 * dayMs) })
    await knex('channels').where({ id: channelId }).update({ subscription_active: true, subscription_net_minor: 500 })
    await knex('subscriptions').insert({
      user_id: user.id,
      channel_id: channelId,
      status: 'cancelled',
      cancelled_at: at(-dayMs),
      end_reason: 'subscriber',
      valid_until: at(3 * dayMs),
      net_minor: 500,
      tax_basis_points: 2_100,
      total_minor: 605,
      currency: 'EUR',
    })
    const expected = [
      ['waiting', 'Agotado'],
      ['expiring', 'Caduca'],
      ['expiring', null],
      ['saved', 'Guardado'],
      ['checkout', 'Ambos'],
    ]
    expect(new Set(await kindsOf())).toEqual(new Set(expected))
    expect((await list({ kind: 'expiring' })).total).toBe(2)
    expect((await list({ product: 'ambos' })).items.map(({ kind }) => kind)).toEqual(['checkout'])
    expect((await list({ country: 'ES' })).total).toBe(0)
    const first = await list({ order: 'asc', limit: 2 })
    const second = await list({ order: 'asc', limit: 2, cursor: first.nextCursor })
    const third = await list({ order: 'asc', limit: 2, cursor: second.nextCursor })
    const dates = [first, second, third].flatMap(({ items }) => items.map((item) => item.at))
    expect(dates).toEqual(dates.toSorted((a, b) => a.localeCompare(b)))
    expect([dates.length, second.total, third.nextCursor]).toEqual([5, 5, null])
    expect((await t.call(opportunities.list, { as: await t.tokenOf(ana), query: { cursor: first.nextCursor } })).status).toBe(400)

    // Nothing is left of them once nothing can be bought any more, or their person is gone.
    await knex('products')
      .whereIn('id', [waited.id, ends.id, saved.id])
      .update({ sale_ends_at: at(-1) })
    expect(new Set(await kindsOf())).toEqual(
      new Set([
        ['checkout', 'Ambos'],
        ['expiring', null],
      ]),
    )
    await knex('users')
      .where({ id: user.id })
      .update({ blocked_at: at(0) })
    expect(await kindsOf()).toEqual([])
  })

  it("are one's own products' and of no others, and nobody else may write to them [PROD-015]", async () => {
    const other = await t.factories.producer()
    const [mine, theirs] = [
      await film({ title: 'Mío' }),
      await film({ title: 'Suyo', channel_id: (await t.factories.channel({ owner_id: other.id })).id }),
    ]
    const user = await person()
    for (const product of [mine, theirs]) await open(product.slug, user)
    t.clock.advance(25 * hourMs)
    const [own, foreign] = [await list(), await list({}, other)]
    expect([own.items, foreign.items].map((items) => items.map(({ product }) => product?.title))).toEqual([['Mío'], ['Suyo']])
    expect((await followUp(own.items[0]?.id, other)).status).toBe(404)
    expect((await followUp(own.items[0]?.id, await t.factories.admin())).status).toBe(404)
    expect(await mailsTo(t, user.email)).toEqual([])
  })

  it('are forgotten after ninety days, and with their account', async () => {
    const [product, user] = [await film(), await person()]
    await open(product.slug, user)
    t.clock.advance(91 * dayMs)
    expect((await list()).total).toBe(0)
    const timer = t.api.platform.timers.find(({ name }) => name === 'old checkouts')
    await timer?.run()
    expect(await t.database.knex('opened_checkouts').where({ user_id: user.id })).toEqual([])
  })
})

describe('following up', () => {
  const stage = async (fields: object = {}, productFields: object = {}) => {
    const [product, user] = [await film({ title: 'Telón', ...productFields }), await person(fields)]
    await open(product.slug, user)
    t.clock.advance(25 * hourMs)
    const [item] = (await list()).items
    return { product, user, item }
  }

  it('sends one mail with the way to the checkout, and no second one within a week, whoever clicks how often', async () => {
    const { product, user, item } = await stage()
    expect(item?.followUp).toEqual({ state: 'possible', sentAt: null, possibleAt: null })
    const replies = await Promise.all([1, 2, 3, 4].map(() => followUp(item?.id)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    for (const reply of replies) if (reply.status === 409) expect(codeOf(reply)).toBe('FOLLOW_UP_RECENT')
    const mails = await mailsTo(t, user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/products/${product.slug}/checkout`)
    expect(mails[0]?.text).toContain('Telón')
    expect(mails[0]?.unsubscribeUrl).toMatch(/\/opt-out\/[\w-]{54}$/)
    const after = (await list()).items[0]?.followUp
    expect(after?.state).toBe('recent')
    expect(Date.parse(after?.possibleAt ?? '') - Date.parse(after?.sentAt ?? '')).toBe(7 * dayMs)
    t.clock.advance(6.9 * dayMs)
    expect(codeOf(await followUp(item?.id))).toBe('FOLLOW_UP_RECENT')
    t.clock.advance(0.2 * dayMs)
    expect((await followUp(item?.id)).status).toBe(201)
    expect(await mailsTo(t, user.email)).toHaveLength(2)
  })

  it('respects whoever gets no promotions, also when they opt out a moment before', async () => {
    const { user, item } = await stage({ newsletter: false })
    expect(item).toMatchObject({ email: null, followUp: { state: 'no_consent' } })
    expect(codeOf(await followUp(item?.id))).toBe('FOLLOW_UP_NO_CONSENT')
    await t.call(account.update, { as: await t.tokenOf(user), body: { newsletter: true } }).expect(200)
    expect((await followUp(item?.id)).status).toBe(201)
    const [mail] = await mailsTo(t, user.email)
    expect(mail).toBeDefined()
    const token = mail?.unsubscribeUrl?.split('/').at(-1) ?? ''
    // The link of the mail ends it, without a log-in, and following it twice is no mistake.
    for (let times = 0; times < 2; times++) await t.call(signUp.optOut, { params: { token } }).expect(204)
    expect(await t.database.knex('users').where({ id: user.id }).first('newsletter')).toEqual({ newsletter: false })
    const consents = await t.database.knex('consents').where({ user_id: user.id, kind: 'newsletter', source: 'mail' })
    expect(consents.map(({ granted }) => granted)).toEqual([false])
    expect((await list()).items[0]).toMatchObject({ email: null, followUp: { state: 'no_consent' } })
    const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`
    for (const forged of [changed, `A${token.slice(1)}`, token.slice(0, 30)])
      expect(codeOf(await t.call(signUp.optOut, { params: { token: forged } }))).toBe('LINK_INVALID')
  })

  it('offers nothing that is sold out, and writes to one person once a day for one organizer', async () => {
    const { user, item, product } = await stage({}, { stock: 1 })
    await buy(product.slug, await person())
    expect(codeOf(await followUp(item?.id))).toBe('SOLD_OUT')
    const [first, second] = [await film({ title: 'Uno' }), await film({ title: 'Dos' })]
    for (const { slug } of [first, second]) await open(slug, user)
    t.clock.advance(25 * hourMs)
    const ids = new Map((await list()).items.map(({ id, product: of }) => [of?.title, id]))
    expect((await followUp(ids.get('Uno'))).status).toBe(201)
    expect(codeOf(await followUp(ids.get('Dos')))).toBe('FOLLOW_UP_RECENT')
    t.clock.advance(24 * hourMs + 1_000)
    expect((await followUp(ids.get('Dos'))).status).toBe(201)
  })
})

describe('the figures of an organizer', () => {
  it('each grow by one after one sale, one redeemed code and one opportunity [PROD-020]', async () => {
    expect(await figures()).toEqual({ tickets: 0, codes: 0, opportunities: 0 })
    const [sold, given, left] = [await film(), await film(), await film()]
    await buy(sold.slug, await person())
    expect(await figures()).toEqual({ tickets: 1, codes: 0, opportunities: 0 })

    const as = await t.tokenOf(ana)
    const body = { quantity: 1, netPriceMinor: 0, taxBasisPoints: 2_100 }
    const { id } = (await t.call(coupons.make, { params: { slug: given.slug }, body, as }).expect(201)).body as CouponBatch
    const codes = (await t.call(coupons.list, { params: { slug: given.slug, id }, as }).expect(200)).body as { items: Coupon[] }
    await t.call(coupons.redeem, { body: { code: codes.items[0]?.code ?? '' }, as: await t.tokenOf(await person()) }).expect(200)
    expect(await figures()).toEqual({ tickets: 1, codes: 1, opportunities: 0 })

    await open(left.slug, await person())
    t.clock.advance(25 * hourMs)
    expect(await figures()).toEqual({ tickets: 1, codes: 1, opportunities: 1 })
    const other = await t.factories.producer()
    const reply = await t.call(sales.figures, { as: await t.tokenOf(other) }).expect(200)
    expect(reply.body).toEqual({ tickets: 0, codes: 0, opportunities: 0 })
  })
})
