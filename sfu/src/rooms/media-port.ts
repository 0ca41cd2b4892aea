import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { WireDtlsParameters, WireRtpCapabilities, WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'

/**
 * The media engine as rooms need it. `media/` implements it with mediasoup, `testing/` with a fake. Methods throw
 * DomainError: SIGNAL_CODEC_UNSUPPORTED and SIGNAL_MALFORMED for parameters the engine refuses, UNAVAILABLE when no
 * worker or port is free. Listeners are called once per event, never for an object that the caller closed itself.
 */
export interface MediaPort {
  openRoom(roomId: string): MediaRoom
  openMeet(): MeetMedia
}

export type MediaKind = 'audio' | 'video'
export type ProducerType = 'simple' | 'simulcast' | 'svc'

/** The part of a room that browsers send to and receive from. */
export interface BrowserMedia {
  /** Capabilities that senders and receivers share with every router of this node. */
  rtpCapabilities(): Promise<WireRtpCapabilities>
  createTransport(direction: 'send' | 'recv'): Promise<BrowserTransport>
  close(): void
}

export interface MediaRoom extends BrowserMedia {
  openEgressStream(request: EgressStreamRequest): Promise<EgressStream>
  openIngestStream(request: ProduceRequest): Promise<IngestStream>
  /** A stream that this process sends itself: VP8 or Opus. */
  openSentStream(kind: MediaKind): Promise<SentStream>
}

/** Who is heard: producer ids, loudest first; `leading` holds the floor, and keeps it in silence. */
export interface Voices {
  loudest: string[]
  leading: string | null
}
export type VoiceListener = (voices: Voices) => void

export interface MeetMedia extends BrowserMedia {
  /** Counts a producer of sound among the voices. */
  listenTo(producerId: string): Promise<void>
  /** Calls back twice a second while anybody is heard, and once when silence begins. */
  onVoices(listener: VoiceListener): void
  /** Reads the packets of a producer as they come; those of its highest layer. Ends by itself with the producer. */
  tap(producerId: string, onPacket: (packet: Buffer, tap: StreamTap) => void): Promise<StreamTap>
}

/** One stream, read by this process. */
export interface StreamTap {
  /** Id of the header extension with the level of a sound; undefined where its sender does not say it. */
  readonly levelExtensionId: number | undefined
  requestKeyFrame(): Promise<void>
  close(): void
}

/** One stream, written by this process. */
export interface SentStream {
  readonly producer: MediaProducer
  readonly ssrc: number
  readonly payloadType: number
  /** An RTP packet with the stream's own ssrc and payload type, without header extensions. */
  send(packet: Buffer): void
  onKeyFrameWanted(listener: () => void): void
  close(): void
  onLost(listener: () => void): void
}

export interface ProduceRequest {
  kind: MediaKind
  rtpParameters: WireRtpParameters
}

export interface BrowserTransport {
  readonly id: string
  readonly info: RequestReply<'createTransport'>
  connect(dtlsParameters: WireDtlsParameters): Promise<void>
  restartIce(): Promise<RequestReply<'restartIce'>['iceParameters']>
  produce(request: ProduceRequest): Promise<MediaProducer>
  consume(request: { producerId: string; rtpCapabilities: WireRtpCapabilities }): Promise<MediaConsumer>
  close(): void
  /** worker_died: the process is gone; hung_up: the other side ended the connection. */
  onLost(listener: (why: 'worker_died' | 'hung_up') => void): void
}

/** Statistics of one received stream (one simulcast layer). */
export interface StreamStats {
  packets: number
  bitrateBps: number
  packetsLost: number
  fractionLostPercent: number
  roundTripTimeMs: number | null
  jitterMs: number | null
  /** 0 (dead) to 10. */
  score: number
}

export interface MediaProducer {
  readonly id: string
  readonly kind: MediaKind
  readonly type: ProducerType
  readonly mimeType: string
  readonly closed: boolean
  pause(): Promise<void>
  resume(): Promise<void>
  close(): void
  /** Lowest layer first; streams that never arrived are left out. */
  stats(): Promise<StreamStats[]>
  /** Packets of a stream arrive that did not arrive before. */
  onMedia(listener: () => void): void
}

export interface MediaConsumer {
  readonly id: string
  readonly producerId: string
  readonly kind: MediaKind
  readonly type: string
  readonly rtpParameters: WireRtpParameters
  pause(): Promise<void>
  resume(): Promise<void>
  preferSpatialLayer(spatialLayer: number): Promise<void>
  close(): void
  onProducerClosed(listener: () => void): void
  onLayerChanged(listener: (spatialLayer: number | null) => void): void
}

export interface EgressStreamRequest {
  producerId: string
  ip: string
  port: number
  rtcpPort: number
  /** Simulcast layer; null takes the highest. */
  spatialLayer: number | null
}

export interface EgressStream {
  readonly consumerId: string
  readonly producerId: string
  readonly kind: MediaKind
  /** The layer asked for; null where the producer has only one. */
  readonly spatialLayer: number | null
  readonly rtpParameters: WireRtpParameters
  resume(): Promise<void>
  requestKeyFrame(): Promise<void>
  close(): void
  onLost(listener: () => void): void
  onLayerChanged(listener: (spatialLayer: number | null) => void): void
  /** The first key frame went out: `agoMs` before this call. Nothing of a picture goes out before it. */
  onFirstKeyFrame(listener: (keyFrame: { agoMs: number; rtpTimestamp: number }) => void): void
}

export interface IngestStream {
  readonly producer: MediaProducer
  readonly ip: string
  readonly port: number
  readonly rtcpPort: number | null
  close(): void
  onLost(listener: () => void): void
}
