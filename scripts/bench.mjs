#!/usr/bin/env node
// `npm run bench`: runs the benchmarks of tests/bench against their own PostgreSQL and Redis and prints one table with
// a baseline for every figure. A benchmark is a program (tests/bench/NAME.bench.ts) that starts what it needs.
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { guard } from './lib/guard.mjs'
import { parseOptions } from './lib/options.mjs'
import { nodeBin, root } from './lib/paths.mjs'
import { guardCommands, killRunning, onParentGone } from './lib/processes.mjs'
import { Advice, createProgress, elapsedText } from './lib/progress.mjs'
import { setUp } from './lib/setup.mjs'
import { startTestStores, testEnv } from './lib/test-env.mjs'

const HELP = `npm run bench [-- options]

Measures the figures of docs/benchmarks.md, each against a baseline in the same run.

  --rounds N        rounds of every figure (default 7); the table shows their median
  --seconds S       length of a measured stretch (default 20)
  --lag-seconds S   length of the row that watches whether the ladder keeps up (default 600)
  --only ROW        only this row, or several separated by commas: encode, copy-top, direct, lag, sfu, webrtc, hls,
                    first-frame, segments, edge, crowd, first-parts, stop, kills, login, session, people, catalogue, asked-once,
                    orders, course, chat, meet, vod, vitals-home, vitals-product, memory, start, demo
  --write           puts the table into docs/benchmarks.md
  --help            this text
`
const values = ['rounds', 'seconds', 'lag-seconds', 'only']
const options = parseOptions(process.argv.slice(2), { flags: ['help', 'write'], values })
const surplus = options.arguments[0]
if (options.error || options.help || surplus) {
  console.log(options.help ? HELP : `${options.error ?? `unknown argument: ${surplus}`}\n\n${HELP}`)
  process.exit(options.help ? 0 : 2)
}
const passedOn = [
  ...values.flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, options[name]])),
  ...(options.write ? ['--write'] : []),
]
const benches = readdirSync(path.join(root, 'tests/bench')).filter((name) => name.endsWith('.bench.ts'))

const progress = createProgress()
const watcher = guard()
guardCommands(watcher)
const folder = await mkdtemp(path.join(os.tmpdir(), 'e-events-bench-'))
const throwAway = [folder]
let finishing = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void finish(130))
onParentGone(() => void finish(130))

try {
  const { tools, redis } = await setUp(progress, { chromium: true, nginx: true, ownRedis: true })
  const stores = await startTestStores({ folder, redis, watcher, throwAway, step: progress.step })
  let failed = 0
  for (const file of benches) {
    const started = Date.now()
    const code = await runBench(file, { ...testEnv(tools), ...stores.env, BENCH_DIR: folder })
    if (code !== 0) failed += 1
    progress.line(`\n${code === 0 ? '✓' : '✗'} ${file.replace('.bench.ts', '')} in ${elapsedText(Date.now() - started)}`)
  }
  await finish(failed > 0 ? 1 : 0)
} catch (error) {
  console.error(error instanceof Advice ? `\n${error.message}` : `\n${error.stack}`)
  await finish(1)
}

function runBench(file, env) {
  return new Promise((resolve) => {
    const child = spawn(nodeBin, ['--disable-warning=ExperimentalWarning', path.join('tests/bench', file), ...passedOn], {
      cwd: root,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    watcher.add(child)
    child.on('error', () => resolve(127))
    child.on('exit', (status) => resolve(status ?? 128))
  })
}

async function finish(code) {
  if (finishing) return
  finishing = true
  killRunning()
  await watcher.endAll()
  for (const place of throwAway) rmSync(place, { recursive: true, force: true })
  process.exit(code)
}
