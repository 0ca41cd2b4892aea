import { account } from '@e-events/shared/contract/people/account.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { contract } from '@e-events/shared/contract/contract.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

let t: TestApi
const lines: string[] = []
beforeAll(async () => {
  t = await createTestApi({ log: { level: 'trace', destination: { write: (line) => void lines.push(line) } } })
})
afterAll(() => t.stop())

const http = () => supertest(t.url)
const login = () => http().post('/api/auth/login')

describe('requests that cannot be read [API-034]', () => {
  it('answer the one error body: no JSON, another type, too large, an unknown address, a wrong method', async () => {
    const cases: [supertest.Test, number, string][] = [
      [login().set('content-type', 'application/json').send('{"user":'), 400, 'BAD_REQUEST'],
      [login().set('content-type', 'application/json').send('"text"'), 400, 'BAD_REQUEST'],
      [login().set('content-type', 'text/plain').send('user=a'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [login().set('content-type', 'application/x-www-form-urlencoded').send('user=a'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [login().send({ user: 'a@b.example', password: 'x'.repeat(1024 * 1024) }), 413, 'PAYLOAD_TOO_LARGE'],
      [http().get('/api/nothing-here'), 404, 'NOT_FOUND'],
      [http().get('/nothing-here'), 404, 'NOT_FOUND'],
      [http().get('/api/auth/login'), 405, 'METHOD_NOT_ALLOWED'],
      [login().set('content-type', 'application/json').send('{"user":"a","__proto__":{"admin":true}}'), 400, 'BAD_REQUEST'],
    ]
    for (const [request, status, code] of cases) {
      const reply = await request
      expect([reply.status, reply.body]).toEqual([
        status,
        { code, message: expect.any(String) as string, requestId: reply.get('x-request-id') },
      ])
    }
  })

  it('say what is wrong in es by default, in the language of the browser, and in the one of the address first', async () => {
    const text = async (request: supertest.Test) => ((await request).body as { message: string }).message
    const absent = '/api/products/absent'
    expect(await text(http().get(absent))).toBe('No lo encontramos.')
    expect(await text(http().get(absent).set('accept-language', 'de,pt-BR;q=0.9,en;q=0.8'))).toBe('Não encontrámos isso.')
    expect(await text(http().get(`${absent}?language=en`).set('accept-language', 'pt'))).toBe('We cannot find that.')
  })

  it('name every key that nobody declared, in bodies and in queries', async () => {
    const body = await login().send({ user: 'a@b.example', password: 'x', roles: ['ADMIN'], constructor: {} })
    const query = await http().get('/api/home?x=1&__proto__=2&language=es')
    const paths = (reply: supertest.Response) =>
      (reply.body as { issues: { path: string; rule: string }[] }).issues.map(({ path, rule }) => `${path} ${rule}`)
    expect(paths(body)).toEqual(['body.roles unrecognized_keys', 'body.constructor unrecognized_keys'])
    expect(new Set(paths(query))).toEqual(new Set(['query.x unrecognized_keys', 'query.__proto__ unrecognized_keys']))
  })
})

describe('addresses', () => {
  it('may have capitals and a slash at the end; an unknown method and a part that nobody has are refused', async () => {
    for (const address of ['/api/home', '/API/Home', '/api/home/', '/healthz/', '/API/robots.txt'])
      expect([address, (await http().get(address)).status]).toEqual([address, 200])
    for (const address of ['/api', '/api/', '/', '/api/homes', '/api/home/more'])
      expect([address, (await http().get(address)).status]).toEqual([address, 404])
    expect((await http().propfind('/api/home')).status).toBe(405)
    expect((await http().delete('/api/home')).status).toBe(405)
  })
})

describe('senders that hold a socket', { timeout: 60_000 }, () => {
  it('half-open ones are cut off', async () => {
    const { hostname, port } = new URL(t.url)
    const socket = connect(Number(port), hostname)
    const closed = once(socket, 'close')
    socket.on('error', () => undefined).resume()
    socket.write('GET /api/home HTTP/1.1\r\nhost: x\r\nx-slow: ')
    await expect(closed).resolves.toBeDefined()
  })
})

describe('answers', () => {
  it('that do not fit the contract are a 500 without detail, and the log says which', async () => {
    const product = await t.factories.product({ price_note: 'x' })
    // No way through the front door: a currency that the contract does not know.
    await t.database.knex.raw('alter table products drop constraint products_currency_check')
    await t.database.knex('products').where({ id: product.id }).update({ plan: 'paid', net_price_minor: 100, currency: 'eur' })
    const reply = await t.call(products.get, { params: { slug: product.slug } })
    expect(reply.body).toEqual({ code: 'INTERNAL', message: 'Algo ha fallado en nuestro lado.', requestId: reply.get('x-request-id') })
    expect(lines.some((line) => line.includes('does not fit the contract') && line.includes(reply.get('x-request-id') ?? '?'))).toBe(true)
    await t.database.knex('products').where({ id: product.id }).update({ currency: 'EUR' })
  })

  it('are compressed, carry safe headers and a request id, and keep the one that was sent', async () => {
    for (let index = 0; index < 4; index++) await t.factories.product()
    const reply = await t.call(home.get).set({ 'x-request-id': 'abc-12345', 'accept-encoding': 'gzip' })
    expect(reply.get('content-encoding')).toBe('gzip')
    expect(reply.get('x-request-id')).toBe('abc-12345')
    expect(reply.get('content-security-policy')).toContain("default-src 'none'")
    expect(reply.get('x-content-type-options')).toBe('nosniff')
    expect((await t.call(home.get).set('x-request-id', '<script>')).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('may be read by the packaged studio and by no other origin', async () => {
    const preflight = (origin: string) =>
      http()
        .options('/api/auth/login')
        .set('origin', origin)
        .set('access-control-request-method', 'POST')
        .set('access-control-request-headers', 'content-type')
    const studio = await preflight('app://studio')
    expect([studio.status, studio.get('access-control-allow-origin')]).toEqual([204, 'app://studio'])
    expect(studio.get('access-control-allow-headers')).toContain('authorization')
    const refused = await login().set('origin', 'app://studio').send({})
    expect([refused.status, refused.get('access-control-allow-origin') ?? null]).toEqual([400, 'app://studio'])
    for (const origin of ['https://evil.example', 'null', 'app://studio.evil']) {
      expect((await preflight(origin)).get('access-control-allow-origin')).toBeUndefined()
    }
  })
})

describe('the log', () => {
  it('holds no password and no token', async () => {
    const user = await t.factories.user()
    const refused = await login().send({ user: user.email, password: 'Geheim-123456', client: 'studio' })
    expect(refused.body).toMatchObject({ code: 'INVALID_LOGIN' })
    const token = await t.tokenOf(user)
    await t.call(account.me, { as: token }).expect(200)
    t.api.platform.log.error({ authorization: token, body: { password: 'Geheim-123456', refreshToken: token } }, 'planted')
    const link = 'secret-link-of-a-mail'
    await t.call(signUp.activate, { params: { token: link } }).expect(400)
    const all = lines.join('\n')
    expect(all).toContain('planted')
    expect(all).toContain('/api/auth/activate/:token')
    expect(all).not.toContain(link)
    expect(all).not.toContain('Geheim-123456')
    expect(all).not.toContain(token)
  })
})

describe('beside the contract', () => {
  it('health, readiness and metrics; metrics are not below /api [LIM-040]', async () => {
    expect((await http().get('/healthz')).body).toEqual({
      status: 'ok',
      profile: 'e-events',
      regions: { data: 'eu-west-3', realtime: 'eu-west-1' },
    })
    expect((await http().get('/readyz')).body).toMatchObject({ status: 'ok', database: true, redis: true })
    const metrics = await http().get('/metrics')
    expect(metrics.text).toContain('http_request_duration_seconds_bucket')
    expect(metrics.text).toContain('route="/api/home"')
    expect((await http().get('/api/metrics')).status).toBe(404)
  })

  it('an OpenAPI document that names every endpoint and its refusals, and a page that needs no network', async () => {
    const { body } = (await http().get('/api/openapi.json')) as {
      body: { openapi: string; paths: Record<string, Record<string, { operationId: string; responses: object }>> }
    }
    expect(body.openapi).toMatch(/^3\.1/)
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods))
    const names = Object.entries(contract).flatMap(([group, endpoints]) => Object.keys(endpoints).map((name) => `${group}.${name}`))
    expect(new Set(operations.map((operation) => operation.operationId))).toEqual(new Set(names))
    expect(Object.keys(body.paths['/products/{slug}/tickets']?.['post']?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '401', '402', '409', '429', '503']),
    )
    const page = await http().get('/api/docs')
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(assets.length).toBeGreaterThan(2)
    for (const url of assets) expect([url, (await http().get(url)).status]).toEqual([url, 200])
    expect((await http().get('/api/docs/package.json')).status).toBe(404)
  })

  it('public pictures by their id; private, removed and unknown ones do not exist', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    await writeFile(path.join(t.storageDir, 'a.svg'), svg)
    const add = async (fields: object) => {
      const [row] = await t.database
        .knex('files')
        .insert({
          purpose: 'art',
          storage_key: `${Math.random()}.svg`,
          original_name: 'a.svg',
          mime_type: 'image/svg+xml',
          size_bytes: svg.length,
          is_public: true,
          ...fields,
        })
        .returning('id')
      return `/api/files/${row!.id}`
    }
    const url = await add({ storage_key: 'a.svg' })
    const reply = await http().get(url)
    expect([reply.status, reply.get('content-type'), String(reply.body)]).toEqual([200, 'image/svg+xml', svg])
    expect(reply.get('content-security-policy')).toContain('sandbox')
    expect(reply.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(
      (
        await http()
          .get(url)
          .set('if-none-match', reply.get('etag') ?? '')
      ).status,
    ).toBe(304)
    const absent = [
      await add({ is_public: false }),
      await add({ deleted_at: new Date() }),
      await add({}),
      await add({ storage_key: '../../etc/passwd' }),
    ]
    for (const each of [...absent, '/api/files/x', '/api/files/..%2f..%2fetc%2fpasswd'])
      expect([each, (await http().get(each)).status]).toEqual([each, 404])
  })
})
