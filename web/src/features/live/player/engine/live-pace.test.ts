import { describe, expect, it } from 'vitest'
import { paceAtLive } from './live-pace.ts'

const state = { behindSec: 0, isTargetBuffered: true, bufferedAheadSec: 4, sinceJumpMs: Number.POSITIVE_INFINITY, rate: 1 }

describe('coming to the live edge', () => {
  it('never plays faster than 1.05, however late somebody joins', () => {
    const rates: number[] = []
    for (let behindSec = 0; behindSec < 60; behindSec += 0.1) {
      for (const isTargetBuffered of [true, false]) {
        const pace = paceAtLive({ ...state, behindSec, isTargetBuffered })
        if (pace.kind === 'rate') rates.push(pace.rate)
      }
    }
    expect(Math.max(...rates)).toBe(1.05)
  })
  it('jumps once over what would take a minute, to where there is something to play', () => {
    expect(paceAtLive({ ...state, behindSec: 4 })).toEqual({ kind: 'jump' })
    expect(paceAtLive({ ...state, behindSec: 4, isTargetBuffered: false })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...state, behindSec: 4, sinceJumpMs: 3_000 })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...state, behindSec: 300, isTargetBuffered: false })).toEqual({ kind: 'jump' })
  })
  it('leaves a little alone, catches up with the rest whole, and never into an empty buffer', () => {
    expect(paceAtLive({ ...state, behindSec: 0.2 })).toEqual({ kind: 'rate', rate: 1 })
    expect(paceAtLive({ ...state, behindSec: 0.5 })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...state, behindSec: 0.1, rate: 1.05 })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...state, behindSec: 1, bufferedAheadSec: 0.5 })).toEqual({ kind: 'rate', rate: 1 })
  })
  it('takes less of a drift where parts of segments leave no second in reserve', () => {
    const near = { ...state, isInParts: true, bufferedAheadSec: 0.4 }
    expect(paceAtLive({ ...near, behindSec: 0.2 })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...near, behindSec: 0.05 })).toEqual({ kind: 'rate', rate: 1 })
    expect(paceAtLive({ ...near, behindSec: 0.2, bufferedAheadSec: 0.25 })).toEqual({ kind: 'rate', rate: 1 })
    expect(paceAtLive({ ...near, behindSec: 1.1 })).toEqual({ kind: 'jump' })
    expect(paceAtLive({ ...near, behindSec: 1.1, isTargetBuffered: false })).toEqual({ kind: 'rate', rate: 1.05 })
  })
  it('moves away from an edge that is too near for whole segments', () => {
    expect(paceAtLive({ ...state, isInParts: true, behindSec: -0.6, isLeavingEdge: true })).toEqual({ kind: 'rate', rate: 0.95 })
    expect(paceAtLive({ ...state, isInParts: true, behindSec: -0.6 })).toEqual({ kind: 'rate', rate: 1 })
  })
  it('by the clock nobody stays half a second behind, or ahead', () => {
    const byClock = { ...state, isByClock: true }
    expect(paceAtLive({ ...byClock, behindSec: 0.6 })).toEqual({ kind: 'jump' })
    expect(paceAtLive({ ...byClock, behindSec: 0.6, isTargetBuffered: false })).toEqual({ kind: 'rate', rate: 1.05 })
    expect(paceAtLive({ ...byClock, behindSec: -0.2 })).toEqual({ kind: 'rate', rate: 1 })
    expect(paceAtLive({ ...byClock, behindSec: -0.3 })).toEqual({ kind: 'rate', rate: 0.97 })
    expect(paceAtLive({ ...byClock, behindSec: -0.1, rate: 0.97 })).toEqual({ kind: 'rate', rate: 0.97 })
  })
  it('never goes back: a feed that stands still is left where it is', () => {
    expect(paceAtLive({ ...state, behindSec: -4.5 })).toEqual({ kind: 'rate', rate: 1 })
  })
})
