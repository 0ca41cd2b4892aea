import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Track } from './track.ts'

// A browser without Media Source, as Safari on an older phone is one: it plays the address by itself. (jsdom has no
// Media Source either.)

const url = '/media/token/live/show/feed/master.m3u8'
let onChange: ReturnType<typeof vi.fn<() => void>>
let track: Track

beforeEach(() => {
  onChange = vi.fn<() => void>()
  track = new Track({ onChange, onAddressRefused: () => undefined, onGiveUp: () => undefined }, 'leader')
  document.body.append(track.video)
})
afterEach(() => track.close())

const ranges = (...spans: [number, number][]): TimeRanges => ({
  length: spans.length,
  start: (index) => spans[index]?.[0] ?? 0,
  end: (index) => spans[index]?.[1] ?? 0,
})
/** Makes the media element report these facts, as a browser would. */
const says = (
  facts: Partial<Record<'duration' | 'ended' | 'readyState' | 'paused', unknown>> & { seekable?: TimeRanges; buffered?: TimeRanges },
) => {
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(track.video, name, { configurable: true, get: () => value })
}

describe('a track that the browser plays by itself', () => {
  it('gets the address as it is, at its edge, with the sound of a leader and in place', () => {
    track.load(url)
    expect(track.video.getAttribute('src')).toBe(url)
    expect(track.address).toBe(url)
    expect(track.video.currentTime).toBe(0)
    expect([track.video.muted, track.video.playsInline]).toEqual([false, true])
  })

  it('begins where it is asked to, and a follower is silent', () => {
    track.setRole('follower')
    track.load(url, { startSec: 42 })
    expect(track.video.currentTime).toBe(42)
    expect(track.video.muted).toBe(true)
  })

  it('takes a fresh address for the old one', () => {
    track.load(url)
    track.load('/media/fresh/master.m3u8', { startSec: 7 })
    expect([track.video.getAttribute('src'), track.video.currentTime]).toEqual(['/media/fresh/master.m3u8', 7])
  })

  it('loads a younger address in a pause or shortly before the old one ends, at the same place', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const young = (name: string) => `/media/${name}.${'s'.repeat(43)}/live/show/feed/master.m3u8`
    const loaded = () => track.video.getAttribute('src')
    track.load(young('a'), { startSec: 7 })
    says({ paused: false })
    vi.advanceTimersByTime(24 * 60_000)
    track.renew(young('b'))
    expect(loaded()).toBe(young('a'))
    const play = vi.spyOn(track.video, 'play').mockResolvedValue()
    vi.advanceTimersByTime(60_000)
    track.renew(young('b'))
    expect([loaded(), track.video.currentTime, play.mock.calls.length]).toEqual([young('b'), 6.98, 1])
    says({ paused: true })
    vi.advanceTimersByTime(9 * 60_000)
    track.renew(young('c'))
    expect(loaded()).toBe(young('b'))
    vi.advanceTimersByTime(60_000)
    track.renew(young('c'))
    expect([loaded(), play.mock.calls.length]).toEqual([young('c'), 1])
  })

  it('is live as long as its length has no end, and its range is what the browser can reach', () => {
    track.load(url)
    says({ duration: Number.POSITIVE_INFINITY, seekable: ranges([0, 5], [8, 95]) })
    expect(track.isLive).toBe(true)
    expect(track.range).toEqual({ startSec: 0, endSec: 95 })
    says({ duration: 120, seekable: ranges() })
    expect(track.isLive).toBe(false)
    expect(track.range).toEqual({ startSec: 0, endSec: 120 })
  })

  it('has no sizes to choose from, and choosing one breaks nothing', () => {
    track.load(url)
    track.chooseHeight(360)
    track.setThrifty(true)
    track.retryNow()
    expect(track.levels).toEqual([])
    expect(track.video.getAttribute('src')).toBe(url)
  })

  it('goes where it is asked to and knows how far it is loaded', () => {
    track.load(url)
    says({ buffered: ranges([0, 10], [20, 31]) })
    track.seekTo(24)
    expect(track.video.currentTime).toBe(24)
    expect(track.bufferedEndSec).toBe(31)
    expect([track.isBuffered(5), track.isBuffered(15)]).toEqual([true, false])
  })

  it('has ended when the browser says so, and tells whoever looks', () => {
    track.load(url)
    expect(track.hasEnded).toBe(false)
    says({ ended: true })
    track.video.dispatchEvent(new Event('ended'))
    expect(track.hasEnded).toBe(true)
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('plays without sound where only that is allowed before a press, and says so', async () => {
    track.load(url)
    const play = vi.spyOn(track.video, 'play').mockRejectedValueOnce(new DOMException('press first', 'NotAllowedError'))
    expect(await track.start()).toBe(true)
    expect([track.video.muted, play.mock.calls.length]).toEqual([true, 2])
  })

  it('goes on where it was after the browser gave up: a fresh address is asked for, and so often it gives up itself', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const asked = vi.fn<() => void>()
    const gaveUp = vi.fn<(cause: string) => void>()
    track = new Track({ onChange, onAddressRefused: asked, onGiveUp: gaveUp }, 'leader')
    track.load(url)
    track.video.currentTime = 42
    const load = vi.spyOn(track.video, 'src', 'set')
    track.video.dispatchEvent(new Event('error'))
    expect([asked.mock.calls.length, load.mock.calls.length]).toEqual([1, 0])
    vi.advanceTimersByTime(500)
    expect(load.mock.calls).toEqual([[url]])
    expect(track.video.currentTime).toBeCloseTo(42, 1)
    for (let failures = 0; failures < 7; failures++) {
      track.video.dispatchEvent(new Event('error'))
      vi.advanceTimersByTime(8_000)
    }
    expect(gaveUp).not.toHaveBeenCalled()
    track.video.dispatchEvent(new Event('error'))
    expect(gaveUp.mock.calls).toEqual([['media']])
  })

  it('leaves nothing behind when it is closed', () => {
    track.load(url)
    track.close()
    expect(track.video.hasAttribute('src')).toBe(false)
    expect(track.video.isConnected).toBe(false)
  })
})
