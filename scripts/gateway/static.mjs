// The two built apps as files: types, caching, compression, ranges, and index.html for every path that is a screen.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withHead } from './page-head.mjs'
import { CACHE_ASK, CACHE_FOREVER, CACHE_HOUR, contentSecurityPolicy, NONCE_PLACEHOLDER, securityHeaders } from './headers.mjs'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
}
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|xml|wasm)|image\/svg)/
const SMALLEST_WORTH_COMPRESSING = 1024
const LARGEST_KEPT = 8 * 1024 * 1024

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Compressed bodies by file, date and encoding: a build has some hundred files. */
const compressed = new Map()

/**
 * @param {{ dist: string, base: string, readHead?: ReturnType<typeof import('./page-head.mjs').createPageHead> }} app dist: folder of the build; base: the path it is served at,
 *   with a slash at both ends; readHead: what a page says of itself, where its app leaves a place for it
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, pathname: string) => Promise<void>}
 */
export function createStatic({ dist, base, readHead = () => Promise.resolve(null), mediaOrigins = [] }) {
  return async (request, response, pathname) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'Method not allowed', { allow: 'GET, HEAD' })
    const relative = safePath(pathname.slice(base.length))
    if (relative === null) return refuse(response, 404, 'Not found')
    const found = relative === '' || relative === 'index.html' ? null : await findFile(dist, relative)
    if (found) return sendFile(request, response, found)
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

async function findFile(dist, relative) {
  try {
    const file = await realpath(path.join(dist, relative))
    if (!file.startsWith((await realpath(dist)) + path.sep)) return null
    const info = await stat(file)
    return info.isFile() ? { file, size: info.size, changed: info.mtimeMs, relative } : null
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
  const body = await compress(Buffer.from(html), encoding)
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': TYPES['.html'],
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'cache-control': CACHE_ASK,
    'content-security-policy': contentSecurityPolicy(nonce, mediaOrigins),
  })
  return void response.end(request.method === 'HEAD' ? undefined : body)
}

async function sendFile(request, response, { file, size, changed, relative }) {
  const type = TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream'
  const etag = `"${createHash('sha1').update(`${relative}:${size}:${changed}`).digest('base64url')}"`
  const headers = {
    ...securityHeaders,
    'content-type': type,
    etag,
    'last-modified': new Date(changed).toUTCString(),
    'cache-control': isHashed(relative) ? CACHE_FOREVER : CACHE_HOUR,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox", // a file opened by itself, an SVG say
  }
  const compressible = COMPRESSIBLE.test(type) && size >= SMALLEST_WORTH_COMPRESSING && size <= LARGEST_KEPT
  if (compressible) headers.vary = 'accept-encoding'
  else headers['accept-ranges'] = 'bytes'
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304, headers)
    return void response.end()
  }
  if (compressible) return sendCompressed(request, response, { file, changed, headers })

  const range = parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') return refuse(response, 416, 'Range not satisfiable', { 'content-range': `bytes */${size}` })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers['content-length'] = end - start + 1
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
  response.writeHead(range ? 206 : 200, headers)
  if (request.method === 'HEAD' || size === 0) return void response.end()
  return void createReadStream(file, { start, end })
    .on('error', () => response.destroy())
    .pipe(response)
}

async function sendCompressed(request, response, { file, changed, headers }) {
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  const key = `${encoding}:${file}:${changed}`
  let body = compressed.get(key)
  if (!body) {
    const raw = await readFile(file)
    body = await compress(raw, encoding)
    compressed.set(key, body)
  }
  response.writeHead(200, {
    ...headers,
    'content-length': body.length,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** @param {Buffer} raw @param {'br' | 'gzip' | 'identity'} encoding @returns {Promise<Buffer>} */
async function compress(raw, encoding) {
  if (encoding === 'br') return brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return encoding === 'gzip' ? gzipped(raw) : raw
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

/**
 * One byte range; several are answered with the whole file, which the standard allows.
 * @param {string | undefined} header @param {number} size
 * @returns {{ start: number, end: number } | 'unsatisfiable' | null}
 */
export function parseRange(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from, to] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Vite puts a hash of the content into the names below assets/: such a file never changes. @param {string} relative */
export const isHashed = (relative) => /^assets\/.+-[\w-]{8,}\.\w+$/.test(relative)

const acceptsPage = (request) => (request.headers.accept ?? '').includes('text/html')

function refuse(response, status, text, headers = {}) {
  response.writeHead(status, { ...securityHeaders, ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${text}\n`)
}
