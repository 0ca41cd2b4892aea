import { describe, expect, it } from 'vitest'
import { eventStates, type EventState } from './event-state.ts'
import { playerState, sessionToGoLive, type PlaybackFacts } from './playback.ts'
import type { PlayerState } from './states.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 21, 20)
const session = (fromHours: number, toHours: number) => ({ startsAtMs: nowMs + fromHours * hourMs, endsAtMs: nowMs + toHours * hourMs })
const facts = (change: Partial<PlaybackFacts>): PlaybackFacts => ({
  type: 'broadcast',
  nowMs,
  event: null,
  asset: 'none',
  embedded: false,
  ...change,
})
const event = (state: EventState, fromHours = 0.5): PlaybackFacts['event'] => ({
  state,
  date: { ...session(fromHours, 3), state: 'scheduled', replaces: false, show: null },
})

describe('player state of somebody who has access', () => {
  const table: [string, Partial<PlaybackFacts>, PlayerState][] = [
    ['an on-demand product without any media', { type: 'vod' }, 'misconfigured'],
    ['an on-demand product whose processing failed', { type: 'vod', asset: 'failed' }, 'misconfigured'],
    ['an on-demand product that is being processed', { type: 'vod', asset: 'processing' }, 'not_available_yet'],
    ['an on-demand product that is ready', { type: 'vod', asset: 'ready' }, 'ready'],
    ['a video that plays elsewhere', { type: 'vod', embedded: true }, 'embedded'],
    ['a podcast that plays elsewhere, whatever was uploaded', { type: 'podcast', embedded: true, asset: 'ready' }, 'embedded'],
    ['a course, which has a page of its own', { type: 'course' }, 'own_page'],
    ['a master, which has a page of its own', { type: 'master' }, 'own_page'],
    ['a meeting before its hour', { type: 'meet', event: event('coming', 48) }, 'own_page'],
    ['a meeting that runs', { type: 'meet', event: event('on_air', -0.1) }, 'own_page'],
    ['a meeting that is over', { type: 'meet', event: event('ended') }, 'own_page'],
    ['a live product without sessions', {}, 'no_sessions'],
    ['on air', { event: event('on_air') }, 'on_air'],
    ['interrupted is still on air: the player says reconnecting', { event: event('interrupted') }, 'on_air'],
    ['days ahead', { event: event('coming', 48) }, 'available_on'],
    ['moved to another day', { event: event('moved', 48) }, 'available_on'],
    ['its room is open, its hour to come', { event: event('room_open') }, 'available_on'],
    ['in its session, the organizer not there yet', { event: event('room_open', -0.1) }, 'not_available_yet'],
    ['over with a recording', { event: event('ended_with_recording') }, 'finished'],
    ['over without one', { event: event('ended') }, 'finished'],
    ['the date passed and it never went on air', { event: event('never_aired') }, 'event_date_passed'],
    ['called off', { event: event('cancelled') }, 'cancelled'],
    ['a deferred live plays its video', { type: 'live', asset: 'ready', event: event('on_air') }, 'on_air'],
    ['a deferred live after its hour', { type: 'live', asset: 'ready', event: event('ended_with_recording') }, 'finished'],
  ]
  it.each(table)('%s → %s', (_, change, expected) => {
    expect(playerState(facts(change))).toBe(expected)
  })
  it('knows every state of an event', () => {
    expect(new Set(table.map(([, change]) => change.event?.state).filter((state) => state !== undefined))).toEqual(new Set(eventStates))
  })
})

describe('sessions', () => {
  it('lets an organizer start from 60 minutes before a session until it ends [LIVE-021]', () => {
    const one = session(1, 3)
    expect(sessionToGoLive([one], nowMs - 1)).toBeUndefined()
    expect(sessionToGoLive([one], nowMs)).toBe(one)
    expect(sessionToGoLive([one], one.endsAtMs - 1)).toBe(one)
    expect(sessionToGoLive([one], one.endsAtMs)).toBeUndefined()
  })
})
