#!/usr/bin/env node
// One origin for browsers on one machine: the two static apps and the services behind them. In production nginx does
// this, with the same paths and headers (deploy/nginx). Started by the runner once the packages are installed.
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPageHead } from './gateway/page-head.mjs'
import { createProxy } from './gateway/proxy.mjs'
import { createStatic } from './gateway/static.mjs'

/**
 * @param {object} options
 * @param {string} options.webDist @param {string} options.studioDist
 * @param {number} options.apiPort @param {number} options.sfuPort @param {number} options.transcoderPort
 * @param {string[]} [options.names] host names that it answers to beside those of this machine: a page of another name
 * (DNS rebinding) gets nothing
 * @param {string} [options.instance] answered by /healthz, so that a second runner knows whose gateway it is
 * @param {string[]} [options.mediaOrigins] where else the video of a page's hero may come from
 * @returns {http.Server} not listening yet
 */
export function createGateway({ webDist, studioDist, apiPort, sfuPort, transcoderPort, names = [], instance = '', mediaOrigins = [] }) {
  const api = createProxy({ port: apiPort })
  const sfu = createProxy({ port: sfuPort })
  const transcoder = createProxy({ port: transcoderPort })
  const web = createStatic({ dist: webDist, base: '/', readHead: createPageHead({ port: apiPort }), mediaOrigins })
  const studio = createStatic({ dist: studioDist, base: '/studio/', mediaOrigins })
  const services = [
    ['/api', api],
    ['/uploads', api],
    ['/socket.io', api],
    ['/media', transcoder],
    ['/sfu', sfu],
  ]
  const serviceOf = (pathname) => services.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))?.[1]

  const isOurs = (host = '') => {
    const name = host.replace(/:\d+$/, '').toLowerCase()
    return LOCAL_NAME.test(name) || names.includes(name)
  }

  const server = http.createServer((request, response) => {
    if (!isOurs(request.headers.host)) {
      response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      return response.end('Another name than those of this site\n')
    }
    const pathname = pathOf(request.url)
    if (pathname === '/healthz' || pathname === '/readyz') return health(response, instance)
    const service = serviceOf(pathname)
    if (service) return service.pass(request, response)
    if (FOR_PROGRAMS.test(pathname)) {
      request.url = `/api${request.url}`
      return api.pass(request, response)
    }
    if (pathname === '/studio') {
      response.writeHead(308, { location: '/studio/' })
      return response.end()
    }
    const app = pathname.startsWith('/studio/') ? studio : web
    return void app(request, response, pathname).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isOurs(request.headers.host))
      return socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    const service = serviceOf(pathOf(request.url))
    if (service) return service.upgrade(request, socket, head)
    return socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  server.on('clientError', (error, socket) => {
    // Browsers open connections ahead of need. An answer on one that asked nothing would be shown as that of the next
    // page.
    if (!socket.writable || (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0)) return socket.destroy()
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 0 // an upload of 3 GB takes as long as it takes; idle ones are cut by the service
  return server
}

const LOCAL_NAME = /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/

/** Programs look for these at the root; the api writes them. */
const FOR_PROGRAMS = /^\/(robots\.txt|sitemap\.xml|sitemaps\/\d+\.xml)$/

/** The path alone, with no way up in it left to interpret: `..` is resolved by URL as browsers do. */
function pathOf(url = '/') {
  const question = url.indexOf('?')
  return question < 0 ? url : url.slice(0, question)
}

function health(response, instance) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: 'ok', instance }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { env } = process
  const server = createGateway({
    webDist: path.resolve(env.WEB_DIST ?? 'web/dist'),
    studioDist: path.resolve(env.STUDIO_DIST ?? 'studio/dist'),
    apiPort: Number(env.API_PORT ?? 4000),
    sfuPort: Number(env.SFU_PORT ?? 4100),
    transcoderPort: Number(env.TRANSCODER_PORT ?? 4200),
    names: URL.canParse(env.PUBLIC_ORIGIN ?? '') ? [new URL(env.PUBLIC_ORIGIN).hostname] : [],
    instance: env.INSTANCE_ID,
    mediaOrigins: (env.PAGE_MEDIA_ORIGINS ?? '').split(',').filter(Boolean),
  })
  server.listen(Number(env.GATEWAY_PORT ?? 8080), env.GATEWAY_HOST ?? '127.0.0.1')
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      server.close(() => process.exit(0))
      server.closeAllConnections()
    })
  }
}
