import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { publicHost } from './shipped-nginx.ts'

/** Where the nginx under test listens. */
export const ports = { tls: 0, plain: 0 }

const toNginx = { host: '127.0.0.1', rejectUnauthorized: false, agent: false } as const

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

/** By TLS, with the name that it answers to. */
export function get(
  address: string,
  options: Omit<RequestOptions, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Answer> {
  return answerOf((resolve, reject) =>
    request({ ...toNginx, port: ports.tls, path: address, ...options, headers: { host: publicHost, ...options.headers } }, resolve)
      .on('error', reject)
      .end(),
  )
}

export function getPlain(address: string, host = publicHost): Promise<Answer> {
  return answerOf((resolve, reject) =>
    plainRequest({ host: '127.0.0.1', port: ports.plain, path: address, agent: false, headers: { host } }, resolve)
      .on('error', reject)
      .end(),
  )
}

async function answerOf(ask: (resolve: (incoming: IncomingMessage) => void, reject: (error: Error) => void) => void): Promise<Answer> {
  const incoming = await new Promise(ask)
  const body = await buffer(incoming)
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body, text: body.toString() }
}

/** @returns what the service saw as the path of a WebSocket handshake */
export function upgrade(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: publicHost,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    const handshake = request({ ...toNginx, port: ports.tls, path: address, headers })
    onTestFinished(() => void handshake.destroy())
    handshake.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(String(response.headers['x-path']))
    })
    handshake.on('response', (response) => reject(new Error(`status ${response.statusCode}`)))
    handshake.on('error', reject)
    handshake.end()
  })
}
