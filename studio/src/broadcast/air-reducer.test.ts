import { describe, expect, it } from 'vitest'
import { fakeBroadcast } from '../testing/fakes.ts'
import { reduceAir, type AirAction, type Moment } from './air-reducer.ts'
import { idleAir, type AirState } from './air-state.ts'

const at = (nowMs: number): Moment => ({ nowMs, serverNowMs: nowMs + 1_000_000 })
/** The state after these actions, one second apart. */
const after = (...actions: AirAction[]): AirState =>
  actions.reduce((state, action, second) => reduceAir(state, action, at(second * 1_000)), idleAir)
const events = (state: AirState) => state.log.map(({ event }) => event)

describe('the states of a show', () => {
  it('counts a break from its first loss to the return, over every cause and attempt', () => {
    const state = after(
      { type: 'starting' },
      { type: 'on_air' },
      { type: 'media_interrupted' },
      { type: 'connection_lost', cause: 'network' },
      { type: 'retry_scheduled', cause: null, delayMs: 500 },
      { type: 'retry_scheduled', cause: 'session', delayMs: 500 },
      { type: 'on_air' },
    )
    expect(state).toMatchObject({ phase: 'on_air', reconnection: null })
    expect(events(state)).toEqual([{ type: 'on_air' }, { type: 'lost', cause: 'media' }, { type: 'resumed', awayMs: 4_000 }])
  })

  it('counts attempts and keeps the cause unless a new one is known', () => {
    const lost: AirAction[] = [{ type: 'starting' }, { type: 'on_air' }, { type: 'connection_lost', cause: 'node' }]
    const once = after(...lost, { type: 'retry_scheduled', cause: null, delayMs: 700 })
    expect(once.reconnection).toEqual({ cause: 'node', attempt: 1, sinceMs: 2_000, retryAtMs: 3_700 })
    const twice = reduceAir(once, { type: 'retry_scheduled', cause: 'session', delayMs: 900 }, at(4_000))
    expect(twice.reconnection).toEqual({ cause: 'session', attempt: 2, sinceMs: 2_000, retryAtMs: 4_900 })
    expect(reduceAir(twice, { type: 'attempt_begun' }, at(5_000)).reconnection).toMatchObject({ attempt: 2, retryAtMs: null })
  })

  it('does not come back on air while the stop is asked for or after the end', () => {
    const ending = after({ type: 'starting' }, { type: 'on_air' }, { type: 'ending' })
    expect(reduceAir(ending, { type: 'on_air' }, at(9_000))).toBe(ending)
    const ended = reduceAir(ending, { type: 'ended', broadcast: fakeBroadcast('ended', 'idle') }, at(9_000))
    expect(reduceAir(ended, { type: 'on_air' }, at(9_000))).toBe(ended)
    expect(events(ended).at(-1)).toEqual({ type: 'ended', reason: 'idle' })
  })

  it('goes back to where it was when the stop fails', () => {
    const lost = after({ type: 'starting' }, { type: 'on_air' }, { type: 'connection_lost', cause: 'network' })
    const before = { phase: lost.phase, reconnection: lost.reconnection }
    const refusal = { code: 'NETWORK', message: null } as const
    const failed = reduceAir(reduceAir(lost, { type: 'ending' }, at(5_000)), { type: 'stop_failed', refusal, before }, at(6_000))
    expect(failed).toMatchObject({ ...before, refusal })
  })

  it('keeps the feeds that another device sends, and drops them when another window has the show', () => {
    const on = { ...after({ type: 'starting' }, { type: 'on_air' }), feeds: { 'camera-1': { state: 'elsewhere' } } } as const
    expect(reduceAir(on, { type: 'yielded', to: 'device' }, at(3_000))).toMatchObject({ phase: 'idle', taken: 'device', feeds: on.feeds })
    const taken = reduceAir(on, { type: 'yielded', to: 'window' }, at(3_000))
    expect([taken.taken, taken.feeds, events(taken).at(-1)]).toEqual(['window', {}, { type: 'taken' }])
  })

  it('numbers the log by itself and bounds it', () => {
    let state = idleAir
    for (let turn = 0; turn < 250; turn += 1) state = reduceAir(state, { type: 'noted', event: { type: 'on_air' } }, at(turn))
    expect([state.log.length, state.log[0]?.id, state.log.at(-1)?.id]).toEqual([200, 51, 250])
    expect(state.log.at(-1)?.atMs).toBe(1_000_249)
  })
})
