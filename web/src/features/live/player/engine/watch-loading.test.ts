import Hls from 'hls.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freeAbandoned } from './watch-loading.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('loads on where hls.js still waits for a part that was given up, and nowhere else', () => {
  const told = new Map<string, (event: unknown, data: object) => void>()
  const frag = { sn: 8, loader: null }
  const main = { frag, state: 'FRAG_LOADING' }
  let starts = 0
  const hls = {
    on: (event: string, tell: (event: unknown, data: object) => void) => void told.set(event, tell),
    inFlightFragments: { main },
    startLoad: () => (starts += 1),
  }
  freeAbandoned(hls as never)
  const abort = (more: object) =>
    told.get(Hls.Events.ERROR)?.(Hls.Events.ERROR, { details: Hls.ErrorDetails.INTERNAL_ABORTED, frag, part: {}, ...more })
  abort({})
  vi.advanceTimersByTime(400)
  expect(starts).toBe(1)
  // A whole segment, another fault, something that goes on by itself, and a player that was closed.
  abort({ part: null })
  abort({ details: Hls.ErrorDetails.FRAG_LOAD_ERROR })
  vi.advanceTimersByTime(400)
  main.state = 'IDLE'
  abort({})
  vi.advanceTimersByTime(400)
  main.state = 'FRAG_LOADING'
  abort({})
  told.get(Hls.Events.DESTROYING)?.(Hls.Events.DESTROYING, {})
  vi.advanceTimersByTime(400)
  expect(starts).toBe(1)
})
