import { coupons, type Coupon, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, issuesOf, session, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

const price = { net: { minor: 1_000, currency: 'EUR' }, taxBasisPoints: 2_100 }
const make = (slug: string, body: object = {}, as = ana.as) =>
  t.call(coupons.make, { params: { slug }, body: { quantity: 1, netPriceMinor: 400, taxBasisPoints: 2_100, ...body }, as })
const made = async (slug: string, body: object = {}) => (await make(slug, body).expect(201)).body as CouponBatch
const codes = async (slug: string, id: string, query: object = {}) =>
  (await t.call(coupons.list, { params: { slug, id }, query: { ...query }, as: ana.as }).expect(200)).body as {
    items: Coupon[]
    nextCursor: string | null
  }
const batchOf = async (slug: string, id: string) =>
  ((await t.call(coupons.listBatches, { params: { slug }, as: ana.as }).expect(200)).body as { items: CouponBatch[] }).items.find(
    (batch) => batch.id === id,
  )
const paid = (body: object = {}, status = 'published') =>
  ana.published({ plan: 'paid', price: { netMinor: price.net.minor, taxBasisPoints: price.taxBasisPoints }, ...body }, status)
/** Redeems by hand what has no endpoint here. */
const use = async (id: string, fields = { name: 'Lola', surname: 'Flores' }) => {
  const user = await t.factories.user(fields)
  await t.database.knex('coupons').where({ id }).update({ redeemed_by: user.id, redeemed_at: t.clock.now() })
  return user
}

describe('making coupons', () => {
  it('waits for the publication: a draft has none, published and private products do [CAT-064]', async () => {
    const draft = await ana.draft({ plan: 'paid', price: { netMinor: 1_000, taxBasisPoints: 2_100 } })
    const refused = await make(draft)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'PRODUCT_NOT_PUBLISHED'])
    expect(await t.database.knex('coupon_batches').count<{ count: number }[]>('* as count')).toEqual([{ count: 0 }])
    for (const status of ['published', 'private']) await make(await paid({}, status)).expect(201)
  })

  it('asks for a quantity, a net price and a tax, and for a date of this product [SHOP-015]', async () => {
    const slug = await paid()
    for (const quantity of [0, -1, 1.5, 'ten', limits.couponsPerBatch + 1]) expect((await make(slug, { quantity })).status).toBe(400)
    for (const wrong of [{ netPriceMinor: -1 }, { taxBasisPoints: 10_001 }, { netPriceMinor: '4' }])
      expect((await make(slug, wrong)).status).toBe(400)
    const [other] = (await ana.read(await paid())).sessions
    const foreign = await make(slug, { sessionId: other!.id })
    expect([foreign.status, issuesOf(foreign)]).toEqual([400, ['body.sessionId unknown_session']])
    const [own] = (await ana.read(slug)).sessions
    const batch = await made(slug, { sessionId: own!.id, quantity: 3, name: 'Prensa', netPriceMinor: 333 })
    expect(batch).toMatchObject({
      name: 'Prensa',
      session: { id: own!.id, startsAt: own!.startsAt },
      price: { net: { minor: 333 }, tax: { minor: 70 }, gross: { minor: 403, currency: 'EUR' }, taxBasisPoints: 2_100 },
      quantity: 3,
      counts: { unused: 3, redeemed: 0, revoked: 0 },
      state: 'open',
    })
  })

  it('refuses what would cost more than the product, has ended, or gives no access', async () => {
    const slug = await paid()
    expect(issuesOf(await make(slug, { netPriceMinor: 1_001 }))).toEqual(['body.netPriceMinor coupon_price'])
    await make(slug, { netPriceMinor: 1_000 }).expect(201)
    const past = new Date(t.clock.nowMs() - 1_000).toISOString()
    expect(issuesOf(await make(slug, { validUntil: past }))).toEqual(['body.validUntil in_the_past'])
    const { id } = await ana.read(slug)
    const gone = await t.factories.session({ product_id: id, starts_at: new Date(t.clock.nowMs() - 86_400_000) })
    expect(issuesOf(await make(slug, { sessionId: gone.id }))).toEqual(['body.sessionId unknown_session'])
    const goods = await t.factories.product({ channel_id: ana.channel.id, type: 'physical', plan: 'paid' })
    expect(codeOf(await make(goods.slug))).toBe('STATE_CONFLICT')
  })

  it('of a quantity of 50 makes 50 unique codes of at least 10 characters that nobody can guess [SHOP-017]', async () => {
    const slug = await paid()
    const { id } = await made(slug, { quantity: 50 })
    const { items } = await codes(slug, id, { limit: 60 })
    expect(new Set(items.map(({ code }) => code)).size).toBe(50)
    for (const { code, state } of items) {
      expect(code).toMatch(/^[\dA-HJKMNP-TV-Z]{5}(-[\dA-HJKMNP-TV-Z]{5}){2}$/)
      expect(state).toBe('unused')
    }
    // None of them tells another one: no prefix is shared beyond chance.
    expect(new Set(items.map(({ code }) => code.slice(0, 5))).size).toBeGreaterThan(45)
  })

  it('makes the largest batch in one request', { timeout: 60_000 }, async () => {
    const slug = await paid()
    const batch = await made(slug, { quantity: limits.couponsPerBatch })
    expect(batch.counts).toEqual({ unused: limits.couponsPerBatch, redeemed: 0, revoked: 0 })
  })

  it('is for the product’s own organizer and administrators: others find neither product nor coupons', async () => {
    const slug = await paid()
    const { id } = await made(slug)
    const [coupon] = (await codes(slug, id)).items
    const stranger = (await createOrganizer(t)).as
    const params = { slug, id }
    for (const reply of [
      await make(slug, {}, stranger),
      await t.call(coupons.listBatches, { params, as: stranger }),
      await t.call(coupons.list, { params, as: stranger }),
      await t.call(coupons.export, { params, query: { format: 'csv' }, as: stranger }),
      await t.call(coupons.revokeBatch, { params, as: stranger }),
      await t.call(coupons.revoke, { params: { ...params, codeId: coupon!.id }, as: stranger }),
      // An own product opens no batch of another one.
      await t.call(coupons.list, { params: { slug: await paid(), id }, as: ana.as }),
    ])
      expect(reply.status).toBe(404)
    await make(slug, {}, await t.tokenOf(await t.factories.admin())).expect(201)
  })
})

describe('a batch', () => {
  it('says which codes are redeemed and by whom, page by page, and as a file', async () => {
    const slug = await paid()
    const { id } = await made(slug, { quantity: 5 })
    const { items } = await codes(slug, id)
    const user = await use(items[0]!.id, { name: '=Lola', surname: 'Flores' })
    expect((await batchOf(slug, id))?.counts).toEqual({ unused: 4, redeemed: 1, revoked: 0 })
    expect((await codes(slug, id)).items[0]).toMatchObject({
      code: items[0]!.code,
      state: 'redeemed',
      redeemedBy: { name: '=Lola Flores', email: user.email },
    })
    expect((await codes(slug, id, { state: 'unused' })).items).toHaveLength(4)
    expect((await codes(slug, id, { q: user.email })).items).toHaveLength(1)
    expect((await codes(slug, id, { q: '%' })).items).toEqual([])
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const part = await codes(slug, id, { limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...part.items.map((coupon) => coupon.id))
      cursor = part.nextCursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    const csv = await t
      .call(coupons.export, { params: { slug, id }, query: { format: 'csv' }, as: ana.as })
      .set('accept-language', 'en')
      .buffer(true)
      .expect(200)
    expect(csv.text.trim().split('\r\n')).toHaveLength(6)
    expect(csv.text).toContain('Coupon,State,Redeemed (UTC),Redeemed by')
    expect(csv.get('content-disposition')).toContain(`coupons-${slug}-`)
    const xlsx = await t.call(coupons.export, { params: { slug, id }, query: { format: 'xlsx', state: 'redeemed' }, as: ana.as })
    expect(xlsx.status).toBe(200)
  })

  it('and a code of it are revoked once; what was redeemed stays redeemed', async () => {
    const slug = await paid()
    const { id } = await made(slug, { quantity: 4 })
    const [used, spoilt] = (await codes(slug, id)).items
    await use(used!.id)
    const revoke = (codeId: string) => t.call(coupons.revoke, { params: { slug, id, codeId }, as: ana.as })
    expect((await revoke(spoilt!.id).expect(200)).body).toMatchObject({ id: spoilt!.id, state: 'revoked' })
    expect([codeOf(await revoke(spoilt!.id)), codeOf(await revoke(used!.id))]).toEqual(['STATE_CONFLICT', 'COUPON_REDEEMED'])
    expect((await batchOf(slug, id))?.counts).toEqual({ unused: 2, redeemed: 1, revoked: 1 })
    const revokeAll = () => t.call(coupons.revokeBatch, { params: { slug, id }, as: ana.as })
    expect((await revokeAll().expect(200)).body).toMatchObject({ state: 'revoked', counts: { unused: 0, redeemed: 1, revoked: 3 } })
    expect(codeOf(await revokeAll())).toBe('STATE_CONFLICT')
    expect((await codes(slug, id, { state: 'redeemed' })).items.map((coupon) => coupon.id)).toEqual([used!.id])
  })

  it('ends with its date and with its session', async () => {
    const slug = await paid()
    await ana.addSession(slug, session(t, 600)).expect(201)
    const [first] = (await ana.read(slug)).sessions
    const until = new Date(t.clock.nowMs() + 20 * 60_000).toISOString()
    const [dated, open, bound] = [await made(slug, { validUntil: until }), await made(slug), await made(slug, { sessionId: first!.id })]
    const states = async () => Promise.all([dated, open, bound].map(async ({ id }) => (await batchOf(slug, id))?.state))
    expect(await states()).toEqual(['open', 'open', 'open'])
    const pass = async (minutes: number) => {
      t.clock.advance(minutes * 60_000)
      ana.as = await t.tokenOf(ana.user)
    }
    await pass(21)
    expect(await states()).toEqual(['ended', 'open', 'open'])
    await pass(180)
    expect(await states()).toEqual(['ended', 'open', 'ended'])
  })
})
