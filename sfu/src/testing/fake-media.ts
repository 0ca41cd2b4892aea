import { randomUUID } from 'node:crypto'
import { DomainError } from '@e-events/shared/errors.ts'
import type { WireRtpCapabilities, WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'
import type {
  BrowserMedia,
  BrowserTransport,
  EgressStream,
  EgressStreamRequest,
  IngestStream,
  MediaConsumer,
  MediaPort,
  MediaProducer,
  MediaRoom,
  MeetMedia,
  ProduceRequest,
  SentStream,
  StreamTap,
  StreamStats,
  VoiceListener,
  Voices,
} from '../rooms/media-port.ts'

/** A media engine without media: what it was asked to do is written down, what happens in it is done by the test. */
export interface FakeMedia extends MediaPort {
  /** Everything asked of the engine, in order: `resume audio`, `keyframe video`, … */
  readonly calls: string[]
  readonly producers: FakeProducer[]
  /** Producers that count among the voices. */
  readonly listened: readonly string[]
  readonly openTransports: number
  readonly openRooms: number
  /** Packets that this node sent itself, by producer. */
  readonly sent: { producer: MediaProducer; packet: Buffer }[]
  /** A packet of a producer reaches whoever reads it. */
  pass(producerId: string, packet: Buffer): void
  readonly tapped: readonly string[]
  /** Packets of every open producer arrive. */
  sendPackets(): void
  /** The worker of all rooms dies. */
  killWorker(): void
  /** The engine hears these producers, in all meetings. */
  speak(voices: Voices): void
  /** Held back calls wait until released: to change things between request and answer. */
  hold(): () => void
  /** Publishers answer no request for a key frame until this is released. */
  holdKeyFrames(): () => void
}

export interface FakeProducer extends MediaProducer {
  packets: number
  bitrateBps: number
  layers: number
  /** The first packet of a stream. */
  arrive(): void
}

const capabilities: WireRtpCapabilities = { codecs: [{ kind: 'video', mimeType: 'video/H264', clockRate: 90_000 }], headerExtensions: [] }
export const fakeRtp = (mimeType = 'video/H264', encodings = 1): WireRtpParameters => ({
  codecs: [{ mimeType, payloadType: 100, clockRate: 90_000 }],
  encodings: Array.from({ length: encodings }, (_, index) => ({ ssrc: 1_000 + index })),
})

export function createFakeMedia(): FakeMedia {
  const calls: string[] = []
  const producers: FakeProducer[] = []
  const lost = new Set<() => void>()
  const producerClosed = new Map<string, Set<() => void>>()
  const voiceListeners = new Set<VoiceListener>()
  const listened: string[] = []
  const sent: FakeMedia['sent'] = []
  const taps = new Map<string, (packet: Buffer) => void>()
  let openTransports = 0
  let openRooms = 0
  let gate: Promise<void> = Promise.resolve()
  let keyFrames: Promise<void> = Promise.resolve()

  function createProducer({ kind, rtpParameters }: ProduceRequest, id = randomUUID()): FakeProducer {
    let closed = false
    const listeners = new Set<() => void>()
    const layers = rtpParameters.encodings?.length ?? 1
    const producer: FakeProducer = {
      id,
      kind,
      type: layers > 1 ? 'simulcast' : 'simple',
      mimeType: rtpParameters.codecs[0]?.mimeType ?? '',
      packets: 0,
      bitrateBps: kind === 'audio' ? 64_000 : 1_000_000,
      layers,
      get closed() {
        return closed
      },
      pause: () => Promise.resolve(),
      resume: () => Promise.resolve(),
      close() {
        if (closed) return
        closed = true
        for (const listener of producerClosed.get(id) ?? []) listener()
      },
      stats: () =>
        closed
          ? Promise.reject(new Error('closed'))
          : Promise.resolve(
              Array.from({ length: layers }, (): StreamStats => ({
                packets: producer.packets / layers,
                bitrateBps: producer.bitrateBps / layers,
                packetsLost: 0,
                fractionLostPercent: 0,
                roundTripTimeMs: null,
                jitterMs: null,
                score: 10,
              })),
            ),
      onMedia: (listener) => listeners.add(listener),
      arrive() {
        producer.packets += 10
        for (const listener of listeners) listener()
      },
    }
    producers.push(producer)
    return producer
  }

  function track(onClose: () => void) {
    openTransports += 1
    let open = true
    const listeners: (() => void)[] = []
    const die = () => {
      if (close()) for (const listener of listeners) listener()
    }
    const close = () => {
      if (!open) return false
      open = false
      openTransports -= 1
      lost.delete(die)
      onClose()
      return true
    }
    lost.add(die)
    return { close: () => void close(), onLost: (listener: () => void) => listeners.push(listener) }
  }

  function createTransport(direction: string): BrowserTransport {
    const mine: FakeProducer[] = []
    const { close, onLost } = track(() => mine.forEach((producer) => producer.close()))
    const id = randomUUID()
    calls.push(`transport ${direction}`)
    return {
      id,
      info: {
        transportId: id,
        iceParameters: { usernameFragment: 'u', password: 'p' },
        iceCandidates: [],
        dtlsParameters: { fingerprints: [{ algorithm: 'sha-256', value: '00' }] },
      },
      connect: () => Promise.resolve(),
      restartIce: () => Promise.resolve({ usernameFragment: 'u2', password: 'p2' }),
      async produce(request) {
        await gate
        if (request.rtpParameters.codecs[0]?.mimeType === 'video/AV1') throw new DomainError('SIGNAL_CODEC_UNSUPPORTED')
        const producer = createProducer(request)
        mine.push(producer)
        return producer
      },
      async consume({ producerId }) {
        await gate
        return createConsumer(producerId)
      },
      close,
      onLost: (listener) => onLost(() => listener('worker_died')),
    }
  }

  function createConsumer(producerId: string): MediaConsumer {
    const source = producers.find((producer) => producer.id === producerId)
    return {
      id: randomUUID(),
      producerId,
      kind: source?.kind ?? 'video',
      type: source?.type ?? 'simple',
      rtpParameters: fakeRtp(),
      pause: () => Promise.resolve(),
      resume: () => Promise.resolve(),
      preferSpatialLayer: () => Promise.resolve(),
      close: () => undefined,
      onProducerClosed(listener) {
        const listeners = producerClosed.get(producerId) ?? new Set()
        producerClosed.set(producerId, listeners.add(listener))
      },
      onLayerChanged: () => undefined,
    }
  }

  async function openEgressStream({ producerId, spatialLayer }: EgressStreamRequest): Promise<EgressStream> {
    await gate
    const source = producers.find((producer) => producer.id === producerId)
    const { close, onLost } = track(() => undefined)
    const kind = source?.kind ?? 'video'
    let onFirst: Parameters<EgressStream['onFirstKeyFrame']>[0] | undefined
    return {
      consumerId: randomUUID(),
      producerId,
      kind,
      spatialLayer: source?.type === 'simulcast' ? (spatialLayer ?? source.layers - 1) : null,
      rtpParameters: fakeRtp(),
      resume: () => {
        calls.push(`resume ${kind}`)
        return Promise.resolve()
      },
      requestKeyFrame: () => {
        calls.push(`keyframe ${kind}`)
        void keyFrames.then(() => {
          onFirst?.({ agoMs: 0, rtpTimestamp: 90_000 })
          onFirst = undefined
        })
        return Promise.resolve()
      },
      onFirstKeyFrame: (listener) => {
        onFirst = listener
      },
      close,
      onLost,
      onLayerChanged: () => undefined,
    }
  }

  async function openIngestStream(request: ProduceRequest): Promise<IngestStream> {
    await gate
    const producer = createProducer(request)
    const { close, onLost } = track(() => producer.close())
    return { producer, ip: '127.0.0.1', port: 40_000 + producers.length * 2, rtcpPort: null, close, onLost }
  }

  async function openSentStream(kind: MediaProducer['kind']): Promise<SentStream> {
    await gate
    const producer = createProducer({ kind, rtpParameters: fakeRtp(kind === 'audio' ? 'audio/opus' : 'video/VP8') })
    const { close, onLost } = track(() => producer.close())
    const send = (packet: Buffer) => void sent.push({ producer, packet })
    return { producer, ssrc: 1, payloadType: 100, send, onKeyFrameWanted: () => undefined, close, onLost }
  }

  async function tap(producerId: string, onPacket: (packet: Buffer, tap: StreamTap) => void): Promise<StreamTap> {
    await gate
    if (!producers.some(({ id, closed }) => id === producerId && !closed)) throw new DomainError('FEED_NOT_FOUND')
    const made: StreamTap = {
      levelExtensionId: 1,
      requestKeyFrame: async () => void calls.push(`keyframe of ${producerId}`),
      close: () => taps.delete(producerId),
    }
    taps.set(producerId, (packet) => onPacket(packet, made))
    return made
  }

  function openBrowserMedia(): BrowserMedia {
    openRooms += 1
    return {
      rtpCapabilities: () => Promise.resolve(capabilities),
      createTransport: async (direction) => {
        await gate
        return createTransport(direction)
      },
      close: () => {
        openRooms -= 1
      },
    }
  }

  return {
    calls,
    producers,
    listened,
    sent,
    pass: (producerId, packet) => taps.get(producerId)?.(packet),
    get tapped() {
      return [...taps.keys()]
    },
    get openTransports() {
      return openTransports
    },
    get openRooms() {
      return openRooms
    },
    speak(voices) {
      for (const listener of voiceListeners) listener(voices)
    },
    sendPackets() {
      for (const producer of producers) if (!producer.closed) producer.packets += 10
    },
    killWorker() {
      const dying = Array.from(lost)
      for (const die of dying) die()
    },
    hold() {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    holdKeyFrames() {
      let release: () => void = () => undefined
      keyFrames = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    openRoom: (): MediaRoom => ({ ...openBrowserMedia(), openEgressStream, openIngestStream, openSentStream }),
    openMeet: (): MeetMedia => ({
      ...openBrowserMedia(),
      listenTo: async (producerId) => void listened.push(producerId),
      onVoices: (listener) => voiceListeners.add(listener),
      tap,
    }),
  }
}
