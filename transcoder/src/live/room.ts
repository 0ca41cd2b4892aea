import { findRoom } from '@e-events/shared/node/registry.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import type { BroadcastEndReason } from '@e-events/shared/domain/states.ts'
import { signalingAddress, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import type { RoomFeed } from '@e-events/shared/signaling/feed.ts'
import { linkOptions, openSignalLink } from '@e-events/shared/signaling/link.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { Redis } from 'ioredis'
import { io } from 'socket.io-client'

export type RoomEvent =
  | { kind: 'feed' }
  /** The organizer took the feed off the show for good. */
  | { kind: 'feedClosed' }
  | { kind: 'egressClosed'; egressId: string; reason: string }
  | { kind: 'layers'; egressId: string; requested: number; current: number | null }
  | { kind: 'broadcastClosed'; reason: BroadcastEndReason }
  /** The connection is gone, or should be made anew elsewhere: look the room up again. */
  | { kind: 'lost' }

/** One connection to the sfu node that holds the broadcast's room, seen from one feed. */
export interface Room {
  /** Undefined: not (or no longer) in the room. */
  feed(): RoomFeed | undefined
  request: SignalingClient['request']
  close(): void
}

export interface RoomOptions {
  redis: Redis
  broadcastId: BroadcastId
  feedId: FeedId
  nodeId: string
  secret: string
  onEvent: (event: RoomEvent) => void
}

const connectTimeoutMs = 3_000
const tokenTtlMs = 60_000

/**
 * Finds the room in the registry and joins it. Undefined: no node holds it (yet).
 * @throws DomainError when the node refuses or does not answer
 */
export async function joinRoom(options: RoomOptions): Promise<Room | undefined> {
  const { redis, broadcastId, feedId, onEvent } = options
  const place = await findRoom(redis, broadcastId)
  if (!place) return undefined
  const token = await signSfuToken({ sub: options.nodeId, role: 'egress', broadcastId }, options.secret, tokenTtlMs)
  const { origin, path } = signalingAddress(place.controlUrl)
  const link = await openSignalLink(io(origin, linkOptions({ path, token, timeoutMs: connectTimeoutMs })))
  let feed: RoomFeed | undefined
  let isJoined = false
  let isLost = false

  function onNotification(notification: Notification): void {
    switch (notification.method) {
      case 'feedChanged':
        if (notification.data.feed.feedId !== feedId) return
        feed = notification.data.feed
        return onEvent({ kind: 'feed' })
      case 'feedClosed':
        if (notification.data.feedId !== feedId) return
        feed = undefined
        return onEvent({ kind: 'feedClosed' })
      case 'egressClosed':
        return onEvent({ kind: 'egressClosed', ...notification.data })
      case 'egressLayersChanged':
        return onEvent({ kind: 'layers', ...notification.data })
      case 'transportsLost':
        return onEvent({ kind: 'egressClosed', egressId: '*', reason: 'worker_died' })
      case 'reconnect':
        return onEvent({ kind: 'lost' })
      case 'broadcastClosed':
        return onEvent({ kind: 'broadcastClosed', reason: notification.data.reason })
      default:
        return
    }
  }

  link.onNotification(onNotification)
  link.onLost(() => {
    isLost = true
    if (isJoined) onEvent({ kind: 'lost' })
  })
  try {
    const joined = await link.request('join', {}, { timeoutMs: connectTimeoutMs })
    feed ??= joined.feeds.find((each) => each.feedId === feedId)
  } catch (error) {
    link.close()
    throw error
  }
  if (isLost) return undefined
  isJoined = true
  return { feed: () => feed, request: link.request, close: link.close }
}
