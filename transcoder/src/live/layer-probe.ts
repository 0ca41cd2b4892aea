import { createSocket } from 'node:dgram'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { sizeInRtp } from '../ffmpeg/rtp-h264.ts'
import type { PictureSize } from '../hls/sps.ts'
import { pause, type PortPool } from './ports.ts'
import type { Room } from './room.ts'

const watchMs = 4_000

/**
 * Measures the picture that the sfu sends for a simulcast layer: the layer itself, or a lower one in its place. The
 * running ladder is not touched; trying the layer in a run would interrupt every viewer. Undefined when no size was
 * seen.
 */
export async function probeLayer(
  room: Room,
  feedId: FeedId,
  layer: number,
  options: { ports: PortPool; rtpIp: string },
): Promise<PictureSize | undefined> {
  const [port = 0] = await options.ports.take(1)
  const socket = createSocket('udp4')
  let egressId: string | undefined
  const seen = new AbortController()
  let size: PictureSize | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(port, options.rtpIp, resolve)
    })
    socket.on('message', (packet) => {
      size = sizeInRtp(packet) ?? size
      if (size) seen.abort()
    })
    const egress = await room.request('openEgress', {
      feedId,
      ip: options.rtpIp,
      keyFrameIntervalMs: 10_000,
      streams: [{ kind: 'video', port, rtcpPort: port + 1, spatialLayer: layer }],
    })
    egressId = egress.egressId
    await room.request('resumeEgress', { egressId })
    await pause(watchMs, seen.signal)
    return size
  } catch {
    return undefined
  } finally {
    if (egressId !== undefined) room.request('closeEgress', { egressId }).catch(() => undefined)
    socket.close()
    options.ports.give([port])
  }
}
