import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway } from './gateway.mjs'
import { compressFiles } from './gateway/compression.mjs'
import { isHashed, preferredEncoding, safePath } from './gateway/static.mjs'

const upgrading = { connection: 'Upgrade', upgrade: 'websocket' }
const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-gateway-'))
const script = `console.log(${JSON.stringify('x'.repeat(4000))})`
let base = ''
const servers: http.Server[] = []

const listen = async (server: http.Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as net.AddressInfo).port
}

/** Plays the api's page heads: a known page, one that breaks, a slow one. */
const answerHead = (request: http.IncomingMessage, response: http.ServerResponse) => {
  const uri = String(request.headers['x-page-uri'])
  if (uri.startsWith('/slow')) return
  const status = uri.startsWith('/broken') ? 500 : 200
  const pageStatus = uri.startsWith('/products/gone') ? '404' : '200'
  response.writeHead(status, {
    'content-type': status === 200 ? 'text/html; charset=utf-8' : 'application/json',
    'x-page-status': pageStatus,
  })
  response.end(`<title>head of ${uri} $& $1</title>`)
}

/** A service that says what reached it, streams slowly, and speaks a little WebSocket. */
const service = (name: string) => {
  const server = http.createServer((request, response) => {
    if (request.url === '/api/page-head') return answerHead(request, response)
    if (request.url?.endsWith('/stream')) {
      response.write('first ')
      response.flushHeaders()
      request.on('data', () => {}).on('end', () => response.end('last'))
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.writeHead(request.headers.range ? 206 : 200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ name, method: request.method, url: request.url, headers: request.headers, body }))
    })
  })
  server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n')
    socket.on('data', (chunk: Buffer) => socket.write(`${name}:${chunk.toString()}`))
  })
  return server
}

beforeAll(async () => {
  for (const app of ['web', 'studio']) {
    mkdirSync(path.join(folder, app, 'assets'), { recursive: true })
    writeFileSync(
      path.join(folder, app, 'index.html'),
      `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>${app}</title>`,
    )
    writeFileSync(path.join(folder, app, 'assets/index-B1a2c3d4.js'), script)
    writeFileSync(path.join(folder, app, 'clip.mp4'), '0123456789')
    writeFileSync(path.join(folder, app, '.build-stamp'), 'secret')
    await compressFiles(path.join(folder, app))
  }
  const built = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8')
  mkdirSync(path.join(folder, 'placed'))
  writeFileSync(path.join(folder, 'placed/index.html'), built)
  writeFileSync(path.join(folder, 'outside.txt'), 'outside')
  symlinkSync(path.join(folder, 'outside.txt'), path.join(folder, 'web/link.txt'))
  const dead = await listen(http.createServer())
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const gateway = createGateway({
    webDist: path.join(folder, 'web'),
    studioDist: path.join(folder, 'studio'),
    apiPort: await listen(service('api')),
    sfuPort: await listen(service('sfu')),
    transcoderPort: dead,
    mediaOrigins: ['https://cdn.example.test'],
    instance: 'me',
  })
  base = `http://127.0.0.1:${await listen(gateway)}`
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** fetch() tidies paths up before it sends them; an attacker does not. */
const raw = (target: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(base).port), '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    )
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('what the gateway refuses', () => {
  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/%252e%252e/outside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/link.txt',
    '/.build-stamp',
    '/a%00.js',
    '/%zz.js',
    '/studio/../../outside.txt',
  ])('never leaves the build with %s', async (target) => {
    const answer = await raw(target)
    expect(answer).toMatch(/^HTTP\/1.1 404/)
    expect(answer).not.toContain('outside\n')
    expect(answer).not.toContain('secret')
  })

  it('answers a missing script with 404 and not with a page', async () => {
    expect((await fetch(`${base}/assets/gone-B1a2c3d4.js`)).status).toBe(404)
  })

  it('writes nothing', async () => {
    expect((await fetch(`${base}/index.html`, { method: 'POST' })).status).toBe(405)
  })

  it('says in the error body of the platform, in the language of the caller, that a service is away', async () => {
    const answer = await fetch(`${base}/media/x/y.m3u8`, { headers: { 'accept-language': 'pt-PT,pt;q=0.9' } })
    expect(answer.status).toBe(502)
    expect(answer.headers.get('retry-after')).toBe('2')
    const body = (await answer.json()) as { code: string; message: string; requestId: string }
    expect(body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('reiniciar') as string })
    expect(body.requestId).toBe(answer.headers.get('x-request-id'))
  })

  it('does not believe what a client says about its address', async () => {
    const answer = await fetch(`${base}/api/x`, { headers: { 'x-forwarded-for': '6.6.6.6', 'x-request-id': 'mine' } })
    const { headers } = (await answer.json()) as { headers: Record<string, string> }
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers['x-request-id']).not.toBe('mine')
    expect(headers['x-forwarded-proto']).toBe('http')
  })
})

describe('static apps', () => {
  it('answers every path of a screen with its page, under a policy with a fresh nonce', async () => {
    const pages = await Promise.all(
      ['/', '/product/a-concert', '/studio/', '/studio/products'].map((target) =>
        fetch(base + target, { headers: { accept: 'text/html' } }),
      ),
    )
    const texts = await Promise.all(pages.map((page) => page.text()))
    expect(texts.map((text) => /<title>(\w+)/.exec(text)?.[1])).toEqual(['web', 'web', 'studio', 'studio'])
    const nonces = texts.map((text) => /nonce="([^"]+)"/.exec(text)?.[1])
    expect(new Set(nonces).size).toBe(4)
    for (const [i, page] of pages.entries()) {
      expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonces[i]}';`)
      expect(page.headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe-inline'")
      expect(page.headers.get('content-security-policy')).toContain("media-src 'self' blob: https://cdn.example.test;")
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('sends /studio to /studio/', async () => {
    const answer = await fetch(`${base}/studio`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/studio/'])
  })

  it.each(['br', 'gzip'])('compresses scripts with %s and lets them be kept for ever', async (encoding) => {
    const answer = await fetch(`${base}/assets/index-B1a2c3d4.js`, { headers: { 'accept-encoding': encoding } })
    expect(await answer.text()).toBe(script)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const again = await fetch(`${base}/assets/index-B1a2c3d4.js`, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('answers byte ranges of media', async () => {
    const answer = await fetch(`${base}/clip.mp4`, { headers: { range: 'bytes=2-4' } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    expect((await fetch(`${base}/clip.mp4`, { headers: { range: 'bytes=20-' } })).status).toBe(416)
  })

  it.each([
    ['bytes=0-', 206, '0123456789'],
    ['bytes=0-0', 206, '0'],
    ['bytes=-3', 206, '789'],
    ['bytes=3-99', 206, '3456789'],
    ['bytes=5-4', 416, expect.any(String)],
    ['bytes=0-1,3-4', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
  ])('reads the range %s', async (range, status, body) => {
    const answer = await fetch(`${base}/clip.mp4`, { headers: { range } })
    expect([answer.status, await answer.text()]).toEqual([status, body])
  })
})

describe('the head of a page', () => {
  const gatewayTo = async (apiPort: number): Promise<string> => {
    const options = {
      webDist: path.join(folder, 'placed'),
      studioDist: path.join(folder, 'studio'),
      apiPort,
      sfuPort: 1,
      transcoderPort: 1,
    }
    return `http://127.0.0.1:${await listen(createGateway(options))}`
  }

  it('is what the api says of the address that was asked for, in its place and nowhere else', async () => {
    const gateway = await gatewayTo(await listen(service('api')))
    const page = await fetch(`${gateway}/products/a-concert?lang=en`)
    const text = await page.text()
    expect(text).toContain('<title>head of /products/a-concert?lang=en $& $1</title>')
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(text).not.toContain('page-head')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(text).toContain(`nonce="${/'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]}"`)
  })

  it('keeps the nonce out of what somebody wrote', async () => {
    const gateway = await gatewayTo(await listen(service('api')))
    const page = await fetch(`${gateway}/__CSP_NONCE__`)
    const text = await page.text()
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    expect(text).toContain('<title>head of /__CSP_NONCE__')
    expect(text.split('<title>')[1]?.split('</title>')[0]).not.toContain(nonce)
  })

  it.each(['br', 'gzip', 'identity'] as const)('travels with its page as %s, each page with a nonce of its own', async (encoding) => {
    const gateway = await gatewayTo(await listen(service('api')))
    const pages = await Promise.all(['/a', '/b'].map((target) => fetch(gateway + target, { headers: { 'accept-encoding': encoding } })))
    for (const [index, page] of pages.entries()) {
      expect(page.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(page.headers.get('vary')).toBe('accept-encoding')
      const text = await page.text()
      expect(text).toContain(`<title>head of ${['/a', '/b'][index]}`)
      expect(text).toContain(`nonce="${/'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]}"`)
    }
  })

  it('says of what is not there that it is not, with the same page', async () => {
    const gateway = await gatewayTo(await listen(service('api')))
    const [gone, there] = await Promise.all(['/products/gone', '/products/there'].map((target) => fetch(gateway + target)))
    expect([gone?.status, there?.status]).toEqual([404, 200])
    const text = (await gone?.text()) ?? ''
    expect(text).toContain('<div id="root">')
    expect(text).toContain('<title>head of /products/gone')
    expect(gone?.headers.get('content-security-policy')).toContain('nonce-')
  })

  it.each(['/broken', '/slow'])('is the one of the build where the api has none in time: %s', async (target) => {
    const gateway = await gatewayTo(await listen(service('api')))
    const text = await (await fetch(gateway + target)).text()
    expect(text).toContain('<title>e-events</title>')
    expect(text).not.toContain('<!--#')
  })

  it('is the one of the build while the api is away', async () => {
    const dead = await listen(http.createServer())
    await new Promise((resolve) => servers.pop()?.close(resolve))
    const page = await fetch(`${await gatewayTo(dead)}/products/x`)
    expect([page.status, (await page.text()).includes('<title>e-events</title>')]).toEqual([200, true])
  })

  it.each(['/robots.txt', '/sitemap.xml', '/sitemaps/2.xml'])('programs find %s at the root', async (target) => {
    const gateway = await gatewayTo(await listen(service('api')))
    expect(await (await fetch(gateway + target)).json()).toMatchObject({ url: `/api${target}` })
  })
})

describe('services behind it', () => {
  it.each([
    ['/api/products?q=1', 'api'],
    ['/uploads/1.png', 'api'],
    ['/socket.io/?EIO=4', 'api'],
    ['/sfu/socket.io/', 'sfu'],
  ])('%s goes to %s as it is', async (target, name) => {
    const answer = await fetch(base + target, { method: 'PUT', body: 'hello', headers: { range: 'bytes=0-1' } })
    expect(await answer.json()).toMatchObject({ name, method: 'PUT', url: target, body: 'hello', headers: { range: 'bytes=0-1' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('streams in both directions at once', async () => {
    const request = http.request(`${base}/api/stream`, { method: 'POST' })
    request.write('something')
    const text = await new Promise<string>((resolve, reject) => {
      let seen = ''
      request.on('error', reject)
      request.on('response', (response) => {
        response.on('data', (chunk: Buffer) => {
          // Only after the first piece of the answer has come through does the request end.
          if (seen === '') request.end()
          seen += chunk.toString()
        })
        response.on('end', () => resolve(seen))
      })
    })
    expect(text).toBe('first last')
  })

  it.each([
    ['/sfu/socket.io/', 'sfu:hello'],
    ['/socket.io/', 'api:hello'],
  ])('passes WebSockets of %s on', async (target, expected) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const request = http.request(base + target, { headers: { connection: 'Upgrade', upgrade: 'websocket' } })
      request.on('error', reject)
      request.on('upgrade', (_response, socket) => {
        socket.write('hello')
        socket.on('data', (chunk: Buffer) => {
          resolve(chunk.toString())
          socket.destroy()
        })
      })
      request.end()
    })
    expect(answer).toBe(expected)
  })

  it.each(['rebind.evil.example.org', 'localhost.evil.example.org', '192.168.1.5', ''])(
    'answers nothing to a page of another name: %s',
    async (host) => {
      const ask = (options: { path: string; headers?: Record<string, string> }) =>
        new Promise<http.IncomingMessage>((resolve, reject) =>
          http
            .request(
              new URL(base),
              { agent: false, ...options, headers: { ...options.headers, host: host === '' ? ' ' : `${host}:8080` } },
              resolve,
            )
            .on('error', reject)
            .end(),
        )
      const answers = [
        await ask({ path: '/api/dev/mailbox.json' }),
        await ask({ path: '/' }),
        await ask({ path: '/sfu/x', headers: upgrading }),
      ]
      for (const answer of answers) {
        answer.resume()
        expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([421, undefined])
      }
    },
  )

  it('answers to the name that it was given', async () => {
    // prettier-ignore
    const gateway = createGateway({ webDist: path.join(folder, 'web'), studioDist: path.join(folder, 'studio'), apiPort: 1, sfuPort: 1, transcoderPort: 1, names: ['192.168.1.5'] })
    const port = await listen(gateway)
    const status = (host: string) =>
      new Promise((resolve) =>
        http.get({ host: '127.0.0.1', port, path: '/', agent: false, headers: { host } }, (answer) => resolve(answer.resume().statusCode)),
      )
    expect([await status('192.168.1.5:8080'), await status('192.168.1.6:8080')]).toEqual([200, 421])
  })

  it('closes a WebSocket that nobody serves', async () => {
    const code = await new Promise((resolve) => {
      http
        .request(`${base}/elsewhere`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } })
        .on('response', (response) => resolve(response.statusCode))
        .end()
    })
    expect(code).toBe(404)
  })
})

describe('small rules', () => {
  it('chooses an encoding', () => {
    expect(['gzip, br', 'gzip', 'br;q=0, gzip;q=0.5', 'br;q=0,gzip;q=0', '*', undefined].map(preferredEncoding)).toEqual([
      'br',
      'gzip',
      'gzip',
      'identity',
      'br',
      'identity',
    ])
  })

  it('knows hashed names and plain ways down', () => {
    expect(isHashed('assets/index-B1a2c3d4.js')).toBe(true)
    expect(isHashed('favicon-B1a2c3d4.svg')).toBe(false)
    expect(safePath('a/b%20c.js')).toBe('a/b c.js')
  })
})
