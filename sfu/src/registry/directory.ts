import type { Redis } from 'ioredis'
import { findClosed } from '@e-events/shared/node/broadcast-control.ts'
import { announceRoom, findRoom, withdrawRoom } from '@e-events/shared/node/registry.ts'
import type { RoomDirectory } from '../rooms/rooms.ts'
import type { Log } from '../log.ts'
import { createAsking } from './asking.ts'

/** The directory of rooms in Redis. */
export function createRoomDirectory(redis: Redis, self: { nodeId: string; controlUrl: string }, log: Log): RoomDirectory {
  const { ask, report } = createAsking(redis, log)
  return {
    findClosed: (broadcastId) => ask(() => findClosed(redis, broadcastId), 'cannot ask whether the broadcast has ended'),
    async findLastMediaAtMs(broadcastId) {
      return (await ask(() => findRoom(redis, broadcastId), 'cannot ask where the room was'))?.lastMediaAtMs
    },
    place(broadcastId, lastMediaAtMs) {
      announceRoom(redis, broadcastId, { ...self, lastMediaAtMs }).catch(report('cannot announce the room'))
    },
    remove(broadcastId) {
      withdrawRoom(redis, broadcastId).catch(report('cannot withdraw the room'))
    },
  }
}
