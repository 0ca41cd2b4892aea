import type { DeviceKind, PlaybackError } from '@e-events/shared/contract/live/viewings.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

/** A product, and one of its dates or lessons; without a part its recordings and videos. */
export interface Scope {
  productId: string
  /** Id of a session, or of a lesson. */
  partId: string | null
}

export interface PartRow {
  part_id: string | null
  starts_at: Date | null
  /** Null for what is no lesson. */
  title: string | null
  viewers: number
}

export interface SumsRow {
  viewings: number
  viewers: number
  /** Viewers who saw a picture. */
  started: number
  live_ms: number
  behind_ms: number
  video_ms: number
  rebuffered_ms: number
  rebuffers: number
  rebuffered_viewings: number
  rung_changes: number
  exits: number
  startup_median: number | null
  startup_p95: number | null
  peak: number
  /** Minutes since 1970; null where nobody played. */
  first_minute: number | null
  last_minute: number | null
}

/** From here on so many more are there. */
export interface Step {
  at: number
  change: number
}

const inScope = 'v.product_id = $1 and coalesce(v.session_id, v.lesson_id) is not distinct from $2'
/** An erased account leaves viewings that belong to nobody: each counts as a viewer. */
const viewer = 'coalesce(v.user_id, v.id)'
/** Silence after which a player is closed. */
const silentMs = 2 * 60_000

/** SQL: the ranges of `spans (viewer, span)` as steps; ranges of one viewer count once. */
const stepsOf = (spans: string) => `
  select at, sum(change)::int as change from (
    select lower(r.span) as at, 1 as change from (${spans}) r union all select upper(r.span), -1 from (${spans}) r
  ) s group by at order by at`

const peakSql = `
  with merged as (select unnest(range_agg(v.watched)) as span from viewings v where ${inScope} group by ${viewer}),
    steps as (${stepsOf('select span from merged')})
  select coalesce(max(present), 0)::int as peak from (select sum(change) over (order by at) as present from steps) p`

/** Figures of many viewings; every number is computed by the database. */
export function createQualityRepository(knex: Knex) {
  return {
    async findTitle(productId: string): Promise<{ slug: string; title: string } | undefined> {
      return knex('products').where({ id: productId }).select('slug', 'title').first()
    },

    listParts: (productId: string): Promise<PartRow[]> =>
      prepared<PartRow>(
        knex,
        'quality-parts',
        `select coalesce(v.session_id, v.lesson_id) as part_id, s.starts_at, l.title, count(distinct ${viewer})::int as viewers
         from viewings v left join product_sessions s on s.id = v.session_id
           left join lessons l on l.id = v.lesson_id left join course_modules m on m.id = l.module_id
         where v.product_id = $1 group by v.session_id, v.lesson_id, s.starts_at, l.title, l.position, m.position
         order by s.starts_at desc nulls last, m.position nulls last, l.position, v.lesson_id limit 500`,
        [productId],
      ),

    async sum({ productId, partId }: Scope, now: Date): Promise<SumsRow> {
      const [row] = await prepared<SumsRow>(
        knex,
        'quality-sums',
        `select count(*)::int as viewings, count(distinct ${viewer})::int as viewers,
           count(distinct ${viewer}) filter (where v.has_started)::int as started,
           coalesce(sum(v.live_ms), 0)::bigint as live_ms, coalesce(sum(v.behind_ms), 0)::bigint as behind_ms,
           coalesce(sum(v.video_ms), 0)::bigint as video_ms, coalesce(sum(v.rebuffered_ms), 0)::bigint as rebuffered_ms,
           coalesce(sum(v.rebuffers), 0)::int as rebuffers, count(*) filter (where v.rebuffers > 0)::int as rebuffered_viewings,
           coalesce(sum(v.rung_changes), 0)::int as rung_changes,
           count(*) filter (where not v.has_started and v.errors = '{}' and (v.is_over or v.reported_at < $3))::int as exits,
           percentile_disc(0.5) within group (order by v.startup_ms) as startup_median,
           percentile_disc(0.95) within group (order by v.startup_ms) as startup_p95,
           (${peakSql}) as peak, min(lower(v.watched)) as first_minute, max(upper(v.watched)) as last_minute
         from viewings v where ${inScope}`,
        [productId, partId, new Date(now.getTime() - silentMs)],
      )
      if (!row) throw new Error('a sum without a row')
      return row
    },

    rungs: ({ productId, partId }: Scope): Promise<{ height: number; ms: number }[]> =>
      prepared(
        knex,
        'quality-rungs',
        `select r.key::int as height, sum(r.value::bigint)::bigint as ms from viewings v, jsonb_each_text(v.rungs) r where ${inScope}
         group by r.key having sum(r.value::bigint) > 0 order by height desc`,
        [productId, partId],
      ),

    errors: ({ productId, partId }: Scope): Promise<{ code: PlaybackError; viewings: number; count: number }[]> =>
      prepared(
        knex,
        'quality-errors',
        `select e.key as code, count(*)::int as viewings, sum(e.value::int)::int as count from viewings v, jsonb_each_text(v.errors) e
         where ${inScope} group by e.key order by viewings desc, code`,
        [productId, partId],
      ),

    /** One of the three is set in each row. */
    devices: ({
      productId,
      partId,
    }: Scope): Promise<{ kind: DeviceKind | null; browser: string | null; system: string | null; viewers: number }[]> =>
      prepared(
        knex,
        'quality-devices',
        `select v.device_kind as kind, v.browser, v.system, count(distinct ${viewer})::int as viewers from viewings v where ${inScope}
         group by grouping sets ((v.device_kind), (v.browser), (v.system)) order by viewers desc, kind, browser, system`,
        [productId, partId],
      ),

    /** Viewers in each step of so many minutes; steps are counted from 1970. */
    present: ({ productId, partId }: Scope, everyMinutes: number): Promise<Step[]> =>
      prepared(
        knex,
        'quality-present',
        `with spans as (select ${viewer} as viewer, unnest(v.watched) as span from viewings v where ${inScope}),
           merged as (select unnest(range_agg(int8range(lower(span) / $3, (upper(span) - 1) / $3 + 1))) as span from spans group by viewer)
         ${stepsOf('select span from merged')}`,
        [productId, partId, everyMinutes],
      ),

    /** Viewers in each hundredth of a length that begins at a second. */
    retention: ({ productId, partId }: Scope, { fromSec, lengthSec }: { fromSec: number; lengthSec: number }): Promise<Step[]> =>
      prepared(
        knex,
        'quality-retention',
        `with spans as (select ${viewer} as viewer, unnest(v.places) as span from viewings v where ${inScope}),
           merged as (select unnest(range_agg(int8range(
               (greatest(lower(span), $3) - $3) * 100 / $4, (least(upper(span), $3 + $4) - 1 - $3) * 100 / $4 + 1))) as span
             from spans where upper(span) > $3 and lower(span) < $3 + $4 group by viewer)
         ${stepsOf('select span from merged')}`,
        [productId, partId, fromSec, lengthSec],
      ),

    /**
     * Begin and end of what was sent on a date, or of the video that played from it on; `ends_at` is now while it
     * runs.
     */
    async findShow(sessionId: string, now: Date): Promise<{ from_at: Date; ends_at: Date } | undefined> {
      const [row] = await prepared<{ from_at: Date; ends_at: Date }>(
        knex,
        'quality-show',
        `select coalesce(min(b.first_media_at), min(b.started_at), s.starts_at) as from_at,
           case when count(b.id) = 0 then s.starts_at + coalesce(m.duration_ms * interval '1 ms', s.ends_at - s.starts_at)
             when bool_and(b.ended_at is not null) then max(case when b.end_reason = 'idle' then coalesce(b.last_media_at, b.ended_at) else b.ended_at end)
             else $2 end as ends_at
         from product_sessions s join products p on p.id = s.product_id
         left join media_assets m on m.id = p.media_asset_id and p.type = 'live'
         left join broadcasts b on b.session_id = s.id and b.kind = 'live'
         where s.id = $1 group by s.id, m.duration_ms`,
        [sessionId, now],
      )
      return row
    },

    /** Length of what a lesson shows; undefined where it is not known. */
    async findLessonMs(lessonId: string): Promise<number | undefined> {
      const row = await knex('lessons').where({ id: lessonId }).first('source_product_id')
      return row?.source_product_id == null ? undefined : this.findVideoMs(row.source_product_id)
    },

    /** Length of the video of a product, or of the recording of its last show; undefined where there is none. */
    async findVideoMs(productId: string): Promise<number | undefined> {
      const [row] = await prepared<{ duration_ms: number | null }>(
        knex,
        'quality-video',
        `select coalesce(m.duration_ms, (select max(a.duration_ms) from media_assets a where a.state = 'ready' and a.broadcast_id = (
             select b.id from broadcasts b where b.product_id = p.id and b.kind = 'live' order by b.started_at desc limit 1))) as duration_ms
         from products p left join media_assets m on m.id = p.media_asset_id where p.id = $1`,
        [productId],
      )
      return row?.duration_ms ?? undefined
    },
  }
}
export type QualityRepository = ReturnType<typeof createQualityRepository>
