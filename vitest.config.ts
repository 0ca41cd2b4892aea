import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig } from 'vitest/config'

// On a shared machine a test with real encoders in real time that starved is run again, at most twice. A unit test is
// not. `npm test` runs files that failed again when nothing runs beside them, and lists every second try at its end.
const retry = process.env['CI'] ? 2 : 0

// `npm test` gives unit tests what the other suites leave of two cores: for minutes that may be a tenth of one.
const timeout = 240_000

// One project per room, so that `vitest run --project api` runs one of them. The services use real PostgreSQL and Redis
// from TEST_DATABASE_URL and TEST_REDIS_URL (npm test starts throw-away ones; `npm run services` does it for a
// terminal).
const node = (name: string, include: string[], { tries = 0, isolate = true, except = [] as string[], isSequential = false } = {}) => ({
  test: {
    name,
    include,
    exclude: [...defaultExclude, ...except],
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    retry: tries,
    isolate,
    ...(isSequential ? { maxWorkers: 1 } : {}),
  },
})

/** Integration tests with a browser's cameras in real time: they need the whole machine. */
const withCameras = ['transcoder/browser', 'transcoder/meet-recording', 'sfu/meets', 'sfu/publish', 'sfu/second-studio', 'sfu/workers'].map(
  (name) => `tests/integration/${name}.test.ts`,
)
/** Those whose encoders take a core and more; those of the others wait for real time. */
const withEncoders = ['live-ladder', 'vod-ladder', 'vod-workers'].map((name) => `tests/integration/transcoder/${name}.test.ts`)

const browser = (name: string, folder: string, { isolate = true } = {}) => {
  const setup = `${folder}/testing/setup.ts`
  return {
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      environment: 'jsdom' as const,
      testTimeout: timeout,
      isolate,
      setupFiles: existsSync(fileURLToPath(new URL(setup, import.meta.url))) ? [setup] : [],
      css: false,
    },
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: process.env['VITEST_JSON'] ? ['default', ['json', { outputFile: process.env['VITEST_JSON'] }]] : ['default'],
    projects: [
      // Its files share a process: nothing in them is kept between two.
      node('shared', ['shared/src/**/*.test.ts', 'shared/node/**/*.test.ts'], { isolate: false }),
      // Its files share a process (a third less time): each starts an api with a database of its own, and no module
      // keeps anything.
      node('api', ['api/src/**/*.test.ts'], { isolate: false }),
      node('sfu', ['sfu/src/**/*.test.ts'], { isolate: false }),
      node('transcoder', ['transcoder/src/**/*.test.ts']),
      node('scripts', ['scripts/**/*.test.ts', 'tests/bench/**/*.test.ts']),
      node('architecture', ['tests/architecture/**/*.test.ts']),
      node('integration', ['tests/integration/**/*.test.ts'], { tries: retry, except: [...withCameras, ...withEncoders] }),
      // One file after the other: encoders of two files at once would starve each other and what they prove about time.
      node('cameras', withCameras, { tries: retry, isSequential: true }),
      node('encoders', withEncoders, { tries: retry, isSequential: true }),
      browser('client', './shared/client'),
      browser('rtc', './shared/rtc'),
      browser('ui', './shared/ui'),
      // Its files share a process and a page (nearly half of the time less); its setup gives both back as they were.
      browser('web', './web/src', { isolate: false }),
      browser('studio', './studio/src'),
    ],
  },
})
