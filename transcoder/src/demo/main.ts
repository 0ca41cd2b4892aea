// The demo's broadcaster: keeps one show on air like an organizer with a studio would, so that a newcomer has something
// to watch. Started by `npm start` with the demo, never in production.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createStorage } from '@e-events/shared/node/create-storage.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { pino } from 'pino'
import { findBinaries } from '../ffmpeg/binaries.ts'
import { readDemoFile } from './demo-file.ts'
import { readDemoEnv } from './env.ts'
import { makeFilms } from './films.ts'
import { makeSounds } from './sounds.ts'
import { createOrganizer } from './organizer.ts'
import { runShow } from './show.ts'
import { makeShowFiles } from './strips.ts'

const env = readDemoEnv()
const log = pino({ name: 'demo', level: env.LOG_LEVEL })
const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort())

/** Waits that grow while api or sfu are away. */
const backOffMs = [500, 1_000, 2_000, 4_000, 8_000]
/** The recording of the show before is closed by then. */
const tidyAfterMs = 20_000
/** An orderly end has to fit into what the runner grants. */
const goodbyeMs = 3_000

const demo = await readDemoFile(env.DEMO_FILE)
const binaries = findBinaries({ ffmpegBin: env.FFMPEG_BIN, ffprobeBin: env.FFPROBE_BIN, path: env.PATH })
const organizer = createOrganizer({
  baseUrl: `http://127.0.0.1:${env.API_PORT}/api`,
  ...demo.organizer,
  productSlug: demo.liveProductSlug,
  // Rounded down to a minute at its beginning, and a little longer than its show.
  sessionMs: env.DEMO_SHOW_MS + 2 * 60_000,
})
const files = await makeShowFiles(env.folder)
let films: Promise<void> | undefined
let cleaning: NodeJS.Timeout | undefined

await keepOnAir()
await Promise.race([organizer.stop(), wait(goodbyeMs)]).catch((error: unknown) => log.warn({ err: error }, 'could not end the show'))
await films
process.exit(0)

async function keepOnAir(): Promise<void> {
  let failures = 0
  while (!ending.signal.aborted) {
    try {
      const outcome = await runShow({
        organizer,
        files,
        binaries,
        sfuControlUrl: env.SFU_CONTROL_URL,
        internalSecret: env.INTERNAL_SECRET,
        timeZone: env.DEMO_TIME_ZONE,
        showMs: env.DEMO_SHOW_MS,
        log,
        signal: ending.signal,
        onAir() {
          failures = 0
          films ??= startFilms()
          clearTimeout(cleaning)
          cleaning = setTimeout(() => void tidy(), tidyAfterMs)
        },
      })
      if (outcome === 'over') await organizer.stop()
    } catch (error) {
      log.warn({ err: error }, 'the demo cannot go on air')
    }
    const delayMs = backOffMs[Math.min(failures, backOffMs.length - 1)] ?? 0
    failures += 1
    await wait(delayMs, undefined, { signal: ending.signal }).catch(() => undefined)
  }
}

/** The show comes first; what plays on demand follows while it runs. */
async function startFilms(): Promise<void> {
  const queue = defineQueue(queues.vodLadder, { redisUrl: env.REDIS_URL, onError: (error) => log.debug({ err: error }, 'queue') })
  try {
    const storage = await createStorage(env.storage)
    await makeSounds({ sounds: demo.sounds, storage, queue, log, signal: ending.signal })
    await makeFilms({ films: demo.films, folder: env.folder, storage, queue, binaries, log, signal: ending.signal })
  } catch (error) {
    if (!ending.signal.aborted) log.warn({ err: error }, 'a film could not be made')
  } finally {
    await queue.close()
  }
}

/** Only the api touches the database: its own command removes the recordings of earlier shows. */
async function tidy(): Promise<void> {
  const command = fileURLToPath(new URL('../../../api/src/cli/seed.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, '--demo', '--tidy'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const code = await new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', (error) => resolve(error.message))
  })
  if (code === 0) log.info(words.trim())
  else log.warn({ code, words: words.slice(-500) }, 'could not remove old recordings')
}
