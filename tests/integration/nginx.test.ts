import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../scripts/lib/ports.mjs'
import { errorText } from '../../shared/src/locales/errors.ts'
import { anybody } from '../../shared/node/tokens.ts'
import { createForms } from '../../transcoder/src/hls/publisher.ts'
import { secret, startHarness, viewer, type Harness } from '../../transcoder/src/delivery/testing/harness.ts'
import { get, getPlain, ports, upgrade } from '../support/ask-nginx.ts'
import { publicHost, writeShippedNginx } from '../support/shipped-nginx.ts'

const nextSecret = 'the-secret-that-is-about-to-come-in-0123'

// deploy/nginx as it is shipped, in a real nginx before a real delivery. Settings of a container only (names, paths,
// ports) is put in; the rest is not touched.
const bin = process.env['NGINX_BIN'] ?? ''
const segment = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

let folder: string
let delivery: Harness
let service: Server
let nginx: ChildProcess
const log = async () => (await Promise.all(['stderr', 'stdout'].map((name) => readFile(path.join(folder, `${name}.log`), 'utf8')))).join('')

describe('deploy/nginx in a real nginx', () => {
  beforeEach(({ skip }) => skip(bin === '', 'no nginx on this machine'))

  beforeAll(async () => {
    if (bin === '') return
    folder = await mkdtemp(path.join(tmpdir(), 'ee-nginx-'))
    delivery = await startHarness({ accelRedirectPrefix: '/internal-media', allowedOrigins: [`https://${publicHost}`] })
    await delivery.storage.put('live/b1/r0/720p_00001.m4s', segment, 'video/mp4')
    await delivery.storage.put('live/b1/recording.mp4', segment, 'video/mp4')
    await delivery.storage.put('live/b1/720p.m3u8', '#EXTM3U\n', 'application/vnd.apple.mpegurl')
    service = createServer((incoming, response) => {
      if (incoming.url === '/api/page-head') return answerHead(incoming, response)
      if (incoming.url === '/api/page-status') return answerStatus(incoming, response)
      return response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }))
    })
    service.on('upgrade', (incoming, socket) =>
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Path: ${incoming.url}\r\n\r\n`),
    )
    await once(service.listen(0, '127.0.0.1'), 'listening')
    for (const [file, content] of [
      ['srv/web/index.html', await readFile(new URL('../../web/index.html', import.meta.url), 'utf8')],
      ['srv/web/assets/app.js', '1'],
      ['srv/studio/index.html', 'the studio'],
    ] as const) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await writeFile(path.join(folder, file), content)
    }
    Object.assign(ports, { tls: await freePort(0), plain: await freePort(0) })
    const { port } = service.address() as AddressInfo
    const argv = await writeShippedNginx({
      folder,
      tlsPort: ports.tls,
      plainPort: ports.plain,
      servicePort: port,
      mediaPort: delivery.port,
      fastCgiPort: delivery.fastCgiPort,
      mediaRoot: path.join(delivery.root, 'media'),
    })
    nginx = spawn(bin, argv, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, MEDIA_TOKEN_SECRET: `${nextSecret},${secret}` },
    })
    await vi.waitFor(async () => expect(await getPlain('/nginx-health', '127.0.0.1').catch(String)).toMatchObject({ status: 200 }), {
      timeout: 15_000,
    })
  })

  afterAll(async () => {
    nginx?.kill('SIGTERM')
    if (nginx && nginx.exitCode === null) await once(nginx, 'exit')
    service?.close()
    await delivery?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('sends everybody to TLS, and refuses programs that are not there', async () => {
    expect(await getPlain('/products/x?y=1')).toMatchObject({ status: 308, headers: { location: `https://${publicHost}/products/x?y=1` } })
    // A program is not: it would never notice that it sends its token in the open.
    for (const target of ['/api/home', '/media/x.y/live/b1/720p.m3u8', '/socket.io/?transport=websocket', '/sfu/socket.io/'])
      expect((await getPlain(target)).status, target).toBe(403)
  })

  it('answers to its own name alone, and never repeats another one', async () => {
    for (const host of ['evil.example.org', '127.0.0.1']) {
      const answers = [
        await getPlain('/products/x', host),
        await get('/api/home', { headers: { host } }),
        await get('/', { headers: { host } }),
      ]
      for (const { status, headers, text } of answers) {
        expect([status, headers['location']]).toEqual([421, undefined])
        expect(text).not.toContain(host)
      }
    }
    // The container asks itself.
    expect(await getPlain('/nginx-health', '127.0.0.1:8080')).toMatchObject({ status: 200 })
  })

  it('gives every page a policy with its own nonce, and every address of the app the page', async () => {
    const [one, other] = [await get('/products/anything'), await get('/')]
    const nonces = [one, other].map(({ text, headers }) => {
      const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? ''
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
      expect(headers['content-security-policy']).toContain(
        "; media-src 'self' blob: https://cdn.example.test https://video.example.test:8443; connect-src",
      )
      expect(headers['cache-control']).toBe('no-cache')
      return nonce
    })
    expect(nonces[0]).toMatch(/^[\da-f]{32}$/)
    expect(nonces[0]).not.toBe(nonces[1])
    expect((await get('/studio/desk')).text).toBe('the studio')
    expect((await get('/assets/app.js')).headers['cache-control']).toContain('immutable')
    expect((await get('/assets/absent.js')).status).toBe(404)
    expect((await get('/.env')).status).toBe(404)
  })

  it('allows the payment service on the page where one pays, and nowhere else', async () => {
    const { headers } = await get('/payments/orders/0b6e')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
    expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")')
    for (const target of ['/', '/products/x/checkout', '/studio/desk', '/login?next=/payments/orders/1']) {
      const { headers: others } = await get(target)
      expect(others['content-security-policy'], target).not.toContain('stripe')
      expect(others['permissions-policy'], target).toContain('payment=(self)')
    }
  })

  it('puts into a page what the api says of its address, and keeps the head of the build where nothing comes', async () => {
    const page = await get('/products/a-concert?lang=en&x=%22%3E', { headers: { cookie: 'session=secret', 'accept-encoding': 'gzip' } })
    const text = page.headers['content-encoding'] === 'gzip' ? gunzipSync(page.body).toString() : page.text
    expect(text).toContain('<title>head of /products/a-concert?lang=en&x=%22%3E for nobody</title>')
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).not.toContain('<!--#')
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(text).toContain(`nonce="${/'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1]}"`)
    for (const target of ['/broken', '/slow', '/nothing']) {
      const kept = await get(target)
      expect([kept.status, kept.text.match(/<title>.*<\/title>/g)], target).toEqual([200, ['<title>e-events</title>']])
      expect(kept.text, target).toContain('</html>')
    }
    // Nobody but the include gets it.
    expect(await get('/page-head')).toMatchObject({ status: 204, text: '' })
    for (const target of ['/robots.txt', '/sitemap.xml', '/sitemaps/2.xml'])
      expect((JSON.parse((await get(target)).text) as { url: string }).url).toBe(`/api${target}`)
  })

  it('says of what is not there that it is not, with the same page; where the api says nothing, there is something', async () => {
    const gone = await get('/products/gone?lang=en')
    expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-cache'])
    expect(gone.text).toContain('<title>head of /products/gone?lang=en for nobody</title>')
    expect(gone.text).toContain('<div id="root">')
    expect(gone.text).toContain(`nonce="${/'nonce-([^']+)'/.exec(String(gone.headers['content-security-policy']))?.[1]}"`)
    for (const target of ['/products/there', '/products/broken', '/products/slow']) expect((await get(target)).status, target).toBe(200)
    // Nobody but nginx asks.
    expect(await get('/page-status')).toMatchObject({ status: 403 })
    for (const target of ['/api/page-head', '/api/page-status'])
      expect((await get(target, { headers: { 'x-page-uri': '/products/gone' } })).text, target).not.toContain('head of')
    expect((await get('/api/page-head', { headers: { 'x-page-uri': '/' } })).status).toBe(404)
  })

  it('leads calls and signalling to their services, with an address that nobody can claim', async () => {
    const { text } = await get('/api/home', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    const seen = JSON.parse(text) as { url: string; headers: IncomingHttpHeaders }
    expect(seen).toMatchObject({ url: '/api/home', headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' } })
    expect(seen.headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
    expect(await upgrade('/sfu/socket.io/?transport=websocket')).toBe('/sfu/socket.io/?transport=websocket')
  })

  it('checks the token of a segment itself and sends it from the volume', async () => {
    const whole = await get(`/media/${delivery.token()}/live/b1/r0/720p_00001.m4s`, { headers: { origin: 'https://elsewhere.example' } })
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
      },
    })
    expect(whole.headers['cache-control']).toContain('immutable')
    expect(whole.headers['vary']).toContain('Origin')
    expect(whole.body.equals(segment)).toBe(true)
    expect(whole.headers['x-accel-redirect']).toBeUndefined()
    const part = await get(`/media/${delivery.token()}/live/b1/r0/720p_00001.m4s`, { headers: { range: 'bytes=1000-1999' } })
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 1000-1999/300000' } })
    expect(part.body.equals(segment.subarray(1000, 2000))).toBe(true)
    expect(await delivery.registry.metrics()).not.toMatch(/^delivery_answers_total/m)
    const download = await get(`/media/${delivery.token()}/live/b1/recording.mp4?download=show`)
    expect(download.headers['content-disposition']).toContain('show.mp4')
    expect(download.body.equals(segment)).toBe(true)
    // Not one of these bytes went through node.
    expect(await delivery.registry.metrics()).not.toMatch(/^delivery_sent_bytes_total [1-9]/m)
  })

  it('believes a token of either secret while it is changed', async () => {
    for (const one of [secret, nextSecret])
      expect((await get(`/media/${delivery.token({}, one)}/live/b1/r0/720p_00001.m4s`)).status).toBe(200)
  })

  it('refuses a segment with another token, and the folder itself to everybody', async () => {
    const foreign = delivery.token({ prefixes: ['live/b2'] })
    const [payload = '', mac = ''] = delivery.token().split('.')
    for (const address of [
      `/media/${delivery.token({ prefixes: ['live/b'] })}/live/b1/r0/720p_00001.m4s`,
      `/media/${delivery.token({ expiresAtMs: Date.now() - 1 })}/live/b1/r0/720p_00001.m4s`,
      `/media/${delivery.token({}, 'a secret of somebody else, long enough to pass')}/live/b1/r0/720p_00001.m4s`,
      `/media/${payload}x.${mac}/live/b1/r0/720p_00001.m4s`,
      `/media/${payload}.${mac.slice(1)}/live/b1/r0/720p_00001.m4s`,
      `/media/.${mac}/live/b1/r0/720p_00001.m4s`,
      `/media/${delivery.token()}/live%2Fb1/r0/720p_00001.m4s`,
      `/media/${delivery.token()}/live/b1/r0/../r0/720p_00001.m4s`,
      `/media/${foreign}/live/b1/r0/720p_00001.m4s`,
      `/media/nonsense/live/b1/r0/720p_00001.m4s`,
      `/media/${delivery.token()}/live/b1/absent.m4s`,
      `/media/${delivery.token()}/live/b1/../b2/x.m4s`,
      '/internal-media/live/b1/r0/720p_00001.m4s',
      '/internal-media/',
    ]) {
      const refused = await get(address)
      expect(refused.status, address).toBe(404)
      expect(refused.body.includes(segment.subarray(0, 100)), address).toBe(false)
    }
  })

  it('answers a wrong token and an absent segment with the same words', async () => {
    const answers = await Promise.all([
      get(`/media/${delivery.token({ prefixes: ['live/b2'] })}/live/b1/r0/720p_00001.m4s`),
      get(`/media/${delivery.token()}/live/b1/r0/720p_99999.m4s`),
    ])
    const bodies = answers.map(({ text }) => ({ ...(JSON.parse(text) as object), requestId: '' }))
    expect(bodies[0]).toMatchObject({ code: 'NOT_FOUND' })
    expect(bodies[0]).toEqual(bodies[1])
  })

  it('refuses what was revoked at once: one product of an account, the whole account, a product for everybody, a device, a playback lease', async () => {
    for (const [what, entry] of [
      ['u1.p1', 'u1:p1'],
      ['u2.all', 'u2:*'],
      ['all.p3', '*:p3'],
      ['session.s4', 'session:s4'],
      ['lease.l5', 'lease:l5'],
    ] as const) {
      // Others for each: nginx remembers a file that is gone for some seconds.
      const digit = /\d/.exec(what)?.[0]
      const address = `/media/${delivery.token({ userId: `u${digit}`, productId: `p${digit}`, sessionId: `s${digit}`, leaseId: `l${digit}` })}/live/b1/r0/720p_00001.m4s`
      const file = path.join(folder, 'revoked', what)
      // The transcoder keeps both: its own list answers what nginx refuses.
      delivery.revoked.add(entry)
      onTestFinished(() => delivery.revoked.clear())
      expect((await get(address)).status).toBe(200)
      await writeFile(file, '')
      expect((await get(address)).status, what).toBe(404)
      // Given again, it counts at once as well: what nginx still remembers, the transcoder permits.
      await rm(file)
      delivery.revoked.clear()
      expect((await get(address)).status).toBe(200)
    }
  })

  it('lets pages of every origin read what is for everybody, and only its own what an account watches', async () => {
    const [elsewhere, own] = ['https://tv.example', `https://${publicHost}`]
    const readers = async (userId: string, origin: string, rest = 'live/b1/r0/720p_00001.m4s', method = 'GET') => {
      const { status, headers } = await get(`/media/${delivery.token({ userId })}/${rest}`, { method, headers: { origin } })
      expect(status, rest).toBe(method === 'GET' ? 200 : 204)
      return headers['access-control-allow-origin']
    }
    for (const rest of ['live/b1/r0/720p_00001.m4s', 'live/b1/recording.mp4', 'live/b1/720p.m3u8']) {
      expect(await readers(anybody, elsewhere, rest), rest).toBe('*')
      expect(await readers(viewer.userId, elsewhere, rest), rest).toBeUndefined()
    }
    for (const rest of ['live/b1/r0/720p_00001.m4s', 'live/b1/recording.mp4', 'live/b1/720p.m3u8'])
      expect(await readers(viewer.userId, own, rest), rest).toBe(own)
    expect(await readers(anybody, elsewhere, 'live/b1/r0/720p_00001.m4s', 'OPTIONS')).toBe('*')
    expect(await readers(viewer.userId, elsewhere, 'live/b1/r0/720p_00001.m4s', 'OPTIONS')).toBeUndefined()
  })

  it('keeps tokens out of its error log, too', async () => {
    const token = delivery.token()
    for (const rest of ['live/b1/r0/720p_88888.m4s', 'live/b1/absent.m3u8', 'live/b1/absent.mp4', 'live/b1/still.jpg'])
      await get(`/media/${token}/${rest}`)
    await expect.poll(log, { timeout: 5_000 }).toContain('/media/-/live/b1/still.jpg')
    expect(await log()).not.toContain(token)
    await delivery.storage.put('live/b1/locked/720p_00001.m4s', segment, 'video/mp4')
    await rm(path.join(delivery.root, 'media/live/b1/locked'), { recursive: true })
    await get(`/media/${token}/live/b1/locked/720p_00001.m4s`)
    expect(await log()).not.toContain(token)
  })

  it('asks the transcoder for playlists by FastCGI: held, in deltas, compressed, of any size, with its refusals', async () => {
    const key = 'live/b1/f1/720p.m3u8'
    const lines = Array.from(
      { length: 21_600 },
      (_, index) => `#EXTINF:${(2 + ((index * 7919) % 1000) / 25_000).toFixed(5)},\n${index}.m4s`,
    )
    const publish = (count: number) => {
      const whole = `#EXTM3U\n${lines.slice(0, count).join('\n')}\n`
      delivery.hub.publish(key, {
        form: createForms(whole, `#EXTM3U\n#EXT-X-SKIP\n${lines[count - 1]}\n`),
        lastMsn: count - 1,
        ended: false,
      })
      return whole
    }
    const waiting = async () => Number(/^delivery_playlist_waiting (\d+)/m.exec(await delivery.registry.metrics())?.[1] ?? 0)
    const whole = publish(21_599)
    const address = `/media/${delivery.token()}/${key}`
    const plain = await get(address, { headers: { origin: `https://${publicHost}` } })
    expect(plain.text).toBe(whole)
    expect(plain.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'content-length': String(whole.length),
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': `https://${publicHost}`,
      'x-content-type-options': 'nosniff',
    })
    expect(plain.headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
    expect(plain.headers).not.toHaveProperty('status')
    const zipped = await get(address, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, origin' })
    expect(zipped.body.length).toBeLessThan(whole.length / 4)
    expect(gunzipSync(zipped.body).toString()).toBe(whole)
    expect(await get(address, { headers: { 'if-none-match': String(plain.headers.etag) } })).toMatchObject({ status: 304, text: '' })
    const head = await get(address, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(whole.length), ''])

    const held = Promise.all(Array.from({ length: 30 }, () => get(`${address}?_HLS_msn=21599&_HLS_skip=YES`)))
    await expect.poll(waiting).toBe(30)
    publish(21_600)
    for (const { status, text } of await held) expect([status, text]).toEqual([200, `#EXTM3U\n#EXT-X-SKIP\n${lines[21_599]}\n`])
    const leaving = new AbortController()
    const left = get(`${address}?_HLS_msn=21600`, { signal: leaving.signal })
    await expect.poll(waiting).toBe(1)
    leaving.abort()
    await expect(left).rejects.toThrow('abort')
    await expect.poll(waiting).toBe(0)

    const absent = await get(`/media/${delivery.token()}/live/b1/f1/absent.m3u8`, { headers: { 'accept-language': 'pt' } })
    expect([absent.status, absent.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(absent.text)).toMatchObject({ code: 'NOT_FOUND', message: errorText('NOT_FOUND', 'pt') })
    expect((await get(`/media/${delivery.token({ prefixes: ['live/b2'] })}/${key}`)).status).toBe(404)
    expect((await get(`/media/x/../media/${delivery.token()}/${key}`)).status).toBe(404)
    expect((await get(`${address}?_HLS_msn=99999`)).status).toBe(400)
    const posted = await get(address, { method: 'POST', headers: { 'content-length': '0' } })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const preflight = await get(address, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  it('passes playlists on, and keeps tokens out of its log', async () => {
    const token = delivery.token()
    expect((await get(`/media/${token}/live/b1/720p.m3u8`)).text).toBe('#EXTM3U\n')
    await expect.poll(log, { timeout: 5_000 }).toContain('/media/-/live/b1/720p.m3u8')
    expect(await log()).not.toContain(token)
    const link = 'a-secret-link-of-a-mail'
    const doors = ['/activate', '/reset-password', '/confirm-email', '/api/auth/reset']
    for (const door of doors) await get(`${door}/${link}`)
    for (const door of doors) await expect.poll(log, { timeout: 5_000 }).toContain(`${door}/-`)
    expect(await log()).not.toContain(link)
  })

  it('gives one client a share of its pages, whatever they are called', async () => {
    const asked = await Promise.all(Array.from({ length: 300 }, (_, index) => get(`/products/${index}`)))
    const statuses = asked.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // A burst of a person with many tabs passes.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60)
    // Other addresses are answered as before.
    expect((await get('/api/home')).status).toBe(200)
  })
})

/** Plays the api's page heads: a known page, one that breaks, a slow one, an unknown one. */
function answerStatus(incoming: IncomingMessage, response: ServerResponse): void {
  const uri = String(incoming.headers['x-page-uri'])
  if (uri.startsWith('/products/slow')) return
  response.writeHead(uri.startsWith('/products/gone') ? 404 : uri.startsWith('/products/broken') ? 500 : 204).end()
}

function answerHead(incoming: IncomingMessage, response: ServerResponse): void {
  const uri = String(incoming.headers['x-page-uri'])
  if (uri.startsWith('/slow')) return
  const status = uri.startsWith('/broken') ? 500 : 200
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(uri.startsWith('/nothing') ? '' : `<title>head of ${uri} for ${incoming.headers.cookie ?? 'nobody'}</title>`)
}
