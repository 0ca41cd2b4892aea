import type { Redis } from 'ioredis'
import { z } from 'zod'
import { meetEndReasonSchema, type MeetEndReason } from '../src/domain/meets.ts'

const channel = 'meet-closed'
const closedKey = (meetId: string) => `meet:${meetId}:closed`
const placeKey = (meetId: string) => `sfu:meet:${meetId}`
const rememberSec = 7 * 24 * 3600
/** A node says again where its meetings are within this time. */
const placeTtlMs = 60_000

const messageSchema = z.object({ meetId: z.uuid(), reason: meetEndReasonSchema })

/** Says once and for all that a meeting has ended. Called by the api after its commit. */
export async function announceMeetClosed(redis: Redis, meetId: string, reason: MeetEndReason): Promise<void> {
  await redis.set(closedKey(meetId), reason, 'EX', rememberSec)
  await redis.publish(channel, JSON.stringify({ meetId, reason }))
}

/** Why a meeting ended; undefined while it runs, or is unknown. Poll it too: messages are lost while Redis is away. */
export async function findMeetClosed(redis: Redis, meetId: string): Promise<MeetEndReason | undefined> {
  return meetEndReasonSchema.safeParse(await redis.get(closedKey(meetId))).data
}

/** Calls back for every meeting that ends. Needs a connection of its own; returns the unsubscribe. */
export async function onMeetClosed(
  subscriber: Redis,
  listener: (meetId: string, reason: MeetEndReason) => void,
): Promise<() => Promise<void>> {
  const handle = (from: string, message: string) => {
    if (from !== channel) return
    const parsed = messageSchema.safeParse(JSON.parse(message))
    if (parsed.success) listener(parsed.data.meetId, parsed.data.reason)
  }
  subscriber.on('message', handle)
  await subscriber.subscribe(channel)
  return async () => {
    subscriber.off('message', handle)
    await subscriber.unsubscribe(channel)
  }
}

/**
 * Id of the node that has a meeting: the known one while it is among `living`, else `wanted`, which is written. Two who
 * join at once get the same node.
 */
export async function placeMeet(redis: Redis, meetId: string, wanted: string, living: readonly string[]): Promise<string> {
  const key = placeKey(meetId)
  if ((await redis.set(key, wanted, 'PX', placeTtlMs, 'NX')) === 'OK') return wanted
  const known = await redis.get(key)
  if (known !== null && living.includes(known)) return known
  await redis.set(key, wanted, 'PX', placeTtlMs)
  return wanted
}

/** Id of the node that has a meeting. */
export async function findMeetPlace(redis: Redis, meetId: string): Promise<string | undefined> {
  return (await redis.get(placeKey(meetId))) ?? undefined
}

/** Called by the node that has it, every few seconds. */
export async function keepMeetPlace(redis: Redis, meetId: string, nodeId: string): Promise<void> {
  await redis.set(placeKey(meetId), nodeId, 'PX', placeTtlMs)
}
