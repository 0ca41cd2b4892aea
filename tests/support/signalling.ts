import { errorCodes, type ErrorCode } from '@e-events/shared/errors.ts'
import { signalingAddress } from '@e-events/shared/signaling/client.ts'
import { io, type Socket } from 'socket.io-client'
import type { Stack } from './stack.ts'

export interface RawReply {
  ok: boolean
  data?: unknown
  error?: { code: ErrorCode; message: string }
}

export interface RawPeer {
  /** Sends whatever it is given; resolves with the acknowledgement. */
  send(envelope: unknown): Promise<RawReply>
  /** Everything the sfu told this peer, oldest first. */
  readonly notifications: readonly { method: string; data: unknown }[]
  isConnected(): boolean
  close(): void
}

export interface Refused {
  code: ErrorCode | undefined
  message: string | undefined
}

/** Knocks at the sfu through the gateway, as an outsider does: no schema of ours stands between. */
export function knock(
  stack: Stack,
  options: { token?: unknown; language?: string; origin?: string },
): Promise<{ peer: RawPeer; refused?: undefined } | { peer?: undefined; refused: Refused }> {
  const { path } = signalingAddress(String(stack.env['SFU_PUBLIC_URL']))
  const socket = io(stack.origin, {
    path,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: options.token === undefined ? {} : { token: options.token },
    extraHeaders: { origin: options.origin ?? stack.origin, 'accept-language': options.language ?? 'en' },
  })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve({ peer: toPeer(socket) }))
    socket.once('connect_error', (error: Error & { data?: { code?: unknown; message?: unknown } }) => {
      socket.close()
      const code = errorCodes.find((known) => known === error.data?.code)
      resolve({ refused: { code, message: typeof error.data?.message === 'string' ? error.data.message : undefined } })
    })
  })
}

function toPeer(socket: Socket): RawPeer {
  const notifications: { method: string; data: unknown }[] = []
  socket.on('notification', (message: { method: string; data: unknown }) => notifications.push(message))
  return {
    notifications,
    isConnected: () => socket.connected,
    send: (envelope) =>
      new Promise((resolve, reject) => {
        socket.timeout(10_000).emit('request', envelope, (error: Error | null, reply: RawReply) => (error ? reject(error) : resolve(reply)))
      }),
    close: () => socket.close(),
  }
}
