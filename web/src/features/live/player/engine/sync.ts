/** Keeps a second picture in time with the sound of the first. */
export type Correction = { kind: 'none' } | { kind: 'rate'; rate: number } | { kind: 'seek' }

const tolerableDriftSec = 0.02
const seekDriftSec = 0.5
/** A jump that nobody sees costs a few frames of time. */
const hiddenSeekDriftSec = 0.2
/** A jump to where nothing is loaded shows nothing for a while: worth it only for this much. */
const loadDriftSec = 1.5
const maxRateChange = 0.12
/** Nobody sees a picture that is not shown yet. */
const maxHiddenRateChange = 0.5

/** Two pictures that differ by no more than this are in step. */
export const inStepMs = 100
/**
 * It is said of less, after it has held for a moment: programme dates themselves are up to two frames off, and a
 * correction may pass through zero.
 */
export const saidInStepMs = 40
export const saidAfterMs = 1_000
/** It is taken back at more than it was said of, so that the words do not flicker. */
export const takenBackMs = 60

/**
 * How to bring a follower to its leader. `driftSec` is follower minus leader by capture time: positive means the
 * picture is ahead of the sound. Small drifts are worked off by playing slightly slower or faster, which nobody hears
 * because the follower is silent; large ones by a jump.
 */
export function correctionFor(driftSec: number, { isBuffered, isHidden }: { isBuffered: boolean; isHidden: boolean }): Correction {
  const size = Math.abs(driftSec)
  if (size <= tolerableDriftSec) return { kind: 'none' }
  if (size > loadDriftSec || (size > (isHidden ? hiddenSeekDriftSec : seekDriftSec) && isBuffered)) return { kind: 'seek' }
  const change = Math.min(isHidden ? maxHiddenRateChange : maxRateChange, size * (isHidden ? 2 : 0.6))
  return { kind: 'rate', rate: driftSec > 0 ? 1 - change : 1 + change }
}
