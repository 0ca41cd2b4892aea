// Passes requests and WebSockets on to the services, streaming in both directions.
import { randomUUID } from 'node:crypto'
import http from 'node:http'

/** Headers that belong to one connection and are not passed on, beside those that 'connection' names. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade']
/**
 * Say where a message ends, or whose it is: without them a service would read the body of a GET as a second request.
 */
const FRAMING = new Set(['host', 'content-length', 'transfer-encoding'])

const MESSAGES = {
  es: 'El servicio se está reiniciando. Inténtalo de nuevo en unos segundos.',
  en: 'The service is restarting. Please try again in a few seconds.',
  pt: 'O serviço está a reiniciar. Tente novamente dentro de alguns segundos.',
}

/**
 * @param {{ port: number, host?: string }} target
 * @returns {{ pass(request: http.IncomingMessage, response: http.ServerResponse): void, upgrade(request:
 * http.IncomingMessage, socket: import('node:stream').Duplex, head: Buffer): void }}
 */
export function createProxy({ port, host = '127.0.0.1' }) {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 64 })
  return {
    pass(request, response) {
      const headers = forwarded(request)
      const upstream = http.request({ agent, host, port, method: request.method, path: request.url, headers })
      upstream.on('response', (answer) => {
        const { 'transfer-encoding': _chunks, ...head } = withoutHopByHop(answer.headers)
        response.writeHead(answer.statusCode ?? 502, head)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      upstream.on('error', () => {
        if (response.headersSent) return void response.destroy()
        unavailable(request, response, headers['x-request-id'])
      })
      // A viewer who leaves must not keep a segment or a held playlist request alive behind us.
      response.on('close', () => upstream.destroy())
      request.on('error', () => upstream.destroy())
      request.pipe(upstream)
    },
    upgrade(request, socket, head) {
      const headers = { ...forwarded(request), connection: 'Upgrade', upgrade: request.headers.upgrade }
      const upstream = http.request({ host, port, method: request.method, path: request.url, headers })
      const end = () => {
        socket.destroy()
        upstream.destroy()
      }
      upstream.on('upgrade', (answer, far, farHead) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${rawHeaders(answer)}\r\n\r\n`)
        if (farHead.length > 0) socket.write(farHead)
        if (head.length > 0) far.write(head)
        far.on('error', end).on('close', () => socket.destroy())
        socket.on('close', () => far.destroy())
        far.pipe(socket).pipe(far)
      })
      upstream.on('response', (answer) => {
        // The service refused the upgrade: the client gets to know why.
        socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${rawHeaders(answer)}\r\n\r\n`)
        answer.pipe(socket)
      })
      upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'))
      socket.on('error', end)
      upstream.end()
    },
  }
}

/** The error body of the whole platform, for the moment in which a service is away. */
function unavailable(request, response, requestId) {
  const language = /\b(es|en|pt)\b/.exec(request.headers['accept-language'] ?? '')?.[1] ?? 'es'
  const body = JSON.stringify({ code: 'UNAVAILABLE', message: MESSAGES[language], requestId })
  response.writeHead(502, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': '2',
    'x-request-id': requestId,
  })
  response.end(body)
}

/** We are the edge: what a client claims about its own address is not passed on. */
function forwarded(request) {
  const headers = withoutHopByHop(request.headers)
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? ''
  headers['x-forwarded-proto'] = request.socket.encrypted ? 'https' : 'http'
  headers['x-forwarded-host'] = request.headers.host ?? ''
  headers['x-request-id'] = randomUUID()
  return headers
}

function withoutHopByHop(headers) {
  const named = String(headers.connection ?? '').split(',')
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim().toLowerCase()).filter((name) => !FRAMING.has(name))])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

function rawHeaders(message) {
  const lines = []
  for (let i = 0; i < message.rawHeaders.length; i += 2) lines.push(`${message.rawHeaders[i]}: ${message.rawHeaders[i + 1]}`)
  return lines.join('\r\n')
}
