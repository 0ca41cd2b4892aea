import type { Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedKind, FeedState } from '@e-events/shared/domain/states.ts'
import { describe, expect, it } from 'vitest'
import { feedIdOf } from '@e-events/shared/rtc/testing/fakes.ts'
import { claimOf, planReturn, proposeSeat, readSeats, type SeatSource } from './seats.ts'

const feed = (key: string, state: FeedState, kind: FeedKind = 'camera'): Feed => ({
  id: feedIdOf(1),
  key,
  kind,
  label: key,
  language: null,
  ordinal: 0,
  state,
  since: '2026-11-21T20:00:00.000Z',
  hasAudio: true,
  hasVideo: true,
  rungs: [],
})
const source = (key: string, kind: FeedKind = 'camera', seat = key): SeatSource => ({ key, kind, seat })
const none = new Set<string>()

describe('the seats of a running show', () => {
  it('are its feeds that are not sent from here and not closed for good, with the time that the platform says', () => {
    const feeds = [feed('a', 'live'), feed('b', 'interrupted'), feed('c', 'ended'), feed('d', 'live'), feed('e', 'connecting')]
    expect(readSeats(feeds, new Set(['d'])).map(({ key, sent, sinceMs }) => [key, sent, sinceMs])).toEqual([
      ['a', true, 1_795_291_200_000],
      ['b', false, 1_795_291_200_000],
      ['e', false, 1_795_291_200_000],
    ])
  })

  it('are proposed when a single lost one and a single source fit, and not where there is a choice', () => {
    const lost = readSeats([feed('a', 'interrupted'), feed('s', 'interrupted', 'screen'), feed('b', 'live')], none)
    expect(proposeSeat(lost, [source('mine')])).toMatchObject({ seat: { key: 'a' }, source: { key: 'mine' } })
    expect(proposeSeat(lost, [source('w', 'window')])).toMatchObject({ seat: { key: 's' } })
    expect(proposeSeat(lost, [source('one'), source('two')])).toBeNull()
    expect(proposeSeat(lost, [source('one'), source('w', 'window')])).toBeNull()
    expect(proposeSeat(lost, [])).toBeNull()
    expect(proposeSeat(readSeats([feed('b', 'live')], none), [source('mine')])).toBeNull()
  })

  it('are given to all sources at once: their own first, then lost ones of their kind, then what another device sends', () => {
    const seats = readSeats(
      [feed('a', 'interrupted'), feed('b', 'interrupted'), feed('c', 'live'), feed('s', 'interrupted', 'window')],
      none,
    )
    const sources = [source('x'), source('y', 'camera', 'b'), source('z'), source('screen', 'screen'), source('last')]
    const plan = planReturn(seats, sources).map((entry) => [entry.source.key, entry.seat?.key ?? null, claimOf(entry.seat)])
    expect(plan).toEqual([
      ['x', 'a', 'lost'],
      ['y', 'b', 'lost'],
      ['z', 'c', 'any'],
      ['screen', 's', 'lost'],
      ['last', null, 'own'],
    ])
  })
})
