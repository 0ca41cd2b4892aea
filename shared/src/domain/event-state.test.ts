import { describe, expect, it } from 'vitest'
import {
  eventState,
  eventStates,
  isAhead,
  isClosed,
  isLive,
  isOver,
  saleChangesAtMs,
  saleStateOf,
  stateOfDate,
  type DateFacts,
  type EventFacts,
  type EventState,
  type SaleFacts,
  type ShowFacts,
} from './event-state.ts'

const minute = 60_000
const hour = 60 * minute
const nowMs = Date.UTC(2026, 10, 22, 20)

const date = (fromHours: number, toHours: number, change: Partial<DateFacts> = {}): DateFacts => ({
  startsAtMs: nowMs + fromHours * hour,
  endsAtMs: nowMs + toHours * hour,
  state: 'scheduled',
  replaces: false,
  show: null,
  ...change,
})
const show = (change: Partial<ShowFacts> = {}): ShowFacts => ({
  state: 'ended',
  endReason: 'organizer',
  sends: false,
  aired: true,
  recorded: false,
  ...change,
})
const running = (change: Partial<ShowFacts> = {}) => show({ state: 'on_air', endReason: null, sends: true, ...change })
const facts = (dates: DateFacts[], change: Partial<EventFacts> = {}): EventFacts => ({
  type: 'broadcast',
  cancelled: false,
  videoMs: null,
  dates,
  ...change,
})

describe('the state of an event', () => {
  type Row = [string, EventFacts, EventState | null, number?]
  const past = date(-5, -3)
  const next = date(24, 26)
  const table: Row[] = [
    ['nothing that has dates', facts([], { type: 'vod' }), null],
    ['an event without a date', facts([]), null],
    ['days ahead', facts([next]), 'coming', 0],
    ['a second before its room opens', facts([date(1 + 1 / 3600, 3)]), 'coming', 0],
    ['an hour before it begins', facts([date(1, 3)]), 'room_open', 0],
    ['its hour has come, nobody sends', facts([date(-0.5, 1)]), 'room_open', 0],
    ['a show that has begun on paper alone', facts([date(-0.5, 1, { show: running({ sends: false, aired: false }) })]), 'room_open', 0],
    ['something is sent', facts([date(-0.5, 1, { show: running() })]), 'on_air', 0],
    ['something is sent before the hour', facts([date(0.5, 1, { show: running() })]), 'on_air', 0],
    ['something is sent after the hour', facts([date(-3, -1, { show: running() })]), 'on_air', 0],
    ['every feed lost its publisher', facts([date(-0.5, 1, { show: running({ state: 'interrupted', sends: false }) })]), 'interrupted', 0],
    ['every feed was taken off, the show is not ended', facts([date(-0.5, 1, { show: running({ sends: false }) })]), 'interrupted', 0],
    ['ended before its planned end, recording not ready', facts([date(-0.5, 1, { show: show() })]), 'ended', 0],
    ['ended before its planned end', facts([date(-0.5, 1, { show: show({ recorded: true }) })]), 'ended_with_recording', 0],
    ['ended before its hour had even begun', facts([date(0.5, 1, { show: show({ recorded: true }) })]), 'ended_with_recording', 0],
    ['ended after its planned end', facts([date(-5, -3, { show: show({ recorded: true }) })]), 'ended_with_recording', 0],
    ['ended by staff', facts([date(-0.5, 1, { show: show({ endReason: 'admin' }) })]), 'ended', 0],
    [
      'idled out, may start again in its hours',
      facts([date(-0.5, 1, { show: show({ endReason: 'idle', recorded: true }) })]),
      'room_open',
      0,
    ],
    [
      'ended by the free option, may start again in its hours',
      facts([date(-0.5, 1, { show: show({ endReason: 'limit' }) })]),
      'room_open',
      0,
    ],
    ['failed, may start again in its hours', facts([date(-0.5, 1, { show: show({ endReason: 'failed' }) })]), 'room_open', 0],
    [
      'idled out, its hours are over',
      facts([date(-3, -1, { show: show({ endReason: 'idle', recorded: true }) })]),
      'ended_with_recording',
      0,
    ],
    [
      'failed without a picture, its hours are over',
      facts([date(-3, -1, { show: show({ endReason: 'failed', aired: false }) })]),
      'never_aired',
      0,
    ],
    ['ended by its organizer without a picture', facts([date(-0.5, 1, { show: show({ aired: false }) })]), 'never_aired', 0],
    ['its hours passed, there never was a show', facts([past]), 'never_aired', 0],
    ['one ended, the next to come', facts([date(-5, -3, { show: show({ recorded: true }) }), next]), 'coming', 1],
    ['one ended early and the next to come', facts([next, date(-0.5, 1, { show: show() })]), 'coming', 0],
    ['one never aired, the next to come', facts([past, next]), 'coming', 1],
    ['on air while another is to come', facts([next, date(-0.5, 1, { show: running() })]), 'on_air', 1],
    ['a show that runs over into the next date', facts([date(-3, -1, { show: running() }), date(-0.5, 1)]), 'on_air', 0],
    [
      'the last never aired, the one before did',
      facts([date(-9, -8, { show: show({ recorded: true }) }), past]),
      'ended_with_recording',
      0,
    ],
    ['all ended: the last', facts([date(-9, -8, { show: show({ recorded: true }) }), date(-5, -3, { show: show() })]), 'ended', 1],
    ['called off', facts([date(24, 26, { state: 'cancelled' })], { cancelled: true }), 'cancelled', 0],
    ['its only date called off', facts([date(24, 26, { state: 'cancelled' })]), 'cancelled', 0],
    ['one date called off, another to come', facts([date(24, 26, { state: 'cancelled' }), date(48, 50)]), 'coming', 1],
    [
      'called off after one date took place',
      facts([date(-5, -3, { show: show() }), date(24, 26, { state: 'cancelled' })], { cancelled: true }),
      'cancelled',
      1,
    ],
    ['the last date called off, one took place', facts([date(-5, -3, { show: show() }), date(24, 26, { state: 'cancelled' })]), 'ended', 0],
    ['moved to another day', facts([date(24, 26, { state: 'rescheduled' }), date(48, 50, { replaces: true })]), 'moved', 1],
    ['moved to an earlier day', facts([date(24, 26, { replaces: true }), date(48, 50, { state: 'rescheduled' })]), 'moved', 0],
    ['moved, and its room is open', facts([date(-24, -22, { state: 'rescheduled' }), date(0.5, 1, { replaces: true })]), 'room_open', 1],
    [
      'moved, and it took place',
      facts([date(-24, -22, { state: 'rescheduled' }), date(-3, -2, { replaces: true, show: show() })]),
      'ended',
      1,
    ],
    ['a deferred live before its hour', facts([date(0.5, 1)], { type: 'live', videoMs: hour }), 'room_open', 0],
    ['a deferred live in its hour', facts([date(-0.5, 1)], { type: 'live', videoMs: hour }), 'on_air', 0],
    ['a deferred live whose video is longer than its session', facts([date(-2, -1)], { type: 'live', videoMs: 3 * hour }), 'on_air', 0],
    [
      'a deferred live whose video is over before its session is',
      facts([date(-2, 1)], { type: 'live', videoMs: hour }),
      'ended_with_recording',
      0,
    ],
    ['a deferred live that plays once more on another date', facts([past, date(-0.5, 1)], { type: 'live', videoMs: hour }), 'on_air', 1],
    ['a deferred live between two of its dates', facts([past, next], { type: 'live', videoMs: hour }), 'coming', 1],
    ['a deferred live after its hour', facts([past], { type: 'live', videoMs: hour }), 'ended_with_recording', 0],
    ['a deferred live without its video in its hour', facts([date(-0.5, 1)], { type: 'live' }), 'room_open', 0],
    ['a deferred live without its video after its hour', facts([past], { type: 'live' }), 'never_aired', 0],
    ['a deferred live that was called off', facts([date(-0.5, 1)], { type: 'live', videoMs: hour, cancelled: true }), 'cancelled', 0],
    ['a meeting in its hour', facts([date(-0.5, 1)], { type: 'meet' }), 'room_open', 0],
    ['a meeting after its hour', facts([past], { type: 'meet' }), 'ended', 0],
  ]
  it.each(table)('%s', (_, given, expected, index) => {
    const event = eventState(given, nowMs)
    expect(event?.state ?? null).toBe(expected)
    expect(event?.date).toBe(index === undefined ? undefined : given.dates[index])
  })

  it('has a row for every state', () => {
    expect(new Set(table.map(([, , state]) => state).filter((state) => state !== null))).toEqual(new Set(eventStates))
  })

  it('says when time alone makes it another one, and is another one then', () => {
    const steps: [number, EventState][] = []
    let [atMs, event] = [nowMs, eventState(facts([date(2, 3)]), nowMs)]
    while (event) {
      steps.push([(atMs - nowMs) / hour, event.state])
      if (event.changesAtMs === null) break
      atMs = event.changesAtMs
      event = eventState(facts([date(2, 3)]), atMs)
    }
    expect(steps).toEqual([
      [0, 'coming'],
      [1, 'room_open'],
      [2, 'room_open'],
      [3, 'never_aired'],
    ])
  })

  it('is of a date by itself what that date is, whatever the others are', () => {
    const context = facts([])
    expect(stateOfDate(date(24, 26, { state: 'rescheduled' }), context, nowMs).state).toBe('moved')
    expect(stateOfDate(date(24, 26, { state: 'cancelled' }), context, nowMs).state).toBe('cancelled')
    expect(stateOfDate(date(-5, -3, { show: show({ recorded: true }) }), { ...context, cancelled: true }, nowMs).state).toBe(
      'ended_with_recording',
    )
    expect(stateOfDate(past, context, nowMs).state).toBe('never_aired')
  })

  it('belongs to exactly one of: ahead, live, over', () => {
    for (const state of eventStates) expect([isAhead(state), isLive(state), isOver(state)].filter(Boolean)).toHaveLength(1)
    expect(eventStates.filter(isClosed)).toEqual(['ended', 'never_aired', 'cancelled'])
  })
})

describe('the sale of it', () => {
  const sale = (change: Partial<SaleFacts>): SaleFacts => ({
    isPublic: true,
    event: 'coming',
    saleStartsAtMs: null,
    saleEndsAtMs: null,
    expiresAtMs: null,
    stock: null,
    cancelled: false,
    ...change,
  })
  it.each([
    ['nothing is against it', {}, 'open'],
    ['on demand', { event: null }, 'open'],
    ['not published', { isPublic: false }, 'unpublished'],
    ['not yet on sale', { saleStartsAtMs: nowMs + 1 }, 'not_open'],
    ['on sale from this moment', { saleStartsAtMs: nowMs }, 'open'],
    ['no longer on sale', { saleEndsAtMs: nowMs }, 'ended'],
    ['nobody could watch it any more', { expiresAtMs: nowMs }, 'ended'],
    ['nothing left', { stock: 0 }, 'sold_out'],
    ['over with a recording', { event: 'ended_with_recording' }, 'open'],
    ['over without one', { event: 'ended' }, 'ended'],
    ['never aired', { event: 'never_aired' }, 'ended'],
    ['never aired and not yet on sale', { event: 'never_aired', saleStartsAtMs: nowMs + 1 }, 'ended'],
    ['called off', { event: 'cancelled', cancelled: true }, 'ended'],
    ['moved', { event: 'moved' }, 'open'],
  ] as const)('%s', (_, change, expected) => {
    expect(saleStateOf(sale(change), nowMs)).toBe(expected)
  })
  it('says when time alone opens or closes it', () => {
    expect(saleChangesAtMs(sale({ saleStartsAtMs: nowMs + 5, saleEndsAtMs: nowMs + 9 }), nowMs)).toBe(nowMs + 5)
    expect(saleChangesAtMs(sale({ saleStartsAtMs: nowMs - 5, saleEndsAtMs: nowMs + 9 }), nowMs)).toBe(nowMs + 9)
    expect(saleChangesAtMs(sale({}), nowMs)).toBeNull()
  })
})
