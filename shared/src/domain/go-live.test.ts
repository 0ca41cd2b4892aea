import { describe, expect, it } from 'vitest'
import { decideGoLive, type GoLiveFacts, type GoLiveSession } from './go-live.ts'

const minute = 60_000
const nowMs = Date.UTC(2026, 4, 1, 20)
const session = (id: string, fromMin: number, toMin: number, finished = false): GoLiveSession => ({
  id,
  startsAtMs: nowMs + fromMin * minute,
  endsAtMs: nowMs + toMin * minute,
  finished,
})
const fine: GoLiveFacts = {
  type: 'broadcast',
  status: 'published',
  channelStatus: 'published',
  running: false,
  sessions: [session('a', 30, 90)],
  nowMs,
}

describe('whether a broadcast may start now [LIVE-021]', () => {
  it.each<[string, Partial<GoLiveFacts>, string]>([
    ['another type, whatever else is wrong', { type: 'live', status: 'draft', running: true, sessions: [] }, 'PRODUCT_NOT_LIVE'],
    ['a draft', { status: 'draft', channelStatus: 'draft' }, 'PRODUCT_NOT_PUBLISHED'],
    ['a banned channel', { channelStatus: 'banned', running: true }, 'CHANNEL_NOT_APPROVED'],
    ['one is running', { running: true, sessions: [] }, 'BROADCAST_STATE'],
    ['no session', { sessions: [] }, 'BROADCAST_NO_SESSION'],
    ['a session 60 minutes and a moment away', { sessions: [session('a', 60.01, 120)] }, 'BROADCAST_NO_SESSION'],
    ['a past session and a far one', { sessions: [session('a', -90, -30), session('b', 200, 300)] }, 'BROADCAST_NO_SESSION'],
    ['past sessions only', { sessions: [session('a', -90, -30), session('b', -30, 0)] }, 'SESSION_FINISHED'],
    [
      'a session whose show was ended, with another one later',
      { sessions: [session('a', -5, 30, true), session('b', 500, 600)] },
      'SESSION_FINISHED',
    ],
  ])('%s', (_, facts, refusal) => {
    expect(decideGoLive({ ...fine, ...facts })).toEqual({ session: null, refusal })
  })

  it.each<[string, GoLiveSession[], string]>([
    ['exactly 60 minutes before', [session('a', 60, 120)], 'a'],
    ['in its last moment', [session('a', -90, 1 / minute)], 'a'],
    ['the earlier of two that are near', [session('b', 50, 100), session('a', -10, 40)], 'a'],
    ['the next one when the first was ended', [session('a', -10, 40, true), session('b', 50, 100)], 'b'],
  ])('%s', (_, sessions, id) => {
    expect(decideGoLive({ ...fine, sessions })).toMatchObject({ session: { id }, refusal: null })
  })

  it('takes the session that was asked for, or none', () => {
    const sessions = [session('a', -10, 40), session('b', 50, 100), session('c', -90, -50)]
    expect(decideGoLive({ ...fine, sessions }, 'b')).toMatchObject({ session: { id: 'b' } })
    expect(decideGoLive({ ...fine, sessions }, 'c')).toMatchObject({ refusal: 'SESSION_FINISHED' })
    expect(decideGoLive({ ...fine, sessions }, 'x')).toMatchObject({ refusal: 'BROADCAST_NO_SESSION' })
  })
})
