import Hls from 'hls.js'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchEnd } from './watch-end.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A picture that waits a second before the end of a show. */
function begin() {
  const inFlightFragments: { main?: { frag: { loader: object | null } } } = {}
  const hls = Object.assign(new EventEmitter(), { inFlightFragments, latestLevelDetails: { edge: 3.2 } })
  const video = { paused: false, seeking: false, readyState: 2, currentTime: 2.1 }
  const again = vi.fn<() => void>()
  watchEnd(hls as never, video, again)
  const list = (live: boolean) => void hls.emit(Hls.Events.LEVEL_LOADED, Hls.Events.LEVEL_LOADED, { details: { live } })
  return { hls, video, again, list }
}

it('loads a show anew, once, that is over and waits before its end while nothing is on its way', () => {
  const { again, list } = begin()
  list(true)
  vi.advanceTimersByTime(60_000)
  expect(again).not.toHaveBeenCalled()
  list(false)
  vi.advanceTimersByTime(3_900)
  expect(again).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(again).toHaveBeenCalledOnce()
})

it.each([
  ['a film', { isFilm: true }],
  ['a pause', { paused: true }],
  ['a picture that goes on', { readyState: 4 }],
  ['one that was seen to its end', { currentTime: 3 }],
  ['one whose last second is on its way', { isLoading: true }],
  ['one that was closed', { isClosed: true }],
] as const)('leaves %s alone', (_, { isFilm = false, isLoading = false, isClosed = false, ...picture }: Record<string, unknown>) => {
  const { hls, video, again, list } = begin()
  Object.assign(video, picture)
  if (isLoading === true) hls.inFlightFragments.main = { frag: { loader: {} } }
  if (isFilm !== true) list(true)
  list(false)
  if (isClosed === true) hls.emit(Hls.Events.DESTROYING)
  vi.advanceTimersByTime(60_000)
  expect(again).not.toHaveBeenCalled()
})
