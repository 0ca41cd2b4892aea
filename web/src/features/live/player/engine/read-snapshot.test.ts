import { describe, expect, it } from 'vitest'
import { overlayFor } from '../components/stage-overlay.tsx'
import { isAtLive, lowLatencyView, phaseOf, readSnapshot } from './read-snapshot.ts'
import type { Track } from './track.ts'
import { initialSnapshot, type PlayerSnapshot } from './types.ts'

const video = { ended: false, paused: false, readyState: 4, seeking: false }
const state = { failure: null, hasStarted: true, wantsToPlay: true }

describe('what the player is doing', () => {
  it('gives up before anything else, and an end is an end', () => {
    expect(phaseOf({ ...video, ended: true }, { ...state, failure: 'network' })).toBe('failed')
    expect(phaseOf({ ...video, ended: true, paused: true }, state)).toBe('ended')
  })
  it('is loading until the first picture, waiting when it starves afterwards', () => {
    expect(phaseOf({ ...video, readyState: 0 }, { ...state, hasStarted: false })).toBe('loading')
    expect(phaseOf({ ...video, readyState: 2 }, state)).toBe('waiting')
    expect(phaseOf({ ...video, seeking: true }, state)).toBe('waiting')
  })
  it('is paused by the viewer or by the browser, else playing', () => {
    expect(phaseOf(video, { ...state, wantsToPlay: false })).toBe('paused')
    expect(phaseOf({ ...video, paused: true }, state)).toBe('paused')
    expect(phaseOf(video, state)).toBe('playing')
  })
})

describe('how far behind the camera', () => {
  it('is said of the frame on screen, and not before there is one', () => {
    const element = { ...video, currentTime: 0, readyState: 2, videoHeight: 0, playbackRate: 1 }
    const range = { startSec: 0, endSec: 90 }
    const track = {
      range,
      levels: [],
      isLive: true,
      hasEnded: false,
      bufferedEndSec: 0,
      capturedAtMs: 1_000,
      video: element,
    } as unknown as Track
    const known = {
      ...state,
      isFollowingLive: true,
      behindRate: 1,
      isSoundBlocked: false,
      chosenHeightPx: null,
      leaderId: 'a',
      followerId: null,
      step: null,
      awayFeedId: null,
      failedFeedId: null,
      byClock: null,
    }
    const at = (hasStarted: boolean) =>
      readSnapshot(initialSnapshot, track, track, { ...known, followerIsShown: false, nowMs: 6_000, hasStarted })
    expect([at(false).latencySec, at(false).capturedAtMs]).toEqual([null, null])
    expect([at(true).latencySec, at(true).capturedAtMs]).toEqual([5, 1_000])
  })
})

describe('a picture below a second', () => {
  const rtc = { video: { videoWidth: 1280, videoHeight: 720, readyState: 4 } as HTMLVideoElement, latencySec: 0.5, feedId: 'a' }
  it('has its place in the show, beyond what the lists name so far', () => {
    const leader = { capturedUntilMs: 98_000, placeOf: () => ({ positionSec: 60, isThere: true, isEnd: true }) }
    const view = lowLatencyView(rtc, leader, 100_000)
    expect([view.capturedAtMs, view.positionSec, view.endSec]).toEqual([99_500, 61.5, 61.5])
  })
  it('stays where HLS was, as long as no list tells a time', () => {
    expect(lowLatencyView(rtc, { capturedUntilMs: null, placeOf: () => null }, 100_000)).not.toHaveProperty('positionSec')
  })
})

describe('the red badge', () => {
  const live = { ...initialSnapshot, isLive: true, endSec: 900 }
  it('is for those who see what happens now, not for those who are minutes behind', () => {
    expect(isAtLive({ ...live, isFollowingLive: true, positionSec: 890 })).toBe(true)
    expect(isAtLive({ ...live, isFollowingLive: false, positionSec: 890 })).toBe(true)
    expect(isAtLive({ ...live, isFollowingLive: false, positionSec: 240 })).toBe(false)
    expect(isAtLive({ ...live, isLive: false, isFollowingLive: false, positionSec: 899 })).toBe(false)
  })
})

describe('what lies on the picture', () => {
  const at = (change: Partial<PlayerSnapshot>): PlayerSnapshot => ({ ...initialSnapshot, phase: 'waiting', ...change })
  it('names the cause before the symptom', () => {
    expect(overlayFor(at({ isOnline: false }), 'reconnecting')).toBe('offline')
    expect(overlayFor(at({}), 'reconnecting')).toBe('reconnecting')
    expect(overlayFor(at({ phase: 'loading' }), 'preparing')).toBe('preparing')
    expect(overlayFor(at({}), 'live')).toBe('buffering')
    expect(overlayFor(at({ phase: 'loading' }), 'live')).toBe('loading')
  })
  it('lies on nothing while the picture moves, even when the feed has trouble: what is buffered is played', () => {
    expect(overlayFor(at({ phase: 'playing' }), 'reconnecting')).toBeNull()
    expect(overlayFor(at({ phase: 'paused' }), 'live')).toBeNull()
    expect(overlayFor(at({ phase: 'failed', isOnline: false }), 'live')).toBe('failed')
    expect(overlayFor(at({ phase: 'ended' }), 'ended')).toBe('ended')
  })
})
