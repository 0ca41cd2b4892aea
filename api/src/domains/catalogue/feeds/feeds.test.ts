import { privateFeeds, type NewPrivateFeed } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { opensKey, readMediaToken } from '@e-events/shared/node/tokens.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { readXml } from '../../../testing/read-xml.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let listener: UserRow
let as: string
beforeAll(async () => {
  t = await createTestApi()
  listener = await t.factories.user()
  as = await t.tokenOf(listener)
})
afterAll(() => t.stop())

type Fields = Parameters<TestApi['factories']['product']>[0]

/** A podcast with its plain file of 1,000 bytes, unless it is still without. */
async function podcast(channelId: string, fields: Fields = {}, { file = true } = {}) {
  const product = await t.factories.product({ channel_id: channelId, type: 'podcast', ...fields })
  const asset = await t.factories.asset({ product_id: product.id, kind: 'audio', duration_ms: 3_723_000, has_video: false })
  if (file) {
    const folder = path.join(t.storageDir, asset.storage_prefix)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'audio.m4a'), Buffer.alloc(1_000))
  }
  return { ...product, prefix: asset.storage_prefix }
}

const textsOf = (xml: string, name: string) =>
  readXml(xml)
    .filter((element) => element.name === name)
    .map((element) => element.text)
const attributesOf = (xml: string, name: string) =>
  readXml(xml)
    .filter((element) => element.name === name)
    .map((element) => element.attributes)
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
const claimsOf = (location: string) => {
  const [, token = '', key = ''] = /\/media\/([^/]+)\/(.+)$/.exec(location) ?? []
  return { claims: readMediaToken(token, t.env.MEDIA_TOKEN_SECRET, t.clock.nowMs()), key }
}

describe('the feed of a channel', () => {
  it('does not exist for a channel that is not published', async () => {
    const hidden = await t.factories.channel({ status: 'draft' })
    for (const slug of [hidden.slug, 'absent']) expect((await t.http.get(`/api/channels/${slug}/feed.xml`)).status).toBe(404)
  })

  it('lists free podcasts with their files and posts with what is for everybody, and nothing else', async () => {
    const channel = await t.factories.channel({ title: 'Radio Apolo', short_description: 'Música y charla' })
    const free = await podcast(channel.id, { title: 'Uno', short_description: 'El primero', suggested_age: '18+' })
    await podcast(channel.id, { title: 'De pago', plan: 'paid' })
    await podcast(channel.id, { title: 'De socios', subscription_only: true })
    await podcast(channel.id, { title: 'Borrador', status: 'draft' })
    await podcast(channel.id, { title: 'Privado', status: 'private' })
    await podcast(channel.id, { title: 'Cancelado', cancelled_at: new Date() })
    await podcast(channel.id, { title: 'Sin fichero' }, { file: false })
    await t.factories.product({ channel_id: channel.id, type: 'vod', title: 'Vídeo' })
    await t.factories.product({ channel_id: channel.id, type: 'post', plan: 'paid', title: 'Crónica', short_description: 'Adelanto' })
    await t.database.knex('product_chapters').insert({ product_id: free.id, position: 0, title: 'Inicio', start_ms: 1_500 })

    const reply = await t.http.get(`/api/channels/${channel.slug}/feed.xml`).buffer(true)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    expect(textsOf(reply.text, 'title').toSorted()).toEqual(['Crónica', 'Radio Apolo', 'Uno'])
    expect(textsOf(reply.text, 'description').toSorted()).toEqual(['Adelanto', 'El primero', 'Música y charla'])
    const [enclosure, ...others] = attributesOf(reply.text, 'enclosure')
    expect([enclosure?.['type'], enclosure?.['length'], others]).toEqual(['audio/mp4', '1000', []])
    expect(textsOf(reply.text, 'itunes:duration')).toEqual(['1:02:03'])
    expect(textsOf(reply.text, 'itunes:author')).toEqual(['Radio Apolo'])
    expect(textsOf(reply.text, 'language')).toEqual(['es'])

    const file = await t.http.get(pathOf(enclosure?.['url'] ?? '')).redirects(0)
    expect(file.status).toBe(302)
    const { claims, key } = claimsOf(file.headers['location'] ?? '')
    expect(key).toBe(`${free.prefix}/audio.m4a`)
    expect(claims && opensKey(claims, key)).toBe(true)
    const [chapters] = attributesOf(reply.text, 'podcast:chapters')
    expect((await t.http.get(pathOf(chapters?.['url'] ?? '')).buffer(true)).text).toBe(
      '{"version":"1.2.0","chapters":[{"startTime":1.5,"title":"Inicio"}]}',
    )
  })

  it('gives the file of nothing that is not free', async () => {
    const channel = await t.factories.channel()
    const other = await t.factories.channel()
    const paid = await podcast(channel.id, { plan: 'paid' })
    const free = await podcast(channel.id)
    const closed = await podcast(channel.id, { subscription_only: true })
    const address = (channelSlug: string, slug: string, file = 'audio.m4a') => `/api/channels/${channelSlug}/feed/${slug}/${file}`
    for (const refused of [
      address(channel.slug, paid.slug),
      address(channel.slug, paid.slug, 'chapters.json'),
      address(channel.slug, closed.slug),
      address(other.slug, free.slug),
      address(channel.slug, 'absent'),
    ]) {
      const reply = await t.http.get(refused).redirects(0)
      expect([refused, reply.status, reply.headers['location']]).toEqual([refused, 404, undefined])
    }
  })

  it('is well-formed whatever somebody writes into a title', async () => {
    const hostile = [
      ']]> <script>alert(1)</script> ]]> & "quotes" \'x\'',
      'a\u0001b\u000bc\ufffe',
      '<![CDATA[',
      '&#0;&unknown;',
      '🎸 \u202e אב',
    ]
    const channel = await t.factories.channel({ title: `${hostile[0]}`, short_description: hostile.join(' ') })
    for (const title of hostile) await podcast(channel.id, { title, short_description: `${title} ]]>]]>` })
    const { text } = await t.http.get(`/api/channels/${channel.slug}/feed.xml`).buffer(true)
    const titles = textsOf(text, 'title')
    expect(titles).toContain(']] > <script>alert(1)</script> ]] > & "quotes" \'x\'')
    expect(titles).toContain('abc')
    expect(titles).toContain('&#0;&unknown;')
    expect(titles).toHaveLength(1 + hostile.length)
    // Readers show a description as HTML.
    for (const description of textsOf(text, 'description')) expect(description).not.toMatch(/[<>]/)
    expect(textsOf(text, 'description').join(' ')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('speaks the language that is asked for', async () => {
    const channel = await t.factories.channel()
    const { id } = await podcast(channel.id, { title: 'Hola', language: 'es' })
    await t.database.knex('product_translations').insert({ product_id: id, language: 'en', title: 'Hello' })
    const feed = async (query: string) => (await t.http.get(`/api/channels/${channel.slug}/feed.xml${query}`).buffer(true)).text
    expect([textsOf(await feed(''), 'title').at(-1), textsOf(await feed('?language=pt'), 'title').at(-1)]).toEqual(['Hola', 'Hola'])
    const english = await feed('?language=en')
    expect([textsOf(english, 'title').at(-1), textsOf(english, 'language')]).toEqual(['Hello', ['en']])
    expect(attributesOf(english, 'atom:link')[0]?.['href']).toMatch(/feed\.xml\?language=en$/)
  })

  it('is not sent twice to whoever has it, and at once when something came or went', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    const channel = await t.factories.channel({ updated_at: hourAgo })
    const { id } = await podcast(channel.id, { updated_at: hourAgo })
    const address = `/api/channels/${channel.slug}/feed.xml`
    const { headers } = await t.http.get(address).buffer(true)
    const byTag = () => t.http.get(address).set('if-none-match', headers['etag'] ?? '')
    const byDate = () => t.http.get(address).set('if-modified-since', headers['last-modified'] ?? '')
    expect([(await byTag()).status, (await byDate()).status]).toEqual([304, 304])
    await t.database.knex('products').where({ id }).update({ cancelled_at: new Date() })
    expect([(await byTag()).status, (await byDate()).status]).toEqual([200, 200])
  })
})

describe('a private feed', () => {
  const create = (channelSlug: string, token = as) => t.call(privateFeeds.create, { body: { channelSlug }, as: token })
  const fetchFeed = (url: string) => t.http.get(pathOf(url)).buffer(true)

  it('holds what its account may hear, tickets and a running subscription counted', async () => {
    const channel = await t.factories.channel()
    const bought = await podcast(channel.id, { title: 'Comprado', plan: 'paid' })
    const hidden = await podcast(channel.id, { title: 'Con código', status: 'private' })
    const refunded = await podcast(channel.id, { title: 'Devuelto', plan: 'paid' })
    const expired = await podcast(channel.id, { title: 'Caducado', plan: 'paid' })
    await podcast(channel.id, { title: 'De pago', plan: 'paid' })
    await podcast(channel.id, { title: 'Libre' })
    const closed = await podcast(channel.id, { title: 'De socios', subscription_only: true })
    const ticket = (product_id: string, fields: object = {}) => t.factories.ticket({ user_id: listener.id, product_id, ...fields })
    await ticket(bought.id)
    await ticket(hidden.id)
    await ticket(refunded.id, { revoked_at: new Date(), revoked_reason: 'refund' })
    await ticket(expired.id, { expires_at: new Date(t.clock.nowMs() - 1_000) })
    const { url } = (await create(channel.slug).expect(201)).body as NewPrivateFeed
    const titles = async () =>
      textsOf((await fetchFeed(url)).text, 'title')
        .slice(1)
        .toSorted()
    expect(await titles()).toEqual(['Comprado', 'Con código', 'Libre'])
    expect(textsOf((await fetchFeed(url)).text, 'itunes:block')).toEqual(['Yes'])

    const money = { net_minor: 500, tax_basis_points: 2_100, total_minor: 605, currency: 'EUR' }
    await t.database
      .knex('subscriptions')
      .insert({ user_id: listener.id, channel_id: channel.id, valid_until: new Date(t.clock.nowMs() + 60_000), ...money })
    expect(await titles()).toEqual(['Comprado', 'Con código', 'De socios', 'Libre'])

    const file = (slug: string) => t.http.get(pathOf(url).replace('feed.xml', `${slug}/audio.m4a`)).redirects(0)
    const { claims, key } = claimsOf((await file(bought.slug).expect(302)).headers['location'] ?? '')
    expect([claims?.userId, key]).toEqual([listener.id, `${bought.prefix}/audio.m4a`])
    expect((claims?.expiresAtMs ?? 0) - t.clock.nowMs()).toBeLessThanOrEqual(60 * 60_000)
    expect([(await file(closed.slug)).status, (await file(refunded.slug)).status, (await file(expired.slug)).status]).toEqual([
      302, 404, 404,
    ])
  })

  it('has an address that the database does not know', async () => {
    const channel = await t.factories.channel()
    const made = (await create(channel.slug)).body as NewPrivateFeed
    const token = made.url.split('/').at(-2) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await t.database.knex.raw<{ rows: { row: string }[] }>(
      'select podcast_feeds::text as row from podcast_feeds where id = ?',
      [made.id],
    )
    expect(rows[0]?.row).not.toContain(token)
    const list = (await t.call(privateFeeds.list, { as })).text
    expect(list).toContain(made.id)
    expect(list).not.toContain(token)
    expect((await create(channel.slug)).body).toMatchObject({ code: 'STATE_CONFLICT' })
    expect((await create('absent')).status).toBe(404)
  })

  it('gets a new address or ends, and the old one is gone for good', async () => {
    const channel = await t.factories.channel()
    const bought = await podcast(channel.id, { plan: 'paid' })
    await t.factories.ticket({ user_id: listener.id, product_id: bought.id })
    const first = (await create(channel.slug)).body as NewPrivateFeed
    const stranger = await t.tokenOf(await t.factories.user())
    const rotate = (id: string, token = as) => t.call(privateFeeds.rotate, { params: { id }, as: token })
    const revoke = (id: string, token = as) => t.call(privateFeeds.revoke, { params: { id }, as: token })
    expect([(await rotate(first.id, stranger)).status, (await revoke(first.id, stranger)).status]).toEqual([404, 404])

    const second = (await rotate(first.id).expect(200)).body as NewPrivateFeed
    const statuses = async (url: string) => [
      (await fetchFeed(url)).status,
      (await t.http.get(pathOf(url).replace('feed.xml', `${bought.slug}/audio.m4a`)).redirects(0)).status,
      (await t.http.get(pathOf(url).replace('feed.xml', `${bought.slug}/chapters.json`))).status,
    ]
    expect([await statuses(first.url), await statuses(second.url)]).toEqual([
      [410, 410, 410],
      [200, 302, 200],
    ])
    expect((await rotate(first.id)).status).toBe(404)
    await revoke(second.id).expect(204)
    expect(await statuses(second.url)).toEqual([410, 410, 410])
    expect((await fetchFeed(second.url.replace(/feeds\/[^/]+/, `feeds/${'x'.repeat(43)}`))).status).toBe(404)
    expect((await create(channel.slug)).status).toBe(201)
  })

  it('ends with its account', async () => {
    const somebody = await t.factories.user()
    const channel = await t.factories.channel()
    const { url } = (await create(channel.slug, await t.tokenOf(somebody))).body as NewPrivateFeed
    expect((await fetchFeed(url)).status).toBe(200)
    await t.database.knex('users').where({ id: somebody.id }).update({ blocked_at: new Date() })
    expect((await fetchFeed(url)).status).toBe(410)
  })
})
