import { describe, expect, it } from 'vitest'
import { eventState, type DateFacts, type EventFacts, type ShowFacts } from './event-state.ts'
import { playerState, type PlaybackFacts } from './playback.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 21, 20)
/** The order in which states win, after the refusals. */
const order = ['misconfigured', 'no_sessions', 'on_air', 'available_on', 'finished', 'event_date_passed', 'not_available_yet'] as const
type Shown = (typeof order)[number]

const date = (fromHours: number, toHours: number, show: ShowFacts | null = null): DateFacts => ({
  startsAtMs: nowMs + fromHours * hourMs,
  endsAtMs: nowMs + toHours * hourMs,
  state: 'scheduled',
  replaces: false,
  show,
})
const ended = (change: Partial<ShowFacts> = {}): ShowFacts => ({
  state: 'ended',
  endReason: 'organizer',
  sends: false,
  aired: true,
  recorded: true,
  ...change,
})
const running: ShowFacts = { state: 'on_air', endReason: null, sends: true, aired: true, recorded: false }
const noVideo = { hasVideo: false, videoMs: null }

interface Facts {
  type?: PlaybackFacts['type']
  dates?: DateFacts[]
}
function shownFor({ type = 'broadcast', dates = [] }: Facts) {
  // The dates of a product without a date of its own count as if it had them: nothing of them may win.
  const facts: EventFacts = { ...noVideo, type: 'broadcast', cancelled: false, dates }
  return playerState({ type, nowMs, event: eventState(facts, nowMs), asset: 'none', embedded: false })
}

/** One date for which the state applies by itself. */
const onAir = date(-1, 1, running)
const tomorrow = date(24, 26)
const over = date(-5, -3, ended())
const missed = date(-9, -7)
const late = date(-0.5, 1)

/** Facts for which both states apply. `not_available_yet` applies to a date that nobody sends in. */
const both: Record<string, Facts> = {
  'misconfigured no_sessions': { type: 'vod' },
  'misconfigured on_air': { type: 'vod', dates: [onAir] },
  'misconfigured available_on': { type: 'vod', dates: [tomorrow] },
  'misconfigured finished': { type: 'vod', dates: [over] },
  'misconfigured event_date_passed': { type: 'vod', dates: [missed] },
  'misconfigured not_available_yet': { type: 'vod', dates: [late] },
  // The other states need a date; without any, none of them can be true.
  'no_sessions on_air': {},
  'no_sessions available_on': {},
  'no_sessions finished': {},
  'no_sessions event_date_passed': {},
  'no_sessions not_available_yet': {},
  'on_air available_on': { dates: [onAir, tomorrow] },
  'on_air finished': { dates: [over, onAir] },
  'on_air event_date_passed': { dates: [missed, onAir] },
  'on_air not_available_yet': { dates: [late, date(-0.4, 1, running)] },
  'available_on finished': { dates: [over, tomorrow] },
  'available_on event_date_passed': { dates: [missed, tomorrow] },
  // Its room is open and nothing is sent; its hour is still to come.
  'available_on not_available_yet': { dates: [date(0.5, 2)] },
  'finished event_date_passed': { dates: [over, missed] },
  // Ended by its organizer before its hours are over.
  'finished not_available_yet': { dates: [date(-0.5, 1, ended())] },
  'event_date_passed not_available_yet': { dates: [date(-0.5, 1, ended({ aired: false, recorded: false }))] },
}

describe('which state of the player wins [PLY-010]', () => {
  const pairs = order.flatMap((first, i) => order.slice(i + 1).map((second): [Shown, Shown] => [first, second]))
  it.each(pairs)('%s before %s', (first, second) => {
    const facts = both[`${first} ${second}`]
    if (!facts) throw new Error('this pair has no facts')
    expect(shownFor(facts)).toBe(first)
  })

  it('has each state by itself, and facts for every pair', () => {
    const alone = [[], [onAir], [tomorrow], [over], [missed], [late]].map((dates) => shownFor({ dates }))
    expect(alone).toEqual(order.slice(1))
    expect(Object.keys(both)).toHaveLength(pairs.length)
  })

  it('a date in its hours is spoken of before later and earlier ones: its show may begin at any moment', () => {
    expect(shownFor({ dates: [over, late, tomorrow] })).toBe('not_available_yet')
  })
})
