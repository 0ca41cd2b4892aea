import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { datasheets, type Datasheet, type OwnDatasheet } from '@e-events/shared/contract/learning/datasheets.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf, issuesOf } from '../../../testing/organizer.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let viewer: UserRow
let asViewer: string
let asAdmin: string
let asOther: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  viewer = await t.factories.user()
  as = await t.tokenOf(producer)
  asViewer = await t.tokenOf(viewer)
  asAdmin = await t.tokenOf(await t.factories.admin())
  asOther = await t.tokenOf(await t.factories.producer())
})
afterEach(() => switchModule(true))
afterAll(() => t.stop())

const switchModule = (is_active: boolean) => t.database.knex('site_modules').where({ name: 'datasheets' }).update({ is_active })

const filled = {
  title: 'Doce ejercicios de escucha',
  author: 'Irene Valcárcel',
  abstract: 'Para oír una canción por dentro.\n\nEn grupo.',
  modality: 'Presencial',
  duration: 'Seis sesiones',
  complexity: 'Media',
  relatedLinks: ['https://example.org/escucha'],
  license: 'CC BY-SA 4.0',
  resources: 'Altavoces y fichas.',
  benefits: ['Oído', 'Memoria', 'Vocabulario', 'Calma'],
  testimonials: [{ name: 'Nora', text: 'Mi clase escucha de otra manera.' }],
  time: 'Una hora',
  experience: 'Ninguna',
  people: 'Una docente',
  money: '0 €',
  participants: 'De 5 a 30',
  mechanisms: 'Escucha guiada.',
  strategy: 'De lo conocido a lo nuevo.',
  pedagogicalMethod: 'Aprendizaje por descubrimiento.',
  skills: 'Escuchar y describir.',
}

async function product(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const channel = await t.factories.channel({ owner_id: producer.id })
  return t.factories.product({ channel_id: channel.id, type: 'datasheet', ...fields })
}
const create = (slug: string, body: object, token: string | undefined = as) =>
  t.call(datasheets.create, { body: { productSlug: slug, title: 'Ficha', ...body }, as: token })
const change = (slug: string, body: object, token = as) => t.call(datasheets.update, { params: { slug }, body, as: token })
const remove = (slug: string, token = as) => t.call(datasheets.remove, { params: { slug }, as: token })
const read = (slug: string, token: string | undefined = asViewer) => t.call(datasheets.get, { params: { slug }, query: {}, as: token })
const pdf = (slug: string, token = asViewer, language: 'es' | 'pt' = 'es') =>
  t.call(datasheets.download, { params: { slug }, query: { language }, as: token })

describe('writing a datasheet', () => {
  it('stores and answers all its fields, and asks for a title [LRN-029] [LRN-030]', async () => {
    const { slug } = await product()
    expect(issuesOf(await t.call(datasheets.create, { body: { productSlug: slug, author: 'Nadie' }, as }))).toEqual([
      expect.stringMatching(/^body\.title /) as string,
    ])
    expect(issuesOf(await create(slug, { title: '  ' }))).toEqual([expect.stringMatching(/^body\.title /) as string])
    await create(slug, filled).expect(201)
    expect((await read(slug).expect(200)).body as Datasheet).toMatchObject({ ...filled, version: 1, product: { slug } })
    const own = await t.call(datasheets.getOwn, { params: { slug }, as }).expect(200)
    expect((own.body as OwnDatasheet).datasheet).toMatchObject(filled)
  })

  it('takes four benefits and no fifth [LRN-031] [LIM-044]', async () => {
    const { slug } = await product()
    expect(limits.datasheetBenefits).toBe(4)
    const five = [...filled.benefits, 'Paciencia']
    expect(issuesOf(await create(slug, { benefits: five }).expect(400))).toEqual(['body.benefits too_big'])
    await create(slug, { benefits: filled.benefits }).expect(201)
    expect(issuesOf(await change(slug, { version: 1, benefits: five }).expect(400))).toEqual(['body.benefits too_big'])
  })

  it('wants a name and a text in each testimonial [LRN-033]', async () => {
    const { slug } = await product()
    for (const testimonial of [{ name: 'Nora' }, { text: 'Bien' }, { name: ' ', text: 'Bien' }, { name: 'Nora', text: '' }])
      await create(slug, { testimonials: [testimonial] }).expect(400)
    await create(slug, { testimonials: filled.testimonials }).expect(201)
  })

  it('refuses addresses that are none, and texts without end', async () => {
    const { slug } = await product()
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '//example.org', 'https://exa mple.org', 'ftp://example.org'])
      expect([link, (await create(slug, { relatedLinks: [link] })).status]).toEqual([link, 400])
    expect((await create(slug, { author: 'x'.repeat(limits.datasheetLineChars + 1) })).status).toBe(400)
    expect((await create(slug, { skills: 'x'.repeat(limits.descriptionChars + 1) })).status).toBe(400)
    expect((await create(slug, { abstract: 'x'.repeat(1_500) })).status).toBe(201)
  })

  it('belongs to a product of its type, once', async () => {
    const [{ slug }, video] = [await product(), await product({ type: 'vod' })]
    expect(codeOf(await create(video.slug, filled))).toBe('STATE_CONFLICT')
    await create(slug, filled).expect(201)
    expect(codeOf(await create(slug, { title: 'Otra' }))).toBe('DATASHEET_EXISTS')
    expect(((await read(slug)).body as Datasheet).title).toBe(filled.title)
  })

  it('is for its organizer and administrators [LRN-037]', async () => {
    const { slug } = await product({ status: 'draft' })
    expect((await create(slug, filled, asViewer)).status).toBe(403)
    expect((await create(slug, filled, asOther)).status).toBe(404)
    await create(slug, filled, asAdmin).expect(201)
    for (const [token, status] of [
      [asViewer, 403],
      [asOther, 404],
      [asAdmin, 200],
    ] as const)
      expect((await change(slug, { version: 1, license: 'CC0' }, token)).status).toBe(status)
    expect([(await remove(slug, asViewer)).status, (await remove(slug, asOther)).status]).toEqual([403, 404])
    await remove(slug, asAdmin).expect(204)
    expect(codeOf(await remove(slug, asAdmin))).toBe('NOT_FOUND')
  })

  it('lets one of two editors win and tells the other', async () => {
    const { slug } = await product()
    await create(slug, filled).expect(201)
    const replies = await Promise.all(['Una', 'Otra'].map((title) => change(slug, { version: 1, title })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.map(codeOf).filter(Boolean)).toEqual(['EDIT_CONFLICT'])
    const stored = (await read(slug)).body as Datasheet
    expect(stored).toMatchObject({ version: 2, author: filled.author })
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ datasheet: { title: stored.title } })
  })

  it('keeps something to read while it is published, and is removed from drafts alone', async () => {
    const { slug } = await product()
    await create(slug, { resources: 'Altavoces' }).expect(201)
    expect(codeOf(await change(slug, { version: 1, resources: ' ' }))).toBe('DATASHEET_EMPTY')
    await change(slug, { version: 1, resources: '', relatedLinks: ['https://example.org'] }).expect(200)
    expect(codeOf(await remove(slug))).toBe('PRODUCT_FROZEN')
    const draft = await product({ status: 'draft' })
    await create(draft.slug, { abstract: 'x' }).expect(201)
    await change(draft.slug, { version: 1, abstract: '' }).expect(200)
    await remove(draft.slug).expect(204)
    expect(((await t.call(datasheets.getOwn, { params: { slug: draft.slug }, as: asAdmin })).body as OwnDatasheet).datasheet).toBeNull()
  })
})

describe('reading a datasheet', () => {
  it('is free for every account where the product is, and for nobody without one', async () => {
    const { slug } = await product()
    await create(slug, filled).expect(201)
    expect((await t.call(datasheets.get, { params: { slug }, query: {} })).status).toBe(401)
    expect((await read(slug)).status).toBe(200)
    expect((await read((await product()).slug)).status).toBe(404)
    const draft = await product({ status: 'draft' })
    await create(draft.slug, filled).expect(201)
    expect([(await read(draft.slug)).status, (await read(draft.slug, as)).status]).toEqual([404, 200])
  })

  it('asks for a ticket of one that costs something, page and PDF alike', async () => {
    const { slug } = await product({ plan: 'paid', net_price_minor: 1_000, tax_basis_points: 0, ticket_fee_payer: 'organizer' })
    await create(slug, filled).expect(201)
    expect([codeOf(await read(slug)), codeOf(await pdf(slug))]).toEqual(['TICKET_REQUIRED', 'TICKET_REQUIRED'])
    expect([(await read(slug, as)).status, (await read(slug, asAdmin)).status]).toEqual([200, 200])
    const body = orderBody(slug, { expectedTotalMinor: 1_000 })
    const placed = (await t.call(orders.place, { as: asViewer, body }).expect(201)).body as Order
    const params = { id: placed.paymentUrl?.split('/').at(-1) ?? '' }
    await t.call(testPayments.pay, { params, body: { card: '4242424242424242' } }).expect(200)
    expect([(await read(slug)).status, (await pdf(slug)).status]).toEqual([200, 200])
    const closed = await product({ subscription_only: true })
    await create(closed.slug, filled).expect(201)
    expect(codeOf(await read(closed.slug))).toBe('SUBSCRIPTION_REQUIRED')
  })

  it('is a tagged PDF in the language of the reader, without what was left empty', async () => {
    const { slug } = await product()
    await create(slug, { ...filled, skills: '' }).expect(201)
    const bytes = (reply: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)))
    }
    const reply = await pdf(slug, asViewer, 'pt')
      .buffer(true)
      .parse(bytes as never)
      .expect(200)
    expect(reply.headers['content-type']).toBe('application/pdf')
    const file = await readPdf(reply.body as Buffer)
    expect(file).toMatchObject({ title: filled.title, language: 'pt-PT', isMarked: true })
    for (const said of [
      'Ficha didática',
      'Método pedagógico',
      ...filled.benefits,
      'Mi clase escucha',
      'https://example.org/escucha',
      'CC BY-SA',
    ])
      expect(file.text).toContain(said)
    expect(file.text).not.toContain('Competências')
    expect(new Set(file.roles)).toEqual(new Set(['Root', 'Document', 'H1', 'H2', 'P', 'Link', 'Table', 'TR', 'TH', 'TD']))
  })
})

describe('the module', () => {
  it('takes the datasheets and their type away while it is off, and gives them back [LRN-034]', async () => {
    const [{ slug }, empty] = [await product(), await product()]
    await create(slug, filled).expect(201)
    const types = async () => ((await t.call(productAdmin.types, { as })).body as { mine: string[] }).mine
    await t.database.knex('site_config').update({ producer_product_types: ['live', 'broadcast', 'datasheet'] })
    const channel = await t.factories.channel({ owner_id: producer.id })
    const begin = () =>
      t.call(ownProducts.begin, { body: { channelSlug: channel.slug, title: 'Ficha', type: 'datasheet', plan: 'free' }, as })
    await switchModule(false)
    for (const reply of [read(slug), pdf(slug), create(empty.slug, filled), change(slug, { version: 1 }), remove(slug)])
      expect([(await reply).status, codeOf(await reply)]).toEqual([409, 'MODULE_INACTIVE'])
    expect([codeOf(await begin()), await types()]).toEqual(['TYPE_NOT_AVAILABLE', ['live', 'broadcast']])
    await switchModule(true)
    expect([(await read(slug)).status, (await create(empty.slug, filled)).status, (await begin()).status]).toEqual([200, 201, 201])
    expect(await types()).toContain('datasheet')
  })
})
