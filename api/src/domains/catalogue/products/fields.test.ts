import { isSold } from '@e-events/shared/domain/pricing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import { codeOf, createOrganizer, issuesOf, page, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
let staff: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  staff = await createOrganizer(t, { admin: true })
})
afterAll(() => t.stop())

const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000).toISOString()

describe('what a product needs', () => {
  it('is a picture and a speaker, each named where it is missing [CAT-035] [CAT-047]', async () => {
    const without = async (field: string, value?: unknown) => {
      const reply = await ana.create({ [field]: value })
      return [reply.status, ...issuesOf(reply)]
    }
    expect(await without('imageId')).toEqual([400, 'body.imageId invalid_type'])
    expect(await without('imageId', null)).toEqual([400, 'body.imageId invalid_type'])
    expect(await without('speakerIds')).toEqual([400, 'body.speakerIds invalid_type'])
    expect(await without('speakerIds', [])).toEqual([400, 'body.speakerIds too_small'])
    const slug = await ana.draft()
    expect(issuesOf(await ana.change(slug, { speakerIds: [] }))).toEqual(['body.speakerIds too_small'])
    expect(issuesOf(await ana.change(slug, { imageId: null }))).toEqual(['body.imageId invalid_type'])
  })

  it('the picture is one that the caller uploaded, and one that stands there already may stay', async () => {
    const foreign = (await t.factories.picture()).id
    const film = (await t.factories.picture({ owner_id: ana.user.id, purpose: 'video', mime_type: 'video/mp4' })).id
    const gone = (await t.factories.picture({ owner_id: ana.user.id, deleted_at: new Date() })).id
    for (const imageId of [foreign, film, gone, '00000000-0000-4000-8000-000000000000'])
      expect(issuesOf(await ana.create({ imageId }))).toEqual(['body.imageId unknown_image'])
    expect(issuesOf(await ana.create({ adBannerImageId: foreign }))).toEqual(['body.adBannerImageId unknown_image'])
    const slug = await ana.draft()
    await t.database.knex('products').where({ slug }).update({ image_file_id: foreign })
    await ana.change(slug, { imageId: foreign, title: 'Otra' }).expect(200)
    await staff.create({ imageId: foreign }).expect(201)
  })

  it('speakers are the own ones and those that staff named: nobody puts the name of somebody else on a product', async () => {
    const stranger = (await t.factories.speaker()).id
    expect(issuesOf(await ana.create({ speakerIds: [ana.speakerId, stranger] }))).toEqual(['body.speakerIds unknown_speaker'])
    const slug = await ana.draft()
    expect(issuesOf(await ana.change(slug, { speakerIds: [stranger] }))).toEqual(['body.speakerIds unknown_speaker'])
    await t.call(ownProducts.update, { params: { slug }, body: { speakerIds: [stranger] }, as: staff.as }).expect(200)
    await ana.change(slug, { speakerIds: [ana.speakerId, stranger] }).expect(200)
  })

  it('speakers, categories and products of a bundle have to exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(issuesOf(await ana.create({ speakerIds: [ana.speakerId, nobody] }))).toEqual(['body.speakerIds unknown_speaker'])
    expect(issuesOf(await ana.create({ categories: ['no-such-category'] }))).toEqual(['body.categories unknown_category'])
    expect(issuesOf(await ana.create({ bundleProductIds: [nobody] }))).toEqual(['body.bundleProductIds unknown_product'])
    // A refusal leaves nothing behind.
    const before = await t.database.knex('products').count<{ count: number }[]>('* as count')
    await ana.create({ title: 'Sin ponente', speakerIds: [nobody] }).expect(400)
    expect(await t.database.knex('products').count<{ count: number }[]>('* as count')).toEqual(before)
  })
})

describe('types and plans', () => {
  it('are exactly these [CAT-021] [CAT-023]', async () => {
    expect([...productTypes].sort()).toEqual([
      'broadcast',
      'course',
      'datasheet',
      'live',
      'master',
      'meet',
      'physical',
      'podcast',
      'post',
      'vod',
    ])
    for (const type of productTypes) await staff.create({ type, title: `Tipo ${type}` }).expect(201)
    expect(issuesOf(await staff.create({ type: 'concert' }))).toEqual(['body.type invalid_value'])
    expect(issuesOf(await staff.create({ plan: 'gift' }))).toEqual(['body.plan invalid_value'])
    expect(issuesOf(await staff.create({ plan: 'free', price: { netMinor: 1 } }))).toEqual(['body.price free_has_no_price'])
  })

  it('fields of one type are refused of the others, and a change of type empties them', async () => {
    for (const [field, value] of [
      ['shippingNetMinor', 400],
      ['seoTitle', 'SEO'],
      ['seoDescription', 'SEO'],
      ['fakeLive', true],
    ] as const)
      expect(issuesOf(await staff.create({ type: 'course', [field]: value })), field).toEqual([`body.${field} not_of_this_type`])
    const slug = await staff.draft({ type: 'physical', plan: 'paid', price: { netMinor: 1_000 }, stock: 3, shippingNetMinor: 400 })
    expect(await staff.read(slug)).toMatchObject({ stock: 3, shippingNetMinor: 400 })
    expect(await page(t, slug, { as: staff.as })).toMatchObject({ left: 3, shipping: { minor: 484, currency: 'EUR' } })
    await staff.change(slug, { type: 'course' }).expect(200)
    expect(await staff.read(slug)).toMatchObject({ type: 'course', stock: 3, shippingNetMinor: null })
  })

  it('a physical product with nothing left cannot be bought', async () => {
    const slug = await staff.published({ type: 'physical', plan: 'paid', price: { netMinor: 1_000 }, stock: 0 })
    expect(await page(t, slug)).toMatchObject({ saleState: 'sold_out', allowed: { buy: false, getTicket: false } })
    await staff.change(slug, { stock: 1 }).expect(200)
    expect(await page(t, slug)).toMatchObject({ saleState: 'open', allowed: { getTicket: false } })
  })

  it('fake live is arranged by support: an organizer asks for it, staff turns it on, and it stays on [CAT-091]', async () => {
    expect(codeOf(await ana.create({ type: 'live', fakeLive: true }))).toBe('FAKE_LIVE_BY_SUPPORT')
    const slug = await ana.draft({ type: 'live' })
    expect((await ana.change(slug, { fakeLive: true })).status).toBe(409)
    await t.call(ownProducts.update, { params: { slug }, body: { fakeLive: true }, as: staff.as }).expect(200)
    expect((await ana.change(slug, { fakeLive: true, title: 'Con soporte' }).expect(200)).body).toMatchObject({ fakeLive: true })
  })
})

describe('every type', () => {
  it('is made, published, got for nothing or offered for money, and opens what it is', async () => {
    const as = await t.tokenOf(await t.factories.user())
    const opened: Partial<Record<ProductType, Playback['state']>> = {
      broadcast: 'available_on',
      live: 'available_on',
      vod: 'ready',
      podcast: 'ready',
      course: 'own_page',
      master: 'own_page',
      meet: 'own_page',
    }
    const give = (slug: string) => t.call(tickets.redeem, { params: { slug }, as })
    for (const type of productTypes) {
      const free = await staff.published({ type, title: `Gratis ${type}` })
      const paid = await staff.published({ type, title: `De pago ${type}`, plan: 'paid', price: { netMinor: 900 } })
      expect(await page(t, paid, { as })).toMatchObject({
        type,
        allowed: { buy: isSold({ type, isBundle: false }), getTicket: false, watch: false },
      })
      expect([type, codeOf(await give(paid))]).toEqual([type, type === 'physical' ? 'NOT_PURCHASABLE' : 'PAYMENT_REQUIRED'])
      if (type === 'physical') continue
      expect(await page(t, free, { as })).toMatchObject({ type, allowed: { buy: false, getTicket: true, watch: false } })
      await give(free).expect(201)
      expect(await page(t, free, { as })).toMatchObject({ owned: true, allowed: { getTicket: false, watch: true } })
      // A post and a datasheet have pages of their own; nothing else is ever a mistake of its organizer's.
      if (type === 'post') expect((await t.call(posts.get, { params: { slug: free }, as })).status).toBe(200)
      else if (type === 'datasheet') expect((await t.call(datasheets.get, { params: { slug: free }, query: {}, as })).status).toBe(200)
      else
        expect([type, ((await t.call(playback.get, { params: { slug: free }, as }).expect(200)).body as Playback).state]).toEqual([
          type,
          opened[type],
        ])
    }
  })
})

describe('fields of a product', () => {
  it('identity: channel, title, type, plan, status, descriptions, price note, slug [CAT-025]', async () => {
    const body = {
      title: 'Gala de verano',
      slug: 'gala-de-verano',
      type: 'broadcast',
      plan: 'paid',
      price: { netMinor: 2_000 },
      description: 'Larga',
      shortDescription: 'Corta',
      priceNote: 'Socios, mitad de precio',
    }
    const slug = await ana.published(body)
    expect(await page(t, slug)).toMatchObject({
      channel: { slug: ana.channel.slug },
      title: 'Gala de verano',
      type: 'broadcast',
      plan: 'paid',
      status: 'published',
      description: 'Larga',
      shortDescription: 'Corta',
      priceNote: 'Socios, mitad de precio',
      slug: 'gala-de-verano',
    })
  })

  it('short descriptions end at 240 characters, descriptions are long [CAT-039] [CAT-040]', async () => {
    const slug = await ana.draft()
    await ana.change(slug, { shortDescription: 'x'.repeat(240), description: 'x'.repeat(1_500) }).expect(200)
    expect(issuesOf(await ana.change(slug, { shortDescription: 'x'.repeat(241) }))).toEqual(['body.shortDescription too_big'])
  })

  it('price and media: the owner reads all nine, others neither the source, the playlist nor the etag [CAT-026]', async () => {
    const pictures = await Promise.all([1, 2].map(async () => (await t.factories.picture({ owner_id: ana.user.id })).id))
    const slug = await staff.published({
      type: 'vod',
      plan: 'paid',
      price: { netMinor: 1_500, taxBasisPoints: 1_000 },
      trailerUrl: 'https://media.example/trailer.mp4',
      url: 'https://vimeo.com/76979871',
      adBannerImageId: pictures[0],
      secondaryImageId: pictures[1],
    })
    const secret = { source_video_url: '/media/sources/a.mp4', playback_url: '/media/vod/a/master.m3u8', etag: 'a1b2c3' }
    await t.database.knex('products').where({ slug }).update(secret)
    expect(await staff.read(slug)).toMatchObject({
      netPrice: { netMinor: 1_500, taxBasisPoints: 1_000, currency: 'EUR' },
      trailerUrl: 'https://media.example/trailer.mp4',
      url: 'https://vimeo.com/76979871',
      sourceVideoUrl: secret.source_video_url,
      playbackUrl: secret.playback_url,
      etag: secret.etag,
      adBanner: { id: pictures[0] },
      secondaryImage: { id: pictures[1] },
    })
    const shown = await page(t, slug)
    expect(shown).toMatchObject({
      price: { minor: 1_650, currency: 'EUR' },
      priceParts: { net: { minor: 1_500 }, tax: { minor: 150 }, gross: { minor: 1_650 }, taxBasisPoints: 1_000 },
      trailerUrl: 'https://media.example/trailer.mp4',
      adBannerUrl: `/api/files/${pictures[0]}`,
      secondaryImageUrl: `/api/files/${pictures[1]}`,
    })
    const told = JSON.stringify(shown)
    for (const value of Object.values(secret)) expect(told).not.toContain(value)
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['sourceVideoUrl']))
  })

  it('the address of a player elsewhere is told to whoever may watch; of a free product to everybody [CAT-100]', async () => {
    const url = 'https://vimeo.com/76979872'
    const paid = await staff.published({ type: 'vod', title: 'De pago', plan: 'paid', price: { netMinor: 500 }, url })
    const free = await staff.published({ type: 'vod', title: 'Gratis', url })
    const holder = await t.factories.user()
    const { id } = await staff.read(paid)
    await t.factories.ticket({ user_id: holder.id, product_id: id })
    expect([(await page(t, paid)).url, (await page(t, free)).url]).toEqual([null, url])
    expect((await page(t, paid, { as: await t.tokenOf(holder) })).url).toBe(url)
  })

  it('classification: categories, tags, labels, year, country, age, director, speakers, group [CAT-027] [CAT-100]', async () => {
    const [, second] = await Promise.all([1, 2].map(async () => (await t.factories.speaker({ owner_id: ana.user.id })).id))
    await t.database.knex('categories').insert([{ slug: 'danza' }, { slug: 'teatro' }])
    const body = {
      title: 'Clasificado',
      categories: ['teatro', 'danza'],
      tags: ['vino', 'noche', 'vino'],
      labels: ['Estreno', 'Novedad'],
      productionYear: 2024,
      productionCountry: 'PT',
      suggestedAge: '13+',
      director: 'Pilar Miró',
      speakerIds: [second, ana.speakerId],
      group: 'Ciclo de otoño',
    }
    const slug = await ana.published(body)
    const shown = await page(t, slug)
    expect(shown).toMatchObject({
      categories: [{ slug: 'teatro' }, { slug: 'danza' }],
      tags: ['vino', 'noche'],
      labels: ['Estreno', 'Novedad'],
      productionYear: 2024,
      productionCountry: 'PT',
      suggestedAge: '13+',
      director: 'Pilar Miró',
      group: 'Ciclo de otoño',
    })
    expect(shown.speakers.map(({ id }) => id)).toEqual([second, ana.speakerId])
    const list = async (query: Record<string, unknown>) =>
      ((await t.call(products.list, { query }).expect(200)).body as { items: { slug: string; group: string | null }[] }).items
    expect((await list({ group: 'Ciclo de otoño' })).map((card) => [card.slug, card.group])).toEqual([[slug, 'Ciclo de otoño']])
    expect((await list({ category: 'danza' })).map((card) => card.slug)).toEqual([slug])
    const { slug: speaker } = shown.speakers[0]!
    expect((await list({ speaker })).map((card) => card.slug)).toEqual([slug])
    expect((await list({ q: 'vino' })).map((card) => card.slug)).toContain(slug)
    for (const wrong of [{ suggestedAge: '16+' }, { productionCountry: 'Spain' }, { productionYear: 1700 }, { labels: ['x'.repeat(31)] }])
      expect((await ana.create(wrong)).status, JSON.stringify(wrong)).toBe(400)
  })

  it('dates lie in years that everything knows, and one that their offset moves out of them can still be read', async () => {
    for (const saleEndsAt of ['0000-02-29T00:00:00Z', '1899-12-31T23:59:59Z', '3000-01-01T00:00:00Z'])
      expect(issuesOf(await ana.create({ saleEndsAt }))).toEqual(['body.saleEndsAt custom'])
    const slug = await ana.draft({ saleEndsAt: '2999-12-31T23:59:59-05:00' })
    expect((await ana.read(slug)).saleEndsAt).toBe('3000-01-01T04:59:59.000Z')
  })

  it('sales: the window, hours and date of expiry; nothing is got outside the window [CAT-028]', async () => {
    expect(issuesOf(await ana.create({ saleStartsAt: inHours(2), saleEndsAt: inHours(1) }))).toEqual(['body.saleEndsAt order'])
    const window = { saleStartsAt: inHours(1), saleEndsAt: inHours(48), expirationHours: 48, expiresAt: inHours(400) }
    const slug = await ana.published({ title: 'Con ventana', ...window })
    expect(await ana.read(slug)).toMatchObject(window)
    expect(await page(t, slug)).toMatchObject({ saleState: 'not_open', expirationHours: 48, allowed: { getTicket: false } })
    await ana.change(slug, { saleStartsAt: null }).expect(200)
    expect(await page(t, slug)).toMatchObject({ saleState: 'open', saleStartsAt: null, saleEndsAt: window.saleEndsAt })
    await ana.change(slug, { saleStartsAt: inHours(-3), saleEndsAt: inHours(-1) }).expect(200)
    expect(await page(t, slug)).toMatchObject({ saleState: 'ended', allowed: { getTicket: false } })
  })

  it('metadata: key, value and the exportable flag, in their order; a key stands once [CAT-031]', async () => {
    const slug = await ana.draft()
    const put = (metadata: object[]) => t.call(ownProducts.setMetadata, { params: { slug }, body: { metadata }, as: ana.as })
    const entries = [
      { key: 'Sala', value: 'Grande', exportable: true },
      { key: 'Aforo', value: '300', exportable: false },
    ]
    expect((await put(entries).expect(200)).body).toMatchObject({ metadata: entries })
    expect(issuesOf(await put([entries[0]!, entries[0]!]))).toEqual(['body.metadata.1.key duplicate'])
    expect((await put([{ key: ' ' }])).status).toBe(400)
    expect((await put([{ key: 'Aforo' }]).expect(200)).body).toMatchObject({ metadata: [{ key: 'Aforo', value: '', exportable: false }] })
  })

  it('a post has a title and a description for search engines [CAT-033]', async () => {
    const slug = await staff.published({ type: 'post', seoTitle: 'Leer gratis', seoDescription: 'Todo sobre el vino' })
    expect(await page(t, slug)).toMatchObject({ seoTitle: 'Leer gratis', seoDescription: 'Todo sobre el vino' })
  })
})

describe('bundles', () => {
  it('hold own products in their order, and hold no bundle [CAT-031]', async () => {
    const [one, two] = [await ana.published({ title: 'Uno' }), await ana.published({ title: 'Dos' })]
    const ids = [(await ana.read(two)).id, (await ana.read(one)).id]
    const foreign = (await t.factories.product()).id
    expect(issuesOf(await ana.create({ bundleProductIds: [...ids, foreign] }))).toEqual(['body.bundleProductIds unknown_product'])
    const slug = await ana.published({ title: 'Abono', bundleProductIds: ids })
    expect(await ana.read(slug)).toMatchObject({ bundleProductIds: ids, bundleState: 'inactive' })
    expect((await page(t, slug)).bundle).toEqual([])
    await t.call(bundles.activate, { params: { slug }, as: ana.as }).expect(200)
    expect((await page(t, slug)).bundle.map((card) => card.slug)).toEqual([two, one])
    await t.call(bundles.deactivate, { params: { slug }, as: ana.as }).expect(200)
    const { id } = await ana.read(slug)
    expect(issuesOf(await ana.create({ bundleProductIds: [id] }))).toEqual(['body.bundleProductIds bundle_in_bundle'])
    expect(issuesOf(await ana.change(slug, { bundleProductIds: [id] }))).toEqual(['body.bundleProductIds bundle_in_bundle'])
    expect((await ana.read(slug)).bundleProductIds).toEqual(ids)
    expect((await ana.change(slug, { bundleProductIds: [] }).expect(200)).body).toMatchObject({ bundleProductIds: [], bundleState: null })
  })
})

describe('prices', () => {
  it('are whole cents: a price with three decimals has no place', async () => {
    for (const netMinor of [1_999.5, 0.1, -1, '1000', 100_000_01])
      expect(issuesOf(await ana.create({ plan: 'paid', price: { netMinor } }))[0], String(netMinor)).toMatch(/^body\.price\.netMinor /)
    const slug = await ana.draft({ plan: 'paid', price: { netMinor: 1_999 } })
    expect((await ana.read(slug)).netPrice).toEqual({ netMinor: 1_999, currency: 'EUR', taxBasisPoints: 2_100 })
  })

  it('an offer is the price while it runs, and takes at most 20 % off [CAT-029] [SHOP-022]', async () => {
    const price = { netMinor: 1_000 }
    // Both ends are counted from one reading of the clock, which goes on.
    const offer = (netMinor: number, from = -5, until = 15) => {
      const nowMs = t.clock.nowMs()
      const inMinutes = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString()
      return { netMinor, taxBasisPoints: 1_000, startsAt: inMinutes(from), endsAt: inMinutes(until) }
    }
    // Net 80 of 100 is a fifth less, 79.99 is more than that.
    await ana.create({ plan: 'paid', price: { netMinor: 10_000 }, offer: offer(8_000) }).expect(201)
    expect((await ana.create({ plan: 'paid', price: { netMinor: 10_000 }, offer: offer(7_999) })).status).toBe(400)
    const refused = async (body: object) => issuesOf(await ana.create({ plan: 'paid', price, ...body }))
    expect(await refused({ offer: offer(799) })).toEqual(['body.offer.netMinor offer_cap'])
    expect(await refused({ offer: offer(1_001) })).toEqual(['body.offer.netMinor offer_cap'])
    expect(await refused({ offer: offer(900, 5, 5) })).toEqual(['body.offer.endsAt order'])
    expect(await refused({ plan: 'free', price: null, offer: offer(0) })).toEqual(['body.offer free_has_no_price'])

    const slug = await ana.published({ title: 'De oferta', plan: 'paid', price, offer: offer(800, 5, 15) })
    const now = async () => {
      const { price: asked, regularPrice, offerEndsAt } = await page(t, slug)
      return [asked?.minor, regularPrice?.minor ?? null, offerEndsAt]
    }
    expect(await now()).toEqual([1_210, null, null])
    t.clock.advance(10 * 60_000)
    const running = await ana.read(slug)
    expect(await now()).toEqual([880, 1_210, running.offer?.endsAt])
    expect(running.netPrice?.netMinor).toBe(1_000)
    // The price may not slip away below the offer.
    expect(issuesOf(await ana.change(slug, { price: { netMinor: 1_001 } }))).toEqual(['body.price offer_cap'])
    expect((await ana.change(slug, { offer: null, price: { netMinor: 1_100 } }).expect(200)).body).toMatchObject({ offer: null })
    expect(await now()).toEqual([1_331, null, null])
  })
})

describe('languages', () => {
  it('have texts of their own; one is taken back, the own one stays [CAT-034]', async () => {
    const slug = await ana.published({ title: 'Concierto', shortDescription: 'Corta', description: 'Larga' })
    const text = { title: 'Concert', shortDescription: 'Short', description: 'Long' }
    const put = await t.call(ownProducts.setTranslation, { params: { slug, language: 'en' }, body: text, as: ana.as }).expect(200)
    expect((put.body as OwnProductDetail).translations).toEqual([{ language: 'en', ...text }])
    // The form shows what is stored, whatever language it is in itself.
    expect(await ana.read(slug, { language: 'en' })).toMatchObject({
      title: 'Concert',
      text: { title: 'Concierto', shortDescription: 'Corta', description: 'Larga' },
    })
    expect(await page(t, slug, { query: { language: 'pt' } })).toMatchObject({ title: 'Concierto' })
    const remove = (language: string) => t.call(ownProducts.removeTranslation, { params: { slug, language }, as: ana.as })
    expect((await remove('en').expect(200)).body).toMatchObject({ translations: [] })
    expect(codeOf(await remove('es'))).toBe('STATE_CONFLICT')
  })
})
