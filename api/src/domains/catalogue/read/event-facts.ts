import type { ProductEvent, StatedSession } from '@e-events/shared/contract/catalogue/products.ts'
import {
  eventState,
  isClosed,
  stateOfDate,
  type DateFacts,
  type EventFacts,
  type EventOf,
  type ShowFacts,
} from '@e-events/shared/domain/event-state.ts'
import { airingEndsAtMs } from '@e-events/shared/domain/deferred.ts'
import type { SessionId } from '@e-events/shared/domain/ids.ts'
import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

/** A date as `dateJson` writes it, instants as ISO text. An array costs the database half of an object with keys. */
export type DateJson = readonly [
  id: string,
  startsAt: string,
  endsAt: string,
  timeZone: string,
  state: DateFacts['state'],
  replaces: boolean,
  show:
    | readonly [
        state: ShowFacts['state'],
        endReason: ShowFacts['endReason'],
        aired: boolean,
        sends: boolean,
        recorded: boolean,
        viewers: number | null,
      ]
    | null,
]

/** Columns of `eventColumns`. */
export interface EventFactsRow {
  type: ProductType
  event_cancelled: boolean
  event_video_ms: number | null
  event_dates: DateJson[]
}

/** `viewers`: of its newest broadcast; null for a meeting, and without either. */
export type SessionFacts = DateFacts & { id: string; timeZone: string; viewers: number | null }

const newestFirst = `b.state = 'ended', b.started_at desc`

/**
 * The facts of a date `s` of `p`, and of its newest broadcast or meeting: meetings have no broadcasts, and shows no
 * meetings.
 */
export const dateJson = `json_build_array(s.id, s.starts_at, s.ends_at, s.time_zone, s.state, s.rescheduled_from_id is not null,
  case when not s.has_show then null when p.type = 'meet' then (
    select json_build_array(case b.state when 'started' then 'on_air' else b.state end, b.end_reason, true, b.state = 'started', false, null)
    from meets b where b.session_id = s.id order by ${newestFirst} limit 1) else (
    select json_build_array(b.state, b.end_reason, b.first_media_at is not null,
      b.state <> 'ended' and exists (select 1 from feeds f where f.broadcast_id = b.id and f.state = 'live'),
      exists (select 1 from media_assets a where a.broadcast_id = b.id and a.feed_id is not null and a.state = 'ready'), b.viewer_count)
    from broadcasts b where b.session_id = s.id and b.kind = 'live' order by ${newestFirst} limit 1) end)`

/** All dates of `p`, those that were called off or moved, too. */
const allDates = (order: string) =>
  `(select coalesce(json_agg(${dateJson} ${order}), '[]') from product_sessions s where s.product_id = p.id)`

const datedTypesSql = [...datedTypes].map((type) => `'${type}'`).join(', ')
const isNext = (s: string) => `${s}.state = 'scheduled' and ${s}.ends_at > $2`

/**
 * Dates of a product with many that decide what its event is: the next ones (several, because a show may end before
 * its date does), the last one, that of the newest broadcast or meeting, and the last that was called off or moved.
 * They are numbered in one pass, since a union of five small queries costs more to start than to run. $2: now.
 */
const decidingOfMany = `(select coalesce(json_agg(${dateJson}), '[]')
    from (
      select t.*, row_number() over (partition by t.state = 'scheduled', ${isNext('t')}
        order by case when ${isNext('t')} then t.starts_at end, t.starts_at desc) as place
      from product_sessions t where t.product_id = p.id
    ) s
    where s.place = 1 or s.place <= 5 and ${isNext('s')}
      or s.has_show and s.id = case when p.type = 'meet'
        then (select b.session_id from meets b where b.product_id = p.id order by ${newestFirst} limit 1)
        else (select b.session_id from broadcasts b where b.product_id = p.id and b.kind = 'live' order by ${newestFirst} limit 1) end)`

/** The dates that decide what a product's event is: all of them where they are few. $2: now. */
const decidingDatesWith = (ofMany: string) =>
  `case when p.type not in (${datedTypesSql}) then '[]' when not p.has_many_dates then ${allDates('')} else ${ofMany} end`
const decidingDates = decidingDatesWith(decidingOfMany)

const eventColumnsWith = (dates: string, videoMs: string) => `p.cancelled_at is not null as event_cancelled,
  ${videoMs} as event_video_ms, ${dates} as event_dates`

/** Columns from which the state of an event follows. $2: now. Use after `products p`. */
export const eventColumns = eventColumnsWith(
  decidingDates,
  `(select video.duration_ms from media_assets video where p.type = 'live' and video.id = p.media_asset_id and video.state = 'ready')`,
)
const joinedVideoMs = `case when p.type = 'live' then main_asset.duration_ms end`
/** The same beside a join of the product's own video, `main_asset`. */
export const eventColumnsBesideVideo = eventColumnsWith(decidingDates, joinedVideoMs)
/**
 * The same without `event_cancelled`, and with null for the dates of a product with many, which `addManyDates` reads: a
 * statement starts each of its parts, needed or not.
 */
export const eventColumnsOfFew = `${joinedVideoMs} as event_video_ms, ${decidingDatesWith('null')} as event_dates`
/** With every date, for a product whose dates are shown, beside the same join. */
export const eventColumnsOfAll = eventColumnsWith(allDates('order by s.starts_at'), joinedVideoMs)

const ended = finalEndReasons.map((reason) => `'${reason}'`).join(', ')

/** A date of a deferred live whose video fits a condition on its end. $2: now. */
const airing = (t: string, holds: string) => `exists (select 1 from products lp join media_assets video on video.id = lp.media_asset_id
  where lp.id = ${t}.product_id and lp.type = 'live' and video.state = 'ready' and ${holds})`
const airedUntil = (t: string) => `${t}.starts_at + video.duration_ms * interval '1 millisecond'`
/** No video is longer. */
const longestVideo = `interval '12 hours'`

/**
 * Lists pick and sort by what `eventState` says, so parts of it are said here once more; a test compares both.
 * A date `t` has still to begin or runs. $2: now.
 */
export const dateIsAhead = (t: string) => `${t}.state = 'scheduled' and (${t}.ends_at > $2 and not exists (
    select 1 from broadcasts done where done.session_id = ${t}.id and done.kind = 'live' and done.state = 'ended' and done.end_reason in (${ended}))
    and not exists (select 1 from meets held where held.session_id = ${t}.id and held.state = 'ended' and held.end_reason in (${ended}))
    and not ${airing(t, `${airedUntil(t)} <= $2`)}
  or ${t}.starts_at between $2::timestamptz - ${longestVideo} and $2::timestamptz and ${airing(t, `${airedUntil(t)} > $2`)}
  or exists (select 1 from broadcasts runs where runs.session_id = ${t}.id and runs.kind = 'live' and runs.state <> 'ended')
  or exists (select 1 from meets runs where runs.session_id = ${t}.id and runs.state <> 'ended'))`

/** When the next date of `p` begins; null where nothing is to come. */
export const nextStartsAt = `(select min(t.starts_at) from product_sessions t where t.product_id = p.id and ${dateIsAhead('t')})`

/** A deferred live plays its video now, or `everAfter` its hour. */
const videoPlays = (everAfter: boolean) => `(p.type = 'live'
  and exists (select 1 from media_assets video where video.id = p.media_asset_id and video.state = 'ready')
  and exists (select 1 from product_sessions t where t.product_id = p.id and t.state = 'scheduled' and t.starts_at <= $2${everAfter ? '' : ` and ${airing('t', `${airedUntil('t')} > $2`)}`}))`

/** The show of `p` runs: on air or interrupted; or its meeting does. */
export const showRuns = `(exists (select 1 from broadcasts b where b.product_id = p.id and b.kind = 'live' and b.state <> 'ended' and b.first_media_at is not null)
  or exists (select 1 from meets m where m.product_id = p.id and m.state <> 'ended' and m.session_id is not null)
  or p.cancelled_at is null and ${videoPlays(false)})`

/** The last show of `p` can be watched again. */
export const isRecorded = `(exists (select 1 from media_assets a where a.feed_id is not null and a.state = 'ready' and a.broadcast_id = (
    select b.id from broadcasts b where b.product_id = p.id and b.kind = 'live' order by ${newestFirst} limit 1))
  or ${videoPlays(true)})`

/** Reads the dates that `eventColumnsOfFew` leaves out, by one statement where there are any. */
export async function addManyDates<Row extends { id: string; event_dates: DateJson[] | null }>(
  knex: Knex,
  rows: readonly Row[],
  now: Date,
): Promise<(Row & { event_dates: DateJson[] })[]> {
  const ids = rows.filter(({ event_dates: dates }) => dates === null).map(({ id }) => id)
  if (ids.length > 0) {
    const sql = `select p.id, ${decidingOfMany} as event_dates from products p where p.id = any($1::uuid[]) and $2::timestamptz is not null`
    const found = await prepared<{ id: string; event_dates: DateJson[] }>(knex, 'many-dates', sql, [ids, now])
    const datesOf = new Map(found.map(({ id, event_dates: dates }) => [id, dates]))
    for (const row of rows) row.event_dates ??= datesOf.get(row.id) ?? []
  }
  return rows as (Row & { event_dates: DateJson[] })[]
}

/** The dates that take place, of a row that has all. */
export const scheduledOf = ({ event_dates: dates }: Pick<EventFactsRow, 'event_dates'>): DateJson[] =>
  dates.filter(([, , , , state]) => state === 'scheduled')

/** Some date of a row that has all was called off or moved. */
export const hasChangedDates = ({ event_dates: dates }: Pick<EventFactsRow, 'event_dates'>): boolean =>
  dates.some(([, , , , state]) => state !== 'scheduled')

export function toEventFacts(row: EventFactsRow): EventFacts<SessionFacts> {
  return { ...factsBesideDates(row), dates: row.event_dates.map((date) => toDateFacts(date, row)) }
}

const factsBesideDates = ({ type, event_cancelled: cancelled, event_video_ms: videoMs }: EventFactsRow) => ({ type, cancelled, videoMs })

/** A deferred live ends with its video, whatever its session says. */
export function toDateFacts(date: DateJson, { event_video_ms: durationMs }: Pick<EventFactsRow, 'event_video_ms'>): SessionFacts {
  const [id, startsAt, endsAt, timeZone, state, replaces, show] = date
  const startsAtMs = Date.parse(startsAt)
  return {
    id,
    startsAtMs,
    endsAtMs: durationMs === null ? Date.parse(endsAt) : airingEndsAtMs({ startsAtMs, durationMs }),
    timeZone,
    state,
    replaces,
    show: show && { state: show[0], endReason: show[1], aired: show[2], sends: show[3], recorded: show[4] },
    viewers: show && show[5],
  }
}

export function readEvent(row: EventFactsRow, now: Date): EventOf<SessionFacts> | null {
  return eventState(toEventFacts(row), now.getTime())
}

export function toEvent(event: EventOf<SessionFacts> | null): ProductEvent | null {
  return event && { state: event.state, session: event.date && toSessionOf(event.date), changesAt: isoOf(event.changesAtMs) }
}

/** One date with what it is. */
export function toStatedSession(date: DateJson, row: EventFactsRow, now: Date): StatedSession {
  const facts = toDateFacts(date, row)
  const { state, changesAtMs } = stateOfDate(facts, factsBesideDates(row), now.getTime())
  return { ...toSessionOf(facts), state, changesAt: isoOf(changesAtMs) }
}

export function toSessionOf(date: SessionFacts): NonNullable<ProductEvent['session']> {
  return {
    id: date.id as SessionId,
    startsAt: new Date(date.startsAtMs).toISOString(),
    endsAt: new Date(date.endsAtMs).toISOString(),
    timezone: date.timeZone,
  }
}

export const isoOf = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString())

/** Its event is over and leaves nothing to watch: nobody gets a ticket for it any more. */
export async function isEventClosed(knex: Knex, productId: string, now: Date): Promise<boolean> {
  const [row] = await prepared<EventFactsRow>(
    knex,
    'event-facts',
    `select p.type, ${eventColumns} from products p where p.id = $1 and $2::timestamptz is not null`,
    [productId, now],
  )
  return row !== undefined && isOfClosedEvent(row, now)
}

/** `isEventClosed` of a row that has the facts. */
export function isOfClosedEvent(row: EventFactsRow, now: Date): boolean {
  const event = readEvent(row, now)
  return event ? isClosed(event.state) : false
}
