import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'

const here = path.dirname(fileURLToPath(import.meta.url))
const results = path.join(here, '../test-results')

const files = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`)

/** Measured to the frame while encoders, media workers and browsers run in real time: they have the machine alone. */
const timing = files('main-job', 'feeds-in-step', 'first-parts')

/** In real time, too, and waited for more than measured. */
const shows = files('second-device', 'recording-timeline', 'event-state', 'idle-cutoff', 'studio-electron', 'meets', 'lesson-on-air')

/**
 * One worker: the tests share two cores with the encoders and browsers that they watch. `npm test` gives the screens
 * two.
 */
export default defineConfig({
  testDir: path.join(here, 'e2e'),
  projects: [
    { name: 'screens', testMatch: '**/*.spec.ts', testIgnore: [...timing, ...shows], outputDir: path.join(results, 'screens') },
    { name: 'timing', testMatch: timing, outputDir: path.join(results, 'timing') },
    { name: 'shows', testMatch: shows, outputDir: path.join(results, 'shows') },
  ],
  workers: 1,
  fullyParallel: false,
  // Browsers, encoders and media workers in real time on two shared cores: what starved is run again, and counted as
  // flaky in the report.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  // Ends what hangs; `npm test` has a budget of its own.
  globalTimeout: 50 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: true,
  preserveOutput: 'failures-only',
})
