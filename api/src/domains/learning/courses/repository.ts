import type { LessonKind, Stretch } from '@e-events/shared/domain/lessons.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { productText } from '../../catalogue/read/product-card.ts'

export interface CourseRow {
  id: string
  slug: string
  title: string
  image_file_id: string | null
  watched_percent: number
  watched_by_hand: boolean
}

/** A lesson with the progress of one account. */
export interface LearnerLessonRow {
  module_id: string
  module_title: string
  /** Null in a module without lessons. */
  lesson_id: string | null
  title: string
  kind: LessonKind
  /** An address from elsewhere, in place of a product. */
  url: string | null
  is_preview: boolean
  source_id: string | null
  source_slug: string | null
  duration_ms: number | null
  covered_ms: number
  is_watched: boolean
  position_ms: number
  seen_at: Date | null
  my_stars: number | null
  /** Null without a quiz. */
  quiz_passed: boolean | null
  ratings: number
  stars: number
}

type ProgressRow = Pick<LearnerLessonRow, 'covered_ms' | 'is_watched' | 'position_ms' | 'seen_at'>

/** A lesson as somebody sees it who does not have the course. */
export interface OutlineRow {
  slug: string
  course_title: string
  gives_certificate: boolean
  module_id: string | null
  module_title: string
  /** Null in a module without lessons. */
  lesson_id: string | null
  title: string
  kind: LessonKind
  is_preview: boolean
  duration_ms: number | null
  has_quiz: boolean
  ratings: number
  stars: number
}

/** Notes of a lesson: as words, and as sanitised HTML (null where they have no form). */
export interface NotesRow {
  notes: string
  notes_html: string | null
}

/** SQL: length of what a lesson `l` plays, once it is known: of its video, or of the recording of its show. */
export const durationOf = `coalesce(
    (select a.duration_ms from products s join media_assets a on a.id = s.media_asset_id where s.id = l.source_product_id and a.state = 'ready'),
    (select max(a.duration_ms) from media_assets a where a.product_id = l.source_product_id and a.kind = 'vod' and a.state = 'ready'),
    (select max(a.duration_ms) from broadcasts b join feeds f on f.broadcast_id = b.id join media_assets a on a.feed_id = f.id
     where b.product_id = l.source_product_id and b.kind = 'live' and b.state = 'ended' and a.state = 'ready'))`

export const coveredOf = (column: string) => `(select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(${column}) r)`

/** A show that a lesson plays; without a length until its recording is there. */
export interface ShowRow {
  started_at: Date
  ended_at: Date | null
  duration_ms: number | null
}

/** Learners of a recorded show whose lesson does not count as watched yet. */
export interface ShowLearnerRow {
  user_id: string
  lesson_id: string
  course_id: string
  course_slug: string
  watched_percent: number
  covered_ms: number
  duration_ms: number
}

/** SQL: length of the recording of a broadcast `b`. */
const recordedOf = `(select max(a.duration_ms) from feeds f join media_assets a on a.feed_id = f.id
    where f.broadcast_id = b.id and b.state = 'ended' and a.state = 'ready')`

const courseSql = `select p.id, p.slug, ${productText.title} as title, p.image_file_id, coalesce(d.watched_percent, 90) as watched_percent,
    coalesce(d.watched_by_hand, false) as watched_by_hand
  from products p left join course_details d on d.product_id = p.id where p.id = $2`

const lessonsSql = `select m.id as module_id, m.title as module_title, l.id as lesson_id, l.title, l.kind, l.url, l.is_preview,
    l.source_product_id as source_id, (select s.slug from products s where s.id = l.source_product_id) as source_slug, ${durationOf} as duration_ms,
    ${coveredOf('g.covered')} as covered_ms, coalesce(g.watched, false) as is_watched, coalesce(g.position_ms, 0) as position_ms, g.updated_at as seen_at,
    (select r.stars from lesson_ratings r where r.lesson_id = l.id and r.user_id = $2) as my_stars,
    (select exists (select 1 from quiz_attempts a where a.quiz_id = q.id and a.user_id = $2 and a.passed)
       from lesson_quizzes q where q.lesson_id = l.id) as quiz_passed,
    (select count(*)::int from lesson_ratings r where r.lesson_id = l.id) as ratings,
    (select coalesce(sum(r.stars), 0)::int from lesson_ratings r where r.lesson_id = l.id) as stars
  from course_modules m left join lessons l on l.module_id = m.id
  left join lesson_progress g on g.lesson_id = l.id and g.user_id = $2
  where m.product_id = $1 order by m.position, l.position`

/** $1 language, $2 courses in their order. */
const outlineSql = `select p.slug, ${productText.title} as course_title, coalesce(d.gives_certificate, false) as gives_certificate,
    m.id as module_id, m.title as module_title, l.id as lesson_id, l.title, l.kind, l.is_preview, ${durationOf} as duration_ms,
    exists (select 1 from lesson_quizzes q where q.lesson_id = l.id) as has_quiz,
    (select count(*)::int from lesson_ratings r where r.lesson_id = l.id) as ratings,
    (select coalesce(sum(r.stars), 0)::int from lesson_ratings r where r.lesson_id = l.id) as stars
  from products p left join course_details d on d.product_id = p.id
  left join course_modules m on m.product_id = p.id left join lessons l on l.module_id = m.id
  where p.id = any($2::uuid[]) order by array_position($2::uuid[], p.id), m.position, l.position`

export type CourseRepository = ReturnType<typeof createCourseRepository>

/** A course with lessons that are a meeting. */
export interface MeetingCourseRow {
  id: string
  slug: string
  is_preview: boolean
  lesson_ids: string[]
}

export function createCourseRepository() {
  return {
    async find(db: Knex, courseId: string, language: Language): Promise<CourseRow> {
      const [row] = await prepared<CourseRow>(db, 'course', courseSql, [language, courseId])
      if (!row) throw new Error('the course is gone')
      return row
    },

    listLessons: (db: Knex, courseId: string, userId: string) =>
      prepared<LearnerLessonRow>(db, 'course-lessons', lessonsSql, [courseId, userId]),

    /** Modules and lessons of these courses, in their order. */
    listOutline: (db: Knex, courseIds: readonly string[], language: Language) =>
      prepared<OutlineRow>(db, 'course-outline', outlineSql, [language, courseIds]),

    async readNotes(db: Knex, lessonId: string): Promise<NotesRow> {
      const row = await db('lessons').where({ id: lessonId }).first('notes', 'notes_html')
      return row ?? { notes: '', notes_html: null }
    },

    /** Masters that hold a course, and those that held it until `removed_at`. */
    async listMasters(db: Knex, courseId: string): Promise<{ slug: string; removed_at: Date | null }[]> {
      const { rows } = await db.raw<{ rows: { slug: string; removed_at: Date | null }[] }>(
        `select p.slug, x.removed_at from (
           select master_id, null::timestamptz as removed_at from master_courses where course_id = :courseId
           union all select master_id, removed_at from kept_courses where course_id = :courseId
         ) x join products p on p.id = x.master_id order by x.removed_at nulls first, p.created_at`,
        { courseId },
      )
      return rows
    },

    /** Courses that are no drafts and meet in this product, and whether one of these lessons is a preview. */
    async listMeetingCourses(db: Knex, meetProductId: string): Promise<MeetingCourseRow[]> {
      return prepared(
        db,
        'courses-of-meeting',
        `select p.id, p.slug, bool_or(l.is_preview) as is_preview, array_agg(l.id) as lesson_ids from lessons l join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
         where l.source_product_id = $1 and l.kind = 'meeting' and p.status <> 'draft' group by p.id order by p.created_at`,
        [meetProductId],
      )
    },

    /** The courses of a master that are no drafts, in their order. */
    listHeld: (db: Knex, masterId: string): Promise<{ id: string; slug: string }[]> =>
      db('master_courses as mc')
        .join('products as p', 'p.id', 'mc.course_id')
        .where({ 'mc.master_id': masterId })
        .whereNot({ 'p.status': 'draft' })
        .orderBy('mc.position')
        .select<{ id: string; slug: string }[]>('p.id', 'p.slug'),

    /** The slugs of courses with progress of an account, the latest first. */
    async listBegun(db: Knex, userId: string, limit: number): Promise<{ slug: string; seen_at: Date }[]> {
      const { rows } = await db.raw<{ rows: { slug: string; seen_at: Date }[] }>(
        `select p.slug, max(g.updated_at) as seen_at from lesson_progress g join lessons l on l.id = g.lesson_id
         join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
         where g.user_id = :userId group by p.slug order by seen_at desc limit :limit`,
        { userId, limit },
      )
      return rows
    },

    /** One report of an account at a time. */
    async lockLearner(trx: Knex, userId: string): Promise<void> {
      await trx.raw(`select pg_advisory_xact_lock(hashtextextended('progress:' || :userId, 0))`, { userId })
    },

    async lastReport(trx: Knex, userId: string): Promise<Date | null> {
      const row = await trx('lesson_progress').where({ user_id: userId }).max('reported_at as at').first()
      return (row?.at as Date | null | undefined) ?? null
    },

    async findShow(db: Knex, broadcastId: string, productId: string): Promise<ShowRow | undefined> {
      const { rows } = await db.raw<{ rows: ShowRow[] }>(
        `select b.started_at, b.ended_at, ${recordedOf} as duration_ms from broadcasts b
         where b.id = :broadcastId and b.product_id = :productId and b.kind = 'live'`,
        { broadcastId, productId },
      )
      return rows[0]
    },

    /** Shows whose recording came after `since`. */
    async listShowLearners(db: Knex, since: Date): Promise<ShowLearnerRow[]> {
      const { rows } = await db.raw<{ rows: ShowLearnerRow[] }>(
        `select g.user_id, g.lesson_id, m.product_id as course_id, p.slug as course_slug, coalesce(d.watched_percent, 90) as watched_percent,
           ${coveredOf('g.covered')} as covered_ms, ${recordedOf} as duration_ms
         from recordings r join broadcasts b on b.id = r.broadcast_id join lesson_progress g on g.broadcast_id = b.id
         join lessons l on l.id = g.lesson_id join course_modules m on m.id = l.module_id join products p on p.id = m.product_id
         left join course_details d on d.product_id = m.product_id
         where r.ready_at > :since and not g.watched and ${recordedOf} is not null`,
        { since },
      )
      return rows
    },

    /**
     * Adds stretches to what was covered, and marks the lesson once `neededMs` are; null before that is known. Forgets
     * what was covered of another show, or of a video. Answers what `listLessons` would read of it now.
     */
    async cover(
      trx: Knex,
      report: {
        userId: string
        lessonId: string
        broadcastId: string | null
        stretches: readonly Stretch[]
        positionMs: number
        neededMs: number | null
        now: Date
      },
    ): Promise<ProgressRow> {
      const { stretches, neededMs, ...row } = report
      const ranges = `{${stretches.map(({ fromMs, toMs }) => `[${fromMs},${toMs})`).join(',')}}`
      const { rows } = await trx.raw<{ rows: ProgressRow[] }>(
        `insert into lesson_progress as g (user_id, lesson_id, broadcast_id, covered, position_ms, reported_at)
         values (:userId, :lessonId, :broadcastId, :ranges::int8multirange, :positionMs, :now)
         on conflict (user_id, lesson_id) do update set broadcast_id = excluded.broadcast_id, position_ms = excluded.position_ms,
           covered = case when g.broadcast_id is not distinct from excluded.broadcast_id then g.covered + excluded.covered else excluded.covered end,
           reported_at = excluded.reported_at
         returning ${coveredOf('g.covered')} as covered_ms, g.watched as is_watched, g.position_ms, g.updated_at as seen_at`,
        { ...row, ranges },
      )
      const [covered] = rows
      if (!covered) throw new Error('no progress was kept')
      if (neededMs === null || covered.is_watched || covered.covered_ms < neededMs) return covered
      await trx('lesson_progress')
        .where({ user_id: report.userId, lesson_id: report.lessonId })
        .update({ watched: true, watched_at: report.now })
      return { ...covered, is_watched: true }
    },

    /** Without its mark a lesson begins anew: what was covered of it would mark it again. */
    async setWatched(trx: Knex, mark: { userId: string; lessonId: string; isWatched: boolean; now: Date }): Promise<void> {
      const watched = mark.isWatched ? { watched: true, watched_at: mark.now } : { watched: false, watched_at: null, covered: '{}' }
      await trx('lesson_progress')
        .insert({ user_id: mark.userId, lesson_id: mark.lessonId, ...watched })
        .onConflict(['user_id', 'lesson_id'])
        .merge(watched)
    },

    async rate(trx: Knex, rating: { user_id: string; lesson_id: string; stars: number }): Promise<void> {
      await trx('lesson_ratings').insert(rating).onConflict(['lesson_id', 'user_id']).merge(['stars'])
    },
  }
}
