import Hls, { type ErrorData, type LevelLoadedData } from 'hls.js'
import { reloadAfterMs, renewAfterMs, SignedAddress } from '../../../../lib/signed-address.ts'
import type { LoadOptions } from './begin-at-moment.ts'
import { EdgeDistance } from './edge-distance.ts'
import { causes, hlsConfig } from './hls-config.ts'
import { BrokenMedia } from './broken-media.ts'
import { bufferedEnd, isBuffered } from './buffered.ts'
import { guardPosition } from './never-back.ts'
import { bitratesOf, levelsOf, nearestLevel, smallestLevel, type Bitrates } from './rungs.ts'
import { seekableRange } from './seekable-range.ts'
import { capturedUntilMs, captureTimeAt, datedSegments, placeOf, type DatedSegment, type Place } from './timeline.ts'
import type { TrackEvents, TrackRole } from './track-events.ts'
import type { FailureCause, Level } from './types.ts'
import { warmCacheFor, type WarmCache } from './warm-cache.ts'
import { watchLoading } from './watch-loading.ts'

/** Events after which a snapshot may differ. */
const shownEvents = 'timeupdate playing pause waiting ended seeking seeked volumechange ratechange canplay resize durationchange'.split(' ')

/** hls.js asks for the rest of the last segment in parts one list later: until then the picture needs this much. */
const leavingReserveSec = 0.75

/**
 * One HLS presentation in one video element. Recovers from a lost network, media errors and a live playlist that stands
 * still. Safari without Media Source plays the same address natively, without a quality menu.
 */
export class Track {
  readonly video: HTMLVideoElement
  private readonly events: TrackEvents
  private hls: Hls | undefined
  private retries = 0
  private mediaRecoveries: number[] = []
  private readonly broken: BrokenMedia
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private isClosed = false
  private url = ''
  private signed = new SignedAddress('')
  private wantedHeightPx: number | null = null
  private isThrifty = false
  /** hls.js would break off the segment that is on its way for the list of another rung: it comes first. */
  private isRungDue = false
  private readonly distance = new EdgeDistance()
  private warm: WarmCache | undefined
  private isAskedToMove = false
  /** Capture time of the newest picture of a live show that was on screen since somebody last asked to go elsewhere. */
  private seenUntilMs: number | null = null

  constructor(events: TrackEvents, role: TrackRole) {
    this.events = events
    this.video = document.createElement('video')
    this.video.dataset['role'] = role
    this.broken = new BrokenMedia(this.video, (sec) => this.seekTo(sec))
    this.video.style.opacity = '0'
    guardPosition(this.video, (fromSec, toSec) => this.isAskedToMove || toSec > fromSec - 0.05 || !this.wasSeen(toSec))
    this.video.playsInline = true
    this.video.preload = 'auto'
    this.video.muted = role === 'follower'
    for (const name of shownEvents) this.video.addEventListener(name, this.events.onChange)
    // A picture that was sought just before a hole waits there without another 'waiting'.
    const own = { timeupdate: this.remember, playing: this.settle, waiting: this.onWaiting, seeked: this.onSeeked, error: this.onOwnError }
    for (const [name, act] of Object.entries(own)) this.video.addEventListener(name, act)
  }

  /** Starts over at another address (a fresh token, another feed), at `startSec` or at the live edge. */
  load(url: string, options: LoadOptions = {}): void {
    this.release()
    if (!options.isAgain) {
      this.retries = 0
      this.broken.forget()
    }
    this.seenUntilMs = null
    this.url = url
    this.signed = new SignedAddress(url)
    const { startSec } = options
    if (!Hls.isSupported()) {
      this.video.src = url
      if (startSec !== undefined) this.video.currentTime = startSec
      return
    }
    if (this.wantedHeightPx === null) this.warm = warmCacheFor(url, options, this.events.sounds)
    const isInParts = () => this.mayBeNear || this.isLeavingEdge
    const { warm, distance } = this
    const hls = new Hls(hlsConfig({ begins: options, xhrSetup: this.signed.xhrSetup, distance, isInParts, warm }))
    this.hls = hls
    this.events.sounds?.follow(hls, this.events.onChange)
    hls.on(Hls.Events.MANIFEST_PARSED, () => {
      const { rung } = this.warm ?? {}
      if (rung) hls.startLevel = hls.levels.findIndex(({ height }) => `${height}p` === rung)
      this.applyHeight()
      this.events.onChange()
    })
    hls.on(Hls.Events.LEVEL_SWITCHED, this.events.onChange)
    hls.on(Hls.Events.LEVEL_LOADED, (_, data) => this.onList(data))
    hls.on(Hls.Events.FRAG_BUFFERED, (_, { frag, id }) => {
      // Neither an initialization brings a picture, nor a segment of which nothing was made.
      if (typeof frag.sn === 'string' || frag.gap) return
      if (this.isRungDue && (id as string) === 'main') this.applyHeight('from the next segment')
      this.settle()
      this.broken.settle()
      this.broken.pass()
    })
    hls.on(Hls.Events.ERROR, (_, data) => this.onError(data))
    const again = () => this.hls === hls && this.loadAgain(this.url, { ...options, isAgain: true })
    const goOn = () => this.hls === hls && this.loadFromHere()
    watchLoading(hls, this.video, options.isAgain ? undefined : { again, goOn })
    hls.loadSource(url)
    hls.attachMedia(this.video)
  }

  /** Renews the token: hls.js goes on; a native player reloads, in a pause where one comes in time. */
  renew(url: string): void {
    if (this.hls) {
      if (this.signed.offer(url)) this.url = url
      return
    }
    if (this.url === '' || this.signed.ageMs < (this.video.paused ? renewAfterMs : reloadAfterMs)) return
    this.loadAgain(url, this.resumption)
  }

  private loadAgain(url: string, options: LoadOptions): void {
    const { paused } = this.video
    this.load(url, options)
    if (!paused) void this.video.play().catch(() => undefined)
  }

  get address(): string {
    return this.url
  }

  /** Carries the sound from here on, or gives it up. */
  setRole(role: TrackRole): void {
    this.video.dataset['role'] = role
    this.video.muted = role === 'follower'
  }

  /** The only way for us to go somewhere in it: what a library does by itself never brings back what was seen. */
  seekTo(positionSec: number): void {
    this.seenUntilMs = null
    this.isAskedToMove = true
    this.video.currentTime = positionSec
    this.isAskedToMove = false
  }

  /** Highest first; one entry per height. */
  get levels(): Level[] {
    return levelsOf(this.hls?.levels ?? [])
  }

  get bitrates(): Bitrates {
    return bitratesOf(this.hls)
  }

  /** The playlist of the smallest picture; undefined before it is known, and for sound alone. */
  get smallestList(): { listUrl: string; xhrSetup: SignedAddress['xhrSetup'] } | undefined {
    const level = this.hls?.levels[smallestLevel(this.hls.levels)]
    return level?.height ? { listUrl: level.uri, xhrSetup: this.signed.xhrSetup } : undefined
  }

  get isLive(): boolean {
    return this.hls ? (this.hls.latestLevelDetails?.live ?? false) : this.video.duration === Number.POSITIVE_INFINITY
  }

  /** The seekable span; its end is where LIVE jumps to. */
  get range(): { startSec: number; endSec: number } {
    return seekableRange(this.hls, this.video, this.airedSec)
  }

  private get airedSec(): number | undefined {
    return this.events.airedSec?.()
  }

  /** Its newest comes in parts of a segment: it plays too near to the edge for a reserve. */
  get isInParts(): boolean {
    return (this.hls?.latestLevelDetails?.partTarget ?? 0) > 0
  }

  private get mayBeNear(): boolean {
    return this.events.mayBeNear?.() ?? true
  }

  /** Nearer to its edge than whole segments allow, and not to be: it plays first parts until it has moved away. */
  get isLeavingEdge(): boolean {
    return this.isInParts && !this.mayBeNear && this.video.currentTime > this.range.endSec - leavingReserveSec
  }

  get isByClock(): boolean {
    return this.airedSec !== undefined
  }

  /** Played to its last second. */
  get hasEnded(): boolean {
    if (this.video.ended) return true
    // A list that is closed while another size is being loaded can leave the element waiting for more of what it has
    // already shown.
    const details = this.hls?.latestLevelDetails
    const isStarved = this.video.readyState < 3 && !this.video.seeking
    return details?.live === false && isStarved && this.video.currentTime >= details.edge - 0.5
  }

  get bufferedEndSec(): number {
    return bufferedEnd(this.video)
  }

  /** Capture time of the frame on screen by the programme clock, epoch ms. */
  get capturedAtMs(): number | null {
    return this.captureTimeAt(this.video.currentTime)
  }

  captureTimeAt(positionSec: number): number | null {
    return captureTimeAt(this.segments, positionSec)
  }

  /** Where this presentation shows what was captured at that time; null where it knows no times. */
  placeOf(capturedAtMs: number): Place | null {
    return placeOf(this.segments, capturedAtMs)
  }

  /** Capture time of the newest that its list offers. */
  get capturedUntilMs(): number | null {
    return capturedUntilMs(this.segments)
  }

  /** Has played everything that there is of a show that goes on, or nothing of it comes through. */
  get isStarving(): boolean {
    return this.video.ended || (this.video.readyState < 3 && !this.video.seeking && !this.video.paused)
  }

  private get segments(): readonly DatedSegment[] {
    return datedSegments(this.hls?.latestLevelDetails)
  }

  isBuffered = (positionSec: number): boolean => isBuffered(this.video, positionSec)

  /** A height of `levels`, or null for automatic. Takes effect within a segment, without a gap. */
  chooseHeight(heightPx: number | null): void {
    this.wantedHeightPx = heightPx
    this.applyHeight()
  }

  /** While only its sound is wanted, the picture is fetched in its smallest form. */
  setThrifty(on: boolean): void {
    if (this.isThrifty === on) return
    this.isThrifty = on
    // Beside the other feed's picture nobody waits for this one: a live buffer is too short to throw its rest away, and
    // the sound would stop with it.
    if (this.isLive && (on || this.wantedHeightPx !== null)) this.isRungDue = true
    else this.applyHeight(this.isLive ? 'from the next segment' : 'at once')
  }

  /** Tries again at once (the network is back, or somebody pressed 'try again'). */
  retryNow(): void {
    clearTimeout(this.retryTimer)
    this.retries = 0
    if (!this.hls) return
    if (this.hls.levels.length === 0) this.hls.loadSource(this.url)
    else this.hls.startLoad(-1)
  }

  /** Plays; true where the browser allowed it without sound only, before the first press: better than a still. */
  async start(): Promise<boolean> {
    try {
      await this.video.play()
      return false
    } catch (error) {
      if ((error as DOMException).name !== 'NotAllowedError' || this.video.muted) return false
      this.video.muted = true
      await this.video.play().catch(() => undefined)
      return true
    }
  }

  /** At rest it fetches no media and plays nothing; its lists go on and name every moment of the show. */
  rest(on: boolean): void {
    if (!on) return this.hls?.resumeBuffering()
    this.hls?.pauseBuffering()
    this.video.pause()
  }

  close(): void {
    this.isClosed = true
    this.release()
    this.video.removeAttribute('src')
    this.video.load()
    this.video.remove()
  }

  private release(): void {
    clearTimeout(this.retryTimer)
    this.broken.cancel()
    this.warm?.stop()
    this.warm = undefined
    this.hls?.destroy()
    this.hls = undefined
  }

  private applyHeight(when: 'at once' | 'from the next segment' = 'at once'): void {
    const { hls } = this
    this.isRungDue = false
    if (!hls) return
    const level = this.isThrifty ? smallestLevel(hls.levels) : nearestLevel(hls.levels, this.wantedHeightPx)
    // Asked for what it does already, hls.js would throw away what is loaded ahead.
    if (level === hls.manualLevel) return
    if (when === 'at once') hls.nextLevel = level
    else hls.loadLevel = level
  }

  private onList({ details }: LevelLoadedData): void {
    const { config } = this.hls ?? {}
    if (details.live && config) {
      config.liveSyncDuration = this.distance.follow(details, performance.now(), this.mayBeNear)
      // Near to the edge a stall costs no more than what helps against the next one.
      config.liveSyncOnStallIncrease = details.partTarget > 0 ? 0.3 : 1
    }
    this.events.onChange()
  }

  private readonly remember = (): void => {
    if (this.video.readyState < 2 || this.video.seeking || !this.isLive) return
    this.seenUntilMs = Math.max(this.seenUntilMs ?? 0, this.capturedAtMs ?? 0)
  }

  /** A list whose positions moved may be entered anywhere; what counts is what was captured there. */
  private wasSeen(positionSec: number): boolean {
    if (this.seenUntilMs === null || !this.isLive) return false
    return (this.captureTimeAt(positionSec) ?? 0) < this.seenUntilMs - 100
  }

  private readonly settle = (): void => {
    this.retries = 0
  }

  private readonly onWaiting = (): void => {
    const isAtEdge = this.isInParts && !this.video.seeking && this.seenUntilMs !== null
    if (isAtEdge && this.hls) this.hls.config.liveSyncDuration = this.distance.stall(performance.now())
    this.broken.pass()
  }

  private readonly onSeeked = (): void => this.broken.pass()

  /** The browser's own player has stopped for good: once more, with a fresh address where the old one has ended. */
  private readonly onOwnError = (): void => {
    if (this.hls || this.isClosed || this.url === '') return
    this.events.onAddressRefused()
    const { error } = this.video
    this.tryAgainLater(error && error.code === error.MEDIA_ERR_NETWORK ? 'network' : 'media', this.loadFromHere)
  }

  private readonly loadFromHere = (): void => this.loadAgain(this.url, { ...this.resumption, isAgain: true })

  private tryAgainLater(cause: FailureCause, again: () => void): void {
    if (this.retries >= 8) return this.giveUp(cause)
    const delayMs = Math.min(8_000, 500 * 2 ** this.retries)
    this.retries += 1
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(again, delayMs)
    this.events.onChange()
  }

  private giveUp(cause: FailureCause): void {
    this.broken.forget()
    clearTimeout(this.retryTimer)
    this.hls?.stopLoad()
    this.events.onGiveUp(cause)
  }

  private onError(data: ErrorData): void {
    const status = data.response?.code
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR && (status === 404 || status === 401 || status === 403)) this.events.onAddressRefused()
    if (this.isClosed || !this.hls) return
    if (data.details === Hls.ErrorDetails.FRAG_PARSING_ERROR && data.frag && this.broken.note(data.frag)) return this.giveUp('media')
    if (!data.fatal) return
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && this.mayRecoverMedia()) {
      this.hls.recoverMediaError()
      return
    }
    this.tryAgainLater(causes[data.type] ?? 'other', () => {
      if (!this.hls) return
      if (this.hls.levels.length === 0 || data.type !== Hls.ErrorTypes.NETWORK_ERROR) this.loadFromHere()
      else this.hls.startLoad(-1)
    })
  }

  /**
   * Where to go on when it has to be loaded anew: positions of a list stay what they are, and its last picture lies
   * just before its end.
   */
  get resumption(): LoadOptions {
    const { video } = this
    return video.currentTime === 0 || (this.isLive && video.readyState === 0) ? {} : { startSec: Math.max(0, video.currentTime - 0.02) }
  }

  private mayRecoverMedia(): boolean {
    const now = performance.now()
    this.mediaRecoveries = [...this.mediaRecoveries.filter((at) => now - at < 30_000), now]
    return this.mediaRecoveries.length <= 3
  }
}
