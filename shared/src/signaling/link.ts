import { DomainError } from '../errors.ts'
import { createSignalingClient, type RequestTable, type SignalingClient, type SignalingSocket, type TypedClient } from './client.ts'

interface Connection {
  /** Called once when the connection is gone and `close` was not the reason. */
  onLost(listener: () => void): void
  close(): void
}
/** One signalling connection, used until it breaks and never reconnected by itself: a break needs a new grant. */
export type SignalLink = SignalingClient & Connection
/** The same for any table of requests. */
export type TypedLink<T extends RequestTable, N> = TypedClient<T, N> & Connection

/** The part of a socket.io client socket that a connection needs. */
export interface LinkSocket extends SignalingSocket {
  once(event: 'connect' | 'disconnect', listener: () => void): unknown
  once(event: 'connect_error', listener: (cause: Error) => void): unknown
  close(): unknown
}

/** Options of socket.io for one signalling connection with a token that is good for one connection. */
export function linkOptions({ path, token, timeoutMs }: { path: string; token: string; timeoutMs: number }) {
  return { path, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true, timeout: timeoutMs }
}

/**
 * Waits until a socket made with `linkOptions` is connected.
 * @throws DomainError SIGNAL_TOKEN_INVALID when the node refuses the token; UNAVAILABLE when no connection comes about.
 * The socket is closed then.
 */
export function openSignalLink(socket: LinkSocket): Promise<SignalLink> {
  return openLink(socket, createSignalingClient(socket))
}

/** Waits as `openSignalLink` does, for a client of any table of requests on that socket. */
export function openLink<C extends object>(socket: LinkSocket, client: C): Promise<C & Connection> {
  return new Promise((resolve, reject) => {
    let lost: (() => void) | undefined
    let closedByUs = false
    socket.once('connect_error', (cause) => {
      socket.close()
      const code = (cause as Error & { data?: { code?: unknown } }).data?.code
      reject(new DomainError(code === 'SIGNAL_TOKEN_INVALID' ? 'SIGNAL_TOKEN_INVALID' : 'UNAVAILABLE', { detail: cause.message, cause }))
    })
    socket.once('connect', () => {
      socket.once('disconnect', () => {
        if (!closedByUs) lost?.()
      })
      resolve({
        ...client,
        onLost: (listener) => (lost = listener),
        close() {
          closedByUs = true
          socket.close()
        },
      })
    })
  })
}
