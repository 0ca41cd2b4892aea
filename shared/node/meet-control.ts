import type { Redis } from 'ioredis'
import { z } from 'zod'
import { broadcastId, feedId } from '../src/domain/ids.ts'
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

const recordingChannel = 'meet-recording'
const recordingKey = (meetId: string) => `meet:${meetId}:recording`

/** A recording that runs: the broadcast that holds it, and the feed that the media node sends for it. */
export const meetRecordingSchema = z.object({ broadcastId, feedId, label: z.string() })
export type MeetRecording = z.infer<typeof meetRecordingSchema>

/** Says that a meeting is recorded from now on, or no more (null). Called by the api after its commit. */
export async function announceMeetRecording(redis: Redis, meetId: string, recording: MeetRecording | null): Promise<void> {
  if (recording === null) await redis.del(recordingKey(meetId))
  else await redis.set(recordingKey(meetId), JSON.stringify(recording), 'EX', rememberSec)
  await redis.publish(recordingChannel, meetId)
}

/** The recording that runs; null for none. Poll it too: messages are lost while Redis is away. */
export async function findMeetRecording(redis: Redis, meetId: string): Promise<MeetRecording | null> {
  const text = await redis.get(recordingKey(meetId))
  return text === null ? null : (meetRecordingSchema.safeParse(JSON.parse(text)).data ?? null)
}

/** Calls back when a recording begins or ends. Needs a connection of its own; returns the unsubscribe. */
export async function onMeetRecording(subscriber: Redis, listener: (meetId: string) => void): Promise<() => Promise<void>> {
  const handle = (from: string, message: string) => {
    if (from === recordingChannel) listener(message)
  }
  subscriber.on('message', handle)
  await subscriber.subscribe(recordingChannel)
  return async () => {
    subscriber.off('message', handle)
    await subscriber.unsubscribe(recordingChannel)
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
