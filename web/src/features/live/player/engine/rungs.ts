import type Hls from 'hls.js'
import type { Level as HlsLevel } from 'hls.js'
import type { Level } from './types.ts'

type Rung = Pick<HlsLevel, 'height' | 'bitrate' | 'averageBitrate'>

/** Highest first; one entry per height. */
export function levelsOf(rungs: readonly Rung[]): Level[] {
  const byHeight = new Map<number, Level>()
  for (const { height, bitrate, averageBitrate } of rungs) {
    const known = byHeight.get(height)
    if (!known || known.bitrateBps < bitrate) byHeight.set(height, { heightPx: height, bitrateBps: averageBitrate || bitrate })
  }
  return [...byHeight.values()].toSorted((a, b) => b.heightPx - a.heightPx)
}

/** Index of the rung for a wanted height: without that rung its nearest lower one. -1 is automatic. */
export function nearestLevel(rungs: readonly Rung[], wantedPx: number | null): number {
  if (wantedPx === null) return -1
  const fitting = rungs.flatMap(({ height }, index) => (height <= wantedPx ? [{ index, height }] : []))
  return fitting.toSorted((a, b) => b.height - a.height)[0]?.index ?? smallestLevel(rungs)
}

export function smallestLevel(rungs: readonly Rung[]): number {
  return rungs.findIndex(({ height }) => height === Math.min(...rungs.map((one) => one.height)))
}

/** Rate of the rung on screen and hls.js's estimate of the line, bits per second. */
export interface Bitrates {
  levelBps: number | null
  lineBps: number | null
}

export function bitratesOf(hls: Hls | undefined): Bitrates {
  const level = hls?.levels[hls.currentLevel]
  return { levelBps: level ? level.averageBitrate || level.bitrate : null, lineBps: hls?.bandwidthEstimate || null }
}
