// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { Cast } from './cast.ts'
import type { Track } from './track.ts'
import type { TrackRole } from './track-events.ts'
import type { FeedSource } from './types.ts'

const source = (id: string): FeedSource => ({ id, masterUrl: `/${id}.m3u8`, hasAudio: true, hasVideo: true })

interface FakeTrack {
  role: TrackRole
  isClosed: boolean
  isStarving: boolean
  /** From this capture time on it has sent nothing, for so long. */
  hole?: { fromMs: number; forMs: number }
  video: { currentTime: number; readyState: number }
}

/** A cast of tracks that are loaded at once, each where it is asked to be. */
function stage() {
  const tracks: FakeTrack[] = []
  function track(role: TrackRole): FakeTrack {
    const video = {
      readyState: 4,
      seeking: false,
      paused: false,
      ended: false,
      playbackRate: 1,
      currentTime: 20,
      play: () => Promise.resolve(),
      pause: () => undefined,
      addEventListener: () => undefined,
    }
    const made: FakeTrack & Record<string, unknown> = {
      role,
      video,
      isClosed: false,
      isStarving: false,
      isLive: true,
      get capturedAtMs() {
        return video.currentTime * 1000
      },
      captureTimeAt: (positionSec: number) => positionSec * 1000,
      placeOf: (ms: number) => {
        const { fromMs = Infinity, forMs = 0 } = made.hole ?? {}
        const isThere = ms < fromMs || ms >= fromMs + forMs
        return { positionSec: (isThere ? ms : fromMs + forMs) / 1000, isThere, isEnd: false }
      },
      isBuffered: () => true,
      load: () => undefined,
      seekTo: (positionSec: number) => {
        video.currentTime = positionSec
      },
      setThrifty: () => undefined,
      setRole: (next: TrackRole) => {
        made.role = next
      },
      close: () => {
        made.isClosed = true
      },
    }
    tracks.push(made)
    return made
  }
  const cast = new Cast((role) => track(role) as unknown as Track)
  cast.lead('a')
  return { cast, tracks }
}

describe('who plays what', () => {
  it('says that two feeds are in step while that is what was measured last, and not after a seek', () => {
    const { cast, tracks } = stage()
    expect(cast.step).toBeNull()
    cast.follow(source('b'), true)
    expect(cast.step).toBe('aligning')
    const steps = (fromMs: number, untilMs: number) => {
      for (let nowMs = fromMs; nowMs <= untilMs; nowMs += 200) cast.keepInTime(nowMs)
      return cast.step
    }
    expect([steps(1_000, 1_800), cast.isFollowerShown]).toEqual(['aligning', true])
    expect(steps(2_000, 2_000)).toBe('in step')
    // A frame more than what it was said of takes nothing back; two do.
    const follower = tracks[1]
    if (!follower) throw new Error('no follower')
    follower.video.currentTime = 20.05
    expect(steps(2_200, 2_200)).toBe('in step')
    follower.video.currentTime = 20.09
    expect(steps(2_400, 2_400)).toBe('aligning')
    // Passing through zero on the way to somewhere else is not in step.
    follower.video.currentTime = 20
    expect(steps(2_600, 3_000)).toBe('aligning')
    follower.video.currentTime = 20.3
    expect(steps(3_200, 3_600)).toBe('aligning')
    follower.video.currentTime = 20
    expect(steps(3_800, 4_800)).toBe('in step')
    cast.align(5, 4_900)
    expect(cast.step).toBe('aligning')
  })

  it('shows a chosen picture that is nearly in step at once, one that is further off a moment later, and else in the end', () => {
    const shownAfterMs = (driftSec: number) => {
      const { cast, tracks } = stage()
      cast.follow(source('b'), true)
      const follower = tracks[1]!
      // The jump to the instant is not done by then, or brings it no nearer.
      Object.defineProperty(follower.video, 'currentTime', { get: () => 20 + driftSec, set: () => {} })
      for (let nowMs = 1_000; nowMs < 3_000; nowMs += 50) {
        cast.keepInTime(nowMs)
        if (cast.isFollowerShown) return nowMs - 1_000
      }
      return Infinity
    }
    expect([0.05, 0.14, 0.24, 0.4].map(shownAfterMs)).toEqual([0, 0, 200, 900])
  })

  it('keeps the last picture of the chosen feed through a short hole, and shows the other one through a long one', () => {
    const { cast, tracks } = stage()
    cast.follow(source('b'), true)
    cast.keepInTime(1_000)
    const [leader, follower] = tracks as [FakeTrack, FakeTrack]
    const shownAt = (sec: number, nowMs: number) => {
      leader.video.currentTime = sec
      cast.keepInTime(nowMs)
      return cast.shown?.id
    }
    follower.hole = { fromMs: 21_000, forMs: 3_000 }
    expect([shownAt(20.5, 1_500), shownAt(21.1, 2_100), shownAt(22, 3_000), shownAt(24.1, 5_100)]).toEqual(['b', 'b', 'b', 'b'])
    follower.hole = { fromMs: 26_000, forMs: 10_000 }
    expect([shownAt(25.9, 6_900), shownAt(26.1, 7_100), shownAt(36.2, 17_200)]).toEqual(['b', 'a', 'b'])
  })

  it('gives the lead to who is in step with it, and keeps the one before where its picture is wanted', () => {
    const { cast, tracks } = stage()
    cast.prepare(source('b'), true)
    cast.keepInTime(1_000)
    expect([cast.shown?.id, cast.isReadyToLead('b')]).toEqual(['a', true])
    cast.promote('b', 'a')
    expect([cast.leader?.id, cast.follower?.id, cast.shown?.id, cast.next]).toEqual(['b', 'a', 'a', undefined])
    expect(tracks.map(({ role, isClosed }) => [role, isClosed])).toEqual([
      ['follower', false],
      ['leader', false],
    ])
    cast.promote('a', 'a')
    expect([cast.leader?.id, cast.follower, tracks[1]?.isClosed]).toEqual(['a', undefined, true])
  })

  it('takes the lead from a feed that stands still without a step back', () => {
    const { cast, tracks } = stage()
    cast.prepare(source('b'), true)
    const [leader, next] = tracks
    if (!leader || !next) throw new Error('no tracks')
    leader.isStarving = true
    next.video.currentTime = 15
    expect(cast.isReadyToLead('b')).toBe(false)
    next.video.currentTime = 24
    expect(cast.isReadyToLead('b')).toBe(true)
  })
})
