import { describe, expect, it } from 'vitest'
import { chooseFeeds, FeedWatch, type FeedHealth, type FeedSign } from './feed-choice.ts'

const feed = (id: string, over: Partial<FeedHealth> = {}): FeedHealth => ({ id, hasAudio: true, hasVideo: true, isDead: false, ...over })
const both = (leaderId: string, pictureId = leaderId) => ({ leaderId, pictureId })

describe('which feeds are played', () => {
  it('are the chosen ones while they live', () => {
    expect(chooseFeeds([feed('a'), feed('b')], both('a', 'b'), both('a'))).toEqual(both('a', 'b'))
  })
  it('are others, for picture and sound, where a chosen one died', () => {
    expect(chooseFeeds([feed('a', { isDead: true }), feed('b')], both('a'), both('a'))).toEqual(both('b'))
    // Only the picture is gone: the sound stays where it is.
    expect(chooseFeeds([feed('a'), feed('b', { isDead: true })], both('a', 'b'), both('a', 'b'))).toEqual(both('a'))
    // Only the sound is gone: the picture stays, and the sound comes from who has one.
    const feeds = [feed('a', { isDead: true }), feed('b', { hasAudio: false }), feed('c')]
    expect(chooseFeeds(feeds, both('a', 'b'), both('a', 'b'))).toEqual(both('c', 'b'))
    expect(chooseFeeds(feeds.slice(0, 2), both('a', 'b'), both('a', 'b'))).toEqual(both('b'))
  })
  it('are the chosen ones again as soon as they live again', () => {
    expect(chooseFeeds([feed('a'), feed('b')], both('a'), both('b'))).toEqual(both('a'))
  })
  it('are what they are where nothing lives', () => {
    const dead = [feed('a', { isDead: true }), feed('b', { isDead: true })]
    expect(chooseFeeds(dead, both('a'), both('b'))).toEqual(both('b'))
  })
  it('never show a picture of a feed without one where another has one', () => {
    expect(chooseFeeds([feed('a', { isDead: true }), feed('talk', { hasVideo: false }), feed('c')], both('a'), both('a'))).toEqual(
      both('talk', 'c'),
    )
  })
})

describe('a feed is dead', () => {
  const sign = (over: Partial<FeedSign> = {}): FeedSign => ({
    id: 'a',
    sends: true,
    played: { listedUntilMs: 1_000, isStarving: false },
    ...over,
  })
  /** Signs each 200 ms; returns after how many milliseconds it was dead, or alive again. */
  function after(
    watch: FeedWatch,
    isDead: boolean,
    signAt: (ms: number) => FeedSign,
    { from = 0, isFollowingLive = true } = {},
  ): number | null {
    for (let ms = 0; ms <= 20_000; ms += 200) {
      watch.update([signAt(ms)], from + ms, isFollowingLive)
      if (watch.isDead('a') === isDead) return ms
    }
    return null
  }
  const growing = (ms: number) => ({ listedUntilMs: 1_000 + Math.floor(ms / 2_000) * 2_000, isStarving: false })

  it('not while its list grows', () => {
    expect(after(new FeedWatch(), true, (ms) => sign({ played: growing(ms) }))).toBeNull()
  })
  it('when the platform says for a moment that it is gone; a studio that reloads is not', () => {
    const watch = new FeedWatch()
    watch.update([sign()], -200, true)
    expect(after(watch, true, () => sign({ sends: false }))).toBe(1_600)
    const reloading = new FeedWatch()
    reloading.update([sign()], -200, true)
    expect(after(reloading, true, (ms) => sign({ sends: ms > 1_000, played: growing(ms) }))).toBeNull()
  })
  it('when nothing new is listed and everything was played, whatever the platform says', () => {
    const dead = after(new FeedWatch(), true, (ms) => sign({ played: { listedUntilMs: 1_000, isStarving: ms > 3_600 } }))
    expect(dead).toBeGreaterThanOrEqual(4_200)
    expect(dead).toBeLessThanOrEqual(5_000)
    // A viewer whose line is slow starves although the list grows.
    expect(after(new FeedWatch(), true, (ms) => sign({ played: { ...growing(ms), isStarving: true } }))).toBeNull()
  })
  it('not for somebody who watches an earlier moment and has more to see', () => {
    expect(
      after(new FeedWatch(), true, () => sign({ sends: false, played: { listedUntilMs: 1_000, isStarving: false } }), {
        isFollowingLive: false,
      }),
    ).toBeNull()
  })
  it('not when it is a film or a recording that has to load', () => {
    expect(after(new FeedWatch(), true, () => sign({ sends: undefined, played: { listedUntilMs: 1_000, isStarving: true } }))).toBeNull()
  })
  it('until the platform says that it sends again', () => {
    const watch = new FeedWatch()
    watch.update([sign()], -200, true)
    after(watch, true, () => sign({ sends: false }))
    const alive = after(watch, false, () => sign({ played: undefined }), { from: 10_000 })
    expect(alive).toBeGreaterThanOrEqual(1_400)
    expect(alive).toBeLessThanOrEqual(2_000)
  })
  it('from the beginning when it is gone when the show is opened, or not part of the show', () => {
    const watch = new FeedWatch()
    watch.update([sign({ sends: false, played: undefined })], 0, true)
    expect([watch.isDead('a'), watch.isDead('b')]).toEqual([true, true])
  })
})
