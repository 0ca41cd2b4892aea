import { describe, expect, it } from 'vitest'
import { Follow } from './keep-in-time.ts'
import { insideSec, type Place } from './timeline.ts'
import type { Track } from './track.ts'

const visible = { isHidden: false }

/** As much of a track as being kept in time needs. Its first picture was captured `begunSec` after the show began. */
function track(state: { ended?: boolean; paused?: boolean; positionSec: number; begunSec?: number; lengthSec?: number }) {
  const calls: string[] = []
  const { begunSec = 0, lengthSec = 3_600 } = state
  const video = {
    readyState: 4,
    seeking: false,
    playbackRate: 1,
    currentTime: state.positionSec,
    ended: state.ended ?? false,
    paused: state.paused ?? false,
    play: () => {
      video.paused = false
      calls.push('play')
      return Promise.resolve()
    },
    pause: () => {
      video.paused = true
      calls.push('pause')
    },
  }
  const made = {
    video,
    get capturedAtMs() {
      return (video.currentTime + begunSec) * 1000
    },
    captureTimeAt: (positionSec: number) => (positionSec + begunSec) * 1000,
    placeOf: (ms: number): Place => {
      const positionSec = ms / 1000 - begunSec
      return { positionSec: Math.min(lengthSec, Math.max(0, positionSec)), isThere: positionSec >= 0, isEnd: positionSec > lengthSec }
    },
    isBuffered: () => true,
    seekTo: (positionSec: number) => {
      video.currentTime = positionSec
    },
  }
  return { track: made as unknown as Track, video, calls }
}

describe('a picture that follows the sound of another feed', () => {
  it('leaves a picture that has ended on its last frame while the sound goes on', () => {
    const follower = track({ ended: true, paused: true, positionSec: 47, lengthSec: 47 })
    new Follow(track({ positionSec: 50 }).track, follower.track).step(0, visible)
    expect(follower.calls.filter((call) => call === 'play')).toEqual([])
    expect(follower.video.currentTime).toBe(47)
  })

  it('goes to the paused instant again and again while it has no picture of it, and no more once it has', () => {
    const leader = track({ positionSec: 20, paused: true })
    const follower = track({ positionSec: 3, paused: true })
    follower.video.readyState = 1
    const follow = new Follow(leader.track, follower.track)
    follow.step(0, visible)
    expect(follower.video.currentTime).toBe(3)
    follow.step(1_300, visible)
    expect(follower.video.currentTime).toBe(20)
    follow.step(1_800, visible)
    expect(follower.video.currentTime).toBe(20)
    follow.step(2_600, visible)
    expect(follower.video.currentTime).toBeCloseTo(20.02, 3)
    follower.video.readyState = 2
    follow.step(2_900, visible)
    expect(follower.video.currentTime).toBeCloseTo(20, 1)
  })

  it('jumps to the instant as soon as it has a picture, though it has just been waited for', () => {
    const follower = track({ positionSec: 17 })
    follower.video.readyState = 1
    const follow = new Follow(track({ positionSec: 20 }).track, follower.track)
    follow.step(0, { isHidden: true })
    follower.video.readyState = 4
    follow.step(200, { isHidden: true })
    expect(follower.video.currentTime).toBeCloseTo(20.1, 3)
  })

  it('is brought from where it waits in vain, and left alone while it loads', () => {
    const lost = track({ positionSec: 3 })
    lost.video.readyState = 1
    const follow = new Follow(track({ positionSec: 20 }).track, lost.track)
    follow.step(0, visible)
    follow.step(2_000, visible)
    expect(lost.video.currentTime).toBe(3)
    follow.step(3_100, visible)
    expect(lost.video.currentTime).toBeCloseTo(20.1, 3)
  })

  it('plays and pauses with the sound, and jumps after it', () => {
    const follower = track({ paused: true, positionSec: 10 })
    new Follow(track({ positionSec: 20 }).track, follower.track).step(0, visible)
    expect(follower.calls).toEqual(['play'])
    expect(follower.video.currentTime).toBeCloseTo(20, 0)
    const playing = track({ positionSec: 10 })
    new Follow(track({ paused: true, positionSec: 10 }).track, playing.track).step(0, visible)
    expect(playing.calls).toEqual(['pause'])
  })

  it('stands on the very instant of a paused leader, though its own presentation began at another time', () => {
    const leader = track({ paused: true, positionSec: 30.2 })
    const follower = track({ paused: true, positionSec: 30.2, begunSec: 4 })
    const follow = new Follow(leader.track, follower.track)
    expect(follow.step(1_000, visible).driftMs).toBeCloseTo(4_000)
    expect(follower.video.currentTime).toBeCloseTo(26.2)
    expect(follow.step(1_200, visible).driftMs).toBeCloseTo(0)
    follow.align(12, 2_000)
    expect(follower.video.currentTime).toBeCloseTo(8)
  })

  it('aims ahead by what the last jump cost', () => {
    const leader = track({ positionSec: 20 })
    const follower = track({ positionSec: 10 })
    const follow = new Follow(leader.track, follower.track)
    follow.step(0, visible)
    // The jump took half a second more than it aimed ahead.
    leader.video.currentTime = 30
    follower.video.currentTime = 29.5
    follow.step(1_000, visible)
    leader.video.currentTime = 40
    follower.video.currentTime = 30
    follow.step(2_000, visible)
    expect(follower.video.currentTime).toBeCloseTo(40.6)
  })

  it('waits where it goes on when it sent nothing at that time, and says that it is not there', () => {
    const leader = track({ positionSec: 5 })
    const follower = track({ positionSec: 3, begunSec: 60 })
    const follow = new Follow(leader.track, follower.track)
    expect(follow.step(0, visible)).toEqual({ driftMs: null, isThere: false, goesOnInMs: 55_150 })
    expect([follower.video.currentTime, follower.video.paused]).toEqual([insideSec, true])
    leader.video.currentTime = 60
    expect(follow.step(1_000, visible).isThere).toBe(true)
    expect(follower.video.paused).toBe(false)
  })

  it('keeps its last picture in sight through a short hole, and is sent to the end of it just before', () => {
    const leader = track({ positionSec: 57 })
    const follower = track({ positionSec: 3, begunSec: 60 })
    const follow = new Follow(leader.track, follower.track)
    expect(follow.step(0, visible)).toEqual({ driftMs: null, isThere: false, goesOnInMs: 3_150 })
    expect([follower.video.currentTime, follower.video.paused]).toEqual([3, true])
    leader.video.currentTime = 59.8
    follow.step(2_800, visible)
    expect(follower.video.currentTime).toBe(insideSec)
  })

  it('plays what it has when its list is not as far as the leader, and jumps nowhere', () => {
    const follower = track({ positionSec: 98, lengthSec: 100 })
    const follow = new Follow(track({ positionSec: 103 }).track, follower.track)
    expect(follow.step(0, visible)).toEqual({ driftMs: null, isThere: true })
    expect(follower.video.currentTime).toBe(98)
  })

  it('tells no drift while one of them is on its way', () => {
    const follower = track({ positionSec: 10 })
    follower.video.seeking = true
    expect(new Follow(track({ positionSec: 10 }).track, follower.track).step(0, visible).driftMs).toBeNull()
  })
})
