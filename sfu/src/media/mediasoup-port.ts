import type { MediaPort } from '../rooms/media-port.ts'
import { RoomMedia } from './room-media.ts'
import type { PlainListen } from './plain-transports.ts'
import type { TransportMeter } from './transport-meter.ts'
import type { WorkerPool } from './worker-pool.ts'

/** The media engine: mediasoup behind the interface that rooms know. */
export function createMediasoupPort(options: { pool: WorkerPool; meter: TransportMeter; plain: PlainListen }): MediaPort {
  return { openRoom: () => new RoomMedia(options) }
}
