import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'

const here = path.dirname(fileURLToPath(import.meta.url))

/** One worker: the tests share two cores with the encoders and browsers that they watch. */
export default defineConfig({
  testDir: path.join(here, 'e2e'),
  testMatch: '**/*.spec.ts',
  outputDir: path.join(here, '../test-results'),
  workers: 1,
  fullyParallel: false,
  // Browsers, encoders and media workers in real time on two shared cores: what starved is run again, and counted as flaky in the report.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  globalTimeout: 25 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: true,
  preserveOutput: 'failures-only',
})
