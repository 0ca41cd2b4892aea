import type { Redis } from 'ioredis'
import { z } from 'zod'

/** Entry of an sfu node, written every two seconds; it expires when the node stops. */
export const sfuNodeSchema = z.object({
  nodeId: z.string(),
  /**
   * Where browsers reach it: absolute, or relative to the platform's origin. socket.io path below it:
   * `{publicUrl}/socket.io`.
   */
  publicUrl: z.string(),
  /** Where services reach it: `http://host:port`; socket.io path there: `/sfu/socket.io`. */
  controlUrl: z.string(),
  loadPercent: z.number(),
  egressMbps: z.number(),
  rooms: z.int(),
  peers: z.int(),
  draining: z.boolean(),
  atMs: z.number(),
})
export type SfuNode = z.infer<typeof sfuNodeSchema>

const nodeTtlMs = 8_000
const nodeKey = (nodeId: string) => `sfu:node:${nodeId}`
const roomKey = (broadcastId: string) => `sfu:room:${broadcastId}`

export async function announceNode(redis: Redis, node: SfuNode): Promise<void> {
  await redis.set(nodeKey(node.nodeId), JSON.stringify(node), 'PX', nodeTtlMs)
}
export async function withdrawNode(redis: Redis, nodeId: string): Promise<void> {
  await redis.del(nodeKey(nodeId))
}
/** Living nodes, in no particular order. */
export async function listNodes(redis: Redis): Promise<SfuNode[]> {
  const keys: string[] = []
  let cursor = '0'
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', nodeKey('*'), 'COUNT', 200)
    cursor = next
    keys.push(...found)
  } while (cursor !== '0')
  if (keys.length === 0) return []
  const values = await redis.mget(...keys)
  return values.flatMap((value) => {
    const parsed = sfuNodeSchema.safeParse(value === null ? undefined : JSON.parse(value))
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * Where a broadcast's room lives now, and when media last arrived there: a node that takes over goes on with the same
 * idle clock.
 */
export const roomPlaceSchema = z.object({ nodeId: z.string(), controlUrl: z.string(), lastMediaAtMs: z.number() })
export type RoomPlace = z.infer<typeof roomPlaceSchema>
const roomTtlMs = 60 * 60_000

export async function announceRoom(redis: Redis, broadcastId: string, place: RoomPlace): Promise<void> {
  await redis.set(roomKey(broadcastId), JSON.stringify(place), 'PX', roomTtlMs)
}
export async function findRoom(redis: Redis, broadcastId: string): Promise<RoomPlace | undefined> {
  const value = await redis.get(roomKey(broadcastId))
  const parsed = roomPlaceSchema.safeParse(value === null ? undefined : JSON.parse(value))
  return parsed.success ? parsed.data : undefined
}
/** @returns whether this call removed it: of several callers only one gets true */
export async function withdrawRoom(redis: Redis, broadcastId: string): Promise<boolean> {
  return (await redis.del(roomKey(broadcastId))) === 1
}
/** Every room that any node, living or not, had media in during the last hour. */
export async function listRooms(redis: Redis): Promise<{ broadcastId: string; place: RoomPlace }[]> {
  const found: { broadcastId: string; place: RoomPlace }[] = []
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', roomKey('*'), 'COUNT', 200)
    cursor = next
    const ids = keys.map((key) => key.slice(roomKey('').length))
    const places = await Promise.all(ids.map((id) => findRoom(redis, id)))
    for (const [index, place] of places.entries()) {
      const broadcastId = ids[index]
      if (place && broadcastId !== undefined) found.push({ broadcastId, place })
    }
  } while (cursor !== '0')
  return found
}
