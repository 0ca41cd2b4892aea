import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '@e-events/shared/limits.ts'
import { anybody } from '@e-events/shared/node/tokens.ts'
import { secret, startHarness, viewer, type Answer, type Harness } from './testing/harness.ts'

let harness: Harness
const ownOrigin = 'https://events.example'
beforeAll(async () => {
  harness = await startHarness({ allowedOrigins: [ownOrigin] })
  const { storage, root } = harness
  await storage.put('live/b1/f1/master.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p.m3u8\n', 'application/vnd.apple.mpegurl')
  await storage.put('live/b1/f1/r0/720p_00001.m4s', '0123456789', 'video/mp4')
  await storage.put('live/b2/f1/r0/720p_00001.m4s', 'other show', 'video/mp4')
  await storage.put('live/b10/f1/r0/720p_00001.m4s', 'neighbour', 'video/mp4')
  await mkdir(join(root, 'secret'))
  await writeFile(join(root, 'secret', 'key.m4s'), 'secret')
  await symlink(join(root, 'secret'), join(root, 'media', 'live', 'b1', 'out'))
})
afterAll(() => harness.stop())

const playlist = 'live/b1/f1/master.m3u8'
const segment = 'live/b1/f1/r0/720p_00001.m4s'

/** The one answer to everything that is not a valid address; only the request id may differ. */
function expectNothing(answer: Answer): void {
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  const { message, ...rest } = JSON.parse(answer.text) as { message: string }
  expect(rest).toEqual({ code: 'NOT_FOUND', requestId: answer.headers['x-request-id'] })
  expect(message).not.toBe('')
}

describe('what is not an address of ours gets the same 404', () => {
  const good = () => harness.token()

  it('without a token, with a broken one, with one of another secret [VID-013]', async () => {
    const [payload = '', mac = ''] = good().split('.')
    const widened = Buffer.from(JSON.stringify([viewer.userId, viewer.productId, ['live'], Date.now() + 1e9])).toString('base64url')
    const bad = [
      '',
      'x',
      '.',
      'x.y',
      payload,
      `${payload}.`,
      `.${mac}`,
      `${payload}.${mac.slice(1)}`,
      `${widened}.${mac}`,
      `${payload}.${mac}x`,
    ]
    const tokens = [...bad, harness.token({}, 'another secret'), 'a'.repeat(5_000)]
    for (const token of tokens) {
      expectNothing(await harness.get(`/media/${token}/${playlist}`))
      expectNothing(await harness.get(`/media/${token}/${segment}`))
    }
    expectNothing(await harness.get(`/media/${segment}`))
  })

  it('with the token of another account for another product, and never beyond the prefix of its own [VID-013] [PLY-012]', async () => {
    const foreign = harness.token({ userId: 'b', productId: 'p2', prefixes: ['live/b2'] })
    expectNothing(await harness.get(`/media/${foreign}/${playlist}`))
    expectNothing(await harness.get(`/media/${foreign}/${segment}`))
    expect((await harness.get(`/media/${foreign}/live/b2/f1/r0/720p_00001.m4s`)).text).toBe('other show')
    // 'live/b1' opens no 'live/b10'.
    expectNothing(await harness.get(`/media/${good()}/live/b10/f1/r0/720p_00001.m4s`))
  })

  it('after half an hour, to the second, also for a token that has been used before [VID-013]', async () => {
    const token = good()
    const later = (ms: number) => {
      harness.clock.offsetMs = ms
      return Promise.all([harness.get(`/media/${token}/${playlist}`), harness.get(`/media/${token}/${segment}`)])
    }
    for (const answer of await later(0)) expect(answer.status).toBe(200)
    for (const answer of await later(limits.playbackTokenMs - 1_000)) expect(answer.status).toBe(200)
    for (const answer of await later(limits.playbackTokenMs)) expectNothing(answer)
    harness.clock.offsetMs = 0
  })

  it('once access was taken back, also for a token that has been used before', async () => {
    const token = good()
    expect((await harness.get(`/media/${token}/${segment}`)).status).toBe(200)
    harness.revoked.add(`${viewer.userId}:${viewer.productId}`)
    expectNothing(await harness.get(`/media/${token}/${segment}`))
    expectNothing(await harness.get(`/media/${token}/${playlist}`))
    harness.revoked.clear()
    expect((await harness.get(`/media/${token}/${segment}`)).status).toBe(200)
  })

  it.each([
    ['the device that asked was signed out', 'session:device-1'],
    ['another device took its playback over', 'lease:lease-1'],
    ['its whole product was taken away', `*:${viewer.productId}`],
    ['its account was blocked', `${viewer.userId}:*`],
  ])('once %s', async (_, entry) => {
    const [token, other] = [
      harness.token({ sessionId: 'device-1', leaseId: 'lease-1' }),
      harness.token({ userId: 'b', productId: 'p2', sessionId: 'device-2', leaseId: 'lease-2', prefixes: ['live/b1'] }),
    ]
    for (const key of [segment, playlist]) expect((await harness.get(`/media/${token}/${key}`)).status).toBe(200)
    harness.revoked.add(entry)
    onTestFinished(() => harness.revoked.clear())
    for (const key of [segment, playlist]) {
      expectNothing(await harness.get(`/media/${token}/${key}`))
      expect((await harness.get(`/media/${other}/${key}`)).status).toBe(200)
    }
  })

  const escapes = [
    'live/b1/../b2/f1/r0/720p_00001.m4s',
    'live/b1/..%2fb2/f1/r0/720p_00001.m4s',
    'live/b1/%2e%2e/b2/f1/r0/720p_00001.m4s',
    'live/b1/%2e%2e%2fb2%2ff1/r0/720p_00001.m4s',
    'live/b1/%252e%252e/b2/f1/r0/720p_00001.m4s',
    'live/b1/..%252fb2/f1/r0/720p_00001.m4s',
    'live/b1/..%5cb2%5cf1/r0/720p_00001.m4s',
    'live/b1/..\\b2\\f1\\r0\\720p_00001.m4s',
    'live/b1/%c0%ae%c0%ae/b2/f1/r0/720p_00001.m4s',
    'live/b1/f1/r0/720p_00001.m4s%00.m3u8',
    'live/b1/f1/r0/720p_00001.m4s/',
    'live/b1//f1/r0/720p_00001.m4s',
    'live/b1/./f1/r0/720p_00001.m4s',
    'live%2fb1/f1/r0/720p_00001.m4s',
    '/etc/passwd',
    '/live/b1/f1/r0/720p_00001.m4s',
    'live/b1/out/key.m4s',
    'live/b1/~tmp/x.m4s',
    'live/b1/f1/r0',
    'live/b1/f1',
    'live/b1/absent.m4s',
    'live/b1/absent.m3u8',
    '',
  ]
  it.each(escapes)('and leads nowhere: %j', async (path) => {
    expectNothing(await harness.get(`/media/${good()}/${path}`))
  })

  it('and no list comes along with another that the token does not open by itself', async () => {
    const [pictures, sound] = ['live/b1/f1/720p.m3u8', 'live/b1/f1/audio.m3u8']
    for (const key of [pictures, sound]) await harness.storage.put(key, `#EXTM3U\n${key}\n`, 'application/vnd.apple.mpegurl')
    const ask = (prefixes: string[], companion: string) =>
      harness.get(`/media/${harness.token({ prefixes })}/${pictures}?with=${companion}`)
    expect((await ask(['live/b1'], 'audio:0')).text).toContain(sound)
    const alone = await ask([pictures], 'audio:0')
    expect([alone.status, alone.text]).toEqual([200, `#EXTM3U\n${pictures}\n`])
    expectNothing(await ask([sound], 'audio:0'))
    for (const companion of ['../f2/audio:0', '..%2ff2%2faudio:0', 'r0/audio:0', 'audio.m3u8:0'])
      expect((await ask(['live/b1'], companion)).status, companion).toBe(400)
  })

  it('and an address that only looks like ours', async () => {
    for (const path of [
      '/',
      '/media',
      '/media/',
      `/media/${good()}`,
      `/x/../media/${good()}/${segment}`,
      `//media/${good()}/${segment}`,
      `/Media/${good()}/${segment}`,
    ])
      expectNothing(await harness.get(path))
  })

  it('with the same words for every reason, in the language of the caller, and without a body on HEAD', async () => {
    const reasons = [
      `/media/x.y/${segment}`,
      `/media/${good()}/live/b2/f1/r0/720p_00001.m4s`,
      `/media/${good()}/live/b1/absent.m4s`,
      '/nothing',
    ]
    const answers = await Promise.all(
      reasons.map((path) => harness.get(path, { headers: { 'accept-language': 'pt-BR', 'x-request-id': 'same' } })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const english = await harness.get(reasons[0] ?? '', { headers: { 'accept-language': 'en', 'x-request-id': 'same' } })
    expect(english.text).not.toBe(answers[0]?.text)
    const head = await harness.get(reasons[0] ?? '', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 404, text: '' })
  })

  it('but another method gets 405', async () => {
    const answer = await harness.get(`/media/${good()}/${segment}`, { method: 'PUT' })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  })
})

it('is open to players of every origin where it is for everybody, and lets no page that it opens carry the token on', async () => {
  const path = `/media/${harness.token({ userId: anybody })}/${segment}`
  const preflight = await harness.get(path, {
    method: 'OPTIONS',
    headers: { origin: 'https://tv.example', 'access-control-request-headers': 'range' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).toContain('range')
  const answer = await harness.get(path, { headers: { origin: 'https://tv.example' } })
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['access-control-expose-headers']).toContain('content-range')
})

it('lets no page but ours read what an account watches', async () => {
  const ask = (origin: string, key: string, method = 'GET') =>
    harness.get(`/media/${harness.token()}/${key}`, { method, headers: { origin } })
  for (const [key, method] of [[segment], [playlist], [segment, 'OPTIONS']] as const) {
    const [foreign, own] = [await ask('https://evil.example', key, method), await ask(ownOrigin, key, method)]
    expect([foreign.headers['access-control-allow-origin'], own.headers['access-control-allow-origin']]).toEqual([undefined, ownOrigin])
    expect(foreign.headers['vary']).toContain('origin')
  }
  const refused = await harness.get(`/media/x/${segment}`, { headers: { origin: 'https://evil.example' } })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([404, undefined])
})

it('counts answers and refusals by reason', async () => {
  await harness.get(`/media/${harness.token({}, 'another secret')}/${segment}`)
  const text = await harness.registry.metrics()
  expect(text).toMatch(/delivery_refusals_total\{reason="token"\} [1-9]/)
  expect(text).toMatch(/delivery_refusals_total\{reason="scope"\} [1-9]/)
  expect(text).toMatch(/delivery_refusals_total\{reason="expired"\} [1-9]/)
  expect(text).toMatch(/delivery_refusals_total\{reason="revoked"\} [1-9]/)
  expect(text).toMatch(/delivery_refusals_total\{reason="address"\} [1-9]/)
  expect(text).toMatch(/delivery_answers_total\{kind="segment",status="200"\} [1-9]/)
  expect(text).toMatch(/delivery_sent_bytes_total [1-9]/)
})

it('says that the storage is out of reach instead of calling everything absent', async () => {
  const fault = new Error('connect ECONNREFUSED')
  const errors: unknown[] = []
  const broken = await startHarness({
    storage: { ...harness.storage, head: () => Promise.reject(fault), getText: () => Promise.reject(fault) },
    onError: (error) => errors.push(error),
  })
  for (const key of [segment, playlist]) {
    const answer = await broken.get(`/media/${broken.token()}/${key}`)
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'UNAVAILABLE' })
  }
  expect(errors).toEqual([fault, fault])
  // A wrong token learns nothing about it.
  expectNothing(await broken.get(`/media/${broken.token({}, `${secret}x`)}/${segment}`))
  await broken.stop()
})

it('closes connections that never finish their request within 15 seconds, and serves others meanwhile', async () => {
  const beginnings = ['GET /media/', `GET /media/x/y HTTP/1.1\r\nhost: x\r\nx-slow: `]
  const startedMs = Date.now()
  const closings = beginnings.map(
    (beginning) =>
      new Promise<number>((resolve) => {
        const socket = connect(harness.port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(Date.now() - startedMs))
        socket.resume()
        socket.write(beginning)
      }),
  )
  expect((await harness.get(`/media/${harness.token()}/${segment}`)).status).toBe(200)
  // Ten seconds for the headers, looked at every three; the rest is for a machine that is busy.
  for (const tookMs of await Promise.all(closings)) expect(tookMs).toBeLessThan(16_000)
}, 30_000)
