/** What keeps a second picture in time with the sound of the first. */
export type Correction = { kind: 'none' } | { kind: 'rate'; rate: number } | { kind: 'seek'; bySec: number }

const tolerableDriftSec = 0.04
const seekDriftSec = 1.5
const maxRateChange = 0.12

/**
 * How to bring a follower to its leader. `driftSec` is follower minus leader by capture time: positive means the picture is ahead of the sound.
 * Small drifts are worked off by playing slightly slower or faster, which nobody hears because the follower is silent; large ones by a jump.
 */
export function correctionFor(driftSec: number, canSeek: boolean): Correction {
  const size = Math.abs(driftSec)
  if (size <= tolerableDriftSec) return { kind: 'none' }
  if (size > seekDriftSec && canSeek) return { kind: 'seek', bySec: -driftSec }
  const change = Math.min(maxRateChange, size * 0.5)
  return { kind: 'rate', rate: driftSec > 0 ? 1 - change : 1 + change }
}
