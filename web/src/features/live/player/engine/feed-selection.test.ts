// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { Cast } from './cast.ts'
import { FeedSelection } from './feed-selection.ts'
import type { Track } from './track.ts'
import type { TrackRole } from './track-events.ts'
import type { FeedSource } from './types.ts'

const source = (id: string): FeedSource => ({ id, masterUrl: `/${id}.m3u8`, hasAudio: true, hasVideo: true })

/** Two feeds, of which the second one is shown over the sound of the first. */
function stage() {
  const tracks: Track[] = []
  const make = (role: TrackRole) => {
    const video = {
      readyState: 4,
      seeking: false,
      paused: false,
      ended: false,
      playbackRate: 1,
      currentTime: 20,
      play: () => Promise.resolve(),
      addEventListener: () => undefined,
    }
    const track = {
      role,
      video,
      isLive: false,
      capturedAtMs: 20_000,
      captureTimeAt: () => 20_000,
      placeOf: () => ({ positionSec: 20, isThere: true, isEnd: false }),
      isBuffered: () => true,
      load: () => undefined,
      seekTo: () => undefined,
      setThrifty: () => undefined,
      close: () => undefined,
    } as unknown as Track
    tracks.push(track)
    return track
  }
  const cast = new Cast(make)
  const selection = new FeedSelection(cast)
  selection.open([source('a'), source('b')])
  selection.choose('b')
  selection.present('b', false)
  return { cast, selection, tracks }
}
const at = (nowMs: number) => ({ nowMs, isFollowingLive: false })

describe('a feed that cannot be played', () => {
  it('is left for the one with the sound, said, and tried again behind it until it is seen', () => {
    const { cast, selection, tracks } = stage()
    const [, failing] = tracks
    if (!failing) throw new Error('no follower')
    expect(selection.drop(failing, 1_000)).toBe(true)
    expect([selection.failedFeedId, selection.chosenId, cast.follower]).toEqual(['b', 'a', undefined])
    selection.tryAgain(at(15_900))
    expect(cast.follower).toBeUndefined()
    selection.tryAgain(at(16_000))
    expect([cast.follower?.id, cast.shown?.id, selection.failedFeedId]).toEqual(['b', 'a', 'b'])
    for (let nowMs = 16_000; nowMs <= 18_000; nowMs += 200) cast.keepInTime(nowMs)
    selection.tryAgain(at(18_200))
    expect([cast.shown?.id, selection.chosenId, selection.failedFeedId]).toEqual(['b', 'b', null])
  })

  it('is not gone back to by somebody who stays with the other one', () => {
    const { cast, selection, tracks } = stage()
    const [, failing] = tracks
    if (!failing) throw new Error('no follower')
    selection.drop(failing, 1_000)
    selection.keepShown()
    selection.tryAgain(at(60_000))
    expect([cast.follower, selection.failedFeedId, selection.chosenId]).toEqual([undefined, null, 'a'])
  })

  it('ends the show only where it carries the sound', () => {
    const { selection, tracks } = stage()
    const [leading] = tracks
    if (!leading) throw new Error('no leader')
    expect(selection.drop(leading, 1_000)).toBe(false)
  })
})

describe('a chosen feed whose picture does not come, though nothing tells of an error', () => {
  /** Ticks of the player; `look` sees each of them. */
  function run(selection: FeedSelection, cast: Cast, { fromMs, toMs }: { fromMs: number; toMs: number }) {
    for (let nowMs = fromMs; nowMs <= toMs; nowMs += 200) {
      cast.keepInTime(nowMs)
      selection.tryAgain(at(nowMs))
    }
  }

  it('is said after eight seconds, loaded anew, and said no more once it is seen', () => {
    const { cast, selection, tracks } = stage()
    const [, waiting] = tracks
    Object.assign(waiting!.video, { readyState: 0 })
    run(selection, cast, { fromMs: 0, toMs: 7_800 })
    expect([selection.failedFeedId, selection.awayFeedId]).toEqual([null, null])
    run(selection, cast, { fromMs: 8_000, toMs: 8_400 })
    expect([selection.failedFeedId, cast.follower?.track]).toEqual(['b', waiting])
    run(selection, cast, { fromMs: 8_600, toMs: 23_000 })
    expect([tracks.length, cast.shown?.id === 'b']).toEqual([3, false])
    run(selection, cast, { fromMs: 23_200, toMs: 25_000 })
    expect([cast.shown?.id, selection.failedFeedId]).toEqual(['b', null])
  })

  it('is loaded anew by another press', () => {
    const { cast, selection, tracks } = stage()
    Object.assign(tracks[1]!.video, { readyState: 0 })
    run(selection, cast, { fromMs: 0, toMs: 9_000 })
    selection.choose('b')
    selection.present('b', false)
    expect([selection.failedFeedId, tracks.length]).toEqual([null, 3])
  })

  it('is said to send nothing where it was away at that moment, and stays loaded', () => {
    const { cast, selection, tracks } = stage()
    const [, absent] = tracks
    Object.assign(absent!, { placeOf: () => ({ positionSec: 60, isThere: false, isEnd: false }) })
    Object.assign(absent!.video, { pause: () => undefined })
    run(selection, cast, { fromMs: 0, toMs: 1_800 })
    expect(selection.awayFeedId).toBeNull()
    run(selection, cast, { fromMs: 2_000, toMs: 40_000 })
    expect([selection.awayFeedId, selection.failedFeedId, cast.follower?.track]).toEqual(['b', null, absent])
    Object.assign(absent!, { placeOf: () => ({ positionSec: 20, isThere: true, isEnd: false }) })
    run(selection, cast, { fromMs: 40_200, toMs: 41_400 })
    expect([cast.shown?.id, selection.awayFeedId]).toEqual(['b', null])
  })

  it('is waited for while nothing plays', () => {
    const { cast, selection, tracks } = stage()
    for (const { video } of tracks) Object.assign(video, { readyState: 0, paused: true })
    run(selection, cast, { fromMs: 0, toMs: 60_000 })
    expect(selection.failedFeedId).toBeNull()
  })
})
