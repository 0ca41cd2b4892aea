import { contract } from '@e-events/shared/contract/contract.ts'
import { cachedResponseMs, type Endpoint } from '@e-events/shared/contract/endpoint.ts'
import type { ListedProduct, ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { randomInt } from 'node:crypto'
import { request, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from '../server.ts'
import { createOrganizer, type Organizer } from '../testing/organizer.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { createResponseCache } from './response-cache.ts'

let t: TestApi
let organizer: Organizer
beforeAll(async () => {
  t = await createTestApi({ cachesResponses: true })
  organizer = await createOrganizer(t)
})
afterAll(() => t.stop())
beforeEach(() => t.clock.advance(cachedResponseMs + 1))

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}
/** As plain as a request can be: nothing is added to it. */
const ask = (path: string, headers: Record<string, string> = {}, origin = t.url): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(`${origin}${path}`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
const json = async <T>(path: string, headers?: Record<string, string>): Promise<T> =>
  JSON.parse((await ask(path, headers)).bytes.toString()) as T
const cached = async () => Number(/^http_cached_responses_total\{.*\} (\d+)$/m.exec((await ask('/metrics')).bytes.toString())?.[1] ?? 0)
/** Whether each of these requests, one after the other, is answered from the cache. */
async function hits(...requests: [path: string, headers?: Record<string, string>][]): Promise<boolean[]> {
  const found: boolean[] = []
  for (const [path, headers] of requests) {
    const before = await cached()
    await ask(path, headers)
    found.push((await cached()) > before)
  }
  return found
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const pageOf = (slug: string) => `/api/products/${slug}`

describe('a cached response', () => {
  it('answers the same question for one second, and the parsed question decides', async () => {
    const spellings = ['limit=20&type=vod', 'type=vod&limit=20&', '%6Cimit=2%30&type=vod']
    expect(await hits(...spellings.map((query): [string] => [`/api/products?${query}`]))).toEqual([false, true, true])
    await ask('/api/products')
    expect(await hits(['/api/products?limit=19'], ['/api/products', { 'accept-language': 'en' }], ['/api/products?language=en'])).toEqual([
      false,
      false,
      false,
    ])
    t.clock.advance(cachedResponseMs)
    expect(await hits(['/api/products'])).toEqual([true])
    t.clock.advance(1)
    expect(await hits(['/api/products'])).toEqual([false])
  })

  it('shows a change after a second at the latest, and at once to a client that asks for a new one, which everybody gets from then on', async () => {
    const slugs = async (headers?: Record<string, string>) =>
      (await json<{ items: ListedProduct[] }>('/api/products', headers)).items.map(({ slug }) => slug)
    await slugs()
    const first = await organizer.published()
    expect(await slugs()).not.toContain(first)
    t.clock.advance(cachedResponseMs + 1)
    expect(await slugs()).toContain(first)
    const second = await organizer.published()
    expect(await slugs()).not.toContain(second)
    expect(await slugs({ 'cache-control': 'max-age=0' })).toContain(second)
    expect(await slugs()).toContain(second)
  })

  it('is no refusal: what is published is there with the answer, and what is withdrawn is gone within a second', async () => {
    const slug = await organizer.draft()
    await organizer.addSession(slug).expect(201)
    for (let round = 0; round < 3; round++) expect((await ask(pageOf(slug))).status).toBe(404)
    await organizer.publish(slug).expect(200)
    expect((await ask(pageOf(slug))).status).toBe(200)
    await organizer.publish(slug, 'private').expect(200)
    t.clock.advance(cachedResponseMs + 1)
    expect((await ask(pageOf(slug))).status).toBe(404)
  })

  it('has bytes, headers and ETag of the first one, and is 304 for a caller that has it', async () => {
    const path = pageOf(await organizer.published())
    const zipped = { 'accept-encoding': 'gzip, deflate, br' }
    const [first, second, plain] = [await ask(path, zipped), await ask(path, zipped), await ask(path)]
    const each = new Set(['x-request-id', 'date'])
    const lasting = ({ headers }: Answer) => Object.fromEntries(Object.entries(headers).filter(([name]) => !each.has(name)))
    expect(lasting(second)).toEqual(lasting(first))
    expect(lasting(second)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-encoding': 'gzip',
      'content-language': 'es',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Origin, Accept-Encoding, Accept-Language, Authorization',
      'x-frame-options': 'DENY',
    })
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(gunzipSync(second.bytes).equals(plain.bytes)).toBe(true)
    const etag = String(first.headers.etag)
    for (const seen of [etag, `W/${etag}`]) {
      const again = await ask(path, { 'if-none-match': seen })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    expect((await ask(path, { 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('counts towards the budget of its address', async () => {
    const strict = await startApi({ ...t.env, RATE_LIMIT_FACTOR: 0.1 }, { log: t.api.platform.log, clock: t.clock, nodeId: 'strict' })
    try {
      const from = async (address: string) => (await ask('/api/home', { 'x-forwarded-for': address }, strict.url)).status
      // A second try has an address of its own: Redis still knows the first one.
      const [one, other] = [`10.9.8.${randomInt(1, 128)}`, `10.9.8.${randomInt(128, 255)}`]
      // 60 a minute, reported to Redis three at a time; a Redis that is slow to answer lets more pass.
      let passed = 0
      while (passed < 300 && (await from(one)) === 200) passed += 1
      expect(passed).toBeGreaterThanOrEqual(55)
      expect(passed).toBeLessThan(300)
      expect(await from(one)).toBe(429)
      expect(await from(other)).toBe(200)
    } finally {
      await strict.stop()
    }
  })
})

describe('who asks', () => {
  it('gets nothing personal of somebody else, and nothing of strangers where the answer depends on the account', async () => {
    const slug = await organizer.published()
    const holder = await t.factories.user()
    const product = (await t.database.knex('products').where({ slug }).first('id'))!
    await t.factories.ticket({ product_id: product.id, user_id: holder.id })
    const seen = async (headers?: Record<string, string>) => {
      const { owned, allowed } = await json<ProductDetail>(pageOf(slug), headers)
      return { owned, watch: allowed.watch }
    }
    const asHolder = bearer(await t.tokenOf(holder))
    for (let round = 0; round < 3; round++) {
      expect(await seen(asHolder)).toEqual({ owned: true, watch: true })
      expect(await seen()).toEqual({ owned: false, watch: false })
      expect(await seen(bearer(organizer.as))).toEqual({ owned: false, watch: true })
    }
  })

  it('sees a private product as its owner or with a code, and nobody else does', async () => {
    const slug = await organizer.published({}, 'private')
    const product = (await t.database.knex('products').where({ slug }).first('id'))!
    const code = 'ABCDEFGHJKLMNPQR'
    await t.database.knex('access_codes').insert({ product_id: product.id, code, created_by: organizer.user.id })
    for (let round = 0; round < 3; round++) {
      expect((await ask(pageOf(slug), bearer(organizer.as))).status).toBe(200)
      expect((await ask(`${pageOf(slug)}?code=${code}`)).status).toBe(200)
      expect((await ask(pageOf(slug))).status).toBe(404)
    }
    await t.database.knex('access_codes').where({ code }).update({ revoked_at: new Date() })
    expect((await ask(`${pageOf(slug)}?code=${code}`)).status).toBe(404)
  })

  it('shares what is the same for everybody with a valid token; a forged or expired one is refused, and a blocked account within a second', async () => {
    const user = await t.factories.user()
    const token = await t.tokenOf(user)
    expect(await hits(['/api/home'], ['/api/home', bearer(token)], [pageOf('none'), bearer(token)])).toEqual([false, true, false])
    const [head, , signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ sub: organizer.user.id, sid: organizer.user.id, aud: 'api', exp: 4e9 })).toString(
      'base64url',
    )
    for (const wrong of ['nonsense', 'a.b.c', `${head}.${forged}.${signature}`])
      expect((await ask('/api/home', bearer(wrong))).status).toBe(401)
    await t.database.knex('users').where({ id: user.id }).update({ blocked_at: new Date() })
    expect((await ask('/api/me', bearer(token))).status).toBe(401)
    t.clock.advance(cachedResponseMs + 1)
    expect((await ask('/api/home', bearer(token))).status).toBe(401)
    await t.database.knex('users').where({ id: user.id }).update({ blocked_at: null })
    expect((await ask('/api/home', bearer(token))).status).toBe(200)
    t.clock.advance(24 * 60 * 60_000)
    expect((await ask('/api/home', bearer(token))).status).toBe(401)
  })
})

describe('the contract', () => {
  const rules = Object.values(contract).flatMap((group: Record<string, Endpoint>) => Object.values(group).filter(({ cache }) => cache))

  it('caches only reads that anybody may make', () => {
    expect(rules.length).toBeGreaterThan(15)
    for (const { method, access, produces, response } of rules)
      expect([method, access.kind, produces, response !== undefined]).toEqual(['GET', 'public', 'json', true])
  })
})

describe('the cache', () => {
  const question = { key: 'one', seconds: 1 }
  const open = () => {
    const clock = { atMs: 1_000_000 }
    let found = 0
    const cache = createResponseCache({ clock: { nowMs: () => clock.atMs }, isOff: false, onHit: () => (found += 1) })
    return { cache, clock, found: () => found }
  }

  it('makes a response once for all who wait, and tells all of them of a failure, which it forgets', async () => {
    const { cache, found } = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    let made = 0
    const make = () => {
      made += 1
      return promise
    }
    const all = Promise.all(Array.from({ length: 5 }, () => cache.get(question, make)))
    resolve('{}')
    expect(new Set((await all).map(({ bytes }) => bytes.toString()))).toEqual(new Set(['{}']))
    expect([made, found()]).toEqual([1, 4])
    const failing = { ...question, key: 'failing' }
    const fail = () => Promise.reject(new Error('no database'))
    const settled = await Promise.allSettled([cache.get(failing, fail), cache.get(failing, fail)])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await cache.get(failing, () => Promise.resolve('there'))).bytes.toString()).toBe('there')
  })

  it('counts the age from the moment of the question: a slow answer from before a change is not shared a second after it', async () => {
    const { cache, clock } = open()
    const slow = Promise.withResolvers<string>()
    const first = cache.get(question, () => slow.promise)
    clock.atMs += 1_001
    const second = cache.get(question, () => Promise.resolve('new'))
    slow.resolve('old')
    expect([(await first).bytes.toString(), (await second).bytes.toString()]).toEqual(['old', 'new'])
    expect((await cache.get(question, () => Promise.resolve('newer'))).bytes.toString()).toBe('new')
  })

  it('lets the responses go that nobody asked for the longest, beyond 32 MB', async () => {
    const { cache, found } = open()
    const megabyte = 'x'.repeat(1_000_000)
    for (let index = 0; index < 20; index++) await cache.get({ key: String(index), seconds: 1 }, () => Promise.resolve(megabyte))
    await cache.get({ key: '19', seconds: 1 }, () => Promise.resolve(megabyte))
    await cache.get({ key: '0', seconds: 1 }, () => Promise.resolve(megabyte))
    expect(found()).toBe(1)
  })
})
