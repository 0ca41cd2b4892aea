import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrokenMedia } from './broken-media.ts'

type Range = [number, number]
type Video = Pick<HTMLVideoElement, 'currentTime' | 'readyState' | 'seeking' | 'paused'>

/** A picture that waits at `currentTime`, and where it was brought. */
function waiting(currentTime: number, ranges: Range[], more: Partial<Video> = {}) {
  const buffered = { length: ranges.length, start: (i: number) => ranges[i]?.[0], end: (i: number) => ranges[i]?.[1] }
  const video = { currentTime, readyState: 2, seeking: false, paused: false, ...more, buffered }
  const seeks: number[] = []
  const broken = new BrokenMedia(video as unknown as HTMLVideoElement, (sec) => seeks.push(sec))
  return { broken, seeks, video }
}
/** The same, after the segment from the fourth second to the sixth was broken. */
function before(...given: Parameters<typeof waiting>) {
  const made = waiting(...given)
  made.broken.note({ start: 4, end: 6 })
  made.broken.pass()
  return made
}
const hole: Range[] = [
  [0, 4],
  [6, 12],
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a segment that cannot be read', () => {
  it('is passed over by a picture that waits before it, once something behind it is there', () => {
    const { broken, seeks } = waiting(3.9, hole)
    broken.pass()
    expect(seeks).toEqual([])
    broken.note({ start: 4, end: 6 })
    broken.pass()
    expect(seeks).toEqual([6.05])
    expect(before(3.9, hole, { readyState: 3 }).seeks).toEqual([])
  })

  it('is passed over by a picture that was sought into it, not by one that seeks before it', () => {
    expect(before(3.9, hole, { seeking: true }).seeks).toEqual([])
    expect(before(5, hole, { readyState: 1, seeking: true }).seeks).toEqual([6.05])
  })

  it('is passed over after two seconds where nothing behind it has come, if the picture still waits', () => {
    const unseen = () => before(3.9, [[0, 4]])
    const [waits, paused, gone, again] = [unseen(), unseen(), unseen(), unseen()]
    paused.video.paused = true
    gone.video.currentTime = 30
    again.broken.cancel()
    vi.advanceTimersByTime(1_900)
    expect(waits.seeks).toEqual([])
    waits.broken.pass()
    vi.advanceTimersByTime(200)
    expect(waits.seeks).toEqual([6.05])
    expect([...paused.seeks, ...gone.seeks, ...again.seeks]).toEqual([])
  })

  it('throws nobody forward who waits for what was never loaded', () => {
    const tries = [before(1, [[6, 12]]), waiting(3.9, [[0, 4]]), before(3.9, hole, { readyState: 4 })]
    for (const { broken } of tries) broken.pass()
    const far = before(5, [[40, 50]])
    expect(far.seeks).toEqual([])
    vi.advanceTimersByTime(5_000)
    expect(far.seeks).toEqual([6.05])
    expect(tries.flatMap(({ seeks }) => seeks)).toEqual([])
  })

  it('is no reason to give up; twelve without one that can be read are', () => {
    const { broken } = waiting(0, [])
    const notes = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => broken.note({ start: (from + index) * 2, end: (from + index) * 2 + 2 }))
    expect(notes(0, 11)).not.toContain(true)
    broken.settle()
    expect(notes(20, 11)).not.toContain(true)
    expect(notes(40, 1)).toEqual([true])
  })
})
