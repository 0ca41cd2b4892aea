import type { RefundEvidence } from '@e-events/shared/contract/sales/money/refunds.ts'
import { airingEndsAtMs } from '@e-events/shared/domain/deferred.ts'
import type { Knex } from 'knex'
import { readProblems } from '../../../live/read/problem-reports.ts'
import { findLastShow, readVisits, type ShowRow } from '../../../live/read/watch-evidence.ts'

/** Reasons for which a show ends that nobody wanted to end. */
const brokenOff: ReadonlySet<string | null> = new Set(['idle', 'failed'])

export interface SoldProduct {
  product_id: string
  user_id: string
  paid_at: Date
  cancelled_at: Date | null
}

/** Facts that the platform holds of a show and of the account that paid for it. */
export async function readEvidence(db: Knex, sold: SoldProduct, now: Date): Promise<RefundEvidence> {
  const show = await findLastShow(db, sold.product_id, now)
  const problems = await readProblems(db, sold.product_id, sold.user_id)
  const visits = await readVisits(db, sold.product_id, sold.user_id)
  return {
    show: show === undefined ? null : toShow(show, sold.cancelled_at, now),
    viewer: {
      watchedMs: visits.watched_ms,
      firstSeenAt: visits.first_seen_at?.toISOString() ?? null,
      lastSeenAt: visits.last_seen_at?.toISOString() ?? null,
      visits: visits.visits,
    },
    boughtAt: sold.paid_at.toISOString(),
    problems: problems.map((row) => ({ at: row.reported_at.toISOString(), category: row.category, text: row.body })),
  }
}

export function toShow(row: ShowRow, cancelledAt: Date | null, now: Date): NonNullable<RefundEvidence['show']> {
  const startsAtMs = row.starts_at.getTime()
  const airing = row.airing_ms === null || row.state === 'cancelled' ? null : { startsAtMs, durationMs: row.airing_ms }
  const endsAtMs = airing ? airingEndsAtMs(airing) : row.ends_at.getTime()
  // A deferred live is sent by the server's clock alone: from its hour to the end of its video, without a gap.
  const fromMs = row.first_media_at?.getTime() ?? (airing ? startsAtMs : null)
  const endedMs = row.ended_at?.getTime() ?? (airing ? Math.min(endsAtMs, now.getTime()) : now.getTime())
  const untilMs = fromMs === null ? null : Math.max(fromMs, endedMs)
  const gaps = row.interruptions.map(({ began_at: from, ended_at: until, changed_node: changedServer }) => ({
    fromMs: Date.parse(from),
    untilMs: until === null ? null : Date.parse(until),
    changedServer,
  }))
  const within = (ms: number) => Math.min(Math.max(ms, fromMs ?? 0), untilMs ?? 0)
  const interruptedMs = fromMs === null ? 0 : gaps.reduce((sum, gap) => sum + within(gap.untilMs ?? now.getTime()) - within(gap.fromMs), 0)
  const isBrokenOff = row.ended_at !== null && brokenOff.has(row.end_reason)
  const missingMs = isBrokenOff && untilMs !== null ? Math.max(0, endsAtMs - untilMs) : 0
  return {
    startsAt: row.starts_at.toISOString(),
    endsAt: new Date(endsAtMs).toISOString(),
    isCancelled: cancelledAt !== null || row.state === 'cancelled',
    airedFrom: toIso(fromMs),
    airedUntil: toIso(untilMs),
    endReason: row.end_reason,
    onAirMs: fromMs === null || untilMs === null ? 0 : untilMs - fromMs - interruptedMs,
    offAirMs: interruptedMs + missingMs,
    interruptions: gaps.map((gap) => ({
      from: new Date(gap.fromMs).toISOString(),
      until: toIso(gap.untilMs),
      changedServer: gap.changedServer,
    })),
  }
}

const toIso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
