import { limits } from '../limits.ts'

/**
 * A deferred live plays its video by the server's clock: at every moment all viewers are at the same place, whenever
 * they came.
 */
export interface Airing {
  /** Start of the session, epoch ms. */
  startsAtMs: number
  durationMs: number
}

/** Place in the video that is shown at this moment, in ms: nobody gets beyond it. */
export function airedMs({ startsAtMs, durationMs }: Airing, nowMs: number): number {
  return Math.min(durationMs, Math.max(0, nowMs - startsAtMs))
}

/** Moment from which a segment that begins at this place of the video is handed out. */
export function handedOutAtMs(startsAtMs: number, beginMs: number): number {
  return startsAtMs + beginMs - limits.deferredLeadMs
}

export const airingEndsAtMs = ({ startsAtMs, durationMs }: Airing): number => startsAtMs + durationMs
