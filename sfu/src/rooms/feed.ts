import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { FeedMeta, RoomFeed } from '@e-events/shared/signaling/feed.ts'
import type { MediaKind, MediaProducer, StreamStats } from './media-port.ts'
import type { Peer } from './peer.ts'

/** A producer in its feed. */
export interface FeedProducer {
  readonly producer: MediaProducer
  /** Other sounds of the same feed, to be mixed with this one; they come and go with it. */
  readonly more?: readonly MediaProducer[]
  readonly owner: Peer
  readonly layers: { width: number; height: number; maxBitrateBps: number }[]
  readonly frameRate: number
  paused: boolean
  /** The last answer of the engine. */
  stats: StreamStats[]
  packets: number
  readonly attachedAtMs: number
  /** Undefined until the first packet. */
  lastPacketAtMs: number | undefined
  /** Looks in a row at which it sent more than it may. */
  overCap: number
}

/**
 * A feed keeps its id while its producers come and go: a studio that returns produces on the same id, and players and
 * the recording go on.
 */
export class Feed {
  readonly id: FeedId
  meta: FeedMeta
  audio: FeedProducer | undefined
  video: FeedProducer | undefined
  /** Content of the last `feed.live` event; undefined while the feed is not on air. */
  announced: string | undefined
  /** The device that sent it last; it keeps the feed while it is away, until another one takes it. */
  holder: string | undefined
  /** Packets of it arrive. */
  arrives = false
  /** Stops a `feed.live` that waits for the other kind. */
  pendingLive: (() => void) | undefined

  constructor(id: FeedId, meta: FeedMeta) {
    this.id = id
    this.meta = meta
  }

  get producers(): FeedProducer[] {
    return [this.audio, this.video].filter((entry) => entry !== undefined)
  }

  get connected(): boolean {
    return this.audio !== undefined || this.video !== undefined
  }

  get(kind: MediaKind): FeedProducer | undefined {
    return this[kind]
  }

  find(producerId: string): FeedProducer | undefined {
    return this.producers.find((entry) => entry.producer.id === producerId)
  }

  /** Producers on air: those whose packets arrive. */
  onAir(): { hasAudio: boolean; hasVideo: boolean; codec: string | null } {
    const flows = (entry: FeedProducer | undefined) => entry?.lastPacketAtMs !== undefined
    return {
      hasAudio: flows(this.audio),
      hasVideo: flows(this.video),
      codec: (flows(this.video) ? this.video : this.audio)?.producer.mimeType ?? null,
    }
  }

  snapshot(): RoomFeed {
    return {
      feedId: this.id,
      meta: this.meta,
      connected: this.connected,
      audio: this.audio
        ? {
            producerId: this.audio.producer.id,
            paused: this.audio.paused,
            mimeType: this.audio.producer.mimeType,
            ...(this.audio.more ? { sounds: 1 + this.audio.more.length } : {}),
          }
        : null,
      video: this.video
        ? {
            producerId: this.video.producer.id,
            paused: this.video.paused,
            mimeType: this.video.producer.mimeType,
            type: this.video.producer.type,
            layers: this.video.layers,
            frameRate: this.video.frameRate,
          }
        : null,
    }
  }
}
