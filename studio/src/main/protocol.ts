import { apiBase } from '@e-events/shared/contract/addresses.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy } from './security.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
}

export interface ProtocolDeps {
  /** Folder of the built renderer. */
  rendererDir: string
  serverAddress(): string | null
  /** Chromium's network stack: system proxies and certificates apply. */
  fetch(url: string, init: RequestInit): Promise<Response>
}

/**
 * app://studio/…: files of the renderer, and the platform behind /api/ and /media/ so that the page talks to one origin
 * only and the api needs no CORS.
 */
export function createProtocolHandler({ rendererDir, serverAddress, fetch }: ProtocolDeps) {
  return async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith(`${apiBase}/`) || pathname.startsWith('/media/') || pathname.startsWith('/uploads/'))
      return forward(request, `${pathname}${search}`)
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 })
    const file = toFile(rendererDir, pathname)
    if (file === null) return new Response(null, { status: 404 })
    return path.extname(file) === '.html' ? page(file) : asset(file)
  }

  async function page(file: string): Promise<Response> {
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replaceAll('__CSP_NONCE__', nonce)
    return new Response(html, {
      headers: {
        ...common,
        'content-type': types['.html'] ?? '',
        'content-security-policy': contentSecurityPolicy(nonce, serverAddress()),
      },
    })
  }

  async function asset(file: string): Promise<Response> {
    const type = types[path.extname(file)]
    if (type === undefined) return new Response(null, { status: 404 })
    try {
      return new Response(new Uint8Array(await readFile(file)), { headers: { ...common, 'content-type': type } })
    } catch {
      return new Response(null, { status: 404 })
    }
  }

  async function forward(request: Request, target: string): Promise<Response> {
    const address = serverAddress()
    if (address === null) return new Response(null, { status: 503 })
    const headers = new Headers()
    for (const name of passedHeaders) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    try {
      const reply = await fetch(`${address}${target}`, {
        method: request.method,
        headers,
        redirect: 'error',
        // The session is a token in a header; cookies of a browser session have no business here.
        credentials: 'omit',
        ...(hasBody ? { body: await request.arrayBuffer() } : {}),
      })
      return withoutPages(reply)
    } catch {
      // The renderer's client calls this NETWORK: no answer came.
      return Response.error()
    }
  }
}

/**
 * Data passes, pages do not: a document of the platform at our origin would be taken for ours. Cookies and policies of
 * another origin mean nothing here.
 */
function withoutPages(reply: Response): Response {
  if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(reply.headers.get('content-type') ?? '')) {
    void reply.body?.cancel()
    return new Response(null, { status: 502 })
  }
  const headers = new Headers(reply.headers)
  for (const name of ['set-cookie', 'content-security-policy', 'content-security-policy-report-only']) headers.delete(name)
  headers.set('x-content-type-options', 'nosniff')
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers })
}

const passedHeaders = ['accept', 'accept-language', 'authorization', 'content-type', 'range', 'if-none-match', 'x-api-key'] as const
const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' }

/**
 * The file of a path, or null for anything that leads out of the folder. The root is the page; the renderer's own
 * routes are hashes.
 */
export function toFile(rendererDir: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0')) return null
  const file = path.resolve(rendererDir, `.${decoded === '/' ? '/index.html' : decoded}`)
  return file.startsWith(path.resolve(rendererDir) + path.sep) ? file : null
}
