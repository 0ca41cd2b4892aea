// @vitest-environment node
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProtocolHandler, toFile } from './protocol.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'e-events-renderer-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  await writeFile(path.join(folder, 'assets/index.js'), 'export {}')
  await writeFile(path.join(folder, 'assets/secret.txt'), 'no')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function handler(address: string | null = 'https://events.example.org', answer = () => new Response('{"ok":true}', { status: 200 })) {
  const sent: { url: string; init: RequestInit }[] = []
  const handle = createProtocolHandler({
    rendererDir: folder,
    serverAddress: () => address,
    fetch: (url, init) => {
      sent.push({ url, init })
      return Promise.resolve(answer())
    },
  })
  return { sent, get: (url: string, init?: RequestInit) => handle(new Request(url.replace('app:', 'http:'), init)) }
}

describe('app://', () => {
  it.each(['/../package.json', '/..%2f..%2fetc/passwd', '/%00', '/%zz'])('never leaves its folder: %s', async (pathname) => {
    expect((await handler().get(`app://studio${pathname}`)).status).toBe(404)
    const file = toFile(folder, pathname)
    expect(file === null || file.startsWith(folder + path.sep)).toBe(true)
  })

  it('serves only the kinds of files that a renderer has, and only reads', async () => {
    const { get } = handler()
    expect((await get('app://studio/assets/secret.txt')).status).toBe(404)
    expect((await get('app://studio/assets/none.js')).status).toBe(404)
    expect((await get('app://studio/index.html', { method: 'DELETE' })).status).toBe(405)
    const script = await get('app://studio/assets/index.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('gives each page a fresh nonce that its policy names', async () => {
    const { get } = handler()
    const pages = await Promise.all([get('app://studio/'), get('app://studio/')])
    const nonces = await Promise.all(pages.map(async (page) => /nonce="([^"]+)"/.exec(await page.text())?.[1]))
    expect(nonces[0]).not.toBe(nonces[1])
    expect(pages[0]?.headers.get('content-security-policy')).toContain(`'nonce-${nonces[0]}'`)
  })

  it('passes calls on to the platform, without cookies and without headers of its own', async () => {
    const { get, sent } = handler()
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4' }
    const reply = await get('app://studio/api/auth/login?x=1', { method: 'POST', headers, body: '{}' })
    expect(reply.status).toBe(200)
    expect(sent[0]?.url).toBe('https://events.example.org/api/auth/login?x=1')
    const passed = new Headers(sent[0]?.init.headers)
    expect(passed.get('authorization')).toBe('Bearer t')
    expect(passed.has('cookie')).toBe(false)
    expect(passed.has('x-forwarded-for')).toBe(false)
    expect(sent[0]?.init.credentials).toBe('omit')
  })

  it('passes no page of the platform on, and no cookie or policy of its origin', async () => {
    for (const type of ['text/html', 'Text/HTML; charset=utf-8', 'application/xhtml+xml']) {
      const page = () => new Response('<script>bridge()</script>', { headers: { 'content-type': type } })
      const reply = await handler(undefined, page).get('app://studio/api/docs')
      expect([reply.status, await reply.text()], type).toEqual([502, ''])
    }
    const headers = { 'content-type': 'application/json', 'content-security-policy': 'script-src *', 'set-cookie': 'a=b', etag: '"1"' }
    const data = await handler(undefined, () => new Response('{}', { status: 201, headers })).get('app://studio/api/me')
    expect([data.status, await data.text(), data.headers.get('etag')]).toEqual([201, '{}', '"1"'])
    for (const name of ['content-security-policy', 'set-cookie']) expect(data.headers.has(name), name).toBe(false)
  })

  it('answers 503 before the organizer entered a platform', async () => {
    expect((await handler(null).get('app://studio/api/me')).status).toBe(503)
  })
})
