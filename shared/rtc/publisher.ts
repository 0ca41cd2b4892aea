import { DomainError } from '@e-events/shared/errors.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { FeedKind } from '@e-events/shared/domain/states.ts'
import type { SignalingClient } from '@e-events/shared/signaling/client.ts'
import type { RequestReply, SeatClaim } from '@e-events/shared/signaling/requests.ts'
import { planLayers, startBitrateKbps, type PlannedLayer } from './layers.ts'
import type { Rtc, RtcProducer, SendTransport, TransportState } from './rtc.ts'

/** Tracks and description of one feed as it should be published. */
export interface FeedOutput {
  key: string
  /** The feed's name in the broadcast: the key of this source, or of another device's whose seat it took. */
  seat: string
  kind: FeedKind
  label: string
  language: Language | null
  video: MediaStreamTrack
  size: { width: number; height: number }
  frameRate: number
  audio: MediaStreamTrack
}

export interface PublisherDeps {
  signal: SignalingClient
  rtc: Rtc
  iceServers: RTCIceServer[]
  /** Announces the feed to the api: the same key answers the same id. */
  announce(output: FeedOutput): Promise<FeedId>
  /** How the feed of this source may be come by. */
  claimOf(key: string): SeatClaim
  onTransport(state: TransportState): void
  /** One feed could not be published; the others go on. */
  onFeed(key: string, result: { feedId: FeedId } | { error: unknown }): void
}

interface Sent {
  producer: RtcProducer
  track: MediaStreamTrack
}
interface Published {
  feedId: FeedId
  announced: string
  video: (Sent & { size: string; layers: readonly PlannedLayer[] }) | null
  audio: Sent | null
}

export interface PublishedStats {
  key: string
  feedId: FeedId
  video: Iterable<RTCStats>
  audio: Iterable<RTCStats>
}

export type Publisher = ReturnType<typeof createPublisher>

/**
 * Makes the sfu's producers equal to the desk's outputs, over one send transport. Work is serial: a change during a
 * change is done after it.
 */
export function createPublisher({ signal, rtc, iceServers, announce, claimOf, onTransport, onFeed }: PublisherDeps) {
  const published = new Map<string, Published>()
  let transport: SendTransport | undefined
  let simulcast = false
  let queue: Promise<void> = Promise.resolve()
  let closed = false

  function serial(work: () => Promise<void>): Promise<void> {
    const next = queue.then(work)
    queue = next.catch(() => {})
    return next
  }

  async function openTransport() {
    const parameters = await signal.request('createTransport', { direction: 'send' })
    const opened = await rtc.createSendTransport(
      { ...parameters, iceServers },
      {
        connect: async (dtlsParameters) => {
          await signal.request('connectTransport', { transportId: parameters.transportId, dtlsParameters })
        },
        produce: async ({ kind, rtpParameters, appData }) => {
          // The library returns our own appData without its type.
          const { feedId, meta, layers, frameRate, seat } = appData as unknown as ProduceNotes
          const transportId = parameters.transportId
          const reply = await signal.request('produce', { transportId, feedId, meta, kind, rtpParameters, layers, frameRate, seat })
          return { id: reply.producerId }
        },
        onState: (state) => {
          if (transport === opened && !closed) onTransport(state)
        },
      },
    )
    transport = opened
  }

  async function syncFeed(output: FeedOutput, startKbps: number) {
    if (!transport) return
    const announced = JSON.stringify([output.seat, output.label, output.language, output.kind])
    let entry = published.get(output.key)
    if (!entry || entry.announced !== announced) {
      const feedId = await announce(output)
      if (entry && entry.feedId !== feedId) await drop(output.key, entry)
      if (!published.has(output.key)) entry = undefined
      entry = { video: null, audio: null, ...entry, feedId, announced }
      published.set(output.key, entry)
    }
    const meta = { kind: output.kind, label: output.label, language: output.language }
    const seat = claimOf(output.key)
    const size = `${output.size.width}x${output.size.height}`
    if (entry.video && entry.video.size === size) {
      if (entry.video.track !== output.video) {
        await entry.video.producer.replaceTrack(output.video)
        entry.video.track = output.video
      }
    } else {
      // Another size has other layers. The sfu replaces the producer of this kind inside the feed, so the old one only
      // closes here.
      const before = entry.video
      const layers = planLayers(output.size, simulcast)
      const wire = layers.map(({ width, height, maxBitrateBps }) => ({ width, height, maxBitrateBps }))
      const notes: ProduceNotes = { feedId: entry.feedId, meta, layers: wire, frameRate: clampRate(output.frameRate), seat }
      const request = { track: output.video, kind: 'video', layers, startBitrateKbps: startKbps, appData: { ...notes } } as const
      entry.video = { producer: await transport.produce(request), track: output.video, size, layers }
      before?.producer.close()
    }
    if (!entry.audio) {
      const notes: ProduceNotes = { feedId: entry.feedId, meta, layers: [], frameRate: 30, seat }
      const request = { track: output.audio, kind: 'audio', layers: [], startBitrateKbps: 0, appData: { ...notes } } as const
      entry.audio = { producer: await transport.produce(request), track: output.audio }
    } else if (entry.audio.track !== output.audio) {
      await entry.audio.producer.replaceTrack(output.audio)
      entry.audio.track = output.audio
    }
    onFeed(output.key, { feedId: entry.feedId })
  }

  async function drop(key: string, entry: Published) {
    published.delete(key)
    entry.video?.producer.close()
    entry.audio?.producer.close()
    await signal.request('closeFeed', { feedId: entry.feedId }).catch(unlessBroken)
  }

  async function syncAll(outputs: readonly FeedOutput[]) {
    if (closed) return
    const startKbps = startBitrateKbps(outputs.flatMap((output) => planLayers(output.size, simulcast)))
    for (const [key, entry] of published) if (!outputs.some((output) => output.key === key)) await drop(key, entry)
    for (const output of outputs) {
      try {
        await syncFeed(output, startKbps)
      } catch (error) {
        if (closed) return
        if (isBroken(error)) throw error
        onFeed(output.key, { error })
      }
    }
  }

  return {
    /** After `join`. @throws DomainError UNAVAILABLE when the connection breaks meanwhile */
    async start(routerRtpCapabilities: RequestReply<'join'>['routerRtpCapabilities']): Promise<void> {
      simulcast = (await rtc.load(routerRtpCapabilities)).simulcast
      await openTransport()
    },
    /** @throws DomainError UNAVAILABLE when the connection breaks; refusals of single feeds go to `onFeed` */
    sync: (outputs: readonly FeedOutput[]) => serial(() => syncAll(outputs)),
    /** The sfu lost our transports (its worker died): everything again on a new one, feeds keep their ids. */
    rebuild: (outputs: readonly FeedOutput[]) =>
      serial(async () => {
        transport?.close()
        transport = undefined
        for (const entry of published.values()) Object.assign(entry, { video: null, audio: null })
        await openTransport()
        await syncAll(outputs)
      }),
    /** Closes the producers of a feed that another device sends now, without a request to the sfu. */
    release(key: string) {
      const entry = published.get(key)
      published.delete(key)
      entry?.video?.producer.close()
      entry?.audio?.producer.close()
    },
    async restartIce(): Promise<void> {
      if (!transport) return
      const { iceParameters } = await signal.request('restartIce', { transportId: transport.id })
      await transport.restartIce(iceParameters)
    },
    async stats(): Promise<PublishedStats[]> {
      const entries = [...published].map(async ([key, { feedId, video, audio }]) => ({
        key,
        feedId,
        video: (await video?.producer.stats().catch(() => [])) ?? [],
        audio: (await audio?.producer.stats().catch(() => [])) ?? [],
      }))
      return Promise.all(entries)
    },
    close() {
      closed = true
      transport?.close()
      published.clear()
    },
  }
}

interface ProduceNotes {
  feedId: FeedId
  meta: { kind: FeedOutput['kind']; label: string; language: FeedOutput['language'] }
  layers: { width: number; height: number; maxBitrateBps: number }[]
  frameRate: number
  seat: SeatClaim
}

const clampRate = (frameRate: number) => Math.min(120, Math.max(1, frameRate || 30))

/** The connection itself is gone: trying the next feed on it is pointless. */
function isBroken(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'UNAVAILABLE'
}

function unlessBroken(error: unknown): void {
  if (isBroken(error)) throw error
}
