import { describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, orNull404, type FetchReply, type FetchRequest } from './client.ts'
import { account } from './people/account.ts'
import { config } from './settings/config.ts'
import { cachedResponseMs, queryKey } from './endpoint.ts'
import { categories } from './catalogue/categories.ts'
import { products } from './catalogue/products.ts'
import { tickets } from './sales/tickets.ts'

function server(answer: (url: string, request: FetchRequest) => { status: number; body?: unknown; headers?: Record<string, string> }) {
  const requests: { url: string; request: FetchRequest }[] = []
  let token: string | undefined = 'old'
  let refreshes = 0
  const client = createClient({
    baseUrl: '/api',
    language: () => 'pt',
    accessToken: () => token,
    refresh: () => {
      refreshes += 1
      token = 'new'
      return Promise.resolve(token)
    },
    fetch: (url, request) => {
      requests.push({ url, request })
      const { status, body, headers = {} } = answer(url, request)
      const reply: FetchReply = {
        status,
        headers: { get: (name) => headers[name] ?? null },
        text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
      }
      return Promise.resolve(reply)
    },
  })
  return { client, requests, refreshes: () => refreshes }
}

const refusal = (code: string) => ({ code, message: 'x', requestId: 'r1' })

describe('client of the contract', () => {
  it('turns a refusal into an error with its code, request id and waiting time', async () => {
    const { client } = server(() => ({ status: 429, body: refusal('RATE_LIMITED'), headers: { 'retry-after': '7' } }))
    const error = await client.call(tickets.list).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, requestId: 'r1', retryAfterMs: 7_000 })
  })
  it('refreshes once after a 401 and repeats with the new token; a second 401 is final', async () => {
    const { client, requests, refreshes } = server(() => ({ status: 401, body: refusal('UNAUTHENTICATED') }))
    await expect(client.call(account.me)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(refreshes()).toBe(1)
    expect(requests.map(({ request }) => request.headers['authorization'])).toEqual(['Bearer old', 'Bearer new'])
  })
  it('gives a 404 quietly to whoever asks for that, and nothing else [ERR-004]', async () => {
    const answered = (status: number, code: string) => server(() => ({ status, body: refusal(code) })).client.call(tickets.list)
    await expect(orNull404(answered(404, 'NOT_FOUND'))).resolves.toBeNull()
    await expect(answered(404, 'NOT_FOUND')).rejects.toMatchObject({ status: 404 })
    await expect(orNull404(answered(409, 'STATE_CONFLICT'))).rejects.toMatchObject({ code: 'STATE_CONFLICT' })
    await expect(orNull404(answered(410, 'FEED_REVOKED'))).rejects.toMatchObject({ status: 410 })
    await expect(orNull404(Promise.resolve({ items: [] }))).resolves.toEqual({ items: [] })
  })
  it('asks for new responses for a second after a change of its own, done or not, and only where responses are cached', async () => {
    vi.useFakeTimers()
    try {
      const { client, requests } = server((_, { method }) => (method === 'GET' ? { status: 200, body: {} } : { status: 500 }))
      const modes = async () => {
        const before = requests.length
        for (const endpoint of [categories.list, tickets.list] as const) await client.call(endpoint).catch(() => undefined)
        return requests.slice(before).map(({ request }) => request.cache)
      }
      expect(await modes()).toEqual([undefined, undefined])
      await client.call(account.removeAvatar).catch(() => undefined)
      expect(await modes()).toEqual(['no-cache', undefined])
      vi.advanceTimersByTime(cachedResponseMs)
      expect(await modes()).toEqual(['no-cache', undefined])
      vi.advanceTimersByTime(1)
      expect(await modes()).toEqual([undefined, undefined])
    } finally {
      vi.useRealTimers()
    }
  })
  it('does not hide a reply that breaks the contract, nor an error page of a proxy', async () => {
    await expect(server(() => ({ status: 200, body: { items: 1 } })).client.call(tickets.list)).rejects.toMatchObject({
      code: 'UNEXPECTED_REPLY',
    })
    await expect(server(() => ({ status: 502 })).client.call(tickets.list)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 502 })
  })
  it('asks one base address, with the bearer token where there is one and no such header where there is none [API-001, API-002]', async () => {
    const { client, requests } = server(() => ({ status: 404, body: refusal('NOT_FOUND') }))
    await client.call(config.get).catch(() => undefined)
    expect(requests[0]).toMatchObject({ url: '/api/config', request: { headers: { authorization: 'Bearer old' } } })
    const headers: Record<string, string>[] = []
    const visitor = createClient({
      baseUrl: 'https://elsewhere.example/api',
      language: () => 'es',
      accessToken: () => undefined,
      refresh: () => Promise.resolve(undefined),
      fetch: (url, request) => {
        headers.push({ url, ...request.headers })
        return Promise.resolve({ status: 404, headers: { get: () => null }, text: () => Promise.resolve('') })
      },
    })
    await visitor.call(config.get).catch(() => undefined)
    expect(headers[0]).toMatchObject({ url: 'https://elsewhere.example/api/config' })
    expect(headers[0]).not.toHaveProperty('authorization')
  })
  it('sends raw bytes with their type, asks under the ETag it was given, and hears the ETag of the answer', async () => {
    const bytes = Uint8Array.from([1, 2, 3])
    const { client, requests } = server(() => ({ status: 204, headers: { etag: '"abc"' } }))
    await client.call(account.signOutOthers, undefined, { ifMatch: '"seen"' })
    await client.call(account.avatar, { upload: { contentType: 'image/png', bytes } }).catch(() => undefined)
    const etags: string[] = []
    await client.call(account.signOutOthers, undefined, { onEtag: (etag) => etags.push(etag) })
    expect(requests[0]?.request.headers['if-match']).toBe('"seen"')
    expect(requests[1]?.request).toMatchObject({ headers: { 'content-type': 'image/png' }, body: bytes })
    expect(etags).toEqual(['"abc"'])
  })
  it('fills parameters and query safely and says which language it wants', async () => {
    const { client, requests } = server(() => ({ status: 404, body: refusal('NOT_FOUND') }))
    await client.call(products.get, { params: { slug: 'a/../b' }, query: { language: 'en' } }).catch(() => undefined)
    expect(requests[0]?.url).toBe('/api/products/a%2F..%2Fb?language=en')
    expect(requests[0]?.request.headers['accept-language']).toBe('pt')
  })
  it('has one key per endpoint and input', () => {
    expect(queryKey(products.get, { params: { slug: 'a' } })).toEqual(['GET /products/:slug', { params: { slug: 'a' } }])
    expect(queryKey(account.me)).toEqual(['GET /me', {}])
  })
})
