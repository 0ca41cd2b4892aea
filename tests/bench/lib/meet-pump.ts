import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import { cameraLayers } from '@e-events/shared/rtc/meeting/meet-rtc.ts'
import type { WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'

/** One RTP stream of a person: a microphone, or one size of a camera. */
export interface SentStream {
  source: Extract<MeetSource, 'microphone' | 'camera'>
  /** Size of a camera's picture, 0 the smallest. */
  layer: number
  ssrc: number
  sentBytes: number
}
interface Pumped extends SentStream {
  send(packet: Buffer, extensionBytes: number): void
  everyMs: number
  dueMs: number
  sequence: number
  timestamp: number
  frame: number
}

const payloadTypes = { microphone: 111, camera: 96 } as const
const audioLevel = { uri: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level', id: 1 }
/** Length of a header extension with one element. */
const levelBytes = 8
const keyFrameEveryMs = 2_000
const opusBytes = 80
const speechEveryMs = 20
const turnMs = 2_000
/** A pump that is later than this leaves out what it is late with. */
const latestMs = 200
const packetBytes = 1_000
const filler = Buffer.alloc(packetBytes, 0xa5)

const layersOf = cameraLayers.map(({ maxBitrate, maxFramerate }) => ({
  everyMs: 1000 / maxFramerate,
  frameBytes: maxBitrate / maxFramerate / 8,
}))

export function rtpParametersOf(source: SentStream['source'], streams: readonly SentStream[]): WireRtpParameters {
  const encodings = streams.filter((stream) => stream.source === source).map(({ ssrc }) => ({ ssrc }))
  const rtcp = { cname: `bench-${encodings[0]?.ssrc ?? 0}` }
  if (source === 'microphone')
    return {
      codecs: [{ mimeType: 'audio/opus', payloadType: payloadTypes.microphone, clockRate: 48_000, channels: 2, parameters: {} }],
      headerExtensions: [audioLevel],
      encodings,
      rtcp,
    }
  const rtcpFeedback = [
    { type: 'nack', parameter: '' },
    { type: 'nack', parameter: 'pli' },
    { type: 'ccm', parameter: 'fir' },
  ]
  return {
    codecs: [{ mimeType: 'video/VP8', payloadType: payloadTypes.camera, clockRate: 90_000, parameters: {}, rtcpFeedback }],
    encodings,
    rtcp,
  }
}

/**
 * Sends the microphones and cameras of a meeting at the pace and in the sizes of the web app. Frames are no pictures:
 * nobody decodes them. `frames`: the share of their frames that cameras send.
 */
export function createPump(frames = 1) {
  const streams: Pumped[] = []
  const everyMsOf = ({ source, layer }: SentStream) => (source === 'microphone' ? speechEveryMs : (layersOf[layer]?.everyMs ?? 40) / frames)
  let timer: NodeJS.Timeout | undefined
  let nextSsrc = 0x3000_0001
  /** Who speaks: each microphone has its turn. */
  const isSpeaking = (stream: Pumped, nowMs: number) => {
    const microphones = streams.filter(({ source }) => source === 'microphone')
    return microphones[Math.floor(nowMs / turnMs) % microphones.length] === stream
  }

  function emit(stream: Pumped, nowMs: number): void {
    if (stream.source === 'microphone') return sendPacket(stream, { size: opusBytes, level: isSpeaking(stream, nowMs) ? 20 : 127 })
    const frameBytes = layersOf[stream.layer]?.frameBytes ?? packetBytes
    const isKey = stream.frame % Math.round(keyFrameEveryMs / stream.everyMs) === 0
    const packets = Math.ceil(frameBytes / packetBytes)
    for (let index = 0; index < packets; index++)
      sendPacket(stream, { size: Math.round(frameBytes / packets), vp8: { isFirst: index === 0, isKey }, isLast: index === packets - 1 })
    stream.frame += 1
  }

  function sendPacket(
    stream: Pumped,
    { size, level, vp8, isLast = false }: { size: number; level?: number; vp8?: { isFirst: boolean; isKey: boolean }; isLast?: boolean },
  ): void {
    const extensionBytes = level === undefined ? 0 : levelBytes
    const packet = Buffer.alloc(12 + extensionBytes + size)
    packet[0] = level === undefined ? 0x80 : 0x90
    packet[1] = payloadTypes[stream.source] | (isLast ? 0x80 : 0)
    packet.writeUInt16BE(stream.sequence, 2)
    packet.writeUInt32BE(stream.timestamp, 4)
    packet.writeUInt32BE(stream.ssrc, 8)
    if (level !== undefined) packet.set([0xbe, 0xde, 0x00, 0x01, audioLevel.id << 4, 0x80 | level, 0, 0], 12)
    filler.copy(packet, 12 + extensionBytes, 0, size)
    // The descriptor of VP8: where a frame starts, and in its first byte whether it needs others.
    if (vp8) {
      packet[12] = vp8.isFirst ? 0x10 : 0x00
      packet[13] = vp8.isKey ? 0x00 : 0x01
    }
    stream.sequence = (stream.sequence + 1) & 0xffff
    stream.sentBytes += packet.length
    stream.send(packet, extensionBytes)
  }

  function tick(): void {
    const nowMs = performance.now()
    for (const stream of streams) {
      if (nowMs - stream.dueMs > latestMs) stream.dueMs = nowMs
      while (stream.dueMs <= nowMs) {
        stream.timestamp = (stream.timestamp + Math.round(stream.everyMs * (stream.source === 'camera' ? 90 : 48))) >>> 0
        emit(stream, nowMs)
        stream.dueMs += stream.everyMs
      }
    }
  }

  return {
    /** Ids for the streams of a person with a camera, and a microphone that is on. */
    streamsOf(speaks: boolean): SentStream[] {
      const camera = layersOf.map((_, layer) => ({ source: 'camera' as const, layer, ssrc: nextSsrc++, sentBytes: 0 }))
      return speaks ? [...camera, { source: 'microphone', layer: 0, ssrc: nextSsrc++, sentBytes: 0 }] : camera
    },
    /** Sends these there from now on. */
    add(added: readonly SentStream[], send: Pumped['send']): void {
      for (const stream of added) {
        const everyMs = everyMsOf(stream)
        // Everybody's frames come at moments of their own.
        const own = { send, everyMs, dueMs: performance.now() + Math.random() * everyMs, sequence: 0, timestamp: 0, frame: 0 }
        streams.push(Object.assign(stream, own))
      }
    },
    start(): void {
      // The first picture after a break is a whole one.
      for (const stream of streams) stream.frame = 0
      timer ??= setInterval(tick, 4)
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
  }
}
