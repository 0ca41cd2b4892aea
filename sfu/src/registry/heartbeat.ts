import type { Redis } from 'ioredis'
import { announceNode, listNodes, listRooms, withdrawNode, withdrawRoom, type SfuNode } from '@e-events/shared/node/registry.ts'
import { broadcastId } from '@e-events/shared/domain/ids.ts'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Rooms } from '../rooms/rooms.ts'

export interface HeartbeatDeps {
  redis: Redis
  clock: Clock
  log: Log
  rooms: Rooms
  nodeId: string
  idleCutoffMs: number
  /** How often rooms are compared with the registry; 10 s by default. */
  reconcileMs?: number
  /** The node's current entry for the registry. */
  describe(): Promise<SfuNode>
  emit(event: NewMediaEvent): void
}

export interface Heartbeat {
  /** Announces at once: a changed flag must not wait for the next beat. */
  beat(): Promise<void>
  stop(): Promise<void>
}

const beatMs = 2_000
const reconcileMs = 10_000
const goodbyeMs = 500

/**
 * Keeps the registry true: the node itself every two seconds, its rooms every ten and whenever Redis comes back, and
 * the rooms of nodes that died: one that nobody took over and that had no media for the idle time is closed by the
 * first node that notices.
 */
export function startHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { redis, clock, log, rooms, nodeId } = deps
  let stopped = false

  const beat = async () => {
    try {
      const node = await deps.describe()
      if (!stopped) await announceNode(redis, node)
    } catch (error) {
      log.warn({ err: error }, 'cannot announce the node')
    }
  }

  const reconcile = async () => {
    try {
      const places = new Map((await listRooms(redis)).map(({ broadcastId: id, place }) => [id, place]))
      for (const room of rooms.all) {
        const reason = await findClosed(redis, room.id)
        if (reason !== undefined) rooms.end(room.id, reason)
        // Its studio moved to another node, and media arrives there: what is left here only misleads.
        const place = places.get(room.id)
        if (place && place.nodeId !== nodeId && place.lastMediaAtMs > room.lastMediaAtMs && !room.closed) room.close('moved')
      }
      // Only now: saying it earlier would hide the other node's entry.
      rooms.placeAll()
      await closeOrphans(places)
    } catch (error) {
      log.warn({ err: error }, 'cannot reconcile rooms with the registry')
    }
  }

  const closeOrphans = async (places: Map<string, { nodeId: string; lastMediaAtMs: number }>) => {
    const orphans = [...places].filter(([, place]) => clock.nowMs() - place.lastMediaAtMs >= deps.idleCutoffMs && place.nodeId !== nodeId)
    if (orphans.length === 0) return
    const living = new Set((await listNodes(redis)).map((node) => node.nodeId))
    for (const [id, place] of orphans) {
      if (living.has(place.nodeId) || rooms.all.some((room) => room.id === id)) continue
      if (!(await withdrawRoom(redis, id))) continue
      const parsed = broadcastId.safeParse(id)
      if (!parsed.success || (await findClosed(redis, id)) !== undefined) continue
      log.info({ broadcastId: id, deadNode: place.nodeId }, 'closing an idle broadcast whose node died')
      deps.emit({ type: 'broadcast.closed', broadcastId: parsed.data, reason: 'idle' })
    }
  }

  const back = () => {
    void beat()
    void reconcile()
  }
  redis.on('ready', back)
  const stops = [clock.every(beatMs, () => void beat()), clock.every(deps.reconcileMs ?? reconcileMs, () => void reconcile())]
  return {
    beat,
    async stop() {
      stopped = true
      for (const stop of stops) stop()
      redis.off('ready', back)
      // Without Redis the entry ends by itself after some seconds: not worth waiting for.
      const withdrawn = withdrawNode(redis, nodeId).catch((error: unknown) => log.warn({ err: error }, 'cannot withdraw the node'))
      await Promise.race([withdrawn, new Promise((resolve) => setTimeout(resolve, goodbyeMs))])
    },
  }
}
