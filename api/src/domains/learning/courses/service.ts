import type { Course, CourseOutline, Lesson } from '@e-events/shared/contract/learning/courses.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { defaultLanguage, type Language } from '@e-events/shared/domain/language.ts'
import type { Stretch } from '@e-events/shared/domain/lessons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor, SessionActor } from '../../../http/actor.ts'
import type { ProductAccess } from '../../catalogue/read/product-access.ts'
import { lockRefusal, type LessonLocks } from './locks/service.ts'
import { isTaughtBy, readCourseAccess } from './course-access.ts'
import { isByHand, neededMs, reportRefusal, sentMs } from './policy.ts'
import { lessonsOf, toCourse, toLessonPage, type FoundCourse } from './presenter.ts'
import { readOutline } from './outline.ts'
import type { CourseRepository, LearnerLessonRow } from './repository.ts'

export type Courses = ReturnType<typeof createCourses>

/** Plays a product by the access to another one. Without `access` to everybody, and without a lease. */
export type PlayThrough = (
  shown: { productId: string; access: ProductAccess | null; courseId: string },
  viewer: SessionActor,
  language: Language,
  lease: string | undefined,
) => Promise<Playback>

/** Takes what the player of a lesson tells of a viewing; `open` is asked as it begins. */
export type ReportViewing = (
  of: { id: string; lessonId: string; open: () => Promise<{ courseId: string; sourceId: string }> },
  viewer: SessionActor,
  report: ViewingReport,
  userAgent: string,
) => Promise<void>

interface Asked {
  slug: string
  viewer: SessionActor
  language: Language
}
type AskedLesson = Asked & { id: string }

/** Stretches of a lesson: of its video, or in the time of a show. */
interface Played {
  id: string
  broadcastId?: string | undefined
  stretches: Stretch[]
  positionMs: number
}

interface CoursesDeps {
  knex: Knex
  repository: CourseRepository
  playThrough: PlayThrough
  reportViewing: ReportViewing
  locks: LessonLocks
  /** Keeps who finished a course, for certificates. */
  completions: {
    noteProgress(trx: Knex, courseId: string, viewer: Actor): Promise<void>
    forgetProgress(trx: Knex, courseId: string, viewer: SessionActor): Promise<void>
  }
  clock: Clock
}

/** For so long after a recording came, lessons that were seen on air are looked at: services may be down meanwhile. */
const recentMs = 24 * 60 * 60_000

/** Courses for those who learn: pages, lessons, progress and ratings. */
export function createCourses(deps: CoursesDeps) {
  const { knex, repository, clock } = deps
  return {
    /** @throws DomainError NOT_FOUND */
    async get(asked: Asked): Promise<Course> {
      return toCourse(await find(asked))
    },

    /** @throws DomainError NOT_FOUND */
    getOutline: (asked: { slug: string; viewer: Actor | null; language: Language }): Promise<CourseOutline> =>
      readOutline(knex, repository, { ...asked, now: clock.now() }),

    /** @throws DomainError LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async getLesson(asked: AskedLesson): Promise<Lesson> {
      const { row, room, ...found } = await openLesson(asked)
      return toLessonPage(found, { ...row, ...(await repository.readNotes(knex, row.lesson_id)) }, room.slug)
    },

    /** @throws DomainError LESSON_LOCKED, NOT_FOUND, PLAYING_ELSEWHERE, and the refusals of access */
    async getPlayback(asked: AskedLesson, lease: string | undefined): Promise<Playback> {
      const { sourceId, access } = await openPlayed(asked)
      const shown = { productId: sourceId, access: access.through, courseId: access.course.id }
      return deps.playThrough(shown, asked.viewer, asked.language, lease)
    },

    /** @throws DomainError VIEWING_IMPOSSIBLE, LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async reportViewing(asked: AskedLesson, viewing: { id: string; report: ViewingReport; userAgent: string }): Promise<void> {
      const open = async () => {
        const { sourceId, access } = await openPlayed(asked)
        return { courseId: access.course.id, sourceId }
      }
      await deps.reportViewing({ id: viewing.id, lessonId: asked.id, open }, asked.viewer, viewing.report, viewing.userAgent)
    },

    /**
     * @throws DomainError PROGRESS_TOO_SOON, PROGRESS_IMPOSSIBLE, LESSON_LOCKED, NOT_FOUND, and the refusals of
     * access
     */
    async report(asked: Asked, lessons: readonly Played[]): Promise<Course> {
      const now = clock.now()
      const { viewer } = asked
      const found = await find(asked)
      const told = await Promise.all(
        lessons.map(async (lesson) => {
          const row = openRow(found, lesson.id)
          return { ...lesson, row, ...(await lengthsOf(row, lesson.broadcastId, now)) }
        }),
      )
      const covered = await knex.transaction(async (trx) => {
        await repository.lockLearner(trx, viewer.id)
        const last = await repository.lastReport(trx, viewer.id)
        const refusal = reportRefusal({
          nowMs: now.getTime(),
          lastMs: last?.getTime() ?? null,
          lessons: told,
        })
        if (refusal !== null) throw new DomainError(refusal)
        const kept = new Map<string | null, Awaited<ReturnType<typeof repository.cover>>>()
        for (const { row, broadcastId = null, stretches, positionMs, durationMs } of told) {
          const needed = durationMs === null ? null : neededMs(durationMs, found.course.watched_percent)
          const of = { userId: viewer.id, lessonId: row.lesson_id, broadcastId }
          kept.set(row.lesson_id, await repository.cover(trx, { ...of, stretches, positionMs, neededMs: needed, now }))
        }
        if (found.hasAccess) await deps.completions.noteProgress(trx, found.course.id, viewer)
        return kept
      })
      // The course was read once: what changed since is known, and only a lesson that counts as watched now opens
      // others.
      const rows = found.rows.map((row) => ({ ...row, ...covered.get(row.lesson_id) }))
      const hasMore = rows.some(({ is_watched }, at) => is_watched !== found.rows[at]?.is_watched)
      return toCourse({ ...found, rows, locks: hasMore ? await deps.locks.list([found.course.id], viewer) : found.locks })
    },

    /** @throws DomainError WATCHED_BY_PLAYING, LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async setWatched(asked: AskedLesson, isWatched: boolean): Promise<Course> {
      const { row, course, hasAccess } = await openLesson(asked)
      if (!isByHand(row, course.watched_by_hand)) throw new DomainError('WATCHED_BY_PLAYING')
      await knex.transaction(async (trx) => {
        await repository.setWatched(trx, { userId: asked.viewer.id, lessonId: row.lesson_id, isWatched, now: clock.now() })
        if (!isWatched) await deps.completions.forgetProgress(trx, course.id, asked.viewer)
        else if (hasAccess) await deps.completions.noteProgress(trx, course.id, asked.viewer)
      })
      return toCourse(await find(asked))
    },

    /** @throws DomainError NOT_WATCHED_YET, LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async rate(asked: AskedLesson, stars: number): Promise<Course> {
      const { row } = await openLesson(asked)
      if (!row.is_watched) throw new DomainError('NOT_WATCHED_YET')
      await repository.rate(knex, { user_id: asked.viewer.id, lesson_id: row.lesson_id, stars })
      return toCourse(await find(asked))
    },

    /** @throws DomainError NOT_FOUND */
    async findId(slug: string, viewer: SessionActor): Promise<{ id: string }> {
      const { course } = await readCourseAccess(knex, repository, { slug, viewer, now: clock.now() })
      return { id: course.id }
    },

    /** @throws DomainError LESSON_LOCKED, NOT_FOUND, and the refusals of access */
    async assertOpen(asked: Omit<AskedLesson, 'language'>): Promise<{ courseId: string; hasAccess: boolean }> {
      const { course, hasAccess } = await openLesson({ ...asked, language: defaultLanguage })
      return { courseId: course.id, hasAccess }
    },

    /** Marks lessons that were seen on air, once the length of their recording is known. */
    async markSeenShows(): Promise<void> {
      const now = clock.now()
      const since = new Date(now.getTime() - recentMs)
      for (const row of await repository.listShowLearners(knex, since)) {
        if (row.covered_ms < neededMs(row.duration_ms, row.watched_percent)) continue
        // An account without roles: whoever runs the course has no certificate to earn.
        const viewer = { id: row.user_id, isAdmin: false }
        const { through } = await readCourseAccess(knex, repository, { slug: row.course_slug, viewer, now })
        await knex.transaction(async (trx) => {
          await repository.setWatched(trx, { userId: row.user_id, lessonId: row.lesson_id, isWatched: true, now })
          if (through !== null) await deps.completions.noteProgress(trx, row.course_id, viewer)
        })
      }
    },

    /** Courses that were begun, are not watched yet and still open, the latest first. */
    async listBegun(viewer: SessionActor, language: Language) {
      const begun = await repository.listBegun(knex, viewer.id, limits.coursesToContinue)
      const found = await Promise.all(
        begun.map(async ({ slug, seen_at }) => {
          const course = await find({ slug, viewer, language }).then(toCourse, ignoreAbsent)
          const lesson = course?.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === course.next)
          if (!course?.hasAccess || course.isWatched || !lesson) return []
          const { title, posterUrl, percent } = course
          return [{ slug, title, posterUrl, percent, lesson: { id: lesson.id, title: lesson.title }, lastSeenAt: seen_at.toISOString() }]
        }),
      )
      return found.flat()
    },
  }

  async function find({ slug, viewer, language }: Asked): Promise<FoundCourse & { access: Awaited<ReturnType<typeof readCourseAccess>> }> {
    const access = await readCourseAccess(knex, repository, { slug, viewer, now: clock.now() })
    const [course, rows, locks] = await Promise.all([
      repository.find(knex, access.course.id, language),
      repository.listLessons(knex, access.course.id, viewer.id),
      deps.locks.list([access.course.id], viewer),
    ])
    return { course, rows, locks, hasAccess: access.through !== null, seesStudents: isTaughtBy(access.course, viewer), access }
  }

  /** How long it is, null where that is not known, and how far it may have been played by now. */
  async function lengthsOf({ source_id, duration_ms }: LearnerLessonRow, broadcastId: string | undefined, now: Date) {
    if (broadcastId === undefined) return { durationMs: duration_ms, lengthMs: duration_ms }
    const show = source_id === null ? undefined : await repository.findShow(knex, broadcastId, source_id)
    return { durationMs: show?.duration_ms ?? null, lengthMs: show === undefined ? null : sentMs(show, now.getTime()) }
  }

  function openRow({ rows, access, locks }: Awaited<ReturnType<typeof find>>, id: string) {
    const row = lessonsOf(rows).find(({ lesson_id }) => lesson_id === id)
    if (!row) throw new DomainError('NOT_FOUND')
    if (access.refusal !== null && !row.is_preview) throw access.refusal
    const lock = locks.get(id)
    if (lock) throw lockRefusal(lock)
    return row
  }

  /** An open lesson that plays something. */
  async function openPlayed(asked: AskedLesson) {
    const { row, access } = await openLesson(asked)
    if (row.source_id === null || row.kind === 'meeting' || row.kind === 'text') throw new DomainError('NOT_FOUND')
    return { sourceId: row.source_id, access }
  }

  async function openLesson(asked: AskedLesson) {
    const found = await find(asked)
    return { ...found, row: openRow(found, asked.id), room: found.access.through ?? found.access.course }
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}
