import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { CalendarEntry } from './calendar-file.ts'
import type { ProductCardRow } from './product-card.ts'

/**
 * A date as calendars know it: moved ones keep the identity of the first, so that the entry of whoever added it moves
 * along.
 */
export interface EventDate {
  product_id: string
  root_id: string
  id: string
  /** Every date of its chain: where it was before it moved, and where it is. */
  chain: string[]
  title: string | null
  starts_at: Date
  ends_at: Date
  cancelled: boolean
  /** How often it was moved or called off. */
  changes: number
  changed_at: Date
}

/** The last date of every chain of moved ones. */
export const eventDates = (knex: Knex, productId: string): Promise<EventDate[]> => datesOfEvents(knex, [productId])

/** Those of several products at once, by their beginning. */
export function datesOfEvents(knex: Knex, productIds: readonly string[]): Promise<EventDate[]> {
  return prepared<EventDate>(
    knex,
    'event-dates',
    `with recursive chain as (
       select s.id as root_id, s.id, 0 as moves from product_sessions s where s.product_id = any($1::uuid[]) and s.rescheduled_from_id is null
       union all select chain.root_id, s.id, chain.moves + 1 from chain join product_sessions s on s.rescheduled_from_id = chain.id
     ), last as (select distinct on (root_id) root_id, id, moves from chain order by root_id, moves desc)
     select s.product_id, last.root_id, s.id, array(select chain.id from chain where chain.root_id = last.root_id) as chain, s.title, s.starts_at,
       -- A deferred live ends with its video.
       coalesce(s.starts_at + video.duration_ms * interval '1 millisecond', s.ends_at) as ends_at,
       (s.state = 'cancelled' or p.cancelled_at is not null) as cancelled,
       last.moves + (case when s.state = 'cancelled' or p.cancelled_at is not null then 1 else 0 end) as changes,
       greatest(s.created_at, s.state_changed_at, p.cancelled_at) as changed_at
     from last join product_sessions s on s.id = last.id join products p on p.id = s.product_id
       left join media_assets video on p.type = 'live' and video.id = p.media_asset_id and video.state = 'ready'
     order by s.starts_at`,
    [productIds],
  )
}

export function toCalendarEntry(
  card: Pick<ProductCardRow, 'title' | 'slug' | 'short_description' | 'channel_title'>,
  date: EventDate,
): CalendarEntry {
  return {
    id: date.root_id,
    sequence: date.changes,
    title: date.title === null ? card.title : `${card.title} · ${date.title}`,
    description: card.short_description,
    organizer: card.channel_title,
    startsAt: date.starts_at,
    endsAt: date.ends_at,
    cancelled: date.cancelled,
    changedAt: date.changed_at,
    path: paths.scheduleSection(card.slug, date.id),
  }
}
