import { gunzipSync } from 'node:zlib'
import { request, type IncomingHttpHeaders } from 'node:http'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { config, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { contract } from '@e-events/shared/contract/contract.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unshownTables } from '../db/watch-writes.ts'
import { startApi, type RunningApi } from '../server.ts'
import { createOrganizer, type Organizer } from '../testing/organizer.ts'
import { createShow, interrupted, live } from '../testing/show.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

/** Two processes of one api on the same stores; an organizer and staff who write through the first. */
let t: TestApi
let second: RunningApi
let organizer: Organizer
let staff: string
beforeAll(async () => {
  t = await createTestApi({ env: { CORS_ORIGINS: 'app://studio' } })
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
  organizer = await createOrganizer(t)
  staff = await t.tokenOf(await t.factories.admin())
})
afterAll(async () => {
  await second.stop()
  await t.stop()
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}
/** As plain as a request can be: nothing is added to it. */
const ask = (origin: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
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
const json = async <T>(origin: string, path: string, headers?: Record<string, string>): Promise<T> =>
  JSON.parse((await ask(origin, path, headers)).bytes.toString()) as T
/** Requests that were answered with what was kept. */
const kept = async (origin: string): Promise<number> =>
  Number(/^http_kept_replies_total\{.*\} (\d+)$/m.exec((await ask(origin, '/metrics')).bytes.toString())?.[1] ?? 0)
const processes = () => [t.url, second.url]
const pageOf = (slug: string) => `/api/products/${slug}`

/** Reads until a reply is kept in every process, and proves that it is. */
async function keepEverywhere(...paths: string[]): Promise<void> {
  for (const origin of processes()) {
    for (const path of paths) {
      const before = await kept(origin)
      await expect
        .poll(async () => {
          await ask(origin, path)
          await ask(origin, path)
          return kept(origin)
        })
        .toBeGreaterThan(before)
    }
  }
}
describe('a reply that several wait for', () => {
  it('is not spoilt for all by the header of one of them', async () => {
    const slug = await organizer.published()
    const spoilt = ask(t.url, pageOf(slug), { 'if-match': '*' })
    const all = await Promise.all([spoilt, ...Array.from({ length: 4 }, () => ask(t.url, pageOf(slug)))])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

const statuses = (path: string) => Promise.all(processes().map(async (origin) => (await ask(origin, path)).status))

describe('what was withdrawn through one process', () => {
  it('is shown by no other one any more when the answer to the write arrives: a product made private', async () => {
    for (let round = 0; round < 5; round++) {
      const slug = await organizer.published()
      await keepEverywhere(pageOf(slug), '/api/home', '/api/products')
      await organizer.publish(slug, 'private').expect(200)
      expect(await statuses(pageOf(slug))).toEqual([404, 404])
      for (const path of ['/api/home', '/api/products'])
        for (const origin of processes()) expect((await ask(origin, path)).bytes.toString()).not.toContain(slug)
    }
  })

  it('a banned channel and everything of it', async () => {
    const { channel, ...banned } = await createOrganizer(t)
    const slug = await banned.published()
    await keepEverywhere(`/api/channels/${channel.slug}`, pageOf(slug))
    await t.call(channels.ban, { params: { slug: channel.slug }, body: { reason: 'Fraude' }, as: staff }).expect(200)
    expect([...(await statuses(`/api/channels/${channel.slug}`)), ...(await statuses(pageOf(slug)))]).toEqual([404, 404, 404, 404])
  })

  it('a refusal is never kept: what is published is there with the answer', async () => {
    const slug = await organizer.draft()
    await organizer.addSession(slug).expect(201)
    for (let round = 0; round < 3; round++) expect(await statuses(pageOf(slug))).toEqual([404, 404])
    await organizer.publish(slug).expect(200)
    expect(await statuses(pageOf(slug))).toEqual([200, 200])
  })

  it('an organizer reads back what they wrote, through whichever process', async () => {
    const slug = await organizer.published()
    for (const title of ['Primera', 'Segunda', 'Tercera']) {
      await keepEverywhere(pageOf(slug))
      await organizer.change(slug, { title }).expect(200)
      for (const origin of processes())
        for (const headers of [{}, { authorization: `Bearer ${organizer.as}` }] as Record<string, string>[])
          expect((await json<ProductDetail>(origin, pageOf(slug), headers)).title).toBe(title)
    }
  })

  it('a show is on air, and not any more, for the next who asks', async () => {
    const show = await createShow(t)
    const [feed] = show.feeds as [(typeof show.feeds)[number]]
    await t.database
      .knex('broadcasts')
      .where({ id: show.broadcast.id })
      .update({ state: 'ended', ended_at: new Date(), end_reason: 'organizer' })
    await keepEverywhere(pageOf(show.slug))
    expect((await json<ProductDetail>(t.url, pageOf(show.slug))).onAir).toBe(false)
    await t.database.knex('broadcasts').where({ id: show.broadcast.id }).update({ state: 'on_air', ended_at: null, end_reason: null })
    await show.apply(1, live(feed))
    await t.api.platform.replies.settled()
    await keepEverywhere(pageOf(show.slug))
    for (const origin of processes()) expect((await json<ProductDetail>(origin, pageOf(show.slug))).onAir).toBe(true)
    await show.apply(2, interrupted(feed))
    await show.stop()
    for (const origin of processes()) expect((await json<ProductDetail>(origin, pageOf(show.slug))).onAir).toBe(false)
  })

  it('settings of the site count at once', async () => {
    await keepEverywhere('/api/config')
    const before = await json<SiteConfig>(t.url, '/api/config')
    await t.call(config.update, { body: { ...before, coupons: !before.coupons }, as: staff }).expect(200)
    for (const origin of processes()) expect(await json<SiteConfig>(origin, '/api/config')).toEqual({ ...before, coupons: !before.coupons })
  })
})

describe('what is personal', () => {
  it('is never given to somebody else, nor is the reply of a stranger given to whoever has a session', async () => {
    const slug = await organizer.published()
    const holder = await t.factories.user()
    const product = (await t.database.knex('products').where({ slug }).first('id'))!
    await t.factories.ticket({ product_id: product.id, user_id: holder.id })
    const asHolder = { authorization: `Bearer ${await t.tokenOf(holder)}` }
    const asOwner = { authorization: `Bearer ${organizer.as}` }
    const seen = async (headers?: Record<string, string>) => {
      const { owned, allowed } = await json<ProductDetail>(t.url, pageOf(slug), headers)
      return { owned, watch: allowed.watch }
    }
    await keepEverywhere(pageOf(slug))
    for (let round = 0; round < 3; round++) {
      expect(await seen(asHolder)).toEqual({ owned: true, watch: true })
      expect(await seen()).toEqual({ owned: false, watch: false })
      expect(await seen(asOwner)).toEqual({ owned: false, watch: true })
      expect(await seen()).toEqual({ owned: false, watch: false })
    }
  })

  it('a private product is shown to its owner and to whoever has a code, and stays unknown to everybody else', async () => {
    const slug = await organizer.published({}, 'private')
    const product = (await t.database.knex('products').where({ slug }).first('id'))!
    const code = 'ABCDEFGHJKLMNPQR'
    await t.database.knex('access_codes').insert({ product_id: product.id, code, created_by: organizer.user.id })
    for (let round = 0; round < 3; round++) {
      expect((await ask(t.url, pageOf(slug), { authorization: `Bearer ${organizer.as}` })).status).toBe(200)
      expect((await ask(t.url, `${pageOf(slug)}?code=${code}`)).status).toBe(200)
      expect(await statuses(pageOf(slug))).toEqual([404, 404])
    }
    await t.database.knex('access_codes').where({ code }).update({ revoked_at: new Date() })
    expect(await statuses(`${pageOf(slug)}?code=${code}`)).toEqual([404, 404])
  })

  it('a session that has ended is refused, though the reply is the same for everybody', async () => {
    await keepEverywhere('/api/home')
    for (const token of ['nonsense', 'a.b.c'])
      expect((await ask(t.url, '/api/home', { authorization: `Bearer ${token}` })).status).toBe(401)
    const user = await t.factories.user()
    const headers = { authorization: `Bearer ${await t.tokenOf(user)}` }
    expect((await ask(t.url, '/api/home', headers)).status).toBe(200)
    await t.database.knex('users').where({ id: user.id }).update({ blocked_at: new Date() })
    expect((await ask(t.url, '/api/home', headers)).status).toBe(401)
  })
})

describe('an answer from what is kept', () => {
  const each = new Set(['x-request-id', 'date'])
  const lasting = (headers: IncomingHttpHeaders) => Object.fromEntries(Object.entries(headers).filter(([name]) => !each.has(name)))

  it('is the one that the app makes: bytes, headers, language; with a request id of its own', async () => {
    const slug = await organizer.published()
    for (const headers of [{}, { 'accept-encoding': 'gzip, deflate, br' }, { 'accept-language': 'en' }] as Record<string, string>[]) {
      t.clock.advance(5_000)
      const made = await ask(t.url, pageOf(slug), headers)
      const before = await kept(t.url)
      const again = await ask(t.url, pageOf(slug), { ...headers, 'x-request-id': 'mine-12345' })
      expect(await kept(t.url)).toBe(before + 1)
      expect(again.status).toBe(200)
      expect(again.bytes.equals(made.bytes)).toBe(true)
      expect(lasting(again.headers)).toEqual(lasting(made.headers))
      expect(again.headers['x-request-id']).toBe('mine-12345')
      expect(made.headers['x-request-id']).not.toBe(again.headers['x-request-id'])
      expect(again.headers).toMatchObject({
        'content-type': expect.stringContaining('application/json') as string,
        'cache-control': 'private, no-cache',
        vary: 'Origin, Accept-Encoding, Accept-Language, Authorization',
        'content-language': headers['accept-language'] ?? 'es',
        'x-frame-options': 'DENY',
      })
      const text = headers['accept-encoding'] ? gunzipSync(again.bytes) : again.bytes
      expect(JSON.parse(text.toString())).toMatchObject({ slug })
    }
  })

  it('is 304 for whoever has it already, and whole for whoever has another', async () => {
    const { headers } = await ask(t.url, '/api/home')
    const etag = String(headers.etag)
    for (const seen of [etag, `W/${etag}`]) {
      await keepEverywhere('/api/home')
      const again = await ask(t.url, '/api/home', { 'if-none-match': seen })
      expect([again.status, again.bytes.length, again.headers.etag, again.headers['content-type']]).toEqual([304, 0, etag, undefined])
    }
    expect((await ask(t.url, '/api/home', { 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('is made anew for the first who asks with 304 in mind, and complete for the next', async () => {
    const slug = await organizer.published()
    const etag = String((await ask(t.url, pageOf(slug))).headers.etag)
    t.clock.advance(5_000)
    expect((await ask(t.url, pageOf(slug), { 'if-none-match': etag })).status).toBe(304)
    const before = await kept(t.url)
    const next = await ask(t.url, pageOf(slug))
    expect([await kept(t.url), next.status, next.headers['content-type']]).toEqual([before + 1, 200, 'application/json; charset=utf-8'])
  })

  it('tells another origin only what is meant for it', async () => {
    await keepEverywhere('/api/home')
    const studio = await ask(t.url, '/api/home', { origin: 'app://studio' })
    expect(studio.headers['access-control-allow-origin']).toBe('app://studio')
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[])
      expect((await ask(t.url, '/api/home', headers)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('is gone after a second of the clock, and speaks the language that is asked for', async () => {
    await keepEverywhere('/api/categories?language=en')
    const before = await kept(t.url)
    t.clock.advance(1_001)
    await ask(t.url, '/api/categories?language=en')
    expect(await kept(t.url)).toBe(before)
    for (const [path, header, language] of [
      ['/api/categories?language=en', 'pt', 'en'],
      ['/api/categories', 'pt', 'pt'],
      ['/api/categories', 'fr', 'es'],
    ] as const) {
      for (let round = 0; round < 2; round++)
        expect((await ask(t.url, path, { 'accept-language': header })).headers['content-language']).toBe(language)
    }
  })

  it('counts towards the budget of its address', async () => {
    const strict = await startApi({ ...t.env, RATE_LIMIT_FACTOR: 0.1 }, { log: t.api.platform.log, clock: t.clock, nodeId: 'strict' })
    try {
      const answers: number[] = []
      // 60 a minute; what is kept is told to the others three at a time.
      for (let index = 0; index < 80; index++) answers.push((await ask(strict.url, '/api/home', { 'x-forwarded-for': '10.9.8.7' })).status)
      expect(answers.slice(0, 55).every((status) => status === 200)).toBe(true)
      expect(answers.slice(70).every((status) => status === 429)).toBe(true)
      expect((await ask(strict.url, '/api/home', { 'x-forwarded-for': '10.9.8.8' })).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })
})

describe('writes that drop nothing', () => {
  it('are to tables that no stranger is shown: without any of them, every reply that is kept is the same', async () => {
    const slug = await organizer.published()
    const shared = Object.values(contract).flatMap((group: Record<string, Endpoint>) => Object.values(group).filter(({ cache }) => cache))
    expect(shared.length).toBeGreaterThan(15)
    const place = { products: slug, channels: organizer.channel.slug }
    const paths = shared.map(({ path }) => {
      const [, group = ''] = path.split('/')
      const own = place[group as keyof typeof place] ?? 'nobody'
      const query =
        group === 'search'
          ? '?keyword=noche'
          : group === 'schedule' && !path.includes('filters')
            ? `?from=2030-01-01T00:00:00Z&to=2030-01-20T00:00:00Z`
            : ''
      return `/api${path.replace(':slug', own)}${query}`
    })
    const read = async () => {
      t.api.platform.replies.drop()
      return Promise.all(
        paths.map(async (path) => [
          path,
          (await ask(t.url, path)).status,
          (await ask(t.url, path)).bytes.toString().replace(/"requestId":"[^"]*"/, ''),
        ]),
      )
    }
    const before = await read()
    const { knex } = t.database
    // The page of a product looks for the caller's ticket and code: those two it reads, and shows to nobody else.
    const readButPersonal = new Set(['tickets', 'access_codes'])
    for (const table of [...unshownTables].filter((name) => !readButPersonal.has(name)))
      await knex.raw(`alter table ${table} rename to ${table}_away`)
    const without = await read()
    for (const table of [...unshownTables].filter((name) => !readButPersonal.has(name)))
      await knex.raw(`alter table ${table}_away rename to ${table}`)
    expect(without).toEqual(before)
    expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(12)
  })
})
