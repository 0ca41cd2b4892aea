import { align, keepInTime } from './keep-in-time.ts'
import { lowLatencyView, readSnapshot } from './read-snapshot.ts'
import type { RtcViewer } from './rtc-viewer.ts'
import { Track } from './track.ts'
import { initialSnapshot, type FeedSource, type PlayerSnapshot } from './types.ts'

export interface PlayerEngineDeps {
  /** The server's clock: latency is measured against it. */
  nowMs: () => number
}

/** Fresh signed addresses; undefined where access is gone. */
export type RefreshSources = () => Promise<readonly FeedSource[] | undefined>

/** Several requests are refused together; one fresh answer serves them all. */
const refreshEveryMs = 4_000
const syncIntervalMs = 200
/** Following the live edge, a viewer who fell this far behind (a sleeping laptop, a long stall) is brought back. */
const maxFollowingLagSec = 14

/**
 * The player without React: one leader that carries the sound (and usually the picture), and while another feed is watched a silent follower whose picture
 * lies over it, kept in time by capture time. Switching therefore never interrupts the sound. State comes out as immutable snapshots.
 */
export class PlayerEngine {
  private readonly deps: PlayerEngineDeps
  private readonly listeners = new Set<() => void>()
  private snapshot: PlayerSnapshot = initialSnapshot
  private sources: readonly FeedSource[] = []
  private container: HTMLElement | undefined
  private leader: Track | undefined
  private leaderId: string | null = null
  private follower: Track | undefined
  private followerId: string | null = null
  private followerIsShown = false
  private wantsToPlay = false
  private hasStarted = false
  private hasFailed = false
  private isFollowingLive = true
  private isSoundBlocked = false
  private chosenHeightPx: number | null = null
  private timer: ReturnType<typeof setInterval> | undefined
  private frameRequest = 0
  private rtc: RtcViewer | undefined
  private refresh: RefreshSources | undefined
  private refreshedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: PlayerEngineDeps, settings: { volume?: number; isMuted?: boolean } = {}) {
    this.deps = deps
    this.snapshot = { ...initialSnapshot, volume: settings.volume ?? 1, isMuted: settings.isMuted ?? false, isOnline: navigator.onLine }
  }

  /** Listens to the network from here on. `close` undoes it; a closed engine may wake again (React mounts twice in development). */
  wake(): void {
    globalThis.addEventListener('online', this.onOnline)
    globalThis.addEventListener('offline', this.emit)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly getSnapshot = (): PlayerSnapshot => this.snapshot

  /** Whom to ask when the signed addresses are no longer accepted. */
  setRefresh(refresh: RefreshSources): void {
    this.refresh = refresh
  }

  /** Where the video elements live. Call with null on unmount: playback goes on when another container comes. */
  attach(container: HTMLElement | null): void {
    this.container = container ?? undefined
    if (!container) return
    for (const track of [this.leader, this.follower, this.rtc]) if (track) container.append(track.video)
  }

  /** Loads a show and plays it: live ones at the edge, others at `startSec`. */
  open(sources: readonly FeedSource[], options: { startSec?: number; feedId?: string } = {}): void {
    this.sources = sources
    const leading = sources.find((source) => source.hasAudio) ?? sources[0]
    if (!leading) return
    this.closeFollower()
    this.leader?.close()
    this.leaderId = leading.id
    this.leader = this.createTrack('leader')
    this.leader.video.volume = this.snapshot.volume
    this.leader.video.muted = this.snapshot.isMuted
    this.hasStarted = false
    this.hasFailed = false
    this.isFollowingLive = options.startSec === undefined
    this.leader.chooseHeight(this.chosenHeightPx)
    this.leader.load(leading.masterUrl, { source: leading, ...(options.startSec === undefined ? {} : { startSec: options.startSec }) })
    this.timer ??= setInterval(this.onTick, syncIntervalMs)
    this.play()
    if (options.feedId !== undefined && options.feedId !== leading.id) this.showFeed(options.feedId)
    this.emit()
  }

  /** The same show with fresh addresses, or with feeds that came and went. What plays goes on. */
  updateSources(sources: readonly FeedSource[], options: { reload?: boolean } = {}): void {
    if (!this.leader) {
      this.open(sources)
      return
    }
    this.sources = sources
    const leading = sources.find((source) => source.id === this.leaderId)
    if (!leading) {
      const keep = this.followerId
      this.open(sources, keep === null ? {} : { feedId: keep })
      return
    }
    if (this.followerId !== null && !sources.some((source) => source.id === this.followerId)) this.closeFollower()
    if (options.reload) {
      this.hasFailed = false
      this.reloadTrack(this.leader, leading.masterUrl)
      const following = sources.find((source) => source.id === this.followerId)
      if (this.follower && following) this.reloadTrack(this.follower, following.masterUrl)
    }
    this.emit()
  }

  play(): void {
    this.wantsToPlay = true
    const { leader } = this
    if (!leader) return
    if (leader.hasEnded) leader.video.currentTime = leader.range.startSec
    void this.start(leader)
    if (this.follower) void this.follower.video.play().catch(() => undefined)
    this.emit()
  }

  pause(): void {
    this.leaveLowLatency()
    this.wantsToPlay = false
    this.isFollowingLive = false
    this.leader?.video.pause()
    this.follower?.video.pause()
    this.emit()
  }

  togglePlay(): void {
    if (this.wantsToPlay && !this.leader?.hasEnded) this.pause()
    else this.play()
  }

  /** Within the seekable span; near the live edge it means following live again. */
  seek(positionSec: number): void {
    const { leader } = this
    if (!leader) return
    if (this.rtc && positionSec >= leader.range.endSec) return
    this.leaveLowLatency()
    const { startSec, endSec } = leader.range
    const target = Math.min(Math.max(positionSec, startSec), Math.max(startSec, leader.isLive ? endSec : endSec - 0.05))
    this.isFollowingLive = leader.isLive && target >= endSec - 1
    leader.video.currentTime = target
    if (this.follower) align(leader, this.follower, target)
    this.emit()
  }

  seekBy(deltaSec: number): void {
    if (this.leader) this.seek(this.leader.video.currentTime + deltaSec)
  }

  goLive(): void {
    const { leader } = this
    if (!leader?.isLive) return
    this.seek(leader.range.endSec)
    this.isFollowingLive = true
    this.play()
  }

  chooseHeight(heightPx: number | null): void {
    this.leaveLowLatency()
    this.chosenHeightPx = heightPx
    this.leader?.chooseHeight(heightPx)
    this.follower?.chooseHeight(heightPx)
    this.emit()
  }

  setVolume(volume: number): void {
    const next = Math.min(1, Math.max(0, volume))
    this.snapshot = { ...this.snapshot, volume: next, isMuted: next === 0 }
    this.applySound()
  }

  setMuted(isMuted: boolean): void {
    this.snapshot = { ...this.snapshot, isMuted, volume: !isMuted && this.snapshot.volume === 0 ? 0.5 : this.snapshot.volume }
    this.applySound()
  }

  /** Only for what is not live. */
  setRate(rate: number): void {
    if (!this.leader || this.leader.isLive) return
    this.leader.video.playbackRate = rate
    this.emit()
  }

  /** Makes a feed the picture. The sound goes on where it is. */
  showFeed(feedId: string): void {
    const source = this.sources.find((one) => one.id === feedId)
    if (!source || !this.leader) return
    if (this.rtc) {
      void this.rtc.showFeed(feedId).catch(() => this.leaveLowLatency())
      return
    }
    if (feedId === this.leaderId) {
      this.closeFollower()
      this.leader.setThrifty(false)
      this.emit()
      return
    }
    if (feedId === this.followerId) return
    this.closeFollower()
    const follower = this.createTrack('follower')
    this.follower = follower
    this.followerId = feedId
    follower.chooseHeight(this.chosenHeightPx)
    const at = this.leader.isLive && this.isFollowingLive ? undefined : this.leader.video.currentTime
    follower.load(source.masterUrl, at === undefined ? {} : { startSec: at })
    if (this.wantsToPlay) void follower.video.play().catch(() => undefined)
    this.emit()
  }

  /** The picture on screen. */
  get picture(): HTMLVideoElement | undefined {
    return this.rtc?.video ?? (this.followerIsShown ? this.follower?.video : this.leader?.video)
  }

  /** The feed with the sound. */
  get soundFeedId(): string | null {
    return this.sources.find((source) => source.id === this.leaderId)?.hasAudio ? this.leaderId : null
  }

  /** Puts a WebRTC picture in front; HLS rests behind it, ready to take over. */
  enterLowLatency(rtc: RtcViewer): void {
    this.closeFollower()
    this.rtc?.close()
    this.rtc = rtc
    this.leader?.rest()
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
    this.leader?.retryNow()
    this.isFollowingLive = true
    if (this.wantsToPlay) this.play()
    if (this.leader?.isLive) this.leader.video.currentTime = this.leader.range.endSec
    if (rtc.feedId !== this.leaderId) this.showFeed(rtc.feedId)
    this.emit()
  }

  /** After 'failed': from the beginning of the trouble. */
  reload(): void {
    this.hasFailed = false
    for (const track of [this.leader, this.follower]) if (track) this.reloadTrack(track, track.address)
    this.play()
  }

  retryNow(): void {
    if (this.hasFailed) this.reload()
    else for (const track of [this.leader, this.follower]) track?.retryNow()
  }

  close(): void {
    clearInterval(this.timer)
    this.timer = undefined
    cancelAnimationFrame(this.frameRequest)
    this.frameRequest = 0
    globalThis.removeEventListener('online', this.onOnline)
    globalThis.removeEventListener('offline', this.emit)
    this.closeFollower()
    this.rtc?.close()
    this.rtc = undefined
    this.leader?.close()
    this.leader = undefined
    this.leaderId = null
  }

  private createTrack(role: 'leader' | 'follower'): Track {
    const track = new Track({ onChange: this.emit, onAddressRefused: this.onAddressRefused, onGiveUp: () => this.onGiveUp(track) }, role)
    track.video.dataset['role'] = role
    this.container?.append(track.video)
    return track
  }

  private async start(track: Track): Promise<void> {
    this.isSoundBlocked = await track.start()
    this.emit()
  }

  private applySound(): void {
    const { leader } = this
    if (leader) {
      leader.video.volume = this.snapshot.volume
      leader.video.muted = this.snapshot.isMuted
      this.isSoundBlocked = false
    }
    if (this.rtc) {
      this.rtc.video.volume = this.snapshot.volume
      this.rtc.video.muted = this.snapshot.isMuted
    }
    this.emit()
  }

  private reloadTrack(track: Track, url: string): void {
    const atSec = track.video.currentTime
    track.load(url, track.isLive && this.isFollowingLive ? {} : { startSec: atSec })
    track.chooseHeight(this.chosenHeightPx)
    if (this.wantsToPlay) void track.video.play().catch(() => undefined)
  }

  private closeFollower(): void {
    const { follower } = this
    this.follower = undefined
    this.followerId = null
    this.followerIsShown = false
    this.leader?.setThrifty(false)
    follower?.close()
  }

  private readonly onAddressRefused = (): void => {
    const now = performance.now()
    if (!this.refresh || now - this.refreshedAtMs < refreshEveryMs) return
    this.refreshedAtMs = now
    void this.refresh()
      .then((sources) => sources && this.leader && this.updateSources(sources, { reload: true }))
      .catch(() => undefined)
  }

  private onGiveUp(track: Track): void {
    if (track === this.follower) this.closeFollower()
    else this.hasFailed = true
    this.emit()
  }

  private readonly onOnline = (): void => {
    this.retryNow()
    this.emit()
  }

  private readonly onTick = (): void => {
    const { leader, follower } = this
    if (!leader) return
    if (leader.isLive && this.isFollowingLive && this.wantsToPlay && !this.rtc) {
      const behindSec = leader.range.endSec - leader.video.currentTime
      if (behindSec > maxFollowingLagSec && leader.video.readyState > 0) leader.video.currentTime = leader.range.endSec
    }
    if (follower) {
      keepInTime(leader, follower)
      if (!this.followerIsShown && follower.video.readyState >= 2) {
        this.followerIsShown = true
        leader.setThrifty(true)
      }
    }
    this.emit()
  }

  /** Something changed that a snapshot shows. */
  readonly emit = (): void => {
    if (this.frameRequest !== 0) return
    // One snapshot per frame however many events a frame brings; hidden tabs have no frames and need none.
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0
      this.snapshot = this.read()
      const shown = this.picture
      for (const track of [this.leader, this.follower, this.rtc]) {
        if (track) track.video.style.opacity = track.video === shown ? '1' : '0'
      }
      for (const listener of this.listeners) listener()
    })
  }

  private read(): PlayerSnapshot {
    const { leader } = this
    if (!leader) return { ...this.snapshot, isOnline: navigator.onLine }
    if (leader.video.readyState >= 2) this.hasStarted = true
    const snapshot = readSnapshot(this.snapshot, leader, (this.followerIsShown ? this.follower : undefined) ?? leader, {
      hasFailed: this.hasFailed,
      hasStarted: this.hasStarted,
      wantsToPlay: this.wantsToPlay,
      isFollowingLive: this.isFollowingLive,
      isSoundBlocked: this.isSoundBlocked,
      chosenHeightPx: this.chosenHeightPx,
      leaderId: this.leaderId,
      followerId: this.followerId,
      followerIsShown: this.followerIsShown,
      nowMs: this.deps.nowMs(),
    })
    return { ...snapshot, ...lowLatencyView(this.rtc) }
  }
}
