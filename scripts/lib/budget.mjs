// Time of `npm test`: the slowest test files, and the budget for the whole run.
import { nothing } from './suites.mjs'

/** Minutes for all suites on two cores; the set-up before them (packages, tools, builds) is not counted. */
export const BUDGET_MINUTES = 25
/**
 * Minutes beyond which a run fails: above the budget, because a shared machine is slower and today's suites do not meet
 * it yet.
 */
export const LIMIT_MINUTES = 82

/**
 * @param {number} elapsedMs of all suites together, by the wall clock
 * @returns {{ line: string, counts: import('./suites.mjs').Counts }} the line to print, and one failure beyond the
 * limit
 */
export function budgetOf(elapsedMs, budgetMinutes = BUDGET_MINUTES, limitMinutes = LIMIT_MINUTES) {
  const line = `${(elapsedMs / 60_000).toFixed(1)} of ${budgetMinutes} minutes of the time budget used (the run fails beyond ${limitMinutes})`
  if (elapsedMs <= limitMinutes * 60_000) return { line, counts: nothing() }
  return { line, counts: { ...nothing(), failed: 1, failures: [{ name: 'time budget of npm test', reason: line }] } }
}

/**
 * @param {import('./suites.mjs').Counts[]} all
 * @param {number} [most]
 * @returns {import('./suites.mjs').TimedFile[]} the slowest test files of all suites, slowest first
 */
export const slowestFiles = (all, most = 10) =>
  all
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.elapsedMs - a.elapsedMs)
    .slice(0, most)
