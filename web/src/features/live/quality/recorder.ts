import type { PlaybackError, ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { PlayerSnapshot } from '../player/engine/types.ts'

/** The player at one moment. */
export interface Observation extends Pick<PlayerSnapshot, 'phase' | 'isSeeking' | 'failure' | 'failedFeedId' | 'feedId'> {
  mode: 'live' | 'behind' | 'video'
  /** 0 for sound alone. */
  heightPx: number
  /** Place on screen, in seconds of the video or epoch seconds of capture; null where it is not known. */
  placeSec: number | null
  /** Where one would go on, in seconds of the video; null where that is not known. */
  resumeSec: number | null
  /** The show itself sends nothing: a standstill is not the player's. */
  isSilent: boolean
  /** Nobody sees the page. */
  isHidden: boolean
}

/** A page that slept tells of nothing that was between. */
const longestStepMs = 5_000
/** Shorter standstills are the work of every browser between two segments. */
const leastStallMs = 200
/** Fastest rate of the player, and room for timers that are late. */
const fastest = 2.2
const slackSec = 1
const longestMs = 2 * 86_400_000

type Stretch = [from: number, to: number]

/**
 * Adds up one viewing from moments of the player. Time between two moments belongs to the state of the first one;
 * standstills that a viewer asked for by seeking are none. Times are of a clock that never jumps, in ms.
 */
export class ViewingRecorder {
  private readonly of: ViewingReport['of']
  private readonly beganAtMs: number
  private lastAtMs: number
  private last: Observation | undefined
  private activeAtMs: number
  private startupMs: number | null = null
  private hasStarted = false
  private wasHidden = false
  private readonly playedMs = { live: 0, behind: 0, video: 0 }
  private readonly rungs = new Map<number, number>()
  private readonly errors = new Map<PlaybackError, number>()
  private readonly places: Stretch[] = []
  private rebuffers = 0
  private rebufferedMs = 0
  private rungChanges = 0
  /** The standstill that goes on. */
  private stall: { ms: number; isAsked: boolean } | undefined
  private resumeSec: number | null = null
  private sequence = 0
  private reported = ''

  constructor(of: ViewingReport['of'], nowMs: number) {
    this.of = of
    this.beganAtMs = nowMs
    this.lastAtMs = nowMs
    this.activeAtMs = nowMs
  }

  observe(now: Observation, nowMs: number): void {
    const stepMs = this.settle(nowMs)
    const before = this.last
    this.last = now
    this.wasHidden ||= now.isHidden
    this.resumeSec = now.resumeSec ?? this.resumeSec
    if (!this.hasStarted && (now.phase === 'playing' || now.phase === 'paused')) {
      this.hasStarted = true
      if (!this.wasHidden) this.startupMs = Math.round(nowMs - this.beganAtMs)
    }
    if (now.phase === 'failed' && before?.phase !== 'failed') this.count(now.failure ?? 'other')
    if (now.failedFeedId !== null && now.failedFeedId !== (before?.failedFeedId ?? null)) this.count('feed')
    if (before?.phase === 'playing' && before.feedId === now.feedId && before.heightPx > 0 && now.heightPx > 0)
      this.rungChanges += before.heightPx === now.heightPx ? 0 : 1
    this.follow(before, now, stepMs)
    if (!this.hasStarted || now.phase !== 'waiting' || now.isSilent) this.stall = undefined
    else this.stall ??= { ms: 0, isAsked: false }
    if (this.stall && now.isSeeking) this.stall.isAsked = true
  }

  /** All of the viewing until now; null where nothing is new since the last one. */
  report(nowMs: number, { isOver }: { isOver: boolean }): ViewingReport | null {
    this.settle(nowMs)
    const ageMs = Math.round(nowMs - this.beganAtMs)
    const { hasStarted, startupMs } = this
    // Somebody who passed by, or a player that is open for days.
    if ((!hasStarted && this.errors.size === 0 && ageMs < 1_000) || ageMs > longestMs) return null
    const told = {
      of: this.of,
      isOver,
      hasStarted,
      startupMs,
      liveMs: Math.floor(this.playedMs.live),
      behindMs: Math.floor(this.playedMs.behind),
      videoMs: Math.floor(this.playedMs.video),
      rebuffers: this.rebuffers,
      rebufferedMs: Math.floor(this.rebufferedMs),
      rungChanges: this.rungChanges,
      rungs: mostWatched(this.rungs),
      errors: [...this.errors].map(([code, count]) => ({ code, count })),
      ...(this.resumeSec === null ? {} : { resumeSec: this.resumeSec }),
      places: longest(this.places),
    }
    const text = JSON.stringify(told)
    if (text === this.reported) return null
    this.reported = text
    this.sequence += 1
    return { sequence: this.sequence, ageMs, idleMs: Math.round(nowMs - this.activeAtMs), ...told }
  }

  /** Gives the time since the last moment to the state that it was in. Answers that time. */
  private settle(nowMs: number): number {
    const stepMs = Math.min(longestStepMs, Math.max(0, nowMs - this.lastAtMs))
    this.lastAtMs = nowMs
    const { last, stall } = this
    if (last?.phase === 'playing') {
      this.playedMs[last.mode] += stepMs
      this.rungs.set(last.heightPx, (this.rungs.get(last.heightPx) ?? 0) + stepMs)
      this.activeAtMs = nowMs
    } else if (stall && !stall.isAsked) this.stand(stall, stepMs, nowMs)
    return stepMs
  }

  private stand(stall: { ms: number }, stepMs: number, nowMs: number): void {
    const wasCounted = stall.ms >= leastStallMs
    stall.ms += stepMs
    if (stall.ms < leastStallMs) return
    this.rebuffers += wasCounted ? 0 : 1
    this.rebufferedMs += wasCounted ? stepMs : stall.ms
    this.activeAtMs = nowMs
  }

  private follow(before: Observation | undefined, now: Observation, stepMs: number): void {
    if (before?.phase !== 'playing' || before.placeSec === null || now.placeSec === null) return
    const bySec = now.placeSec - before.placeSec
    if (bySec <= 0 || bySec > (stepMs / 1_000) * fastest + slackSec) return
    addStretch(this.places, [before.placeSec, now.placeSec])
  }

  private count(code: PlaybackError): void {
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1)
  }
}

/** Keeps stretches apart and in order; those that touch become one. */
export function addStretch(stretches: Stretch[], [from, to]: Stretch): void {
  const first = stretches.findIndex((stretch) => stretch[1] >= from)
  if (first === -1) {
    stretches.push([from, to])
    return
  }
  let after = first
  let [low, high] = [from, to]
  for (let one = stretches[after]; one && one[0] <= to; one = stretches[++after]) {
    low = Math.min(low, one[0])
    high = Math.max(high, one[1])
  }
  stretches.splice(first, after - first, [low, high])
}

/** In whole seconds; the longest ones where they are more than a report names. */
function longest(stretches: readonly Stretch[]): ViewingReport['places'] {
  const whole = stretches.map(([from, to]) => ({ from: Math.round(from), to: Math.round(to) })).filter(({ from, to }) => from < to)
  if (whole.length <= limits.viewingPlaces) return whole
  const kept = new Set(whole.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, limits.viewingPlaces))
  return whole.filter((stretch) => kept.has(stretch))
}

function mostWatched(rungs: ReadonlyMap<number, number>): ViewingReport['rungs'] {
  return [...rungs]
    .map(([heightPx, ms]) => ({ heightPx, ms: Math.floor(ms) }))
    .filter(({ ms }) => ms > 0)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, limits.viewingRungs)
}
