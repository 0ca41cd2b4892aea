import { airedMs, airingEndsAtMs } from '@e-events/shared/domain/deferred.ts'
import { Cast } from './cast.ts'
import { FeedSelection } from './feed-selection.ts'
import { FrameStore } from './frame-store.ts'
import { Playhead } from './playhead.ts'
import { lowLatencyView, readSnapshot, readStats } from './read-snapshot.ts'
import type { RtcViewer } from './rtc-viewer.ts'
import { SoundChoice } from './sound-choice.ts'
import { Track } from './track.ts'
import type { TrackRole } from './track-events.ts'
import { initialSnapshot, type FailureCause, type FeedSource, type PlayerSnapshot, type PlayerStats } from './types.ts'

export interface PlayerEngineDeps {
  /** The server's clock: latency is measured against it. */
  nowMs: () => number
  /** Keeps the rate that a viewer chose for videos. */
  rememberRate?: (rate: number) => void
  sounds?: SoundChoice
}

/** Fresh signed addresses; undefined where access is gone. */
export type RefreshSources = () => Promise<readonly FeedSource[] | undefined>

/** Several requests are refused together; one fresh answer serves them all. */
const refreshEveryMs = 4_000
const syncIntervalMs = 200

/**
 * The player without React: one leader that carries the sound (and usually the picture), and while another feed is
 * watched a silent follower whose picture lies over it, kept in time by capture time. Switching therefore never
 * interrupts the sound. A live feed that dies is left for one that lives, and gone back to when it does again. State
 * comes out as immutable snapshots.
 */
export class PlayerEngine {
  private readonly deps: PlayerEngineDeps
  readonly sounds: SoundChoice
  private readonly store: FrameStore<PlayerSnapshot>
  private container: HTMLElement | undefined
  private readonly cast = new Cast((role) => this.createTrack(role))
  private readonly selection = new FeedSelection(this.cast)
  private readonly playhead = new Playhead(this.cast)
  private wantsToPlay = false
  private hasStarted = false
  private failure: PlayerSnapshot['failure'] = null
  private isSoundBlocked = false
  private chosenHeightPx: number | null = null
  private timer: ReturnType<typeof setInterval> | undefined
  private rtc: RtcViewer | undefined
  private refresh: RefreshSources | undefined
  private refreshedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: PlayerEngineDeps, settings: { volume?: number; isMuted?: boolean; rate?: number } = {}) {
    this.deps = deps
    this.sounds = deps.sounds ?? new SoundChoice()
    const { volume = 1, isMuted = false, rate = 1 } = settings
    this.playhead.videoRate = rate
    this.store = new FrameStore({ ...initialSnapshot, volume, isMuted, isOnline: navigator.onLine }, () => this.read())
  }

  readonly subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener)
  readonly getSnapshot = (): PlayerSnapshot => this.store.value

  /** Listens to the network until `close`; a closed engine may wake again (React mounts twice in development). */
  wake(): void {
    globalThis.addEventListener('online', this.onOnline)
    globalThis.addEventListener('offline', this.emit)
  }

  /** Whom to ask when the signed addresses are no longer accepted. */
  setRefresh(refresh: RefreshSources): void {
    this.refresh = refresh
  }

  /** Where the video elements live. Call with null on unmount: playback goes on when another container comes. */
  attach(container: HTMLElement | null): void {
    this.container = container ?? undefined
    for (const { video } of this.screens) container?.append(video)
  }

  /** Loads a show and plays it: live ones at the edge, others at `startSec`. */
  open(sources: readonly FeedSource[], options: { startSec?: number; feedId?: string } = {}): void {
    const opened = this.selection.open(sources, options.feedId)
    if (!opened) return
    const { leading, leader } = opened
    this.playhead.restart(options.startSec === undefined)
    this.hasStarted = false
    this.failure = null
    this.playhead.keepsVideoRate = sources.every(({ rungs, airing }) => rungs && !airing)
    this.applySound()
    const startSec = options.startSec ?? this.airedSec()
    leader.load(leading.masterUrl, { source: leading, ...(startSec === undefined ? {} : { startSec }) })
    this.timer ??= setInterval(this.onTick, syncIntervalMs)
    this.play()
    const { chosenId } = this.selection
    if (chosenId !== leading.id) this.showFeed(chosenId)
    this.emit()
  }

  /** The same show with fresh addresses, or with feeds that came and went. Playback goes on. */
  updateSources(sources: readonly FeedSource[], options: { reload?: boolean } = {}): void {
    const { leader, follower } = this.cast
    const has = (id: string) => sources.some((source) => source.id === id)
    // A feed that is taken off the show is left like one that died, where another one goes on.
    const isLeft = leader?.track.isLive && sources.some(({ sends }) => sends)
    if (!leader || (!has(leader.id) && !isLeft)) return this.open(sources, follower ? { feedId: follower.id } : {})
    this.selection.sources = sources
    this.cast.closeOthers((seat) => has(seat.id))
    if (options.reload) this.failure = null
    const renew = options.reload ? this.reloadTrack : (track: Track, url: string) => track.renew(url)
    for (const { id, track } of this.cast.seats) renew(track, sources.find((source) => source.id === id)?.masterUrl ?? track.address)
    this.emit()
  }

  play(): void {
    this.wantsToPlay = true
    const { leader } = this
    if (!leader) return
    if (leader.hasEnded) leader.seekTo(leader.range.startSec)
    void this.start(leader)
    void this.cast.follower?.track.video.play().catch(() => undefined)
    this.emit()
  }

  pause(): void {
    if (this.isInStep) return
    this.leaveLowLatency()
    this.wantsToPlay = false
    this.playhead.isFollowingLive = false
    for (const { video } of this.cast.tracks) video.pause()
    this.emit()
  }

  togglePlay(): void {
    if (this.wantsToPlay && !this.leader?.hasEnded) this.pause()
    else this.play()
  }

  /** Within the seekable span; near the live edge it means following live again. */
  seek(positionSec: number): void {
    const { leader } = this
    if (!leader || this.isInStep) return
    if (this.rtc && positionSec >= leader.range.endSec) return
    this.leaveLowLatency()
    const isOver = leader.hasEnded
    this.playhead.seek(positionSec)
    // At its end the element has paused itself: whoever goes back from there goes on watching.
    if (isOver && this.wantsToPlay && !leader.hasEnded) this.play()
    this.emit()
  }

  /** Goes to what was captured at that time, where the picture knows it. */
  seekToMoment(capturedAtMs: number): void {
    const place = this.leader?.placeOf(capturedAtMs)
    if (place) this.seek(place.positionSec)
  }

  seekBy(deltaSec: number): void {
    // Below a second the picture is ahead of where the leader rests.
    if (this.leader) this.seek((this.rtc ? this.read().positionSec : this.leader.video.currentTime) + deltaSec)
  }

  goLive(): void {
    if (!this.leader?.isLive) return
    const { edgeAheadSec } = this.playhead
    if (edgeAheadSec !== undefined) this.seek(edgeAheadSec)
    this.playhead.isFollowingLive = true
    this.play()
  }

  chooseHeight(heightPx: number | null): void {
    this.leaveLowLatency()
    this.chosenHeightPx = heightPx
    for (const track of this.cast.tracks) track.chooseHeight(heightPx)
    this.emit()
  }

  setVolume(volume: number): void {
    const next = Math.min(1, Math.max(0, volume))
    this.applySound({ volume: next, isMuted: next === 0 })
  }

  setMuted(isMuted: boolean): void {
    const { volume } = this.store.value
    this.applySound({ isMuted, volume: !isMuted && volume === 0 ? 0.5 : volume })
  }

  /** Live shows are watched faster behind the live edge alone, until it is reached. */
  setRate(rate: number): void {
    if (!this.leader || this.isInStep || this.rtc) return
    this.playhead.setRate(rate)
    if (!this.leader.isLive) this.deps.rememberRate?.(rate)
    this.emit()
  }

  /** From the beginning of a live show at `rate` until live. */
  catchUp(rate: number): void {
    const { leader } = this
    if (!leader?.isLive || this.isInStep) return
    this.seek(leader.range.startSec)
    this.setRate(rate)
    this.play()
  }

  /** Makes a feed the picture. The sound goes on where it is. */
  showFeed(feedId: string): void {
    const { selection } = this
    if (!selection.has(feedId) || !this.leader) return
    selection.choose(feedId)
    if (this.rtc) void this.rtc.showFeed(feedId).catch(() => this.leaveLowLatency())
    else selection.present(feedId, this.playhead.isFollowingLive)
    this.emit()
  }

  /** While another feed stands in: the viewer wants to stay with it. */
  keepShown(): void {
    this.selection.keepShown()
    this.emit()
  }

  /** The picture on screen. */
  get picture(): HTMLVideoElement | undefined {
    return this.rtc?.video ?? this.cast.shown?.track.video
  }

  /** For a small picture of another moment. */
  readonly sampleAt = (positionSec: number) => this.cast.sampleAt(positionSec)

  /** The feed with the sound. */
  get soundFeedId(): string | null {
    return this.selection.soundFeedId
  }

  /** Puts a WebRTC picture in front; HLS rests behind it, ready to take over. */
  enterLowLatency(rtc: RtcViewer): void {
    this.cast.closeOthers()
    this.rtc?.close()
    this.rtc = rtc
    this.leader?.rest(true)
    this.wantsToPlay = true
    this.container?.append(rtc.video)
    this.applySound()
    void rtc.video.play().catch(() => undefined)
  }

  /** Back to HLS at the live edge. Without a WebRTC picture it does nothing. */
  leaveLowLatency(): void {
    const { rtc } = this
    if (!rtc) return
    this.rtc = undefined
    rtc.close()
    this.leader?.rest(false)
    this.playhead.isFollowingLive = true
    if (this.wantsToPlay) this.play()
    const { edgeAheadSec } = this.playhead
    if (edgeAheadSec !== undefined) this.leader?.seekTo(edgeAheadSec)
    if (rtc.feedId !== this.cast.leader?.id) this.showFeed(rtc.feedId)
    this.emit()
  }

  /** After 'failed': from the beginning of the trouble. */
  reload(): void {
    this.failure = null
    for (const track of this.cast.tracks) this.reloadTrack(track, track.address)
    this.play()
  }

  retryNow(): void {
    if (this.failure) this.reload()
    else if (!this.rtc) for (const track of this.cast.tracks) track.retryNow()
  }

  close(): void {
    clearInterval(this.timer)
    this.timer = undefined
    this.store.cancel()
    globalThis.removeEventListener('online', this.onOnline)
    globalThis.removeEventListener('offline', this.emit)
    this.rtc?.close()
    this.rtc = undefined
    this.cast.close()
  }

  private get airing(): FeedSource['airing'] {
    return this.selection.sources.find(({ airing }) => airing)?.airing
  }

  /** Place of a video that plays by the clock, as long as it is on air. */
  private readonly airedSec = (): number | undefined => {
    const { airing } = this
    const nowMs = this.deps.nowMs()
    return airing && nowMs < airingEndsAtMs(airing) ? airedMs(airing, nowMs) / 1000 : undefined
  }

  private get isInStep(): boolean {
    return this.airing?.isInStep === true && this.airedSec() !== undefined
  }

  private get leader(): Track | undefined {
    return this.cast.leader?.track
  }

  private get screens(): { readonly video: HTMLVideoElement }[] {
    return [...this.cast.tracks, ...(this.rtc ? [this.rtc] : [])]
  }

  private createTrack(role: TrackRole): Track {
    const { emit: onChange, onAddressRefused, airedSec, sounds } = this
    // Several feeds keep in step further from their edge: decision first-parts-early.
    const mayBeNear = () => this.selection.sources.length === 1 || (track !== this.leader && this.leader?.isInParts === true)
    const onGiveUp = (cause: FailureCause) => this.onGiveUp(track, cause)
    const track: Track = new Track({ onChange, onAddressRefused, airedSec, sounds, mayBeNear, onGiveUp }, role)
    track.chooseHeight(this.chosenHeightPx)
    this.container?.append(track.video)
    return track
  }

  private async start(track: Track): Promise<void> {
    this.isSoundBlocked = await track.start()
    this.emit()
  }

  private applySound(change: { volume?: number; isMuted?: boolean } = {}): void {
    this.store.value = { ...this.store.value, ...change }
    const { volume, isMuted } = this.store.value
    if (this.leader) this.isSoundBlocked = false
    for (const player of [this.leader, this.rtc]) if (player) Object.assign(player.video, { volume, muted: isMuted })
    this.emit()
  }

  private readonly reloadTrack = (track: Track, url: string): void => {
    const going = track.isLive && this.playhead.isFollowingLive ? track.resumption : { startSec: track.video.currentTime }
    track.load(url, going)
    if (this.wantsToPlay) void track.video.play().catch(() => undefined)
  }

  private readonly onAddressRefused = (): void => {
    const now = performance.now()
    if (!this.refresh || now - this.refreshedAtMs < refreshEveryMs) return
    this.refreshedAtMs = now
    void this.refresh()
      .then((sources) => sources && this.leader && this.updateSources(sources, { reload: true }))
      .catch(() => undefined)
  }

  private onGiveUp(track: Track, cause: FailureCause): void {
    if (!this.selection.drop(track, performance.now())) this.failure = cause
    this.emit()
  }

  private readonly onOnline = (): void => {
    this.retryNow()
    this.emit()
  }

  private readonly onTick = (): void => {
    if (!this.leader) return
    const { playhead, rtc, wantsToPlay } = this
    const nowMs = performance.now()
    if (!rtc) playhead.keepPace({ isPlaying: wantsToPlay, nowMs })
    this.cast.keepInTime(nowMs)
    if (!rtc) this.selection.tryAgain({ nowMs, isFollowingLive: playhead.isFollowingLive })
    if (!rtc && wantsToPlay && this.selection.arrange({ nowMs, isFollowingLive: playhead.isFollowingLive })) {
      this.applySound()
      this.play()
    }
    this.emit()
  }

  get stats(): PlayerStats {
    return readStats(this.picture, this.rtc ? undefined : (this.cast.shown?.track ?? this.leader))
  }

  /** Something changed that a snapshot shows. */
  readonly emit = (): void => this.store.schedule()

  /** The state of this instant: a hidden tab has no frames, and its snapshot is old. */
  read(): PlayerSnapshot {
    const { cast, leader, store } = this
    const shown = this.picture
    for (const { video } of this.screens) video.style.opacity = video === shown ? '1' : '0'
    if (!leader) return { ...store.value, isOnline: navigator.onLine }
    if (leader.video.readyState >= 2) this.hasStarted = true
    const snapshot = readSnapshot(store.value, leader, cast.shown?.track ?? leader, {
      ...cast.roles,
      failure: this.failure,
      hasStarted: this.hasStarted,
      wantsToPlay: this.wantsToPlay,
      isFollowingLive: this.playhead.isFollowingLive,
      behindRate: this.playhead.behindRate,
      isSoundBlocked: this.isSoundBlocked,
      chosenHeightPx: this.chosenHeightPx,
      awayFeedId: this.selection.awayFeedId,
      failedFeedId: this.selection.failedFeedId,
      byClock: this.airedSec() === undefined ? null : this.isInStep ? 'in step' : 'free',
      nowMs: this.deps.nowMs(),
    })
    return { ...snapshot, ...this.sounds.view, ...lowLatencyView(this.rtc, leader, this.deps.nowMs()) }
  }
}
