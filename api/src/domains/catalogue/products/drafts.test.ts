import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, issuesOf, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

describe('what a product needs', () => {
  it('is none of that for a draft that has just been begun: it is kept from its title on, and lacks it for publishing', async () => {
    const begin = (body: object) =>
      t.call(ownProducts.begin, { body: { channelSlug: ana.channel.slug, type: 'broadcast', plan: 'free', ...body }, as: ana.as })
    expect(issuesOf(await begin({}))).toEqual(['body.title invalid_type'])
    const { slug } = (await begin({ title: 'Solo un título' }).expect(201)).body as OwnProductDetail
    expect(await ana.read(slug)).toMatchObject({ status: 'draft', image: null, speakers: [] })
    await ana.addSession(slug).expect(201)
    await ana.change(slug, { description: 'Se guarda por el camino' }).expect(200)
    expect(issuesOf(await ana.publish(slug))).toEqual(['product.image required', 'product.speakers required'])
    await ana.change(slug, { imageId: ana.imageId, speakerIds: [ana.speakerId] }).expect(200)
    await ana.publish(slug).expect(200)
  })
})

describe('the price', () => {
  it('a site that sells nothing takes no prices: what has one keeps it, and free products go on [SHOP-049]', async () => {
    const price = { plan: 'paid', price: { netMinor: 900 } }
    const known = await ana.published({ ...price, title: 'De antes' })
    const waiting = await ana.draft({ ...price, title: 'Por publicar' })
    await ana.addSession(waiting).expect(201)
    const free = await ana.draft({ title: 'Gratis' })
    const { knex } = t.database
    await knex('payment_config').update({ allow_paid_content: false })
    const refused = [await ana.create({ ...price, title: 'Nuevo' }), await ana.change(free, price), await ana.publish(waiting)]
    expect(refused.map((reply) => [reply.status, codeOf(reply)])).toEqual(refused.map(() => [409, 'PAID_CONTENT_OFF']))
    await ana.change(known, { title: 'De antes, y mejor', price: { netMinor: 950 } }).expect(200)
    await ana.change(free, { title: 'Gratis y nuevo' }).expect(200)
    await knex('payment_config').update({ allow_paid_content: true })
    await ana.change(free, price).expect(200)
    await ana.publish(waiting).expect(200)
  })
})
