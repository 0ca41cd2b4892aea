import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import type { Clock } from '../../clock.ts'
import type { ComposedFeed } from '../../rooms/composed-feed.ts'
import type { MeetMedia, StreamTap } from '../../rooms/media-port.ts'
import type { Person } from '../person.ts'
import { PictureChoice, type Picture } from './picture-choice.ts'
import { PictureSlot } from './picture-slot.ts'
import { SoundSlots } from './sound-slots.ts'

export interface RecorderDeps {
  media: Pick<MeetMedia, 'tap'>
  clock: Clock
  /** Opens the feed that the recording is sent as. @throws DomainError ROOM_CLOSED when the api has ended it */
  open(onLost: () => void): Promise<ComposedFeed>
  people(): readonly Person[]
  speakers(): readonly string[]
  /** The recording has ended elsewhere. */
  onEnded(): void
}

const tickMs = 40
const cardEveryMs = 200
/** A stream that could not be opened is tried again. */
const retryMs = 1_000
/** Pictures that do not come are asked for: a screen on which nothing moves sends none by itself. */
const quietPictureMs = 700
/** A picture that does not even answer that gives way to the card. */
const deadPictureMs = 3_000
/** A loss does not stay in the picture for longer than this. */
const refreshMs = 10_000

interface Tapped {
  tap: StreamTap | undefined
  closed: boolean
}

/**
 * Records a meeting: makes one picture and a few sounds of everybody's streams, as a feed that a transcoder takes like
 * any other. Everything but its feed may come and go.
 */
export class Recorder {
  readonly #deps: RecorderDeps
  readonly #choice = new PictureChoice()
  readonly #taps = new Map<string, Tapped>()
  readonly #stopTicks: () => void
  #feed: ComposedFeed | undefined
  #sounds: SoundSlots | undefined
  #picture: PictureSlot | undefined
  #wanted: Picture | undefined
  #isOpening = false
  #notBeforeMs = Number.NEGATIVE_INFINITY
  #cardAtMs = Number.NEGATIVE_INFINITY
  #askedAtMs = Number.NEGATIVE_INFINITY
  #refreshedAtMs = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    this.#stopTicks = deps.clock.every(tickMs, () => this.#tick())
    void this.#open()
  }

  /** The person whose picture is recorded now; undefined while the card is. */
  get shows(): string | undefined {
    const shown = this.#picture?.shown
    return shown === undefined || shown !== this.#wanted?.producerId ? undefined : this.#wanted.personId
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stopTicks()
    for (const producerId of this.#taps.keys()) this.#untap(producerId)
    this.#feed?.close()
    this.#feed = undefined
  }

  async #open(): Promise<void> {
    this.#isOpening = true
    try {
      const feed: ComposedFeed = await this.#deps.open(() => {
        if (this.#feed !== feed) return
        this.#feed = undefined
        this.#sounds = undefined
        this.#picture = undefined
      })
      if (this.#closed) return feed.close()
      const nowMs = this.#deps.clock.nowMs()
      this.#feed = feed
      this.#sounds = new SoundSlots(feed.sounds, nowMs)
      this.#picture = new PictureSlot(feed.picture, nowMs)
      feed.picture.onKeyFrameWanted(() => this.#refresh())
    } catch (error) {
      if (this.#closed) return
      if ((error as { code?: unknown }).code === 'ROOM_CLOSED') return this.#deps.onEnded()
      this.#notBeforeMs = this.#deps.clock.nowMs() + retryMs
    } finally {
      this.#isOpening = false
    }
  }

  #tick(): void {
    const nowMs = this.#deps.clock.nowMs()
    if (!this.#feed) {
      if (!this.#isOpening && nowMs >= this.#notBeforeMs) void this.#open()
      return
    }
    this.#listen(nowMs)
    this.#look(nowMs)
    this.#sounds?.tick(nowMs)
  }

  /** Takes every sound that is on, so that the first word of somebody is there. */
  #listen(nowMs: number): void {
    const on = new Set(this.#streams(['microphone', 'screenSound']).map(({ producerId }) => producerId))
    for (const producerId of on) {
      this.#tap(producerId, nowMs, (packet, tap) =>
        this.#sounds?.packet(producerId, packet, tap.levelExtensionId, this.#deps.clock.nowMs()),
      )
    }
    const pictures = new Set([this.#wanted?.producerId, this.#picture?.shown])
    for (const producerId of this.#taps.keys()) {
      if (on.has(producerId) || pictures.has(producerId)) continue
      this.#untap(producerId)
      this.#sounds?.forget(producerId)
    }
  }

  #look(nowMs: number): void {
    const picture = this.#picture
    if (!picture) return
    const pictures = this.#streams(['screen', 'camera']) as Picture[]
    const wanted = this.#choice.choose({ pictures, speakers: this.#deps.speakers(), nowMs })
    const shown = picture.shown
    if (shown !== undefined && !pictures.some(({ producerId }) => producerId === shown)) picture.forget(shown)
    if (wanted?.producerId !== this.#wanted?.producerId) {
      this.#askedAtMs = Number.NEGATIVE_INFINITY
      picture.want(wanted?.producerId)
    }
    this.#wanted = wanted
    if (wanted) {
      const { producerId } = wanted
      picture.want(producerId)
      this.#tap(producerId, nowMs, (packet) => void picture.packet(producerId, packet, this.#deps.clock.nowMs()))
      this.#askForPictures(picture, producerId, nowMs)
    }
    if (nowMs - picture.sentAtMs >= deadPictureMs && picture.shown !== undefined) picture.forget(picture.shown)
    if (nowMs - this.#cardAtMs >= cardEveryMs) {
      this.#cardAtMs = nowMs
      picture.showCard(nowMs)
    }
  }

  #askForPictures(picture: PictureSlot, producerId: string, nowMs: number): void {
    const isQuiet = picture.shown !== producerId || nowMs - picture.sentAtMs >= quietPictureMs
    const isOld = nowMs - this.#refreshedAtMs >= refreshMs
    if ((isQuiet && nowMs - this.#askedAtMs >= quietPictureMs) || isOld) this.#refresh()
  }

  #refresh(): void {
    const producerId = this.#wanted?.producerId
    const tapped = producerId === undefined ? undefined : this.#taps.get(producerId)
    if (!tapped?.tap) return
    this.#askedAtMs = this.#deps.clock.nowMs()
    this.#refreshedAtMs = this.#askedAtMs
    tapped.tap.requestKeyFrame().catch(() => undefined) // the stream is ending, which its person will show
  }

  #tap(producerId: string, nowMs: number, onPacket: (packet: Buffer, tap: StreamTap) => void): void {
    if (this.#taps.has(producerId) || nowMs < this.#notBeforeMs) return
    const tapped: Tapped = { tap: undefined, closed: false }
    this.#taps.set(producerId, tapped)
    this.#deps.media
      .tap(producerId, (packet, tap) => {
        if (!tapped.closed) onPacket(packet, tap)
      })
      .then((tap) => {
        if (tapped.closed) return tap.close()
        tapped.tap = tap
        if (producerId === this.#wanted?.producerId) this.#refresh()
      })
      .catch(() => {
        // The stream ended meanwhile, or no worker is there: the next look finds what there is.
        if (this.#taps.get(producerId) === tapped) this.#taps.delete(producerId)
        this.#notBeforeMs = this.#deps.clock.nowMs() + retryMs
      })
  }

  #untap(producerId: string): void {
    const tapped = this.#taps.get(producerId)
    if (!tapped) return
    this.#taps.delete(producerId)
    tapped.closed = true
    tapped.tap?.close()
  }

  /** Streams that are on and can be recorded, in the order of the people. */
  #streams(sources: readonly MeetSource[]): { personId: string; source: MeetSource; producerId: string }[] {
    return this.#deps.people().flatMap((person) =>
      sources.flatMap((source) => {
        const stream = person.streams.get(source)
        if (!stream || stream.paused || stream.producer.closed) return []
        const isReadable = stream.producer.kind === 'audio' || stream.producer.mimeType.toLowerCase() === 'video/vp8'
        return isReadable ? [{ personId: person.id, source, producerId: stream.producer.id }] : []
      }),
    )
  }
}
