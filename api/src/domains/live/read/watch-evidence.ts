import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface Interruption {
  /** ISO text: columns of a JSON value. */
  began_at: string
  ended_at: string | null
  changed_node: boolean
}

/** The date of a product that began last, with all that was sent on it. */
export interface ShowRow {
  starts_at: Date
  ends_at: Date
  state: 'scheduled' | 'rescheduled' | 'cancelled'
  first_media_at: Date | null
  last_media_at: Date | null
  /** Length of the video that plays from this date on (deferred live); null for others, and without a video. */
  airing_ms: number | null
  /** Null while it runs, and where it never began. */
  ended_at: Date | null
  end_reason: string | null
  interruptions: Interruption[]
}

export interface VisitsRow {
  watched_ms: number
  first_seen_at: Date | null
  last_seen_at: Date | null
  visits: number
}

/** Undefined where no date of the product has begun. */
export async function findLastShow(knex: Knex, productId: string, now: Date): Promise<ShowRow | undefined> {
  const [row] = await prepared<ShowRow>(
    knex,
    'last-show',
    `select s.starts_at, s.ends_at, s.state,
       (select video.duration_ms from products p join media_assets video on video.id = p.media_asset_id
         where p.id = s.product_id and p.type = 'live' and video.state = 'ready') as airing_ms,
       min(b.first_media_at) as first_media_at, max(b.last_media_at) as last_media_at,
       case when bool_and(b.ended_at is not null) then max(b.ended_at) end as ended_at,
       (array_agg(b.end_reason order by b.started_at desc))[1] as end_reason,
       coalesce((select json_agg(json_build_object('began_at', x.began_at, 'ended_at', x.ended_at, 'changed_node', x.changed_node) order by x.began_at)
         from broadcast_interruptions x join broadcasts y on y.id = x.broadcast_id where y.session_id = s.id and y.kind = 'live'), '[]') as interruptions
     from product_sessions s left join broadcasts b on b.session_id = s.id and b.kind = 'live'
     where s.product_id = $1 and s.starts_at <= $2 and s.state <> 'rescheduled'
     group by s.id order by s.starts_at desc limit 1`,
    [productId, now],
  )
  return row
}

/** Time that an account watched of a product, over all its visits. */
export async function readVisits(knex: Knex, productId: string, userId: string): Promise<VisitsRow> {
  const [row] = await prepared<VisitsRow>(
    knex,
    'visits-read',
    `select coalesce(sum(watched_ms), 0)::bigint as watched_ms, min(started_at) as first_seen_at, max(last_seen_at) as last_seen_at,
       count(*)::int as visits
     from playback_sessions where product_id = $1 and user_id = $2`,
    [productId, userId],
  )
  if (!row) throw new Error('a sum without a row')
  return row
}
