import type { RefundEvidence } from '@e-events/shared/contract/sales/money/refunds.ts'
import { describe, expect, it } from 'vitest'
import { toShow } from './evidence.ts'
import { askState, judgeRefund } from './judge.ts'

const minute = 60_000
const start = Date.parse('2026-05-01T18:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * minute)
const iso = (minutes: number) => at(minutes).toISOString()
type Show = NonNullable<RefundEvidence['show']>

/** A show of 100 minutes without a fault. */
const show = (fields: Partial<Show> = {}): Show => ({
  startsAt: iso(0),
  endsAt: iso(100),
  isCancelled: false,
  airedFrom: iso(0),
  airedUntil: iso(100),
  endReason: 'organizer',
  onAirMs: 100 * minute,
  offAirMs: 0,
  interruptions: [],
  ...fields,
})
const gap = (from: number, until: number, changedServer = false): Show['interruptions'][number] => ({
  from: iso(from),
  until: iso(until),
  changedServer,
})
const evidence = (of: Show | null, watchedMinutes = 0): RefundEvidence => ({
  show: of,
  viewer: { watchedMs: watchedMinutes * minute, firstSeenAt: null, lastSeenAt: null, visits: 0 },
  boughtAt: iso(-1_000),
})
const judge = (of: Show | null, fields: Partial<Parameters<typeof judgeRefund>[0]> & { watched?: number } = {}) =>
  judgeRefund({ type: 'broadcast', reason: 'interrupted', evidence: evidence(of, fields.watched), refundableMinor: 1_000, ...fields })

describe('the proposal of a refund', () => {
  it('is the whole price, borne by the organizer, of what was called off or never sent', () => {
    expect(judge(show({ isCancelled: true }))).toEqual({ fault: 'organizer', amountMinor: 1_000 })
    expect(judge(show({ airedFrom: null, airedUntil: null, onAirMs: 0 }))).toEqual({ fault: 'organizer', amountMinor: 1_000 })
  })

  it('is in proportion to the time lost, and the whole price from one half on', () => {
    const lost = (minutes: number) => judge(show({ onAirMs: (100 - minutes) * minute, offAirMs: minutes * minute }), { watched: 100 })
    expect([lost(4), lost(5), lost(40), lost(49), lost(50)]).toEqual([
      { fault: 'none', amountMinor: 0 },
      { fault: 'organizer', amountMinor: 50 },
      { fault: 'organizer', amountMinor: 400 },
      { fault: 'organizer', amountMinor: 490 },
      { fault: 'organizer', amountMinor: 1_000 },
    ])
  })

  it('is borne by the platform where its servers lost most of the time, and where the show failed as a whole', () => {
    const of = (interruptions: Show['interruptions'], fields: Partial<Show> = {}) =>
      judge(show({ onAirMs: 70 * minute, offAirMs: 30 * minute, interruptions, ...fields })).fault
    expect(of([gap(10, 30, true), gap(40, 50)])).toBe('provider')
    expect(of([gap(10, 20, true), gap(40, 60)])).toBe('organizer')
    expect(of([gap(10, 40)], { endReason: 'failed' })).toBe('provider')
  })

  it('is shared where the show was there and the viewer hardly saw it, and only for who says so [SHOP-036]', () => {
    expect(judge(show(), { reason: 'connection', watched: 30 })).toEqual({ fault: 'viewer', amountMinor: 1_000 })
    expect(judge(show(), { reason: 'connection', watched: 80 })).toEqual({ fault: 'none', amountMinor: 0 })
    expect(judge(show(), { reason: 'changed_mind', watched: 30 })).toEqual({ fault: 'none', amountMinor: 0 })
  })

  it("is nobody's fault where nothing was used, and nothing where all was seen", () => {
    expect(judge(null, { type: 'vod', reason: 'changed_mind' })).toEqual({ fault: 'none', amountMinor: 1_000 })
    expect(judge(null, { type: 'vod', reason: 'changed_mind', watched: 30 })).toEqual({ fault: 'none', amountMinor: 0 })
  })
})

describe('time off air', () => {
  const row = (fields: Partial<Parameters<typeof toShow>[0]> = {}): Parameters<typeof toShow>[0] => ({
    starts_at: at(0),
    ends_at: at(100),
    state: 'scheduled',
    airing_ms: null,
    first_media_at: at(2),
    last_media_at: at(98),
    ended_at: at(98),
    end_reason: 'organizer',
    interruptions: [],
    ...fields,
  })
  const of = (fields: Parameters<typeof row>[0]) => {
    const { onAirMs, offAirMs } = toShow(row(fields), null, at(200))
    return [onAirMs / minute, offAirMs / minute]
  }
  const gapRow = (from: number, until: number | null) => ({
    began_at: iso(from),
    ended_at: until === null ? null : iso(until),
    changed_node: false,
  })

  it('is that of its interruptions, as far as they lie in the show', () => {
    expect(of({})).toEqual([96, 0])
    expect(of({ interruptions: [gapRow(10, 20), gapRow(30, 31)] })).toEqual([85, 11])
    // Announced and not sending yet is no part of the show.
    expect(of({ interruptions: [gapRow(-5, 2)] })).toEqual([96, 0])
  })

  it('is also what was missing at the end of a show that broke off, not of one that was ended', () => {
    expect(of({ ended_at: at(70), end_reason: 'idle', interruptions: [gapRow(40, 70)] })).toEqual([38, 60])
    expect(of({ ended_at: at(70), end_reason: 'organizer' })).toEqual([68, 0])
  })

  it('is none for a deferred live: its video plays from its hour, and its date ends with it', () => {
    const airing = row({ airing_ms: 40 * minute, first_media_at: null, last_media_at: null, ended_at: null, end_reason: null })
    expect(toShow(airing, null, at(200))).toMatchObject({
      airedFrom: iso(0),
      airedUntil: iso(40),
      endsAt: iso(40),
      onAirMs: 40 * minute,
      offAirMs: 0,
    })
    expect(toShow(airing, null, at(15))).toMatchObject({ airedUntil: iso(15), onAirMs: 15 * minute })
    expect(toShow({ ...airing, state: 'cancelled' }, null, at(200))).toMatchObject({ airedFrom: null, onAirMs: 0 })
    expect(toShow({ ...airing, airing_ms: null }, null, at(200))).toMatchObject({ airedFrom: null, onAirMs: 0 })
  })

  it('runs while the show is interrupted', () => {
    expect(toShow(row({ ended_at: null, end_reason: null, interruptions: [gapRow(50, null)] }), null, at(60))).toMatchObject({
      onAirMs: 48 * minute,
      offAirMs: 10 * minute,
    })
  })
})

describe('asking', () => {
  const ask = (fields: Partial<Parameters<typeof askState>[0]>, now = 0) =>
    askState({ type: 'broadcast', isAsked: false, refundableMinor: 1_000, evidence: evidence(show()), now: at(now), ...fields })
  const day = 24 * 60

  it('is possible until two weeks after an event, once, while something is left', () => {
    expect([ask({}, 100 + 14 * day), ask({}, 101 + 14 * day)]).toEqual(['open', 'too_late'])
    expect([ask({ isAsked: true }), ask({ refundableMinor: 0 })]).toEqual(['asked', 'none'])
  })

  it('is possible for two weeks after buying what is to come, or what was not used', () => {
    const bought = (fields: Partial<Parameters<typeof askState>[0]>, days: number) =>
      ask({ evidence: evidence(null), ...fields }, -1_000 + days * day)
    expect([bought({}, 14), bought({}, 15)]).toEqual(['open', 'not_yet'])
    expect([bought({ type: 'vod' }, 14), bought({ type: 'vod' }, 15)]).toEqual(['open', 'too_late'])
    expect(bought({ type: 'vod', evidence: evidence(null, 1) }, 1)).toBe('used')
  })
})
