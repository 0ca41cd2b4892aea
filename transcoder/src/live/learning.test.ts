import { describe, expect, it } from 'vitest'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { RoomFeed } from '@e-events/shared/signaling/feed.ts'
import { createLearning } from './learning.ts'
import { effectiveSource } from './source.ts'

const layer = (width: number, height: number) => ({ width, height, maxBitrateBps: 1_000_000 })
function roomFeed(change: Partial<RoomFeed> = {}): RoomFeed {
  return {
    feedId: '5f0c8f0e-5b0a-4d0e-9f0a-0d6f3c1b2a10' as FeedId,
    meta: { kind: 'camera', label: 'Camera', language: null },
    connected: true,
    audio: { producerId: 'a1', paused: false, mimeType: 'audio/opus' },
    video: {
      producerId: 'v1',
      paused: false,
      mimeType: 'video/H264',
      type: 'simulcast',
      layers: [layer(640, 360), layer(960, 540), layer(1280, 720)],
      frameRate: 30,
    },
    ...change,
  }
}
const simple = (...layers: ReturnType<typeof layer>[]) => roomFeed({ video: { ...roomFeed().video!, type: 'simple', layers } })
const sizes = (feed: RoomFeed, learning: ReturnType<typeof createLearning>) =>
  effectiveSource(feed, learning)?.source.video?.layers.map(({ width, height }) => `${width}x${height}`)

describe('what a feed sends now', () => {
  it('is nothing while its publisher is away', () => {
    const learning = createLearning(() => 0)
    expect(effectiveSource(undefined, learning)).toBeUndefined()
    expect(effectiveSource(roomFeed({ connected: false }), learning)).toBeUndefined()
    expect(effectiveSource(roomFeed({ audio: null, video: null }), learning)).toBeUndefined()
  })

  it('has another key for another producer, not for a muted one', () => {
    const learning = createLearning(() => 0)
    const key = (feed: RoomFeed) => effectiveSource(feed, learning)?.key
    const before = key(roomFeed())
    expect(key(roomFeed({ audio: { producerId: 'a1', paused: true, mimeType: 'audio/opus' } }))).toBe(before)
    expect(key(roomFeed({ audio: { producerId: 'a2', paused: false, mimeType: 'audio/opus' } }))).not.toBe(before)
    expect(key(roomFeed({ audio: null }))).not.toBe(before)
  })

  it('is taken for 720p while nothing was announced', () => {
    expect(
      sizes(
        simple(),
        createLearning(() => 0),
      ),
    ).toEqual(['1280x720'])
  })
})

describe('learning from runs', () => {
  const effective = (feed: RoomFeed, learning: ReturnType<typeof createLearning>) => effectiveSource(feed, learning)!

  it('goes on without layers that stay away, and takes them back when a look shows them', () => {
    let now = 0
    const learning = createLearning(() => now)
    learning.noteLayer(2, false)
    now = 9_999
    expect(learning.tick()).toEqual({ probe: undefined })
    expect(sizes(roomFeed(), learning)).toHaveLength(3)
    now = 10_000
    learning.noteLayer(1, false)
    learning.tick()
    expect(sizes(roomFeed(), learning)).toEqual(['640x360', '960x540'])
    expect(effective(roomFeed(), learning).spatialLayers).toEqual([0, 1])
    now = 20_000
    expect(learning.tick()).toEqual({ probe: undefined })
    expect(sizes(roomFeed(), learning)).toEqual(['640x360'])
    now = 29_999
    expect(learning.tick()).toEqual({ probe: undefined })
    now = 30_000
    expect(learning.tick()).toEqual({ probe: 2 })
    learning.noteProbe(undefined, roomFeed())
    learning.noteProbe({ width: 960, height: 540 }, roomFeed())
    expect(sizes(roomFeed(), learning)).toEqual(['640x360', '960x540'])
    learning.noteProbe({ width: 1280, height: 720 }, roomFeed())
    expect(sizes(roomFeed(), learning)).toHaveLength(3)
  })

  it('forgets a layer that returns in time', () => {
    let now = 0
    const learning = createLearning(() => now)
    learning.noteLayer(2, false)
    now = 2_000
    learning.noteLayer(2, true)
    now = 60_000
    learning.tick()
    expect(sizes(roomFeed(), learning)).toHaveLength(3)
  })

  it('believes the pictures, not the announcement', () => {
    const learning = createLearning(() => 0)
    const feed = simple(layer(1920, 1080))
    learning.noteEnd(
      { cause: 'other_size', listedSec: 0, sizes: [{ layer: null, seen: { width: 1280, height: 720 } }] },
      effective(feed, learning),
      feed,
    )
    expect(sizes(feed, learning)).toEqual(['1280x720'])
  })

  it('knows a lower layer that the sfu lent for a missing one', () => {
    const learning = createLearning(() => 0)
    const feed = roomFeed()
    learning.noteEnd(
      { cause: 'other_size', listedSec: 0, sizes: [1, 2].map((layer) => ({ layer, seen: { width: 640, height: 360 } })) },
      effective(feed, learning),
      feed,
    )
    expect(sizes(feed, learning)).toEqual(['640x360'])
  })

  it('stops copying a publisher whose pictures gave nothing twice', () => {
    const learning = createLearning(() => 0)
    const feed = simple(layer(1280, 720))
    const hang = { cause: 'ffmpeg_hang', listedSec: 0, lagging: ['720p' as const] } as const
    learning.noteEnd(hang, effective(feed, learning), feed)
    expect(effective(feed, learning).allowCopy).toBe(true)
    learning.noteEnd(hang, effective(feed, learning), feed)
    expect(effective(feed, learning)).toMatchObject({ allowCopy: false, videoProducerId: 'v1' })
    learning.noteEnd(hang, effective(feed, learning), feed)
    expect(effective(feed, learning).source.video).toBeNull()
  })

  it('stops copying a publisher who leaves out key frames', () => {
    const learning = createLearning(() => 0)
    const feed = simple(layer(1280, 720))
    const after = (listedSec: number) => {
      learning.noteEnd({ cause: 'too_long', listedSec, track: '720p', durationSec: 10 }, effective(feed, learning), feed)
      return effective(feed, learning).allowCopy
    }
    expect([after(4), after(100), after(4)]).toEqual([true, true, false])
  })

  it('does not blame copying when nothing comes at all', () => {
    const learning = createLearning(() => 0)
    const feed = simple(layer(1280, 720))
    for (let run = 0; run < 5; run++) learning.noteEnd({ cause: 'ffmpeg_hang', listedSec: 0, lagging: [] }, effective(feed, learning), feed)
    expect(effective(feed, learning)).toMatchObject({ allowCopy: true, videoProducerId: 'v1', audioProducerId: 'a1' })
  })

  it('goes on with silence or black while something paused sends nothing', () => {
    const learning = createLearning(() => 0)
    const paused = roomFeed({ video: { ...roomFeed().video!, paused: true } })
    learning.noteEnd({ cause: 'ffmpeg_hang', listedSec: 4, lagging: ['720p', '540p', '360p'] }, effective(paused, learning), paused)
    expect(effective(paused, learning).source).toMatchObject({ hasAudio: true, video: null })
    learning.notePaused(roomFeed())
    expect(effective(roomFeed(), learning).source.video).not.toBeNull()

    const mute = roomFeed()
    learning.noteEnd({ cause: 'ffmpeg_hang', listedSec: 0, lagging: ['audio'] }, effective(mute, learning), mute)
    expect(effective(mute, learning).source.hasAudio).toBe(false)
  })

  it('looks again for pictures that were given up though nothing was paused, later each time, and takes them back', () => {
    let now = 0
    const learning = createLearning(() => now)
    const feed = simple(layer(1280, 720))
    const hang = { cause: 'ffmpeg_hang', listedSec: 0, lagging: ['720p' as const] } as const
    const hasPictures = () => effective(feed, learning).source.video !== null
    for (let run = 0; run < 3; run++) learning.noteEnd(hang, effective(feed, learning), feed)
    expect(hasPictures()).toBe(false)
    now = 29_999
    expect(learning.tick()).toEqual({ probe: undefined })
    now = 30_000
    expect(learning.tick()).toEqual({ probe: undefined, look: { producerId: 'v1', kind: 'video' } })
    // Asked once, and again after a while where nothing came.
    expect(learning.tick()).toEqual({ probe: undefined })
    now = 60_000
    expect(learning.tick().look).toBeDefined()
    learning.noteFlow('v1')
    expect(hasPictures()).toBe(true)
    learning.noteEnd(hang, effective(feed, learning), feed)
    expect(hasPictures()).toBe(false)
    now = 119_999
    expect(learning.tick().look).toBeUndefined()
    now = 120_000
    expect(learning.tick().look).toBeDefined()
  })

  it('does not look for what is paused: the room says when that goes on', () => {
    let now = 0
    const learning = createLearning(() => now)
    const paused = roomFeed({ video: { ...roomFeed().video!, paused: true } })
    learning.noteEnd({ cause: 'ffmpeg_hang', listedSec: 4, lagging: ['720p', '540p', '360p'] }, effective(paused, learning), paused)
    now = 600_000
    expect(learning.tick().look).toBeUndefined()
  })
})
