import type { ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { ViewingInsert, ViewingRow } from '../../../db/tables/live.ts'

/** SQL: time that was played or stood still since the report before. */
const sinceThen = '($8::int + $9::int + $10::int + $12::int - v.live_ms - v.behind_ms - v.video_ms - v.rebuffered_ms)'

export type ViewingRepository = ReturnType<typeof createViewingRepository>

/** Reports of players on their viewings. */
export function createViewingRepository() {
  return {
    async find(knex: Knex, id: string, slug: string): Promise<Pick<ViewingRow, 'user_id' | 'began_at'> | undefined> {
      const [row] = await prepared<Pick<ViewingRow, 'user_id' | 'began_at'>>(
        knex,
        'viewing-find',
        'select v.user_id, v.began_at from viewings v join products p on p.id = v.product_id where v.id = $1 and p.slug = $2',
        [id, slug],
      )
      return row
    },

    /** Those that began with the lesson; while what it shows is sent, they are of that. */
    async findOfLesson(knex: Knex, id: string, lessonId: string): Promise<Pick<ViewingRow, 'user_id' | 'began_at'> | undefined> {
      const [row] = await prepared<Pick<ViewingRow, 'user_id' | 'began_at'>>(
        knex,
        'viewing-find-lesson',
        `select v.user_id, v.began_at from viewings v where v.id = $1
           and (v.lesson_id = $2 or v.product_id = (select source_product_id from lessons where id = $2))`,
        [id, lessonId],
      )
      return row
    },

    /** Two reports may begin one viewing at the same moment. */
    async begin(knex: Knex, viewing: ViewingInsert): Promise<void> {
      await knex('viewings').insert(viewing).onConflict('id').ignore()
    },

    /** Date that a show of the product belongs to which is watched now; undefined where none has begun. */
    async findRunningSession(knex: Knex, productId: string, now: Date): Promise<string | undefined> {
      const [row] = await prepared<{ id: string | null }>(
        knex,
        'viewing-session',
        `select coalesce(
           (select b.session_id from broadcasts b where b.product_id = $1 and b.kind = 'live' order by b.state = 'ended', b.started_at desc limit 1),
           (select s.id from product_sessions s where s.product_id = $1 and s.state <> 'rescheduled' and s.starts_at <= $2
             order by s.starts_at desc limit 1)) as id`,
        [productId, now],
      )
      return row?.id ?? undefined
    },

    /**
     * Takes a report that is newer than the last one. The minutes in which it played are those before it was told: what
     * was played and stood still since the last report, up to when it last played.
     */
    async store(knex: Knex, viewing: { id: string; userId: string }, report: ViewingReport, now: Date): Promise<void> {
      const playedUntil = new Date(now.getTime() - report.idleMs)
      await prepared(
        knex,
        'viewing-store',
        `update viewings v set sequence = $3, reported_at = $4, is_over = $5, has_started = v.has_started or $6,
           startup_ms = coalesce(v.startup_ms, $7), live_ms = greatest(v.live_ms, $8), behind_ms = greatest(v.behind_ms, $9),
           video_ms = greatest(v.video_ms, $10), rebuffers = greatest(v.rebuffers, $11), rebuffered_ms = greatest(v.rebuffered_ms, $12),
           rung_changes = greatest(v.rung_changes, $13), rungs = $14, errors = $15, places = v.places + $16::int8multirange,
           resume_s = coalesce($18, v.resume_s),
           watched = v.watched + case when ${sinceThen} <= 0 or $17::timestamptz <= v.began_at then '{}'::int8multirange else int8multirange(int8range(
             floor(extract(epoch from greatest(v.began_at, $17::timestamptz - ${sinceThen} * interval '1 ms')) / 60)::bigint,
             ceil(extract(epoch from $17::timestamptz) / 60)::bigint)) end
         where v.id = $1 and v.user_id = $2 and v.sequence < $3`,
        [
          viewing.id,
          viewing.userId,
          report.sequence,
          now,
          report.isOver,
          report.hasStarted,
          report.startupMs,
          report.liveMs,
          report.behindMs,
          report.videoMs,
          report.rebuffers,
          report.rebufferedMs,
          report.rungChanges,
          JSON.stringify(Object.fromEntries(report.rungs.map(({ heightPx, ms }) => [heightPx, ms]))),
          JSON.stringify(Object.fromEntries(report.errors.map(({ code, count }) => [code, count]))),
          `{${report.places.map(({ from, to }) => `[${from},${to})`).join(',')}}`,
          playedUntil,
          report.resumeSec ?? null,
        ],
      )
    },

    async forget(knex: Knex, before: Date): Promise<number> {
      return knex('viewings').where('reported_at', '<', before).delete()
    },
  }
}
