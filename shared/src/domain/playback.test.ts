import { describe, expect, it } from 'vitest'
import { currentSession, playerState, sessionToGoLive, type PlaybackFacts } from './playback.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 21, 20)
const session = (fromHours: number, toHours: number) => ({ startsAtMs: nowMs + fromHours * hourMs, endsAtMs: nowMs + toHours * hourMs })
const facts = (change: Partial<PlaybackFacts>): PlaybackFacts => ({
  type: 'broadcast',
  nowMs,
  sessions: [session(1, 3)],
  broadcast: null,
  broadcastInLastSession: false,
  asset: 'none',
  ...change,
})

describe('player state of somebody who has access', () => {
  const table: [string, Partial<PlaybackFacts>, ReturnType<typeof playerState>][] = [
    ['an on-demand product without any media', { type: 'vod' }, 'misconfigured'],
    ['an on-demand product whose processing failed', { type: 'vod', asset: 'failed' }, 'misconfigured'],
    ['an on-demand product that is being processed', { type: 'vod', asset: 'processing' }, 'not_available_yet'],
    ['an on-demand product that is ready', { type: 'vod', asset: 'ready' }, 'ready'],
    ['a live product without sessions', { sessions: [] }, 'no_sessions'],
    ['a live product without sessions wins over a stray broadcast', { sessions: [], broadcast: 'ended' }, 'no_sessions'],
    ['on air', { broadcast: 'on_air' }, 'on_air'],
    ['interrupted is still on air: the player says reconnecting', { broadcast: 'interrupted' }, 'on_air'],
    ['on air wins over a later session', { broadcast: 'on_air', sessions: [session(-1, 1), session(24, 26)] }, 'on_air'],
    ['before its session', {}, 'available_on'],
    ['between two sessions, the first one shown', { broadcast: 'ended', sessions: [session(-24, -22), session(24, 26)] }, 'available_on'],
    ['ended in its only session', { broadcast: 'ended', broadcastInLastSession: true, sessions: [session(-1, 1)] }, 'finished'],
    ['ended early, before its session even began', { broadcast: 'ended', broadcastInLastSession: true }, 'finished'],
    ['ended, all sessions past', { broadcast: 'ended', broadcastInLastSession: true, sessions: [session(-5, -3)] }, 'finished'],
    ['the date passed and it never went on air', { sessions: [session(-5, -3)] }, 'event_date_passed'],
    ['in its session, the organizer not there yet', { sessions: [session(-0.1, 2)] }, 'not_available_yet'],
  ]
  it.each(table)('%s → %s', (_, change, expected) => {
    expect(playerState(facts(change))).toBe(expected)
  })
})

describe('sessions', () => {
  it('speaks of the running session, then of the next, at last of the last', () => {
    const [past, running, next] = [session(-5, -4), session(-1, 1), session(5, 6)]
    expect(currentSession([next, past, running], nowMs)).toBe(running)
    expect(currentSession([next, past], nowMs)).toBe(next)
    expect(currentSession([past], nowMs)).toBe(past)
    expect(currentSession([], nowMs)).toBeUndefined()
  })
  it('lets an organizer start from 60 minutes before a session until it ends [LIVE-021]', () => {
    const one = session(1, 3)
    expect(sessionToGoLive([one], nowMs - 1)).toBeUndefined()
    expect(sessionToGoLive([one], nowMs)).toBe(one)
    expect(sessionToGoLive([one], one.endsAtMs - 1)).toBe(one)
    expect(sessionToGoLive([one], one.endsAtMs)).toBeUndefined()
  })
})
