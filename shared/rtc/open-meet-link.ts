import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { createTypedClient } from '@e-events/shared/signaling/client.ts'
import { linkOptions, openLink, type TypedLink } from '@e-events/shared/signaling/link.ts'
import { meetNotificationSchema, type MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import { meetRequests, type MeetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import { io } from 'socket.io-client'

export type MeetLink = TypedLink<MeetRequests, MeetNotification>
export type OpenMeetLink = (grant: MediaGrant) => Promise<MeetLink>

const timeoutMs = 8_000

/**
 * Connects to the node of a meeting's grant. `serverUrl` is the platform's origin: a grant may name its node relative
 * to it.
 */
export function createMeetLinkOpener(serverUrl: string): OpenMeetLink {
  return ({ url, path, token }) => {
    const socket = io(new URL(url, serverUrl).origin, linkOptions({ path, token, timeoutMs }))
    return openLink(socket, createTypedClient(socket, meetRequests, meetNotificationSchema))
  }
}
