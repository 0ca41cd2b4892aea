#!/usr/bin/env node
// `npm test`: sets this machine up as far as needed, starts a throw-away PostgreSQL and Redis, and runs every suite.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { guard } from './lib/guard.mjs'
import { parseOptions } from './lib/options.mjs'
import { nodeBin, root } from './lib/paths.mjs'
import { guardCommands, killRunning, onParentGone } from './lib/processes.mjs'
import { Advice, createProgress, elapsedText } from './lib/progress.mjs'
import { setUp } from './lib/setup.mjs'
import { nothing, suites, summaryLine } from './lib/suites.mjs'
import { startTestStores, testEnv } from './lib/test-env.mjs'

const HELP = `npm test [-- options] [arguments for the suite]

Runs every suite with its own PostgreSQL and Redis and ends with one line: N passed, N failed, N skipped.

  --only NAME   only this suite, or several separated by commas: ${suites.map(({ name }) => name).join(', ')}
                (arguments after it go to the suite: npm test -- --only unit api/src/features)
  --help        this text
`

const options = parseOptions(process.argv.slice(2), { flags: ['help'], values: ['only'] })
if (options.error || options.help) {
  console.log(options.error ? `${options.error}\n\n${HELP}` : HELP)
  process.exit(options.error ? 2 : 0)
}
const only = options.only?.split(',')
const unknown = only?.find((name) => !suites.some((suite) => suite.name === name))
if (unknown) {
  console.error(`There is no suite "${unknown}".\n\n${HELP}`)
  process.exit(2)
}
const chosen = suites.filter(({ name }) => !only || only.includes(name))

const progress = createProgress()
const watcher = guard()
guardCommands(watcher)
const folder = await mkdtemp(path.join(os.tmpdir(), 'e-events-test-'))
const throwAway = [folder]
let finishing = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void finish(130))
onParentGone(() => void finish(130))
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  const needsBrowser = chosen.some(({ name }) => name === 'e2e')
  const { tools, redis } = await setUp(progress, {
    chromium: needsBrowser || chosen.some(({ name }) => name === 'integration'),
    nginx: chosen.some(({ name }) => name === 'integration'),
    ownRedis: true,
    builds: needsBrowser,
  })
  const stores = await startTestStores({ folder, redis, watcher, throwAway, step: progress.step })
  const env = { ...process.env, ...testEnv(tools), ...stores }
  const results = []
  for (const suite of chosen) results.push({ name: suite.name, ...(await runSuite(suite, env)) })
  report(results)
  await finish(results.some(({ counts }) => counts.failed > 0) ? 1 : 0)
} catch (error) {
  console.error(error instanceof Advice ? `\n${error.message}` : `\n${error.stack}`)
  console.log('\n0 passed, 1 failed, 0 skipped')
  await finish(1)
}

async function runSuite(suite, env) {
  const started = Date.now()
  progress.line(`\n── ${suite.name} ${'─'.repeat(Math.max(0, 70 - suite.name.length))}`)
  if (suite.needs && !existsSync(path.join(root, suite.needs))) {
    console.error(`${suite.needs} is missing`)
    return { elapsedMs: 0, counts: { ...nothing(), failed: 1, failures: [{ name: suite.name, reason: `${suite.needs} is missing` }] } }
  }
  const code = await new Promise((resolve) => {
    const child = spawn(nodeBin, [...suite.argv, ...(only ? options.arguments : [])], {
      cwd: root,
      env: { ...env, ...suite.env?.(folder) },
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    watcher.add(child)
    child.on('error', () => resolve(127))
    child.on('exit', (status) => resolve(status ?? 128))
  })
  return { elapsedMs: Date.now() - started, counts: suite.count({ code, folder }) }
}

function report(results) {
  progress.line('')
  for (const { name, elapsedMs, counts } of results) {
    const sign = counts.failed > 0 ? '✗' : '✓'
    progress.line(`  ${sign} ${name.padEnd(14)} ${elapsedText(elapsedMs).padStart(12)}   ${summaryLine([counts])}`)
  }
  // The names stand at the end, where somebody who sees only the last lines of a long log finds them.
  for (const [title, key] of [
    ['Passed, but not at the first try', 'retried'],
    ['Skipped', 'skipped'],
    ['Failed', 'failures'],
  ]) {
    const named = results.flatMap(({ counts }) => counts[key])
    if (named.length > 0) progress.line(`\n${title}:`)
    for (const { name, reason } of named) progress.line(`  ${name}: ${reason || 'no reason given'}`)
  }
  progress.line(`\n${summaryLine(results.map(({ counts }) => counts))}`)
}

async function finish(code) {
  if (finishing) return
  finishing = true
  killRunning()
  await watcher.endAll()
  for (const place of throwAway) rmSync(place, { recursive: true, force: true })
  process.exit(code)
}
