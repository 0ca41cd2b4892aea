import type { QualityPart, QualityReport, ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
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
      const now = clock.now()
      const known = await viewings.find(knex, of.id, of.slug)
      if (known && known.user_id !== viewer.id) throw new DomainError('NOT_FOUND')
      const beganAt = known?.began_at ?? new Date(now.getTime() - Math.min(report.ageMs, limits.viewingFirstReportMs))
      const access = known ? undefined : await findProductAccess(knex, of.slug, viewer.id)
      if (!known && !access) throw new DomainError('NOT_FOUND')
      if (access) assertMayWatch(access, viewer, now)
      if (!isPossible(report, { beganAt, now })) throw new DomainError('VIEWING_IMPOSSIBLE')
      if (access) await begin(access.id, { id: of.id, userId: viewer.id, beganAt, of: report.of, userAgent }, now)
      await viewings.store(knex, { id: of.id, userId: viewer.id }, report, now)
    },

    /** @throws DomainError NOT_FOUND for a part without a viewing */
    async read(productId: string, wanted: QualityPart | undefined): Promise<QualityReport> {
      const now = clock.now()
      const [product, parts] = await Promise.all([figures.findTitle(productId), figures.listParts(productId)])
      if (!product) throw new DomainError('NOT_FOUND')
      const named = parts.map(({ session_id: id, starts_at: startsAt, viewers }) => ({
        id: id ?? ('video' as const),
        startsAt: startsAt?.toISOString() ?? null,
        viewers,
      }))
      const part = wanted === undefined ? named[0] : named.find(({ id }) => id === wanted)
      if (wanted !== undefined && !part) throw new DomainError('NOT_FOUND')
      const scope = { productId, sessionId: part === undefined || part.id === 'video' ? null : part.id }
      return { product, parts: named, part: part?.id ?? null, ...(await readFigures(scope, now)) }
    },

    /** Deletes old viewings. */
    forget: (): Promise<number> => viewings.forget(knex, new Date(clock.nowMs() - limits.viewingDays * dayMs)),
  }

  async function begin(
    productId: string,
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
      user_id: viewing.userId,
      device_kind: kind,
      browser,
      system,
      began_at: viewing.beganAt,
      reported_at: now,
      sequence: 0,
    })
  }

  async function readFigures(scope: Scope, now: Date): Promise<Omit<QualityReport, 'product' | 'parts' | 'part'>> {
    const [sums, rungs, errors, devices, length] = await Promise.all([
      figures.sum(scope, now),
      figures.rungs(scope),
      figures.errors(scope),
      figures.devices(scope),
      lengthOf(scope, now),
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

  async function lengthOf({ productId, sessionId }: Scope, now: Date): Promise<{ fromSec: number; lengthSec: number } | undefined> {
    if (sessionId === null) {
      const durationMs = await figures.findVideoMs(productId)
      return durationMs === undefined ? undefined : { fromSec: 0, lengthSec: Math.floor(durationMs / 1_000) }
    }
    const show = await figures.findShow(sessionId, now)
    if (!show) return undefined
    const fromSec = Math.floor(show.from_at.getTime() / 1_000)
    return { fromSec, lengthSec: Math.floor(Math.min(show.ends_at.getTime(), now.getTime()) / 1_000) - fromSec }
  }
}
