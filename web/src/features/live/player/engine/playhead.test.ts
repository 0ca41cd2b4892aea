// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { Cast } from './cast.ts'
import { nextRate, Playhead } from './playhead.ts'
import type { Track } from './track.ts'

/** A playhead over one track of an hour whose element is where it is put. */
function stage({ isLive, isByClock = false }: { isLive: boolean; isByClock?: boolean }) {
  const video = { readyState: 4, seeking: false, currentTime: 0, playbackRate: 1 }
  const track = {
    video,
    isLive,
    isByClock,
    arrivals: undefined as { nearestSec: (nowSec: number, apartSec: number) => number } | undefined,
    range: { startSec: 0, endSec: 3_600 },
    bufferedEndSec: 3_605,
    isBuffered: () => true,
    seekTo: (sec: number) => {
      video.currentTime = sec
    },
  }
  const seats = [{ id: 'a' }]
  const playhead = new Playhead({ leader: { id: 'a', track: track as unknown as Track }, seats, align: () => undefined } as unknown as Cast)
  let nowMs = 1_000_000
  const keep = (isPlaying = true) => playhead.keepPace({ isPlaying, nowMs: (nowMs += 200) })
  return { video, track, seats, playhead, keep }
}

describe('the place at the live edge', () => {
  it('is what the line gives, a little further back beside another feed, and the clock alone where the clock says it', () => {
    const { video, track, seats, keep } = stage({ isLive: true })
    video.currentTime = 3_600
    keep()
    expect(video.playbackRate).toBe(1)
    track.arrivals = { nearestSec: (_, apartSec) => 3_600.2 - apartSec }
    keep()
    expect(video.playbackRate).toBe(1.05)
    video.currentTime = 3_600.2
    seats.push({ id: 'b' })
    track.arrivals = { nearestSec: (_, apartSec) => 3_600.4 - apartSec }
    keep()
    expect(video.playbackRate).toBe(0.97)
    // One segment came seconds late: LIVE is where it was.
    track.arrivals = { nearestSec: () => 3_590 }
    video.currentTime = 3_599
    keep()
    expect(video.playbackRate).toBe(1.05)
    const aired = stage({ isLive: true, isByClock: true })
    aired.video.currentTime = 3_600
    aired.track.arrivals = track.arrivals
    aired.keep()
    expect(aired.video.playbackRate).toBe(1)
  })
})

describe('the rate of what plays', () => {
  it('watches an earlier moment of a live show faster, and falls back to one at the live edge', () => {
    const { video, playhead, keep } = stage({ isLive: true })
    playhead.seek(0)
    playhead.setRate(1.25)
    keep()
    expect([video.playbackRate, playhead.isFollowingLive]).toEqual([1.25, false])
    video.currentTime = 3_599
    keep()
    expect([video.playbackRate, playhead.isFollowingLive]).toEqual([1.25, false])
    video.currentTime = 3_599.9
    keep()
    expect([playhead.isFollowingLive, playhead.behindRate]).toEqual([true, 1])
    expect(video.playbackRate).toBeLessThanOrEqual(1.05)
    video.currentTime = 3_600
    keep()
    expect(video.playbackRate).toBe(1)
  })

  it('gives nobody at the live edge another rate, and forgets it once live is gone to', () => {
    const { video, playhead, keep } = stage({ isLive: true })
    video.currentTime = 3_600
    playhead.setRate(1.5)
    keep()
    expect(video.playbackRate).toBe(1)
    playhead.seek(100)
    playhead.setRate(1.5)
    playhead.seek(3_600)
    keep()
    playhead.seek(100)
    keep()
    expect(video.playbackRate).toBe(1)
  })

  it('keeps the rate of a video through a fresh element, and leaves the end of a live show alone', () => {
    const video = stage({ isLive: false })
    video.playhead.videoRate = 1.5
    video.keep()
    expect(video.video.playbackRate).toBe(1)
    video.playhead.keepsVideoRate = true
    video.keep()
    expect(video.video.playbackRate).toBe(1.5)
    video.playhead.setRate(2)
    video.video.playbackRate = 1
    video.keep()
    expect(video.video.playbackRate).toBe(2)
  })

  it('steps through the rates, and stays at the last one', () => {
    const up = (isLive: boolean, rate: number) => nextRate({ isLive, rate }, 1)
    const down = (isLive: boolean, rate: number) => nextRate({ isLive, rate }, -1)
    expect([up(false, 1), up(false, 2), down(false, 1), down(false, 0.5)]).toEqual([1.25, 2, 0.75, 0.5])
    expect([up(true, 1), down(true, 1)]).toEqual([1.25, 1])
  })
})
