import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'

const here = path.dirname(fileURLToPath(import.meta.url))
const results = path.join(here, '../test-results')

/** Shows are watched while they run: encoders, media workers and browsers in real time. */
const shows = [
  'main-job',
  'second-device',
  'recording-timeline',
  'feeds-in-step',
  'first-parts',
  'event-state',
  'idle-cutoff',
  'studio-electron',
  'meets',
  'lesson-on-air',
].map((name) => `**/${name}.spec.ts`)

/**
 * One worker: the tests share two cores with the encoders and browsers that they watch. `npm test` gives the screens
 * two.
 */
export default defineConfig({
  testDir: path.join(here, 'e2e'),
  projects: [
    { name: 'screens', testMatch: '**/*.spec.ts', testIgnore: shows, outputDir: path.join(results, 'screens') },
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
