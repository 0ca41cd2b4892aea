import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products, type ListedProduct, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let imageId: string
let speakerId: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  imageId = (await t.factories.picture({ owner_id: producer.id })).id
  speakerId = (await t.factories.speaker({ owner_id: producer.id })).id
})
afterAll(() => t.stop())

const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const own = (fields: object = {}) => t.factories.channel({ owner_id: producer.id, ...fields })
const create = (body: object, token = as) => t.call(ownProducts.create, { body: { imageId, speakerIds: [speakerId], ...body }, as: token })
const get = (slug: string, query: object = {}, token?: string) =>
  t.call(products.get, { params: { slug }, query: query as never, as: token })
const session = (minutes: number) => ({
  startsAt: new Date(t.clock.nowMs() + minutes * 60_000).toISOString(),
  endsAt: new Date(t.clock.nowMs() + (minutes + 90) * 60_000).toISOString(),
})

describe('creating', () => {
  it('needs a channel first, and an own one [PROD-035] [PROD-046]', async () => {
    const fresh = await t.tokenOf(await t.factories.producer())
    const foreign = await t.factories.channel()
    const body = { channelSlug: foreign.slug, title: 'Jazz', type: 'broadcast', plan: 'free' }
    expect([codeOf(await create(body, fresh)), codeOf(await create(body))]).toEqual(['CHANNEL_REQUIRED', 'CHANNEL_REQUIRED'])
    const mine = await own()
    expect([(await create(body)).status, (await create({ ...body, channelSlug: 'no-such-channel' })).status]).toEqual([404, 404])
    const made = await create({ ...body, channelSlug: mine.slug })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ status: 'draft', goLiveRefusal: 'PRODUCT_NOT_PUBLISHED', allowed: { edit: true, goLive: false } })
  })

  it('makes the slug from the title, the next free one when taken, and refuses a wished one that exists or is a path of ours [CAT-043] [CAT-046]', async () => {
    const channelSlug = (await own()).slug
    const body = { channelSlug, title: 'Concierto Año Nuevo 2025!', type: 'broadcast', plan: 'free' }
    const slugs = await Promise.all([1, 2, 3].map(async () => ((await create(body)).body as OwnProductDetail).slug))
    expect(new Set(slugs)).toEqual(new Set(['concierto-ano-nuevo-2025', 'concierto-ano-nuevo-2025-2', 'concierto-ano-nuevo-2025-3']))
    expect(codeOf(await create({ ...body, slug: 'concierto-ano-nuevo-2025' }))).toBe('SLUG_TAKEN')
    expect(codeOf(await create({ ...body, slug: 'checkout' }))).toBe('SLUG_TAKEN')
    expect(((await create({ ...body, title: 'Checkout' })).body as OwnProductDetail).slug).toBe('checkout-1')
  })

  it('names its categories by slug, and finds one that it names anew by its name in any language; a new one is shown on the home page by staff alone', async () => {
    const channel = await own()
    const [row] = await t.database.knex('categories').insert({ slug: 'talks' }).returning('id')
    for (const [language, title] of [
      ['es', 'Charlas'],
      ['en', 'Talks'],
    ] as const) {
      await t.database.knex('category_translations').insert({ category_id: row!.id, language, title })
    }
    const body = { channelSlug: channel.slug, title: 'Hablemos', type: 'broadcast', plan: 'free' }
    const made = (await create({ ...body, newCategory: 'CHARLAS' })).body as OwnProductDetail
    expect(made.category).toBe('Charlas')
    expect(((await get(made.slug, { language: 'en' }, as)).body as ProductDetail).category).toBe('Talks')
    await create({ ...body, title: 'Rareza', categories: ['talks'], newCategory: 'Rarezas' }).then((reply) =>
      expect(reply.body).toMatchObject({ category: 'Charlas', categories: [{ slug: 'talks' }, { slug: 'rarezas' }] }),
    )
    const hidden = await t.database.knex('categories').whereIn('slug', ['talks', 'rarezas']).orderBy('slug').select('slug', 'is_hidden')
    expect(hidden).toEqual([
      { slug: 'rarezas', is_hidden: true },
      { slug: 'talks', is_hidden: false },
    ])
  })

  it('lets organizers make the types that the site allows, and administrators every type', async () => {
    const channelSlug = (await own()).slug
    const body = { channelSlug, title: 'Camiseta', type: 'physical', plan: 'paid', price: { netMinor: 1_000 } }
    expect(codeOf(await create(body))).toBe('TYPE_NOT_AVAILABLE')
    const admin = await t.tokenOf(await t.factories.admin())
    const adminImage = (await t.factories.picture()).id
    const made = await create({ ...body, imageId: adminImage }, admin)
    expect([made.status, (made.body as OwnProductDetail).price]).toEqual([201, { minor: 1_210, currency: 'EUR' }])
  })
})

describe('publishing', () => {
  const draft = async (channel: object = {}, body: object = {}) => {
    const { slug: channelSlug } = await own(channel)
    return ((await create({ channelSlug, title: 'Show', type: 'broadcast', plan: 'free', ...body })).body as OwnProductDetail).slug
  }
  const publish = (slug: string, status = 'published') => t.call(ownProducts.publish, { params: { slug }, body: { status }, as })
  const addSession = (slug: string, body: object = session(30)) => t.call(ownProducts.addSession, { params: { slug }, body, as })

  it('needs an approved channel, a date where the type has one, and a price where it is paid [CAT-041]', async () => {
    expect(codeOf(await publish(await draft({ status: 'revision' })))).toBe('CHANNEL_NOT_APPROVED')
    const undated = await draft()
    expect(codeOf(await publish(undated))).toBe('SESSION_REQUIRED')
    await addSession(undated).expect(201)
    expect((await publish(undated)).body).toMatchObject({
      status: 'published',
      goLiveRefusal: null,
      allowed: { goLive: true, publish: false },
    })
    const unpriced = await draft({}, { plan: 'paid' })
    await addSession(unpriced).expect(201)
    expect((await publish(unpriced)).body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'product.price' }] })
  })

  it('freezes the type and never goes back; sessions are only added, public and private may alternate [CAT-062]', async () => {
    const slug = await draft()
    await addSession(slug).expect(201)
    await publish(slug).expect(200)
    const change = (body: object) => t.call(ownProducts.update, { params: { slug }, body, as })
    expect(codeOf(await change({ type: 'course' }))).toBe('PRODUCT_FROZEN')
    expect((await change({ type: 'broadcast', title: 'Otro título' })).body).toMatchObject({ type: 'broadcast', title: 'Otro título' })
    expect(codeOf(await change({ status: 'draft' }))).toBe('PRODUCT_FROZEN')
    expect(codeOf(await publish(slug))).toBe('STATE_CONFLICT')
    expect((await publish(slug, 'private')).status).toBe(200)
    expect((await publish(slug, 'published')).status).toBe(200)
    const more = await addSession(slug, session(60 * 24))
    expect((more.body as OwnProductDetail).sessions).toHaveLength(2)
  })

  it('refuses dates that end before they begin, exist already, lie in the past, or belong to a type without dates', async () => {
    const slug = await draft()
    const body = session(30)
    expect((await addSession(slug, { ...body, endsAt: body.startsAt })).status).toBe(400)
    expect((await addSession(slug, { ...body, timezone: 'Mars/Base' })).body).toMatchObject({ issues: [{ path: 'body.timezone' }] })
    expect((await addSession(slug, session(-200))).body).toMatchObject({ issues: [{ rule: 'in_the_past' }] })
    await addSession(slug, body).expect(201)
    expect(codeOf(await addSession(slug, body))).toBe('STATE_CONFLICT')
    expect(codeOf(await addSession(await draft({}, { type: 'course' })))).toBe('PRODUCT_NOT_LIVE')
  })

  it('refuses a sale that ends before it starts', async () => {
    const slug = await draft()
    const change = (body: object) => t.call(ownProducts.update, { params: { slug }, body, as })
    expect((await change({ saleStartsAt: '2026-05-02T10:00:00Z', saleEndsAt: '2026-05-02T10:00:00Z' })).status).toBe(400)
    await change({ saleStartsAt: '2026-05-02T10:00:00Z' }).expect(200)
    expect((await change({ saleEndsAt: '2026-05-01T10:00:00Z' })).status).toBe(400)
    expect((await change({ saleEndsAt: '2026-05-03T10:00:00+02:00' })).status).toBe(200)
  })
})

describe('texts', () => {
  it('come in the language asked for, else in es, else in the one they were written in [CAT-034]', async () => {
    const { slug: channelSlug } = await own()
    const { slug } = (await create({ channelSlug, title: 'Evening', language: 'en', type: 'broadcast', plan: 'free', description: 'Long' }))
      .body as OwnProductDetail
    const put = (language: string, title: string) =>
      t.call(ownProducts.setTranslation, { params: { slug, language }, body: { title, description: `${title}…` }, as }).expect(200)
    const titleIn = async (language: string) => {
      const { title, description } = (await get(slug, { language }, as)).body as ProductDetail
      return [title, description]
    }
    expect([await titleIn('pt'), await titleIn('en')]).toEqual([
      ['Evening', 'Long'],
      ['Evening', 'Long'],
    ])
    await put('es', 'Velada')
    expect(await titleIn('pt')).toEqual(['Velada', 'Velada…'])
    await put('pt', 'Serão')
    await put('en', 'Night')
    expect([await titleIn('pt'), await titleIn('en'), await titleIn('es')]).toEqual([
      ['Serão', 'Serão…'],
      ['Night', 'Night…'],
      ['Velada', 'Velada…'],
    ])
    expect(((await get(slug, {}, as)).body as ProductDetail).translations.map((text) => text.language)).toEqual(['en', 'es', 'pt'])
  })
})

describe('what others see', () => {
  it('a draft and a product of an unpublished channel exist for their owner and administrators alone', async () => {
    const stranger = await t.tokenOf(await t.factories.producer())
    const admin = await t.tokenOf(await t.factories.admin())
    const draft = await t.factories.product({ channel_id: (await own()).id, status: 'draft' })
    const hidden = await t.factories.product({ channel_id: (await own({ status: 'private' })).id })
    for (const { slug } of [draft, hidden]) {
      expect([(await get(slug)).status, (await get(slug, {}, stranger)).status]).toEqual([404, 404])
      expect((await get(slug, {}, as)).body).toMatchObject({ saleState: 'unpublished', allowed: { watch: true, getTicket: false } })
      expect((await get(slug, {}, admin)).status).toBe(200)
      const list = (await t.call(products.list, { query: { limit: 100 } })).body as { items: ListedProduct[] }
      expect(list.items.map((item) => item.slug)).not.toContain(slug)
    }
  })

  it('a private product exists for ticket holders', async () => {
    const product = await t.factories.product({ status: 'private' })
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    expect((await get(product.slug, {}, token)).status).toBe(404)
    await t.factories.ticket({ user_id: user.id, product_id: product.id })
    expect((await get(product.slug, {}, token)).body).toMatchObject({ owned: true, allowed: { watch: true, getTicket: false } })
  })

  it('the page says what the caller may do', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    const free = await t.factories.product()
    const paid = await t.factories.product({ plan: 'paid' })
    expect((await get(free.slug)).body).toMatchObject({
      owned: false,
      allowed: { getTicket: true, buy: false, watch: false, goLive: false },
    })
    expect((await get(paid.slug)).body).toMatchObject({
      allowed: { getTicket: false, buy: true },
      price: { minor: 1_210, currency: 'EUR' },
    })
    await t.factories.ticket({ user_id: user.id, product_id: free.id })
    expect((await get(free.slug, {}, token)).body).toMatchObject({ owned: true, allowed: { getTicket: false, watch: true } })
  })

  it('search ignores accents and letter case, finds translations, and needs three letters', async () => {
    const product = await t.factories.product({ title: 'Canción de otoño' })
    await t.database.knex('product_translations').insert({ product_id: product.id, language: 'en', title: 'Autumn Song' })
    const found = async (q: string) =>
      ((await t.call(products.list, { query: { q, limit: 100 } })).body as { items: ListedProduct[] }).items.map((item) => item.slug)
    for (const q of ['cancion', 'OTOÑO', 'canci', 'autumn so']) expect(await found(q)).toContain(product.slug)
    expect(await found('autumn winter')).not.toContain(product.slug)
    expect(await found("'; drop table products; --")).toEqual([])
    expect(await found('&|!():*')).toEqual([])
    for (const q of ['ab', '  ab  ']) expect((await t.call(products.list, { query: { q } })).status).toBe(400)
  })

  it('lists are pages without gaps or repeats', async () => {
    const channel = await own()
    for (let index = 0; index < 5; index++)
      await t.factories.product({ channel_id: channel.id, published_at: new Date(Date.now() - (index % 2)) })
    const walk = async (endpoint: typeof products.list | typeof ownProducts.listOwn, token?: string) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const reply = await t.call(endpoint, { query: { limit: 2, channel: channel.slug, ...(cursor ? { cursor } : {}) }, as: token })
        const page = reply.body as { items: ListedProduct[]; nextCursor: string | null }
        seen.push(...page.items.map((item) => item.slug))
        cursor = page.nextCursor
      } while (cursor !== null)
      return seen
    }
    for (const seen of [await walk(products.list), await walk(ownProducts.listOwn, as)]) {
      expect(seen).toHaveLength(5)
      expect(new Set(seen).size).toBe(5)
    }
  })
})
