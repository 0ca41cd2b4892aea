import { setTimeout as wait } from 'node:timers/promises'
import { cameraLoopTicks } from './camera-file.ts'
import type { PictureCode, PictureSource } from './picture-code.ts'
import type { ShownPicture } from './pixels.ts'

export interface Continuity {
  /** How far the show went on meanwhile, in ticks of 1/30 s. */
  advancedTicks: number
  /** Longest time in which nothing newer was seen. */
  longestStandstillMs: number
}

const lookEveryMs = 120

/**
 * Watches a picture until it has gone on by `ticks`, or for `timeoutMs`. Only pictures of this run and source count, so
 * that a frozen, black or foreign one is a standstill.
 */
export async function followPicture(
  look: () => Promise<ShownPicture | null>,
  options: { run: number; source: PictureSource; ticks: number; timeoutMs: number },
): Promise<Continuity> {
  const startedMs = Date.now()
  let last: PictureCode | null = null
  let lastNewMs = startedMs
  const seen: Continuity = { advancedTicks: 0, longestStandstillMs: 0 }
  while (Date.now() - startedMs < options.timeoutMs && seen.advancedTicks < options.ticks) {
    const code = (await look())?.code ?? null
    const now = Date.now()
    if (code && code.run === options.run && code.source === options.source) {
      const step = last ? stepBetween(last, code) : 0
      if (!last || step > 0) {
        seen.advancedTicks += step
        seen.longestStandstillMs = Math.max(seen.longestStandstillMs, now - lastNewMs)
        lastNewMs = now
        last = code
      }
    }
    await wait(lookEveryMs)
  }
  seen.longestStandstillMs = Math.max(seen.longestStandstillMs, Date.now() - lastNewMs)
  return seen
}

/** Ticks from one picture to a later one. The camera's file repeats itself; less than half a loop is a step forward. */
export function stepBetween(before: PictureCode, after: PictureCode): number {
  if (before.source !== 'camera') return after.counter - before.counter
  const step = (after.counter - before.counter + cameraLoopTicks) % cameraLoopTicks
  return step > cameraLoopTicks / 2 ? step - cameraLoopTicks : step
}
