import type { Redis } from 'ioredis'
import { broadcastEndReasonSchema, type BroadcastEndReason } from '../src/domain/states.ts'

const channel = 'broadcast-closed'
const closedKey = (broadcastId: string) => `broadcast:${broadcastId}:closed`
const rememberSec = 7 * 24 * 3600

/**
 * Says once and for all that a broadcast has ended: a key that latecomers read, and a message for those who are
 * connected. Called by the api after its commit.
 */
export async function announceClosed(redis: Redis, broadcastId: string, reason: BroadcastEndReason): Promise<void> {
  await redis.set(closedKey(broadcastId), reason, 'EX', rememberSec)
  await redis.publish(channel, JSON.stringify({ broadcastId, reason }))
}

/**
 * Why the broadcast ended; undefined while it runs (or is unknown). Poll it too: a published message is lost while
 * Redis is away.
 */
export async function findClosed(redis: Redis, broadcastId: string): Promise<BroadcastEndReason | undefined> {
  const parsed = broadcastEndReasonSchema.safeParse(await redis.get(closedKey(broadcastId)))
  return parsed.success ? parsed.data : undefined
}

/**
 * Calls back for every broadcast that ends. Needs a connection of its own (`redis.duplicate()`); returns the
 * unsubscribe.
 */
export async function onClosed(
  subscriber: Redis,
  listener: (broadcastId: string, reason: BroadcastEndReason) => void,
): Promise<() => Promise<void>> {
  const handle = (from: string, message: string) => {
    if (from !== channel) return
    const { broadcastId, reason } = JSON.parse(message) as { broadcastId: string; reason: unknown }
    const parsed = broadcastEndReasonSchema.safeParse(reason)
    if (parsed.success) listener(broadcastId, parsed.data)
  }
  subscriber.on('message', handle)
  await subscriber.subscribe(channel)
  return async () => {
    subscriber.off('message', handle)
    await subscriber.unsubscribe(channel)
  }
}
