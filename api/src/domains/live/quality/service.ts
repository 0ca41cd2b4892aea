import type { QualityPart, QualityReport, ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { ViewingRow } from '../../../db/tables/live.ts'
import type { Actor } from '../../../http/actor.ts'
import { deviceClass } from '../../../http/user-agent.ts'
import { assertMayWatch, findProductAccess } from '../../catalogue/read/product-access.ts'
import { isPossible, playedMsOf } from './policy.ts'
import type { QualityRepository, Scope } from './report-repository.ts'
import type { ViewingRepository } from './repository.ts'
import { stepMinutes, toSeries } from './series.ts'

export type Quality = ReturnType<typeof createQuality>

interface QualityDeps {
  knex: Knex
  viewings: ViewingRepository
  figures: QualityRepository
  clock: Clock
}

/** Product, and lesson of it, that a viewing counts for. */
interface Place {
  productId: string
  lesson: string | null
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** How products are watched: reports of players, and their figures for organizers. */
export function createQuality({ knex, viewings, figures, clock }: QualityDeps) {
  return {
    /**
     * Access is asked for when a viewing begins; its later reports tell of what was.
     * @throws DomainError NOT_FOUND, VIEWING_IMPOSSIBLE, and the refusals of whoever may not watch
     */
    async report(of: { slug: string; id: string }, viewer: Actor, report: ViewingReport, userAgent: string): Promise<void> {
      const known = await viewings.find(knex, of.id, of.slug)
      return take({ id: of.id, known, viewer, report, userAgent }, async (now) => {
        const access = await findProductAccess(knex, of.slug, viewer.id)
        if (!access) throw new DomainError('NOT_FOUND')
        assertMayWatch(access, viewer, now)
        return { productId: access.id, lesson: null }
      })
    },

    /**
     * The same of a lesson. `open` asks for access: with the lesson and its course, and the product that it shows. A
     * show that is sent meanwhile is counted for its date.
     * @throws DomainError NOT_FOUND, VIEWING_IMPOSSIBLE, and what `open` throws
     */
    async reportLesson(
      of: { id: string; lessonId: string; open: () => Promise<{ courseId: string; sourceId: string }> },
      viewer: Actor,
      report: ViewingReport,
      userAgent: string,
    ): Promise<void> {
      const known = await viewings.findOfLesson(knex, of.id, of.lessonId)
      return take({ id: of.id, known, viewer, report, userAgent }, async () => {
        const { courseId, sourceId } = await of.open()
        return report.of === 'show' ? { productId: sourceId, lesson: null } : { productId: courseId, lesson: of.lessonId }
      })
    },

    /** @throws DomainError NOT_FOUND for a part without a viewing */
    async read(productId: string, wanted: QualityPart | undefined): Promise<QualityReport> {
      const now = clock.now()
      const [product, parts] = await Promise.all([figures.findTitle(productId), figures.listParts(productId)])
      if (!product) throw new DomainError('NOT_FOUND')
      const named = parts.map(({ part_id: id, starts_at: startsAt, title, viewers }) => ({
        id: id ?? ('video' as const),
        startsAt: startsAt?.toISOString() ?? null,
        title,
        viewers,
      }))
      const part = wanted === undefined ? named[0] : named.find(({ id }) => id === wanted)
      if (wanted !== undefined && !part) throw new DomainError('NOT_FOUND')
      const scope = { productId, partId: part === undefined || part.id === 'video' ? null : part.id }
      return { product, parts: named, part: part?.id ?? null, ...(await readFigures(scope, part?.title ?? null, now)) }
    },

    /** Deletes old viewings. */
    forget: (): Promise<number> => viewings.forget(knex, new Date(clock.nowMs() - limits.viewingDays * dayMs)),
  }

  async function take(
    told: {
      id: string
      known: Pick<ViewingRow, 'user_id' | 'began_at'> | undefined
      viewer: Actor
      report: ViewingReport
      userAgent: string
    },
    open: (now: Date) => Promise<Place>,
  ): Promise<void> {
    const { id, known, viewer, report } = told
    const now = clock.now()
    if (known && known.user_id !== viewer.id) throw new DomainError('NOT_FOUND')
    const place = known ? undefined : await open(now)
    const beganAt = known?.began_at ?? new Date(now.getTime() - Math.min(report.ageMs, limits.viewingFirstReportMs))
    if (!isPossible(report, { beganAt, now })) throw new DomainError('VIEWING_IMPOSSIBLE')
    if (place) await begin(place, { id, userId: viewer.id, beganAt, of: report.of, userAgent: told.userAgent }, now)
    await viewings.store(knex, { id, userId: viewer.id }, report, now)
  }

  async function begin(
    { productId, lesson }: Place,
    viewing: { id: string; userId: string; beganAt: Date; of: ViewingReport['of']; userAgent: string },
    now: Date,
  ): Promise<void> {
    const sessionId = viewing.of === 'show' ? await viewings.findRunningSession(knex, productId, now) : null
    if (sessionId === undefined) throw new DomainError('VIEWING_IMPOSSIBLE')
    const { browser, system, kind } = deviceClass(viewing.userAgent)
    await viewings.begin(knex, {
      id: viewing.id,
      product_id: productId,
      session_id: sessionId,
      lesson_id: lesson,
      user_id: viewing.userId,
      device_kind: kind,
      browser,
      system,
      began_at: viewing.beganAt,
      reported_at: now,
      sequence: 0,
    })
  }

  async function readFigures(
    scope: Scope,
    lessonTitle: string | null,
    now: Date,
  ): Promise<Omit<QualityReport, 'product' | 'parts' | 'part'>> {
    const [sums, rungs, errors, devices, length] = await Promise.all([
      figures.sum(scope, now),
      figures.rungs(scope),
      figures.errors(scope),
      figures.devices(scope),
      lengthOf(scope, lessonTitle !== null, now),
    ])
    const watchedMs = playedMsOf({ liveMs: sums.live_ms, behindMs: sums.behind_ms, videoMs: sums.video_ms })
    const rungsMs = rungs.reduce((sum, { ms }) => sum + ms, 0)
    const named = (column: 'browser' | 'system') =>
      devices.flatMap((row) => (row[column] === null ? [] : [{ name: row[column], viewers: row.viewers }]))
    return {
      viewers: sums.viewers,
      viewings: sums.viewings,
      peakViewers: sums.peak,
      watchedMs,
      averageWatchedMs: sums.started === 0 ? 0 : Math.round(watchedMs / sums.started),
      liveMs: sums.live_ms,
      behindMs: sums.behind_ms,
      videoMs: sums.video_ms,
      startup: { medianMs: sums.startup_median, p95Ms: sums.startup_p95 },
      rebufferedShare: watchedMs + sums.rebuffered_ms === 0 ? null : sums.rebuffered_ms / (watchedMs + sums.rebuffered_ms),
      rebufferedMs: sums.rebuffered_ms,
      rebuffers: sums.rebuffers,
      rebufferedViewings: sums.rebuffered_viewings,
      exitsBeforeStart: sums.exits,
      rungChanges: sums.rung_changes,
      rungs: rungs.map(({ height, ms }) => ({ heightPx: height, ms, share: ms / rungsMs })),
      errors,
      devices:
        sums.viewers < limits.viewersForDevices
          ? null
          : {
              kinds: devices.flatMap(({ kind, viewers }) => (kind === null ? [] : [{ kind, viewers }])),
              browsers: named('browser'),
              systems: named('system'),
            },
      series: await readSeries(scope, sums),
      retention: await readRetention(scope, length, sums.started),
    }
  }

  async function readSeries(
    scope: Scope,
    { first_minute: first, last_minute: last }: { first_minute: number | null; last_minute: number | null },
  ) {
    if (first === null || last === null) return null
    const everyMinutes = stepMinutes(first, last)
    const [from, to] = [Math.floor(first / everyMinutes), Math.floor((last - 1) / everyMinutes) + 1]
    const viewers = toSeries(await figures.present(scope, everyMinutes), from, to)
    return { from: new Date(from * everyMinutes * minuteMs).toISOString(), everyMinutes, viewers }
  }

  async function readRetention(scope: Scope, length: { fromSec: number; lengthSec: number } | undefined, started: number) {
    if (!length || length.lengthSec < 1 || started === 0) return null
    const seen = toSeries(await figures.retention(scope, length), 0, 100)
    return { lengthMs: length.lengthSec * 1_000, shares: seen.map((viewers) => Math.min(1, viewers / started)) }
  }

  async function lengthOf(
    { productId, partId }: Scope,
    isLesson: boolean,
    now: Date,
  ): Promise<{ fromSec: number; lengthSec: number } | undefined> {
    if (partId === null || isLesson) {
      const durationMs = await (partId === null ? figures.findVideoMs(productId) : figures.findLessonMs(partId))
      return durationMs === undefined ? undefined : { fromSec: 0, lengthSec: Math.floor(durationMs / 1_000) }
    }
    const show = await figures.findShow(partId, now)
    if (!show) return undefined
    const fromSec = Math.floor(show.from_at.getTime() / 1_000)
    return { fromSec, lengthSec: Math.floor(Math.min(show.ends_at.getTime(), now.getTime()) / 1_000) - fromSec }
  }
}
