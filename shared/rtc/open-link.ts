import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { linkOptions, openSignalLink, type SignalLink } from '@e-events/shared/signaling/link.ts'
import { io } from 'socket.io-client'

export type OpenLink = (grant: MediaGrant) => Promise<SignalLink>

const timeoutMs = 8_000

/** Connects to the node of a grant. `serverUrl` is the platform's origin: a grant may name its node relative to it. */
export function createLinkOpener(serverUrl: string): OpenLink {
  return ({ url, path, token }) => openSignalLink(io(new URL(url, serverUrl).origin, linkOptions({ path, token, timeoutMs })))
}
