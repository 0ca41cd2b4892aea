import { createSocket } from 'node:dgram'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { sizeInRtp } from '../ffmpeg/rtp-h264.ts'
import type { PictureSize } from '../hls/sps.ts'
import { pause, type PortPool } from './ports.ts'
import type { Room } from './room.ts'

const watchMs = 4_000
/** One packet may be a latecomer. */
const flowPackets = 10

interface Seat {
  ports: PortPool
  rtpIp: string
}

/**
 * Measures the picture that the sfu sends for a simulcast layer: the layer itself, or a lower one in its place. The
 * running ladder is not touched; trying the layer in a run would interrupt every viewer. Undefined when no size was
 * seen.
 */
export async function probeLayer(room: Room, feedId: FeedId, layer: number, options: Seat): Promise<PictureSize | undefined> {
  let size: PictureSize | undefined
  await watchPackets(room, { feedId, kind: 'video', layer }, options, (packet) => {
    size = sizeInRtp(packet) ?? size
    return size !== undefined
  })
  return size
}

/** Whether sound or pictures of a feed arrive now. */
export async function isFlowing(room: Room, feedId: FeedId, kind: 'audio' | 'video', options: Seat): Promise<boolean> {
  let packets = 0
  return watchPackets(room, { feedId, kind, layer: null }, options, () => ++packets >= flowPackets)
}

/** Receives a stream of a feed until `isEnough` says so; false when it never did. */
async function watchPackets(
  room: Room,
  { feedId, kind, layer }: { feedId: FeedId; kind: 'audio' | 'video'; layer: number | null },
  options: Seat,
  isEnough: (packet: Buffer) => boolean,
): Promise<boolean> {
  const [port = 0] = await options.ports.take(1)
  const socket = createSocket('udp4')
  let egressId: string | undefined
  const seen = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(port, options.rtpIp, resolve)
    })
    socket.on('message', (packet) => {
      if (isEnough(packet)) seen.abort()
    })
    const egress = await room.request('openEgress', {
      feedId,
      ip: options.rtpIp,
      keyFrameIntervalMs: 10_000,
      streams: [{ kind, port, rtcpPort: port + 1, spatialLayer: layer }],
    })
    egressId = egress.egressId
    await room.request('resumeEgress', { egressId })
    await pause(watchMs, seen.signal)
  } catch {
    // Packets that came before count.
  } finally {
    if (egressId !== undefined) room.request('closeEgress', { egressId }).catch(() => undefined)
    socket.close()
    options.ports.give([port])
  }
  return seen.signal.aborted
}
