import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { cpuSecondsOf } from './cpu.ts'

export interface Interleaved {
  ours: number[]
  baseline: number[]
}

/**
 * Ours and the baseline in turns, in one run; who begins changes from round to round, so that a trend of the machine
 * favours nobody.
 */
export async function interleave(
  bench: Pick<Bench, 'rounds' | 'say'>,
  name: string,
  sides: { ours: (round: number) => Promise<number>; baseline: (round: number) => Promise<number> },
): Promise<Interleaved> {
  const result: Interleaved = { ours: [], baseline: [] }
  for (let round = 0; round < bench.rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const)
    for (const side of order) result[side].push(await sides[side](round))
    const [ours = Number.NaN, baseline = Number.NaN] = [result.ours.at(-1), result.baseline.at(-1)]
    bench.say(
      `${name}, round ${round + 1}/${bench.rounds}: ${ours.toFixed(2)} against ${baseline.toFixed(2)} (${(ours / baseline).toFixed(2)})`,
    )
  }
  return result
}

/** CPU seconds that a process tree uses in a stretch of time, and how long that stretch was. */
export async function cpuDuring(pid: number, work: () => Promise<unknown>): Promise<{ cpuSec: number; wallSec: number }> {
  const startedMs = performance.now()
  const before = cpuSecondsOf(pid)
  await work()
  const cpuSec = cpuSecondsOf(pid) - before
  return { cpuSec, wallSec: (performance.now() - startedMs) / 1000 }
}

export const waitSeconds = (seconds: number) => sleep(seconds * 1000)

/** Milliseconds until the wall clock stands `phaseMs` after an even second. */
export const untilPhase = (phaseMs: number): number => (2_000 + phaseMs - (Date.now() % 2_000)) % 2_000

/** The first value that is neither undefined nor false nor null. @throws Error with `what` after `timeoutMs` */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 50 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const endsAtMs = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== false && value !== null) return value as NonNullable<Exclude<T, false>>
    if (performance.now() > endsAtMs) throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`)
    await sleep(everyMs)
  }
}
