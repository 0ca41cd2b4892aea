import { randomInt } from 'node:crypto'
import type { types } from 'mediasoup'
import type { MediaKind, SentStream, StreamTap } from '../rooms/media-port.ts'
import { egressCapabilities } from './codecs.ts'
import { mediaCall } from './errors.ts'
import { toMediaProducer } from './objects.ts'
import type { RouterSlot } from './router-slot.ts'

const levelUri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'
/** RTCP (RFC 4585, RFC 5104): payload-specific feedback, and its two requests for a key frame. */
const feedbackType = 206
const [pictureLoss, fullIntra] = [1, 4]

const codecs = {
  audio: { mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2, parameters: {}, rtcpFeedback: [] },
  video: {
    mimeType: 'video/VP8',
    payloadType: 101,
    clockRate: 90_000,
    parameters: {},
    rtcpFeedback: [{ type: 'nack', parameter: 'pli' }],
  },
} as const

/** Sends a stream of packets into a router. */
export async function openSentStream(slot: RouterSlot, kind: MediaKind): Promise<{ stream: SentStream; producer: types.Producer }> {
  const transport = await slot.router.createDirectTransport()
  try {
    const ssrc = randomInt(1, 2 ** 31)
    const codec = codecs[kind]
    const producer = await transport.produce({
      kind,
      rtpParameters: { codecs: [{ ...codec, rtcpFeedback: [...codec.rtcpFeedback] }], encodings: [{ ssrc }] },
    })
    const stream: SentStream = {
      producer: toMediaProducer(producer),
      ssrc,
      payloadType: codec.payloadType,
      send: (packet) => {
        if (!producer.closed) producer.send(packet)
      },
      onKeyFrameWanted: (listener) => {
        transport.on('rtcp', (packet) => {
          if (asksForKeyFrame(packet)) listener()
        })
      },
      close: () => transport.close(),
      onLost: (listener) => {
        transport.on('routerclose', listener)
      },
    }
    return { stream, producer }
  } catch (error) {
    transport.close()
    throw error
  }
}

function asksForKeyFrame(packet: Buffer): boolean {
  for (let at = 0; at + 4 <= packet.length; at += 4 * (packet.readUInt16BE(at + 2) + 1)) {
    const format = (packet[at] ?? 0) & 0x1f
    if (packet[at + 1] === feedbackType && (format === pictureLoss || format === fullIntra)) return true
  }
  return false
}

/** Reads streams of routers; one transport for each. */
export function createTaps() {
  const transports = new WeakMap<RouterSlot, Promise<types.DirectTransport>>()

  function transportOf(slot: RouterSlot): Promise<types.DirectTransport> {
    const known = transports.get(slot)
    if (known) return known
    const made = slot.router.createDirectTransport()
    transports.set(slot, made)
    made.catch(() => transports.delete(slot))
    return made
  }

  return {
    open: (slot: RouterSlot, producerId: string, onPacket: (packet: Buffer, tap: StreamTap) => void): Promise<StreamTap> =>
      mediaCall(async () => {
        const transport = await transportOf(slot)
        const { rtpCapabilities } = slot.router
        const consumer = await transport.consume({
          producerId,
          rtpCapabilities: {
            ...egressCapabilities(rtpCapabilities),
            headerExtensions: (rtpCapabilities.headerExtensions ?? []).filter(({ uri }) => uri === levelUri),
          },
          paused: true,
        })
        const tap: StreamTap = {
          levelExtensionId: consumer.rtpParameters.headerExtensions?.find(({ uri }) => uri === levelUri)?.id,
          requestKeyFrame: () => mediaCall(() => consumer.requestKeyFrame()),
          close: () => consumer.close(),
        }
        consumer.on('rtp', (packet) => onPacket(packet, tap))
        await consumer.resume()
        return tap
      }),
  }
}
