import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { createSignalingClient, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import { io } from 'socket.io-client'

/** One signalling connection, used until it breaks and never reconnected by itself: a break needs a new grant. */
export interface SignalLink extends SignalingClient {
  /** Called once when the connection is gone and `close` was not the reason. */
  onLost(listener: () => void): void
  close(): void
}

export type OpenLink = (grant: MediaGrant) => Promise<SignalLink>

const openTimeoutMs = 8_000

/** `serverUrl` is the platform's origin: a grant may name its node relative to it. */
export function createLinkOpener(serverUrl: string): OpenLink {
  return (grant) =>
    new Promise((resolve, reject) => {
      const socket = io(new URL(grant.url, serverUrl).origin, {
        path: grant.path,
        transports: ['websocket'],
        auth: { token: grant.token },
        reconnection: false,
        forceNew: true,
        timeout: openTimeoutMs,
      })
      let lost: (() => void) | undefined
      let closedByUs = false
      const fail = (cause: Error) => {
        socket.close()
        const code = (cause as Error & { data?: { code?: unknown } }).data?.code
        reject(new DomainError(code === 'SIGNAL_TOKEN_INVALID' ? 'SIGNAL_TOKEN_INVALID' : 'UNAVAILABLE', { detail: cause.message, cause }))
      }
      socket.once('connect_error', fail)
      socket.once('connect', () => {
        socket.off('connect_error', fail)
        socket.once('disconnect', () => {
          if (!closedByUs) lost?.()
        })
        resolve({
          ...createSignalingClient(socket),
          onLost: (listener) => (lost = listener),
          close() {
            closedByUs = true
            socket.close()
          },
        })
      })
    })
}
