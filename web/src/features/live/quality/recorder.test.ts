import { describe, expect, it } from 'vitest'
import { addStretch, ViewingRecorder, type Observation } from './recorder.ts'

const idle: Observation = {
  phase: 'loading',
  isSeeking: false,
  failure: null,
  failedFeedId: null,
  feedId: 'stage',
  mode: 'live',
  heightPx: 720,
  placeSec: null,
  resumeSec: null,
  isSilent: false,
  isHidden: false,
}

/** A player that is looked at four times a second, from `loading` on. */
function player(of: 'show' | 'video' = 'show') {
  const recorder = new ViewingRecorder(of, 0)
  let nowMs = 0
  let state = idle
  const look = (change: Partial<Observation> = {}) => {
    state = { ...state, ...change }
    recorder.observe(state, nowMs)
  }
  look()
  return {
    /** Is like this from now on, for so many seconds; the place moves with the picture. */
    is(change: Partial<Observation>, seconds: number, rate = 1) {
      look(change)
      for (let passed = 0; passed < seconds; passed += 0.25) {
        nowMs += 250
        const moves = state.phase === 'playing' && state.placeSec !== null
        look(moves ? { placeSec: (state.placeSec ?? 0) + 0.25 * rate } : {})
      }
    },
    sleeps(seconds: number) {
      nowMs += seconds * 1_000
      look()
    },
    report: (isOver = false) => recorder.report(nowMs, { isOver }),
  }
}

describe('a viewing', () => {
  it('begins with the first picture, and counts what is watched by height and by way', () => {
    const one = player()
    one.is({}, 1.5)
    one.is({ phase: 'playing' }, 20)
    one.is({ heightPx: 360, mode: 'behind' }, 10)
    one.is({ phase: 'paused' }, 30)
    expect(one.report()).toEqual({
      sequence: 1,
      of: 'show',
      ageMs: 61_500,
      idleMs: 30_000,
      isOver: false,
      hasStarted: true,
      startupMs: 1_500,
      liveMs: 20_000,
      behindMs: 10_000,
      videoMs: 0,
      rebuffers: 0,
      rebufferedMs: 0,
      rungChanges: 1,
      rungs: [
        { heightPx: 720, ms: 20_000 },
        { heightPx: 360, ms: 10_000 },
      ],
      errors: [],
      places: [],
    })
  })

  it('stands still when the picture does, and not before the first one, by a seek, or for a signal that is gone', () => {
    const one = player()
    one.is({ phase: 'waiting' }, 2)
    one.is({ phase: 'playing' }, 10)
    one.is({ phase: 'waiting' }, 3)
    one.is({ phase: 'playing' }, 5)
    one.is({ phase: 'waiting', isSeeking: true }, 1)
    one.is({ isSeeking: false }, 2)
    one.is({ phase: 'playing' }, 5)
    one.is({ phase: 'waiting', isSilent: true }, 60)
    one.is({ phase: 'playing', isSilent: false }, 5)
    expect(one.report()).toMatchObject({ startupMs: 2_000, rebuffers: 1, rebufferedMs: 3_000, liveMs: 25_000 })
    // A seek out of a standstill ends it.
    one.is({ phase: 'waiting' }, 2)
    one.is({ isSeeking: true }, 4)
    expect(one.report()).toMatchObject({ rebuffers: 2, rebufferedMs: 5_000 })
  })

  it('does not count standstills that nobody sees', () => {
    const recorder = new ViewingRecorder('video', 0)
    recorder.observe({ ...idle, phase: 'playing' }, 0)
    recorder.observe({ ...idle, phase: 'waiting' }, 1_000)
    recorder.observe({ ...idle, phase: 'playing' }, 1_150)
    expect(recorder.report(2_000, { isOver: false })).toMatchObject({ rebuffers: 0, rebufferedMs: 0 })
  })

  it('names the stretches that were on screen, also at twice the speed', () => {
    const one = player('video')
    one.is({ phase: 'playing', mode: 'video', placeSec: 0 }, 10)
    one.is({ placeSec: 100 }, 10, 2)
    one.is({ placeSec: 5 }, 10)
    expect(one.report()?.places).toEqual([
      { from: 0, to: 15 },
      { from: 100, to: 120 },
    ])
  })

  it('gives the server no more than it takes, the longest stretches first', () => {
    const one = player('video')
    for (let place = 0; place < 100; place++) one.is({ phase: 'playing', mode: 'video', placeSec: place * 50 }, place === 70 ? 1 : 2)
    const places = one.report()?.places ?? []
    expect(places).toHaveLength(60)
    expect(places.every(({ from, to }) => to - from === 2)).toBe(true)
  })

  it('tells of errors, and of leaving before a picture came', () => {
    const failed = player()
    failed.is({}, 4)
    failed.is({ phase: 'failed', failure: 'network' }, 4)
    failed.is({ phase: 'loading', failure: null }, 1)
    failed.is({ phase: 'failed', failure: 'network' }, 1)
    failed.is({ failedFeedId: 'screen' }, 1)
    expect(failed.report(true)).toMatchObject({
      hasStarted: false,
      startupMs: null,
      isOver: true,
      errors: [
        { code: 'network', count: 2 },
        { code: 'feed', count: 1 },
      ],
    })
    const left = player()
    left.is({}, 3)
    expect(left.report(true)).toMatchObject({ hasStarted: false, isOver: true, liveMs: 0 })
    const passed = player()
    passed.is({}, 0.5)
    expect(passed.report(true)).toBeNull()
  })

  it('says nothing of a start that nobody waited for, and of the time that a page slept', () => {
    const one = player()
    one.is({ isHidden: true }, 30)
    one.is({ isHidden: false, phase: 'playing' }, 10)
    one.sleeps(3_600)
    expect(one.report()).toMatchObject({ hasStarted: true, startupMs: null, liveMs: 15_000 })
  })

  it('is told again only when it went on', () => {
    const one = player()
    one.is({ phase: 'playing' }, 10)
    expect(one.report()?.sequence).toBe(1)
    one.is({ phase: 'paused' }, 60)
    expect(one.report()).toBeNull()
    expect(one.report(true)).toMatchObject({ sequence: 2, liveMs: 10_000, isOver: true })
  })
})

describe('stretches', () => {
  it('become one where they touch, and stay in order', () => {
    const stretches: [number, number][] = []
    for (const one of [
      [10, 20],
      [30, 40],
      [0, 5],
      [18, 31],
      [5, 6],
    ] as [number, number][])
      addStretch(stretches, one)
    expect(stretches).toEqual([
      [0, 6],
      [10, 40],
    ])
  })
})
