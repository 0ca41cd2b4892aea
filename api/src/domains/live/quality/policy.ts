import type { ViewingReport } from '@e-events/shared/contract/live/viewings.ts'

/** Clocks of browsers, and reports on their way. */
const toleranceMs = 10_000
/** The fastest rate of the player. */
const fastest = 2
/** Buffers and rounding: seconds that may be named beyond what the time allows. */
const placesToleranceSec = 60

export const playedMsOf = ({ liveMs, behindMs, videoMs }: Pick<ViewingReport, 'liveMs' | 'behindMs' | 'videoMs'>): number =>
  liveMs + behindMs + videoMs

/** Whether that can have happened between the begin of the viewing and now, by the server's clock. */
export function isPossible(report: ViewingReport, { beganAt, now }: { beganAt: Date; now: Date }): boolean {
  const passedMs = now.getTime() - beganAt.getTime() + toleranceMs
  const playedMs = playedMsOf(report)
  const { rungs, places } = report
  const namedSec = places.reduce((sum, { from, to }) => sum + to - from, 0)
  const newestSec = now.getTime() / 1000 + placesToleranceSec
  return (
    playedMs + report.rebufferedMs <= passedMs &&
    (report.startupMs ?? 0) <= passedMs &&
    (report.hasStarted || playedMs === 0) &&
    rungs.reduce((sum, { ms }) => sum + ms, 0) <= playedMs + 1_000 &&
    places.every(({ from, to }) => from < to && (report.of === 'video' || to <= newestSec)) &&
    namedSec <= (playedMs / 1000) * fastest + placesToleranceSec
  )
}
