import { limits } from '../limits.ts'
import { airingEndsAtMs } from './deferred.ts'
import { finalEndReasons } from './end-reasons.ts'
import { datedTypes } from './product-rules.ts'
import type { BroadcastEndReason, BroadcastState, ProductType } from './states.ts'

/**
 * State of an event, or of one of its dates. Every screen reads it and none computes it.
 * coming: its hour is far. moved: coming, on another date than was announced (of a date: it is not that one any more).
 * room_open: from an hour before it begins until it ends, nothing is sent, and its organizer may begin at any moment.
 * on_air: something is sent. interrupted: the show runs and nothing arrives. ended_with_recording and ended: it took
 * place, and can be watched again or not. never_aired: its hours passed, or it was closed, and nothing was ever sent.
 * cancelled: called off.
 */
export const eventStates = [
  'coming',
  'moved',
  'room_open',
  'on_air',
  'interrupted',
  'ended_with_recording',
  'ended',
  'never_aired',
  'cancelled',
] as const
export type EventState = (typeof eventStates)[number]

/** The newest broadcast of a date, or its newest meeting, which is on air while it runs. */
export interface ShowFacts {
  state: BroadcastState
  endReason: BroadcastEndReason | null
  /** A publisher sends right now. */
  sends: boolean
  /** Something was sent at some moment. */
  aired: boolean
  /** It can be watched again. */
  recorded: boolean
}

export interface DateFacts {
  startsAtMs: number
  endsAtMs: number
  state: 'scheduled' | 'cancelled' | 'rescheduled'
  /** It stands for a date that was moved. */
  replaces: boolean
  show: ShowFacts | null
}

export interface EventFacts<D extends DateFacts = DateFacts> {
  type: ProductType
  /** The whole event was called off. */
  cancelled: boolean
  /** Length of the video that a deferred live plays at its hour; null while there is none that is ready. */
  videoMs: number | null
  dates: readonly D[]
}

export interface StateOfDate {
  state: EventState
  /** When time alone makes it another one, or makes it be worded differently. */
  changesAtMs: number | null
}

export interface EventOf<D extends DateFacts> extends StateOfDate {
  /** The date that is spoken of: the running or next one, else the last that took place, else the last. */
  date: D | null
}

const aheadStates: ReadonlySet<EventState> = new Set(['coming', 'moved', 'room_open'])
const liveStates: ReadonlySet<EventState> = new Set(['on_air', 'interrupted'])

/** It has still to begin. */
export const isAhead = (state: EventState): boolean => aheadStates.has(state)
/** The show runs, whether or not something arrives at this moment. */
export const isLive = (state: EventState): boolean => liveStates.has(state)
export const isOver = (state: EventState): boolean => !isAhead(state) && !isLive(state)
/** There is nothing to watch, now or later. */
export const isClosed = (state: EventState): boolean => isOver(state) && state !== 'ended_with_recording'

/** State of one date by itself. */
export function stateOfDate(
  date: DateFacts,
  { type, videoMs, cancelled }: Pick<EventFacts, 'type' | 'videoMs' | 'cancelled'>,
  nowMs: number,
): StateOfDate {
  const at = (state: EventState, changesAtMs: number | null = null): StateOfDate => ({ state, changesAtMs })
  const { show, startsAtMs, endsAtMs } = date
  if (show && show.state !== 'ended') {
    if (show.sends) return at('on_air')
    // Nothing has been sent yet: it may begin at any moment.
    return show.aired ? at('interrupted') : at('room_open', startsAtMs > nowMs ? startsAtMs : null)
  }
  if (date.state === 'rescheduled') return at('moved')
  if (show?.aired && isFinal(show, endsAtMs, nowMs)) return at(show.recorded ? 'ended_with_recording' : 'ended')
  if (date.state === 'cancelled' || cancelled) return at('cancelled')
  if (show && isFinal(show, endsAtMs, nowMs)) return at('never_aired')
  if (type === 'live' && videoMs !== null && nowMs >= startsAtMs) {
    // The video ends it, whatever end was announced.
    const airedUntilMs = airingEndsAtMs({ startsAtMs, durationMs: videoMs })
    return nowMs < airedUntilMs ? at('on_air', airedUntilMs) : at('ended_with_recording')
  }
  const opensAtMs = startsAtMs - limits.goLiveBeforeSessionMs
  if (nowMs < opensAtMs) return at(date.replaces ? 'moved' : 'coming', opensAtMs)
  if (nowMs < endsAtMs) return at('room_open', nowMs < startsAtMs ? startsAtMs : endsAtMs)
  // Whether people met is nobody's business but theirs: a meeting is over, not failed.
  return at(type === 'meet' ? 'ended' : 'never_aired')
}

/** A show that idled out or failed may start again until its date is over (decision restart-after-idle). */
function isFinal(show: ShowFacts, endsAtMs: number, nowMs: number): boolean {
  return endsAtMs <= nowMs || (show.endReason !== null && finalEndReasons.includes(show.endReason))
}

/**
 * State of a product's event: of the running date, else of the next one, else of the last that took place, else of the
 * last. Null for what has no dates: products on demand, and an event that has not been given one.
 */
export function eventState<D extends DateFacts>(facts: EventFacts<D>, nowMs: number): EventOf<D> | null {
  if (!datedTypes.has(facts.type) || facts.dates.length === 0) return null
  const dates = facts.dates
    .map((date) => ({ date, ...stateOfDate(date, facts, nowMs) }))
    .toSorted((a, b) => a.date.startsAtMs - b.date.startsAtMs)
  const running = dates.find(({ state }) => isLive(state)) ?? dates.find(({ date }) => date.show !== null && date.show.state !== 'ended')
  if (running) return running
  if (facts.cancelled) return { state: 'cancelled', changesAtMs: null, date: dates.at(-1)?.date ?? null }
  const next = dates.find(({ date, state }) => date.state === 'scheduled' && isAhead(state))
  if (next) return next
  const past = dates.filter(({ date }) => date.state === 'scheduled')
  return past.findLast(({ state }) => state === 'ended_with_recording' || state === 'ended') ?? past.at(-1) ?? dates.at(-1) ?? null
}

export interface SaleFacts {
  isPublic: boolean
  event: EventState | null
  saleStartsAtMs: number | null
  saleEndsAtMs: number | null
  expiresAtMs: number | null
  stock: number | null
  cancelled: boolean
}

/**
 * open: may be got now. not_open: its sale begins later. ended: its sale is over, or there is nothing to come and
 * nothing to watch again.
 */
export const saleStates = ['open', 'not_open', 'ended', 'sold_out', 'unpublished'] as const
export type SaleState = (typeof saleStates)[number]

export function saleStateOf(facts: SaleFacts, nowMs: number): SaleState {
  const isPast = (atMs: number | null) => atMs !== null && atMs <= nowMs
  if (!facts.isPublic) return 'unpublished'
  if (facts.cancelled || (facts.event !== null && isClosed(facts.event))) return 'ended'
  if (isPast(facts.saleEndsAtMs) || isPast(facts.expiresAtMs)) return 'ended'
  if (facts.saleStartsAtMs !== null && facts.saleStartsAtMs > nowMs) return 'not_open'
  return facts.stock === 0 ? 'sold_out' : 'open'
}

/** The next moment at which time alone opens or closes the sale. */
export function saleChangesAtMs(
  { saleStartsAtMs, saleEndsAtMs, expiresAtMs }: Pick<SaleFacts, 'saleStartsAtMs' | 'saleEndsAtMs' | 'expiresAtMs'>,
  nowMs: number,
): number | null {
  return soonest([saleStartsAtMs, saleEndsAtMs, expiresAtMs], nowMs)
}

/** The first of these moments that is still to come. */
export function soonest(moments: readonly (number | null)[], nowMs: number): number | null {
  const coming = moments.filter((atMs): atMs is number => atMs !== null && atMs > nowMs)
  return coming.length === 0 ? null : Math.min(...coming)
}
