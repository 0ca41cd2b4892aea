import { gridShape, layerFor, roomFor, whoIsShown } from '@e-events/shared/rtc/meeting/layout.ts'
import type { WireDtlsParameters, WireRtpCapabilities, WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'
import { createPump, rtpParametersOf, type SentStream } from './meet-pump.ts'
import { openWebrtcPeer, type Identity, type TransportInfo, type WebrtcPeer } from './webrtc-peer.ts'

export interface WantedStream {
  /** As `produce` of its sender answered. */
  producerId: string
  personId: string
  source: SentStream['source']
  /** Null for a voice. */
  spatialLayer: 0 | 1 | 2 | null
}

/** A place of one person at a server of meetings. */
export interface Seat {
  personId: string
  capabilities: WireRtpCapabilities
  createTransport(direction: 'send' | 'recv'): Promise<TransportInfo>
  connect(transportId: string, dtlsParameters: WireDtlsParameters): Promise<unknown>
  produce(transportId: string, source: SentStream['source'], rtpParameters: WireRtpParameters): Promise<{ producerId: string }>
  /** Receives all of these. */
  consume(transportId: string, rtpCapabilities: WireRtpCapabilities, streams: readonly WantedStream[]): Promise<unknown>
  leave(): void
}

/** The stage of a laptop, in CSS pixels; the most tiles are those of the web app. */
const stage = { width: 1_280, height: 640 }
const tilesMost = 25
/** Others have their microphones off. */
const speakers = 3
/** Handshakes at the same time. */
const atOnce = 6

export interface Meeting {
  start(): void
  stop(): void
  /** Bytes that have arrived at everybody. */
  arrivedBytes(): number
  /** Bytes that everybody together would have received of everything in its largest size. */
  wholeBytes(): number
  /** How many pictures a person receives, and how large (0 to 2). */
  pictures: { each: number; layer: number }
  close(): void
}

/**
 * A meeting in which everybody has a camera and receives what the web app would show on a laptop. `frames`: the share
 * of their frames that cameras send.
 */
export async function openMeeting(
  { people: count, frames }: { people: number; frames: number },
  identity: Identity,
  enter: () => Promise<Seat>,
): Promise<Meeting> {
  const pump = createPump(frames)
  const seats = await inTurns(Array.from({ length: count }), () => enter())
  const people = await inTurns(seats, async (seat, index) => {
    const streams = pump.streamsOf(index < speakers)
    const peer = await openPeer(seat, 'send', identity)
    pump.add(streams, peer.send)
    const sources = [...new Set(streams.map(({ source }) => source))]
    const sent = await Promise.all(
      sources.map(async (source) => ({ source, ...(await seat.produce(peer.transportId, source, rtpParametersOf(source, streams))) })),
    )
    return { seat, streams, sent, sending: peer }
  })
  // Consumers choose a size among those that are there.
  pump.start()
  const ids = people.map(({ seat }) => ({ id: seat.personId, streams: [{ source: 'camera' as const, paused: false }] }))
  const most = roomFor(stage, Math.min(tilesMost, count))
  const shown = whoIsShown({
    people: ids,
    before: [],
    spoke: ids.slice(0, speakers).map(({ id }) => id),
    pinned: null,
    room: count > most ? most - 1 : most,
  })
  const layer = layerFor(gridShape(Math.min(count, most), stage).tileHeight)
  const receiving = await inTurns(people, async ({ seat }) => {
    const wanted = people.flatMap(({ seat: { personId }, sent }) =>
      sent.flatMap(({ source, producerId }): WantedStream[] => {
        if (personId === seat.personId || (source === 'camera' && !shown.includes(personId))) return []
        return [{ producerId, personId, source, spatialLayer: source === 'camera' ? layer : null }]
      }),
    )
    const peer = await openPeer(seat, 'recv', identity)
    await seat.consume(peer.transportId, receivable(seat.capabilities), wanted)
    return peer
  })
  pump.stop()
  const all = people.flatMap(({ streams }) => streams)
  return {
    start: () => pump.start(),
    stop: () => pump.stop(),
    arrivedBytes: () => receiving.reduce((sum, peer) => sum + peer.arrivedBytes(), 0),
    wholeBytes: () => {
      const whole = all.filter(({ source, layer: size }) => source === 'microphone' || size === 2)
      return (count - 1) * whole.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
    },
    pictures: { each: Math.min(shown.length, count - 1), layer },
    close() {
      pump.stop()
      for (const { seat, sending } of people) {
        sending.close()
        seat.leave()
      }
      for (const peer of receiving) peer.close()
    },
  }
}

async function openPeer(seat: Seat, direction: 'send' | 'recv', identity: Identity): Promise<WebrtcPeer & { transportId: string }> {
  const info = await seat.createTransport(direction)
  const peer = await openWebrtcPeer(info, identity, (dtlsParameters) => seat.connect(info.transportId, dtlsParameters))
  return { ...peer, transportId: info.transportId }
}

/**
 * Capabilities of these peers: VP8 and Opus with repeats, no retransmission stream, and no estimate of the line, which
 * nobody here would answer.
 */
const receivable = (capabilities: WireRtpCapabilities): WireRtpCapabilities => ({
  codecs: (capabilities.codecs ?? [])
    .filter(({ mimeType }) => /^(video\/vp8|audio\/opus)$/i.test(mimeType))
    .map((codec) => ({
      ...codec,
      rtcpFeedback: ((codec['rtcpFeedback'] ?? []) as { type: string }[]).filter(({ type }) => type === 'nack' || type === 'ccm'),
    })),
  headerExtensions: [],
})

/** Some at a time, in their order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map((item, index) => work(item, from + index)))))
  return results
}
