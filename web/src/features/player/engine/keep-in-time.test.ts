import { expect, it } from 'vitest'
import { keepInTime } from './keep-in-time.ts'
import type { Track } from './track.ts'

/** As much of a track as being kept in time needs. */
function track(state: { ended?: boolean; paused?: boolean; positionSec: number }) {
  const calls: string[] = []
  const video = {
    readyState: 4,
    seeking: false,
    playbackRate: 1,
    currentTime: state.positionSec,
    ended: state.ended ?? false,
    paused: state.paused ?? false,
    play: () => {
      calls.push('play')
      return Promise.resolve()
    },
    pause: () => calls.push('pause'),
  }
  const made = { video, capturedAtMs: state.positionSec * 1000, positionOf: (ms: number) => ms / 1000, isBuffered: () => true }
  return { track: made as unknown as Track, video, calls }
}

it('leaves a picture that has ended on its last frame while the sound goes on', () => {
  const follower = track({ ended: true, paused: true, positionSec: 47 })
  keepInTime(track({ positionSec: 50 }).track, follower.track)
  expect(follower.calls).toEqual([])
  expect(follower.video.currentTime).toBe(47)
})

it('plays and pauses with the sound, and jumps after it', () => {
  const follower = track({ paused: true, positionSec: 10 })
  keepInTime(track({ positionSec: 20 }).track, follower.track)
  expect(follower.calls).toEqual(['play'])
  expect(follower.video.currentTime).toBe(20)
  const playing = track({ positionSec: 10 })
  keepInTime(track({ paused: true, positionSec: 10 }).track, playing.track)
  expect(playing.calls).toEqual(['pause'])
})
