import { randomUUID } from 'node:crypto'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { RequestData, RequestReply } from '@e-events/shared/signaling/requests.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { GoneReason } from './gone.ts'
import type { EgressStream, MediaKind, MediaProducer, MediaRoom } from './media-port.ts'

/** The feed whose streams are sent. */
export interface EgressSource {
  readonly id: FeedId
  get(kind: MediaKind): { producer: MediaProducer; more?: readonly MediaProducer[] } | undefined
}

/** The peer that a session belongs to and reports to. */
export interface EgressOwner {
  readonly closed: boolean
  readonly egresses: { delete(id: string): unknown }
  notify(notification: Notification): void
}

type OpenEgress = RequestData<'openEgress'>

/**
 * Browsers ignore a request for a key frame that comes within 300 ms of another, and the engine repeats it a second
 * later, off the grid: such a request is worse than none.
 */
const keyFrameSpacingMs = 350

/** A publisher that answers a request for a key frame later than this does not answer it. */
const firstKeyFrameMs = 2_000

interface SentStream {
  stream: EgressStream
  /** Where its RTP goes. */
  port: number
}

/**
 * One transcoder run's streams of a feed. Its consumers are never paused once they run: a packager cannot handle a gap.
 */
export class EgressSession {
  readonly id: string = randomUUID()
  readonly feedId: FeedId
  readonly #peer: EgressOwner
  readonly #clock: Clock
  readonly #intervalMs: number
  /** Pictures that are put together are encoded anew, where key frames of their own cut nothing. */
  readonly #hasGrid: boolean
  readonly #streams: SentStream[] = []
  #lastKeyFrameAtMs = Number.NEGATIVE_INFINITY
  #stopGrid: (() => void) | undefined
  #closed = false

  /** @throws DomainError STATE_CONFLICT when the feed has no producer of a kind that is asked for, right now */
  static async open(
    room: { media: MediaRoom; clock: Clock; peer: EgressOwner; feed: EgressSource },
    request: OpenEgress,
  ): Promise<EgressSession> {
    const session = new EgressSession(room, request)
    try {
      for (const wanted of request.streams) {
        const source = room.feed.get(wanted.kind)
        if (!source) throw new DomainError('STATE_CONFLICT', { detail: `the feed has no ${wanted.kind} now` })
        const { sound, ...place } = wanted
        const producer = sound === undefined || sound === 0 ? source.producer : source.more?.[sound - 1]
        if (!producer) throw new DomainError('STATE_CONFLICT', { detail: `the feed has no sound ${sound}` })
        const stream = await room.media.openEgressStream({ ...place, producerId: producer.id, ip: request.ip })
        session.#add(stream, wanted.port)
        // The feed may have changed while the engine worked; a session on a dead producer would stay silent for ever.
        if (room.feed.get(wanted.kind) !== source || room.peer.closed)
          throw new DomainError('STATE_CONFLICT', { detail: 'the feed changed meanwhile' })
      }
    } catch (error) {
      session.close()
      throw error
    }
    return session
  }

  private constructor({ clock, peer, feed }: { clock: Clock; peer: EgressOwner; feed: EgressSource }, request: OpenEgress) {
    this.#clock = clock
    this.#peer = peer
    this.feedId = feed.id
    this.#intervalMs = request.keyFrameIntervalMs
    this.#hasGrid = feed.get('audio')?.more === undefined
  }

  get closed(): boolean {
    return this.#closed
  }

  reply(): RequestReply<'openEgress'> {
    return {
      egressId: this.id,
      streams: this.#streams.map(({ stream, port }) => ({
        kind: stream.kind,
        port,
        consumerId: stream.consumerId,
        spatialLayer: stream.spatialLayer,
        rtpParameters: stream.rtpParameters,
      })),
    }
  }

  reads(producerId: string): boolean {
    return this.#streams.some(({ stream }) => stream.producerId === producerId)
  }

  /**
   * Pictures first: nothing of them goes out before their first key frame, which takes its time. The sound follows the
   * moment it passed. A packager counts the time of each of its inputs from the input's own first packet, so these have
   * to be of one moment: the one in `captureAtMs`.
   */
  async resume(): Promise<RequestReply<'resumeEgress'>> {
    const [pictures, sounds] = [this.#of('video'), this.#of('audio')]
    const firstKeyFrames = Promise.all(pictures.map((each) => this.#firstKeyFrame(each)))
    await Promise.all(pictures.map(({ stream }) => stream.resume()))
    this.#assertOpen()
    await this.#askKeyFrames()
    this.#assertOpen()
    if (this.#hasGrid && !this.#stopGrid) this.#nextOnGrid()
    const seen = (await firstKeyFrames).filter((keyFrame) => keyFrame !== undefined)
    this.#assertOpen()
    const captureAtMs = seen.length > 0 ? Math.min(...seen.map(({ atMs }) => atMs)) : this.#clock.nowMs()
    await Promise.all(sounds.map(({ stream }) => stream.resume()))
    this.#assertOpen()
    return { captureAtMs, firstPictures: seen.map(({ port, rtpTimestamp }) => ({ port, rtpTimestamp })) }
  }

  async requestKeyFrame(): Promise<void> {
    if (this.#clock.nowMs() - this.#lastKeyFrameAtMs >= keyFrameSpacingMs) await this.#askKeyFrames()
  }

  /** Notifies the peer where a reason is given; without one it asked for this itself or is gone. */
  close(reason?: GoneReason): void {
    if (this.#closed) return
    this.#closed = true
    this.#stopGrid?.()
    for (const { stream } of this.#streams) stream.close()
    this.#peer.egresses.delete(this.id)
    if (reason) this.#peer.notify({ method: 'egressClosed', data: { egressId: this.id, reason } })
  }

  #add(stream: EgressStream, port: number): void {
    this.#streams.push({ stream, port })
    stream.onLost(() => this.close('worker_died'))
    const requested = stream.spatialLayer
    if (requested === null) return
    let fallen = false
    stream.onLayerChanged((current) => {
      if (current === requested && !fallen) return
      fallen = current !== requested
      this.#peer.notify({ method: 'egressLayersChanged', data: { egressId: this.id, requested, current } })
    })
  }

  #of(kind: 'audio' | 'video'): SentStream[] {
    return this.#streams.filter(({ stream }) => stream.kind === kind)
  }

  /** Undefined when it does not come in time. */
  #firstKeyFrame({ stream, port }: SentStream): Promise<{ port: number; rtpTimestamp: number; atMs: number } | undefined> {
    return new Promise((resolve) => {
      const stop = this.#clock.after(firstKeyFrameMs, () => resolve(undefined))
      stream.onFirstKeyFrame(({ agoMs, rtpTimestamp }) => {
        stop()
        resolve({ port, rtpTimestamp, atMs: this.#clock.nowMs() - agoMs })
      })
    })
  }

  /**
   * The grid is the clock's own (multiples of the interval), so that feeds and runs of a broadcast cut at the same
   * moments.
   */
  #nextOnGrid(): void {
    if (this.#closed || this.#of('video').length === 0) return
    const nowMs = this.#clock.nowMs()
    const untilMs = this.#intervalMs - (nowMs % this.#intervalMs)
    this.#stopGrid = this.#clock.after(untilMs, () => {
      this.requestKeyFrame().catch(() => undefined) // its stream is closing: the session is told by onLost
      this.#nextOnGrid()
    })
  }

  async #askKeyFrames(): Promise<void> {
    this.#lastKeyFrameAtMs = this.#clock.nowMs()
    await Promise.all(this.#of('video').map(({ stream }) => stream.requestKeyFrame()))
  }

  #assertOpen(): void {
    if (this.#closed) throw new DomainError('STATE_CONFLICT', { detail: 'the egress was closed meanwhile' })
  }
}
