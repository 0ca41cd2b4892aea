import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/lib/ports.mjs'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild, type Child } from '../lib/child.ts'
import { cpuDuring, waitSeconds } from '../lib/rounds.ts'

/** The demo's films are made after a first start, each in less than a minute: then none has come for so long. */
async function untilFilmsAreMade(bench: Bench, dataDir: string): Promise<void> {
  const made = async () => (await readdir(path.join(dataDir, 'storage/vod')).catch(() => [])).length
  let before = -1
  for (let films = await made(); films === 0 || films !== before; films = await made()) {
    before = films
    bench.say(`${films} films of the demo`)
    await waitSeconds(60)
  }
}

/** `npm start` as a newcomer types it, on data of its own. */
async function start(dataDir: string): Promise<{ child: Child; seconds: number }> {
  const { TEST_DATABASE_URL: _database, TEST_REDIS_URL: _redis, DATABASE_URL: _own, REDIS_URL: _mine, ...env } = process.env
  const startedMs = performance.now()
  const port = String(await freePort(0))
  const child = startChild(process.execPath, [fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url)), '--port', port], {
    env: { ...env, E_EVENTS_DATA_DIR: dataDir, SFU_RTC_MIN_PORT: '47000', SFU_RTC_MAX_PORT: '47099' },
  })
  await child.says('Up after')
  return { child, seconds: (performance.now() - startedMs) / 1000 }
}

/** Data of a first start, which sets up the stores and makes the demo; once for both rows. */
let used: Promise<string> | undefined
function usedData(bench: Bench): Promise<string> {
  used ??= (async () => {
    const dataDir = mkdtempSync(path.join(bench.folder, 'start-'))
    bench.atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    bench.say('the first start, which makes the demo')
    const { child, seconds } = await start(dataDir)
    bench.say(`up after ${seconds.toFixed(1)} s`)
    await child.end('SIGINT')
    return dataDir
  })()
  return used
}

export const startRows: readonly Row[] = [
  {
    id: 'start',
    title: 'A second npm start',
    async measure(bench) {
      const dataDir = await usedData(bench)
      const ours: number[] = []
      for (let round = 0; round < bench.rounds; round++) {
        const { child, seconds } = await start(dataDir)
        ours.push(seconds)
        bench.say(`round ${round + 1}/${bench.rounds}: ${seconds.toFixed(2)} s`)
        await child.end('SIGINT')
      }
      const note = 'from the command until it says that everything is up, on the data of a first start, demo included'
      return { figures: [{ name: 'A second npm start', unit: 's', ours, baseline: [], goal: { oursAtMost: 2.8 }, note }] }
    },
  },
  {
    id: 'demo',
    title: 'The demo with nobody watching',
    async measure(bench) {
      const dataDir = await usedData(bench)
      const { child } = await start(dataDir)
      const ours: number[] = []
      await untilFilmsAreMade(bench, dataDir)
      for (let round = 0; round < bench.rounds; round++) {
        const { cpuSec, wallSec } = await cpuDuring(child.pid, () => waitSeconds(bench.seconds))
        ours.push(cpuSec / wallSec)
        bench.say(`round ${round + 1}/${bench.rounds}: ${(cpuSec / wallSec).toFixed(2)} of a core`)
      }
      await child.end('SIGINT')
      const note = `all processes of npm start, its stores included, once its films are made; ${bench.seconds} s a round; the demo's show is on air`
      return { figures: [{ name: 'The demo with nobody watching', unit: 'cores', ours, baseline: [], goal: { oursAtMost: 1 }, note }] }
    },
  },
]
