import { DomainError } from '../errors.ts'
import type { z } from 'zod'
import { notificationSchema } from './notifications.ts'
import { replyEnvelope, requests } from './requests.ts'

/**
 * The part of a socket.io client socket that signalling needs; both `socket.io-client` in a browser and in Node fit.
 */
export interface SignalingSocket {
  readonly connected: boolean
  timeout(timeoutMs: number): { emit(event: 'request', envelope: unknown, ack: (error: unknown, reply: unknown) => void): unknown }
  on(event: 'notification', listener: (message: unknown) => void): unknown
  off(event: 'notification', listener: (message: unknown) => void): unknown
}

/** Requests by their name, with what they carry and answer. */
export type RequestTable = Readonly<Record<string, { readonly data: z.ZodType; readonly reply: z.ZodType }>>

/** A client of one table of requests and its notifications. */
export interface TypedClient<T extends RequestTable, N> {
  /**
   * Asks the sfu and resolves with the parsed reply.
   * @throws DomainError with the sfu's code for a refusal; UNAVAILABLE when the socket is not connected, breaks
   * meanwhile or no answer comes within `timeoutMs` (default 10 s): the request may or may not have been carried out;
   * INTERNAL for a reply that does not fit the contract
   */
  request<M extends keyof T & string>(
    method: M,
    data: z.input<T[M]['data']>,
    options?: { timeoutMs?: number },
  ): Promise<z.output<T[M]['reply']>>
  /**
   * Calls back for every notification of the sfu; one that this version does not know is left out. Returns the way to
   * stop.
   */
  onNotification(listener: (notification: N) => void): () => void
}

/** The client of shows. */
export type SignalingClient = TypedClient<typeof requests, z.output<typeof notificationSchema>>

const defaultTimeoutMs = 10_000

/**
 * A typed signalling client on an existing socket. The socket belongs to the caller: `io(origin, { path, transports:
 * ['websocket'], auth: { token } })`.
 */
export function createSignalingClient(socket: SignalingSocket): SignalingClient {
  return createTypedClient(socket, requests, notificationSchema)
}

/** The same for any table of requests on such a socket. */
export function createTypedClient<T extends RequestTable, N>(
  socket: SignalingSocket,
  table: T,
  notifications: z.ZodType<N>,
): TypedClient<T, N> {
  return {
    async request(method, data, options) {
      const reply = await send(socket, { method, data }, options?.timeoutMs ?? defaultTimeoutMs)
      const parsed = table[method]?.reply.safeParse(reply)
      if (parsed?.success === true) return parsed.data as z.output<T[typeof method]['reply']>
      throw new DomainError('INTERNAL', { detail: `${method}: the reply does not fit the contract`, cause: parsed?.error })
    },
    onNotification(listener) {
      const handle = (message: unknown) => {
        const parsed = notifications.safeParse(message)
        if (parsed.success) listener(parsed.data)
      }
      socket.on('notification', handle)
      return () => {
        socket.off('notification', handle)
      }
    },
  }
}

/**
 * Where to connect for a node's address, absolute (`https://media.example.org/sfu`, `http://127.0.0.1:4100`) or
 * relative to the page (`/sfu`): `io(origin, { path })`. An address without a path is a node itself, whose socket.io
 * lives at `/sfu/socket.io`.
 */
export function signalingAddress(url: string): { origin: string; path: string } {
  const match = /^([a-z]+:\/\/[^/]+)?(\/.*)?$/i.exec(url)
  const origin = match?.[1] ?? ''
  const folder = (match?.[2] ?? '').replace(/\/+$/, '')
  return { origin, path: `${folder === '' ? '/sfu' : folder}/socket.io` }
}

function send(socket: SignalingSocket, envelope: { method: string; data: unknown }, timeoutMs: number): Promise<unknown> {
  // socket.io would keep the request until it is connected again, when the peer that meant it no longer exists.
  if (!socket.connected) return Promise.reject(new DomainError('UNAVAILABLE', { detail: `${envelope.method}: not connected` }))
  return new Promise((resolve, reject) => {
    socket.timeout(timeoutMs).emit('request', envelope, (error, reply) => {
      if (error) {
        reject(new DomainError('UNAVAILABLE', { detail: `${envelope.method}: no answer`, cause: error }))
        return
      }
      const parsed = replyEnvelope.safeParse(reply)
      if (!parsed.success) {
        reject(new DomainError('INTERNAL', { detail: `${envelope.method}: unreadable answer`, cause: parsed.error }))
        return
      }
      if (parsed.data.ok) resolve(parsed.data.data)
      else reject(new DomainError(parsed.data.error.code, { detail: parsed.data.error.message }))
    })
  })
}
