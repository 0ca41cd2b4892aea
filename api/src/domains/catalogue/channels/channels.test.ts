import { randomUUID } from 'node:crypto'
import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  admin = await t.tokenOf(await t.factories.admin())
  const [category] = await t.database.knex('categories').insert({ slug: 'conciertos' }).returning('id')
  await t.database.knex('category_translations').insert([
    { category_id: category?.id ?? '', language: 'es', title: 'Conciertos' },
    { category_id: category?.id ?? '', language: 'en', title: 'Concerts' },
  ])
})
afterAll(() => t.stop())

interface Refused {
  code?: string
  issues?: { path: string; rule: string }[]
}
const codeOf = (reply: { body: unknown }) => (reply.body as Refused).code
const issuesOf = (reply: { body: unknown }) => (reply.body as Refused).issues?.map(({ path, rule }) => `${path} ${rule}`) ?? []
const own = (fields: object = {}) => t.factories.channel({ owner_id: producer.id, ...fields })
const change = (slug: string, body: object, token = as) => t.call(channels.update, { params: { slug }, body, as: token })
const detail = async (slug: string, token = as) =>
  (await t.call(channels.getOwn, { params: { slug }, as: token }).expect(200)).body as OwnChannelDetail

const billing = {
  nif: 'B-58.818.501',
  prefix: '+34',
  phone: '600 000 000',
  address: 'Calle Mayor 1',
  city: 'Madrid',
  postalCode: '28001',
  country: 'ES',
  iban: 'ES91 2100 0418 4502 0005 1332',
}
const links = {
  website: 'https://example.org',
  youtube: 'https://youtube.com/@sala',
  instagram: 'https://instagram.com/sala',
  facebook: 'https://facebook.com/sala',
  twitter: 'https://x.com/sala',
  spotify: 'https://open.spotify.com/artist/1',
}

describe('making a channel', () => {
  it('is refused to a viewer, without a title, with 401 characters, with a slug that is taken or a word of the paths [CAT-044] [CAT-046] [CAT-066] [PROD-045]', async () => {
    const viewer = await t.tokenOf(await t.factories.user())
    const create = (body: object, token = as) => t.call(channels.create, { body, as: token })
    expect((await create({ title: 'Sala' }, viewer)).status).toBe(403)
    expect(issuesOf(await create({ title: '  ' }))).toEqual(['body.title too_small'])
    expect(issuesOf(await create({ title: 'Sala', shortDescription: 'x'.repeat(401) }))).toEqual(['body.shortDescription too_big'])
    expect(issuesOf(await create({ title: 'Sala', classification: 'no-such-one' }))).toEqual(['body.classification unknown_category'])
    const taken = (await own()).slug
    for (const slug of [taken, 'new', 'create', 'section', 'entity', 'checkout']) {
      const reply = await create({ title: 'Sala', slug })
      expect([slug, reply.status, codeOf(reply)]).toEqual([slug, 409, 'SLUG_TAKEN'])
    }
  })

  it('answers a draft of its maker with everything that was sent [CAT-065] [CAT-066] [CAT-069] [CAT-100] [PROD-045]', async () => {
    const body = {
      title: 'Sala Níquel',
      shortDescription: 'x'.repeat(400),
      businessName: 'Níquel S. L.',
      classification: 'conciertos',
      tags: ['jazz', 'soul'],
      links,
    }
    const reply = await t.call(channels.create, { body, as })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      ...body,
      slug: 'sala-niquel',
      status: 'draft',
      classification: { slug: 'conciertos', title: 'Conciertos' },
      owner: { id: producer.id },
      products: 0,
      review: null,
      allowed: { edit: true, rename: true, requestPublication: true, approve: false, ban: false },
    })
    await t.database.knex('channels').where({ slug: 'sala-niquel' }).update({ status: 'published', approved_at: new Date() })
    const shown = await t.call(channels.get, { params: { slug: 'sala-niquel' }, query: { language: 'en' } })
    expect(shown.body).toMatchObject({ ...body, status: 'published', classification: { slug: 'conciertos', title: 'Concerts' } })
    // A second one of the same title gets the next free address.
    expect((await t.call(channels.create, { body: { title: 'Sala Níquel' }, as })).body).toMatchObject({ slug: 'sala-niquel-2' })
  })
})

describe('changing a channel', () => {
  it('refuses addresses that are none, and names each [CAT-069] [CAT-070]', async () => {
    const { slug } = await own()
    for (const wrong of ['javascript:alert(1)', 'no address', 'ftp://example.org', 'https://example.org/a b']) {
      const { body } = (await change(slug, { links: { ...links, website: wrong }, marketplaceUrl: wrong })) as { body: Refused }
      const paths = new Set(body.issues?.map(({ path }) => path))
      expect(paths).toEqual(new Set(['body.links.website', 'body.marketplaceUrl']))
    }
    const marketplaceUrl = 'https://market.example.org/sala?a=b'
    expect((await change(slug, { title: '  Sala  ', tags: ['jazz'], links, marketplaceUrl })).body).toMatchObject({
      title: 'Sala',
      tags: ['jazz'],
      links,
      marketplaceUrl,
    })
    expect((await t.call(channels.get, { params: { slug } })).body).toMatchObject({ links, marketplaceUrl })
  })

  it('refuses a wrong IBAN and a wrong tax number, and keeps nothing of them [CAT-068]', async () => {
    const { slug } = await own()
    const refused: [object, string][] = [
      [{ ...billing, iban: 'ES9121000418450200051333' }, 'body.billing.iban invalid_format'],
      [{ ...billing, iban: 'ES91 2100 0418 4502 0005 133' }, 'body.billing.iban invalid_format'],
      [{ ...billing, iban: 'not an iban' }, 'body.billing.iban invalid_format'],
      [{ ...billing, nif: 'B58818502' }, 'body.billing.nif invalid_format'],
      [{ ...billing, country: 'Spain' }, 'body.billing.country invalid_format'],
      [{ ...billing, phone: 'call me' }, 'body.billing.phone invalid_format'],
    ]
    for (const [wrong, issue] of refused) expect(issuesOf(await change(slug, { billing: wrong }))).toContain(issue)
    expect((await detail(slug)).billing.iban).toBeNull()
  })

  it('keeps all eight fields of the billing data and answers them to the owner and administrators alone [CAT-068]', async () => {
    const { slug } = await own()
    const kept = { ...billing, nif: 'B58818501', iban: 'ES9121000418450200051332' }
    expect((await change(slug, { billing })).body).toMatchObject({ billing: kept })
    expect((await detail(slug, admin)).billing).toEqual(kept)
    const other = await t.tokenOf(await t.factories.producer())
    expect((await t.call(channels.getOwn, { params: { slug }, as: other })).status).toBe(404)
    for (const token of [undefined, other, as, admin]) {
      const shown = JSON.stringify((await t.call(channels.get, { params: { slug }, as: token })).body)
      expect(shown).not.toMatch(/ES91|B58818501|iban|nif/i)
    }
    expect(JSON.stringify((await t.call(channels.listOwn, { as: admin })).body)).not.toMatch(/ES91|iban/i)
    // Who changed where payouts go, and when, is kept; the number itself is not.
    const entry = await t.database.knex('audit_log').where({ action: 'channel.update' }).orderBy('at', 'desc').first()
    expect(entry).toMatchObject({ actor_id: producer.id, state_before: { iban: null }, state_after: { iban: '…1332' } })
  })

  it('tells its owner when the bank account changes, whoever changed it, and nothing else of a change', async () => {
    const { slug } = await own()
    const told = async () => (await mailsTo(t, producer.email)).filter((mail) => /cuenta bancaria/.test(mail.subject))
    const before = (await told()).length
    await change(slug, { billing }).expect(200)
    await change(slug, { billing: { ...billing, city: 'Getafe' } }).expect(200)
    const [mail, ...others] = (await told()).slice(0, (await told()).length - before)
    expect(others).toEqual([])
    expect(mail?.text).toContain('1332')
    expect(mail?.text).not.toContain('ES91')
    await t.call(channels.update, { params: { slug }, body: { billing: { ...billing, iban: null } }, as: admin }).expect(200)
    expect((await told())[0]?.text).toContain('ya no tiene cuenta bancaria')
  })

  it('offers a subscription only with a price, and only where the site lets channels offer any [CAT-067]', async () => {
    const { slug } = await own()
    const offer = { active: true, netMinor: 1000, taxBasisPoints: 2100 }
    expect(issuesOf(await change(slug, { subscription: { ...offer, netMinor: 0 } }))).toEqual([
      'body.subscription.netMinor greater_than_zero',
    ])
    expect(issuesOf(await change(slug, { subscription: { ...offer, netMinor: 10.005 } }))).toEqual([
      'body.subscription.netMinor invalid_type',
    ])
    await t.database.knex('payment_config').update({ allow_subscription_channels: false })
    const refused = await change(slug, { subscription: offer })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'SUBSCRIPTIONS_OFF'])
    await t.database.knex('payment_config').update({ allow_subscription_channels: true })
    expect((await change(slug, { subscription: offer })).body).toMatchObject({
      subscription: { active: true, netMinor: 1000, taxBasisPoints: 2100, currency: 'EUR', totalMinor: 1210 },
    })
    expect((await t.call(config.payments)).status).toBe(200)
  })

  it('takes only pictures that its owner sent; staff may use anybody’s [CAT-071]', async () => {
    const { slug } = await own()
    const stranger = await t.factories.producer()
    const file = async (ownerId: string) => {
      const [row] = await t.database
        .knex('files')
        .insert({
          owner_id: ownerId,
          purpose: 'image',
          storage_key: randomUUID(),
          original_name: 'a',
          mime_type: 'image/png',
          size_bytes: 1,
          is_public: true,
        })
        .returning('id')
      return row?.id ?? ''
    }
    const [mine, theirs] = [await file(producer.id), await file(stranger.id)]
    for (const field of ['logoImageId', 'profileImageId', 'coverImageId']) {
      expect(issuesOf(await change(slug, { [field]: theirs }))).toEqual([`body.${field} unknown_image`])
      expect((await change(slug, { [field]: theirs }, admin)).status).toBe(200)
      // The form sends what staff put there back with every save.
      expect((await change(slug, { [field]: theirs })).status).toBe(200)
      expect((await change(slug, { [field]: mine })).status).toBe(200)
    }
    const url = `/api/files/${mine}`
    expect((await detail(slug)).images).toEqual({ logo: { id: mine, url }, profile: { id: mine, url }, cover: { id: mine, url } })
    expect((await t.call(channels.get, { params: { slug } })).body).toMatchObject({ logoUrl: url, profileUrl: url, coverUrl: url })
    expect((await change(slug, { logoImageId: null, profileImageId: null, coverImageId: null })).body).toMatchObject({
      logoUrl: null,
      coverUrl: null,
    })
  })

  it('gives another address only until the channel was public, and none that is taken [CAT-044] [CAT-045]', async () => {
    const [draft, live] = [await own({ status: 'draft' }), await own()]
    const taken = await change(draft.slug, { slug: live.slug })
    expect([taken.status, codeOf(taken)]).toEqual([409, 'SLUG_TAKEN'])
    expect((await change(draft.slug, { slug: 'una-direccion-nueva' })).body).toMatchObject({ slug: 'una-direccion-nueva' })
    const frozen = await change(live.slug, { slug: 'otra-direccion' })
    expect([frozen.status, codeOf(frozen)]).toEqual([409, 'CHANNEL_STATE'])
    expect((await change(live.slug, { slug: live.slug })).status).toBe(200)
  })
})
