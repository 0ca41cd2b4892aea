import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { chapterAt } from '../../../../lib/chapters.ts'
import { renewAfterMs, SignedAddress } from '../../../../lib/signed-address.ts'
import { rememberPoint, resumePoint } from '../../../../lib/resume.ts'
import type { attachAudio } from './attach-audio.ts'
import { chapterBack, chapterForward } from './chapters.ts'
import { announce, tellPosition, withdraw } from './media-session.ts'
import { rates, type PodcastSnapshot, type PodcastTrack } from './types.ts'

export interface PodcastPlayerDeps {
  attach: typeof attachAudio
  /** A fresh address of the same podcast; undefined where access is gone. */
  refresh: (slug: string) => Promise<string | undefined>
  nowMs: () => number
}

const rateKey = 'e-events.podcast-rate'
/** An address that is refused again so often in a row leads nowhere. */
const maxRefusals = 3

const idle: PodcastSnapshot = { track: null, phase: 'idle', positionSec: 0, durationSec: 0, rate: 1, volume: 1, chapters: [], sleep: null }

/**
 * One sound for the whole app: it is no part of any page, so it goes on while one browses. State comes out as immutable
 * snapshots.
 */
export class PodcastPlayer {
  readonly audio: HTMLAudioElement
  private readonly deps: PodcastPlayerDeps
  private readonly listeners = new Set<() => void>()
  private snapshot: PodcastSnapshot = { ...idle, rate: storedRate() }
  private detach: (() => void) | undefined
  private wantsToPlay = false
  private refusals = 0
  /** The second of two podcasts that are opened quickly counts. */
  private generation = 0
  private renewTimer: ReturnType<typeof setInterval> | undefined
  private sleepTimer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: PodcastPlayerDeps, audio: HTMLAudioElement = document.createElement('audio')) {
    this.deps = deps
    this.audio = audio
    audio.preload = 'auto'
    for (const name of ['timeupdate', 'durationchange', 'seeking', 'seeked', 'volumechange']) audio.addEventListener(name, this.onTime)
    audio.addEventListener('playing', () => {
      this.refusals = 0
      this.set({ phase: 'playing' })
    })
    audio.addEventListener('waiting', () => this.wantsToPlay && this.set({ phase: 'loading' }))
    // Also from outside: headphones that are pulled, another app, the lock screen.
    audio.addEventListener('pause', () => {
      if (this.audio.ended || this.snapshot.track === null) return
      this.remember()
      this.set({ phase: 'paused' })
    })
    audio.addEventListener('ended', () => {
      this.wantsToPlay = false
      this.remember()
      this.set({ phase: 'ended', sleep: null })
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly getSnapshot = (): PodcastSnapshot => this.snapshot

  /** Shows a podcast and, where wanted, plays it from where listening stopped. A playing one goes on untouched. */
  async open(track: PodcastTrack, options: { play: boolean }): Promise<void> {
    if (this.snapshot.track?.slug === track.slug && this.snapshot.phase !== 'failed') {
      if (options.play) await this.play()
      return
    }
    this.release()
    this.refusals = 0
    const positionSec = resumePoint(track.slug, { known: track.stopped }) ?? 0
    this.wantsToPlay = options.play
    this.set({ track, phase: options.play ? 'loading' : 'paused', positionSec, durationSec: track.durationSec, chapters: [], sleep: null })
    announce(track, this)
    await this.load(track.masterUrl, positionSec)
  }

  setChapters(slug: string, chapters: readonly Chapter[]): void {
    if (this.snapshot.track?.slug === slug) this.set({ chapters })
  }

  async play(): Promise<void> {
    const { track, phase } = this.snapshot
    if (!track) return
    this.wantsToPlay = true
    if (phase === 'failed') {
      this.refusals = 0
      return this.renew()
    }
    if (phase === 'ended') this.audio.currentTime = 0
    this.audio.playbackRate = this.snapshot.rate
    try {
      await this.audio.play()
    } catch (error) {
      // A browser that wants a press first; a source that was exchanged meanwhile plays by itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        this.wantsToPlay = false
        this.set({ phase: 'paused' })
      }
    }
  }

  pause(): void {
    this.wantsToPlay = false
    this.audio.pause()
  }

  toggle(): void {
    const isOn = this.snapshot.phase === 'playing' || this.snapshot.phase === 'loading'
    if (isOn) this.pause()
    else void this.play()
  }

  seekTo(positionSec: number): void {
    const end = this.snapshot.durationSec
    const target = Math.max(0, end > 0 ? Math.min(positionSec, end - 0.1) : positionSec)
    this.audio.currentTime = target
    this.set({ positionSec: target, ...(this.snapshot.phase === 'ended' ? { phase: 'paused' } : {}) })
  }
  seekBy(seconds: number): void {
    this.seekTo(this.snapshot.positionSec + seconds)
  }
  chapterBack(): void {
    this.seekTo(chapterBack(this.snapshot.chapters, this.snapshot.positionSec))
  }
  chapterForward(): void {
    const target = chapterForward(this.snapshot.chapters, this.snapshot.positionSec)
    if (target !== undefined) this.seekTo(target)
  }

  setRate(rate: number): void {
    this.audio.playbackRate = rate
    storeRate(rate)
    this.set({ rate })
  }
  setVolume(volume: number): void {
    this.audio.volume = volume
  }

  /** Falls silent after a while, or where the chapter ends. */
  setSleep(wanted: { minutes: number } | 'chapter' | null): void {
    clearTimeout(this.sleepTimer)
    if (wanted === null || wanted === 'chapter') return this.set({ sleep: wanted })
    const ms = wanted.minutes * 60_000
    this.sleepTimer = setTimeout(() => this.fallAsleep(), ms)
    this.set({ sleep: { at: this.deps.nowMs() + ms } })
  }

  /** Stops and forgets: the bar goes away. */
  close(): void {
    this.remember()
    this.release()
    withdraw()
    this.set({ ...idle, rate: this.snapshot.rate, volume: this.snapshot.volume })
  }

  private release(): void {
    this.generation += 1
    clearTimeout(this.sleepTimer)
    clearInterval(this.renewTimer)
    this.wantsToPlay = false
    this.audio.pause()
    this.detach?.()
    this.detach = undefined
  }

  private async load(url: string, startSec: number): Promise<void> {
    const generation = ++this.generation
    this.detach?.()
    this.detach = undefined
    const signed = new SignedAddress(url)
    clearInterval(this.renewTimer)
    this.renewTimer = setInterval(() => void this.keepSigned(signed), renewAfterMs)
    try {
      const detach = await this.deps.attach(this.audio, url, {
        startSec,
        signed,
        onRefused: () => generation === this.generation && void this.renew(),
      })
      if (generation !== this.generation) return detach()
      this.detach = detach
    } catch {
      // The library itself could not be fetched.
      if (generation === this.generation) this.set({ phase: 'failed' })
      return
    }
    if (this.wantsToPlay) await this.play()
  }

  /** While it plays, in time: what was refused already comes with a break. */
  private async keepSigned(signed: SignedAddress): Promise<void> {
    const { track } = this.snapshot
    const url = track ? await this.deps.refresh(track.slug).catch(() => undefined) : undefined
    if (url !== undefined) signed.offer(url)
  }

  /** The signature in the address has run out, or the network was away: a fresh address, from where one was. */
  private async renew(): Promise<void> {
    const { track, positionSec } = this.snapshot
    if (!track) return
    const generation = ++this.generation
    this.refusals += 1
    this.set({ phase: 'loading' })
    const url = this.refusals > maxRefusals ? undefined : await this.deps.refresh(track.slug).catch(() => undefined)
    if (generation !== this.generation) return
    if (url === undefined) {
      this.wantsToPlay = false
      this.set({ phase: 'failed' })
      return
    }
    await this.load(url, positionSec)
  }

  private readonly onTime = (): void => {
    if (this.snapshot.track === null) return
    const { currentTime, duration, volume } = this.audio
    const before = this.snapshot
    if (before.sleep === 'chapter' && this.snapshot.phase === 'playing') {
      const was = chapterAt(before.chapters, before.positionSec)
      if (chapterAt(before.chapters, currentTime) === was + 1 && currentTime - before.positionSec < 2) this.fallAsleep()
    }
    // Before the first bytes the element says 0, whatever the place is.
    const isThere = this.audio.readyState > 0
    this.set({
      positionSec: isThere ? currentTime : before.positionSec,
      durationSec: Number.isFinite(duration) && duration > 0 ? duration : before.durationSec,
      volume,
    })
    if (Math.floor(currentTime / 5) !== Math.floor(before.positionSec / 5)) this.remember()
  }

  private fallAsleep(): void {
    this.pause()
    this.set({ sleep: null })
  }

  private remember(): void {
    const { track, positionSec, durationSec } = this.snapshot
    if (track && durationSec > 0) rememberPoint(track.slug, { positionSec, totalSec: durationSec, nowMs: this.deps.nowMs() })
  }

  private set(change: Partial<PodcastSnapshot>): void {
    const before = this.snapshot
    this.snapshot = { ...before, ...change }
    if (this.snapshot.track && hasMoved(before, this.snapshot)) tellPosition(this.snapshot)
    for (const listener of this.listeners) listener()
  }
}

/** Steps of less than a second are told by nobody. */
function hasMoved(before: PodcastSnapshot, after: PodcastSnapshot): boolean {
  const isElsewhere = Math.floor(before.positionSec) !== Math.floor(after.positionSec)
  return isElsewhere || before.phase !== after.phase || before.rate !== after.rate || before.durationSec !== after.durationSec
}

function storedRate(): number {
  try {
    const rate = Number(localStorage.getItem(rateKey))
    return rates.find((one) => one === rate) ?? 1
  } catch {
    return 1
  }
}
function storeRate(rate: number): void {
  try {
    localStorage.setItem(rateKey, String(rate))
  } catch {
    // Storage refused: the speed then lasts as long as the page.
  }
}
