// The two built apps as files, and index.html for every path that is a screen.
import { randomBytes } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import send from 'send'
import { BROTLI, COMPRESSED_TYPES, SUFFIXES } from './compression.mjs'
import { CACHE_ASK, CACHE_FOREVER, CACHE_HOUR, contentSecurityPolicy, NONCE_PLACEHOLDER } from './headers.mjs'
import { PAYMENT_PAGES, paymentHeaders, paymentSources, securityHeaders } from './headers.mjs'
import { withHead } from './page-head.mjs'

const compressors = {
  br: promisify((body, done) => brotliCompress(body, BROTLI, done)),
  gzip: promisify(gzip),
  identity: (body) => Promise.resolve(body),
}

/**
 * @param {{ dist: string, base: string, readHead?: ReturnType<typeof import('./page-head.mjs').createPageHead> }} app
 * dist: folder of the build; base: the path it is served at, with a slash at both ends; readHead: what a page says of
 * itself, where its app leaves a place for it
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, pathname:
 * string) => Promise<void>}
 */
export function createStatic({ dist, base, readHead = () => Promise.resolve(null), mediaOrigins = [] }) {
  return async (request, response, pathname) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    const relative = safePath(pathname.slice(base.length))
    if (relative === null) return refuse(response, 404, 'Not found')
    const file = relative === '' || relative === 'index.html' ? null : findFile(dist, relative)
    if (file) return sendFile(request, response, { dist, relative, file })
    // A missing script must not be answered with a page: the browser would report a type error instead of "not found".
    if (path.posix.extname(relative) !== '' && relative !== 'index.html' && !acceptsPage(request)) return refuse(response, 404, 'Not found')
    return sendPage(request, response, { dist, readHead, mediaOrigins })
  }
}

/**
 * The path below the app's base, decoded, or null for anything that is not a plain way down.
 * @param {string} raw @returns {string | null}
 */
export function safePath(raw) {
  let decoded
  try {
    decoded = decodeURIComponent(raw)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\') || decoded.includes('%')) return null
  const parts = decoded.split('/').filter((part) => part !== '')
  return parts.some((part) => part.startsWith('.')) ? null : parts.join('/')
}

/** A file of the build, looked up anew each time because a new build replaces the folder; a link out of it is none. */
function findFile(dist, relative) {
  try {
    const file = realpathSync.native(path.join(dist, relative))
    const info = statSync(file)
    return info.isFile() && file.startsWith(realpathSync.native(dist) + path.sep) ? info : null
  } catch {
    return null
  }
}

async function sendPage(request, response, { dist, readHead, mediaOrigins }) {
  const nonce = randomBytes(16).toString('base64')
  let html
  let status = 200
  try {
    const [page, head] = await Promise.all([
      readFile(path.join(dist, 'index.html'), 'utf8'),
      readHead(request.url ?? '/', request.socket.remoteAddress),
    ])
    // Before the head goes in: a text in it that looks like the placeholder is a text.
    html = withHead(page.replaceAll(NONCE_PLACEHOLDER, nonce), head?.html ?? null)
    status = head?.status ?? 200
  } catch {
    return refuse(response, 503, 'This app is not built yet')
  }
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  const body = await compressors[encoding](Buffer.from(html))
  const pays = PAYMENT_PAGES.test(request.url ?? '/')
  response.writeHead(status, {
    ...securityHeaders,
    ...(pays && paymentHeaders),
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'cache-control': CACHE_ASK,
    'content-security-policy': contentSecurityPolicy(nonce, mediaOrigins, pays ? paymentSources : undefined),
  })
  return void response.end(request.method === 'HEAD' ? undefined : body)
}

function sendFile(request, response, { dist, relative, file }) {
  const type = COMPRESSED_TYPES[path.extname(relative)]
  const encoding = type ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
  const isCompressed = encoding !== 'identity' && findFile(dist, `${relative}${SUFFIXES[encoding]}`) !== null
  response.setHeaders(
    new Map(
      Object.entries({
        ...securityHeaders,
        // One for all encodings of a file: weak.
        etag: `W/"${file.size.toString(16)}-${file.mtime.getTime().toString(16)}"`,
        'cache-control': isHashed(relative) ? CACHE_FOREVER : CACHE_HOUR,
        // a file opened by itself, an SVG say
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ...(type && { 'content-type': type, vary: 'accept-encoding' }),
        ...(isCompressed && { 'content-encoding': encoding }),
      }),
    ),
  )
  // Meant for caches on the way: a file that has not changed is answered with 304 all the same.
  delete request.headers['cache-control']
  send(request, encodeURI(`/${relative}${isCompressed ? SUFFIXES[encoding] : ''}`), { root: dist, index: false })
    .on('error', (error) => refuse(response, error.status, error.status === 416 ? 'Range not satisfiable' : 'Not found', error.headers))
    .pipe(response)
}

/** @param {string | undefined} header @returns {'br' | 'gzip' | 'identity'} */
export function preferredEncoding(header = '') {
  const offered = new Map(
    header.split(',').map((part) => {
      const [name, ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)).find(Boolean)
      return [name, quality ? Number(quality[1]) : 1]
    }),
  )
  for (const encoding of ['br', 'gzip']) if ((offered.get(encoding) ?? offered.get('*') ?? 0) > 0) return encoding
  return 'identity'
}

/** Vite puts a hash of the content into the names below assets/: such a file never changes. @param {string} relative */
export const isHashed = (relative) => /^assets\/.+-[\w-]{8,}\.\w+$/.test(relative)

const acceptsPage = (request) => (request.headers.accept ?? '').includes('text/html')

function refuse(response, status, text, headers = {}) {
  if (response.headersSent) return void response.destroy()
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(status, { ...securityHeaders, ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${text}\n`)
}
