import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, issuesOf, page, type Organizer } from '../../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

const activate = (slug: string, as = ana.as) => t.call(bundles.activate, { params: { slug }, as })
const deactivate = (slug: string, as = ana.as) => t.call(bundles.deactivate, { params: { slug }, as })
const idOf = async (slug: string) => (await ana.read(slug)).id as string

/** A film of ana's that is sold, by its id. */
const film = async (netMinor: number, body: object = {}) =>
  t.factories.product({
    channel_id: ana.channel.id,
    type: 'vod',
    plan: 'paid',
    net_price_minor: netMinor,
    tax_basis_points: 2_100,
    ...body,
  })
const bundleOf = async (ids: readonly string[], netMinor = 3_000) =>
  ana.published({ title: 'Abono', plan: 'paid', price: { netMinor }, bundleProductIds: ids })

describe('activating a bundle', () => {
  let one: string
  let two: string
  beforeEach(async () => {
    one = (await film(1_000)).id
    two = (await film(3_000)).id
  })

  it('is for its organizer: somebody else finds nothing', async () => {
    const slug = await bundleOf([one, two])
    const bert = await createOrganizer(t)
    expect((await activate(slug, bert.as)).status).toBe(404)
    expect((await deactivate(slug, bert.as)).status).toBe(404)
    expect((await activate(slug, await t.tokenOf(await t.factories.user()))).status).toBe(403)
  })

  it('answers 409 BUNDLE_STATE for an active one, and deactivating for an inactive one [SHOP-066]', async () => {
    const slug = await bundleOf([one, two])
    expect(codeOf(await deactivate(slug))).toBe('BUNDLE_STATE')
    await activate(slug).expect(200)
    const again = await activate(slug)
    expect([again.status, codeOf(again)]).toEqual([409, 'BUNDLE_STATE'])
    await deactivate(slug).expect(200)
    const twice = await deactivate(slug)
    expect([twice.status, codeOf(twice)]).toEqual([409, 'BUNDLE_STATE'])
    expect(codeOf(await deactivate(await ana.published({ title: 'Sin nada dentro' })))).toBe('BUNDLE_STATE')
  })

  it('of two requests of the same moment changes the state once', async () => {
    const slug = await bundleOf([one, two])
    const replies = await Promise.all([activate(slug), activate(slug), activate(slug)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('asks for two published products or more [SHOP-059]', async () => {
    expect(codeOf(await activate(await bundleOf([one])))).toBe('BUNDLE_INCOMPLETE')
    const draft = (await film(1_000, { status: 'draft' })).id
    expect(codeOf(await activate(await bundleOf([one, draft])))).toBe('BUNDLE_INCOMPLETE')
    expect(codeOf(await activate(await bundleOf([one, two, draft])))).toBe('BUNDLE_INCOMPLETE')
    const dollars = (await film(1_000, { currency: 'USD' })).id
    expect(codeOf(await activate(await bundleOf([one, dollars])))).toBe('BUNDLE_INCOMPLETE')
    const cancelled = (await film(1_000, { cancelled_at: t.clock.now() })).id
    expect(codeOf(await activate(await bundleOf([one, cancelled])))).toBe('BUNDLE_INCOMPLETE')
    const print = (await t.factories.product({ channel_id: ana.channel.id, type: 'physical', plan: 'paid', net_price_minor: 900 })).id
    expect(codeOf(await activate(await bundleOf([one, print])))).toBe('BUNDLE_INCOMPLETE')
  })

  it('answers the product with its state, and puts its products on the page', async () => {
    const slug = await bundleOf([one, two])
    expect((await page(t, slug)).bundle).toEqual([])
    expect(((await activate(slug).expect(200)).body as OwnProductDetail).bundleState).toBe('active')
    expect((await page(t, slug)).bundle.map(({ part }) => part)).toEqual(['included', 'included'])
    expect(((await deactivate(slug).expect(200)).body as OwnProductDetail).bundleState).toBe('inactive')
    expect(await page(t, slug)).toMatchObject({ bundle: [], bundleState: 'inactive', allowed: { buy: false } })
  })

  it('keeps it whole: what is on sale does not lose its products [SHOP-059]', async () => {
    const slug = await bundleOf([one, two])
    await activate(slug).expect(200)
    expect(issuesOf(await ana.change(slug, { bundleProductIds: [one] }))).toEqual(['body.bundleProductIds bundle_incomplete'])
    expect(issuesOf(await ana.change(slug, { bundleProductIds: [] }))).toEqual(['body.bundleProductIds bundle_incomplete'])
    const three = (await film(500)).id
    await ana.change(slug, { bundleProductIds: [three, one] }).expect(200)
    expect(await ana.read(slug)).toMatchObject({ bundleProductIds: [three, one], bundleState: 'active' })
    await deactivate(slug).expect(200)
    await ana.change(slug, { bundleProductIds: [] }).expect(200)
    expect(await ana.read(slug)).toMatchObject({ bundleProductIds: [], bundleState: null })
  })

  it('refuses itself, another bundle and the product of somebody else [SHOP-059]', async () => {
    const slug = await bundleOf([one, two])
    const own = await idOf(slug)
    expect(issuesOf(await ana.change(slug, { bundleProductIds: [own, one] }))).toEqual(['body.bundleProductIds bundle_in_bundle'])
    expect(issuesOf(await ana.create({ bundleProductIds: [own, one] }))).toEqual(['body.bundleProductIds bundle_in_bundle'])
    const foreign = (await t.factories.product({ type: 'vod' })).id
    expect(issuesOf(await ana.create({ bundleProductIds: [foreign, one] }))).toEqual(['body.bundleProductIds unknown_product'])
  })
})

describe('the page of a bundle', () => {
  it('says what is owned and what it saves, and deducts what is owned [SHOP-059]', async () => {
    const ids = [(await film(1_000)).id, (await film(1_000)).id, (await film(2_000)).id]
    const slug = await bundleOf(ids, 3_000)
    await activate(slug).expect(200)
    const eur = (minor: number) => ({ minor, currency: 'EUR' })
    const stranger = await page(t, slug)
    // 21 % on 10.00, 10.00 and 20.00, against 30.00.
    expect(stranger).toMatchObject({
      price: eur(3_630),
      regularPrice: null,
      bundlePrice: { separately: eur(4_840), saves: eur(1_210), deducted: eur(0) },
    })
    const buyer = await t.factories.user()
    const as = await t.tokenOf(buyer)
    await t.database.knex('tickets').insert({ user_id: buyer.id, product_id: ids[1] ?? '', source: 'free' })
    const told = await page(t, slug, { as })
    expect(told.bundle.map(({ part }) => part)).toEqual(['included', 'owned', 'included'])
    // A quarter of the price belongs to the owned part.
    expect(told).toMatchObject({
      price: eur(2_723),
      regularPrice: eur(3_630),
      priceParts: { net: eur(2_250), tax: eur(473) },
      bundlePrice: { separately: eur(3_630), saves: eur(907), deducted: eur(907) },
    })
    await t.database.knex('products').where({ id: ids[2] }).update({ cancelled_at: t.clock.now() })
    expect((await page(t, slug, { as })).bundle.map(({ part }) => part)).toEqual(['included', 'owned', 'unavailable'])
    expect((await page(t, slug, { as })).priceParts?.net).toEqual(eur(750))
  })
})
