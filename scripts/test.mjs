#!/usr/bin/env node
// `npm test`: sets this machine up as far as needed, starts a throw-away PostgreSQL and Redis, and runs every suite.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { BUDGET_MINUTES, budgetOf, LIMIT_MINUTES, slowestFiles } from './lib/budget.mjs'
import { watchCores } from './lib/core-use.mjs'
import { domainsOf, filesOfRepository, readOfRepository, testsOfDomain } from './lib/domains.mjs'
import { guard } from './lib/guard.mjs'
import { parseOptions } from './lib/options.mjs'
import { nodeBin, root } from './lib/paths.mjs'
import { guardCommands, killRunning, onParentGone } from './lib/processes.mjs'
import { Advice, createProgress } from './lib/progress.mjs'
import { setUp } from './lib/setup.mjs'
import { filesToRunAgain, namedSuites, nothing, suites, sumOf, summaryLine, withSecondTry } from './lib/suites.mjs'
import { startTestStores, testEnv } from './lib/test-env.mjs'
import { makeThrowAway } from './lib/throw-away.mjs'

const HELP = `npm test [-- options] [arguments for the suite]

Runs every suite with its own PostgreSQL and Redis and ends with one line: N passed, N failed, N skipped.
All suites together have a budget of ${BUDGET_MINUTES} minutes, without the set-up; a whole run beyond ${LIMIT_MINUTES} fails.

  --only NAME   only this suite, or several separated by commas: ${namedSuites.map(({ name }) => name).join(', ')}
                (arguments after it go to the suite: npm test -- --only unit api/src/domains)
  --domain NAME only the unit and integration tests of a domain: those in its folders, and those that import from them
  --help        this text
`

const options = parseOptions(process.argv.slice(2), { flags: ['help'], values: ['only', 'domain'] })
if (options.error || options.help) {
  console.log(options.error ? `${options.error}\n\n${HELP}` : HELP)
  process.exit(options.error ? 2 : 0)
}
const files = options.domain ? filesOfRepository() : []
const domain = options.domain && domainsOf(files).includes(options.domain) ? options.domain : undefined
if (options.domain && !domain) {
  console.error(`There is no domain "${options.domain}": ${domainsOf(files).join(', ')}\n\n${HELP}`)
  process.exit(2)
}
const domainTests = domain ? testsOfDomain(domain, files, readOfRepository) : []
const isIntegration = (file) => file.startsWith('tests/')
const only = options.only?.split(',') ?? (domain ? ['unit', ...(domainTests.some(isIntegration) ? ['integration'] : [])] : undefined)
const unknown = only?.find((name) => !namedSuites.some((suite) => suite.name === name))
if (unknown) {
  console.error(`There is no suite "${unknown}".\n\n${HELP}`)
  process.exit(2)
}
const chosen = only ? namedSuites.filter(({ name }) => only.includes(name)) : suites

const progress = createProgress()
const watcher = guard()
guardCommands(watcher)
const { folder, tmp } = makeThrowAway('test')
const throwAway = [folder]
let finishing = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void finish(130))
onParentGone(() => void finish(130))
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  const needsBrowser = chosen.some(({ needs }) => needs !== undefined)
  const { tools, redis } = await setUp(progress, {
    chromium: needsBrowser || chosen.some(({ name }) => name === 'integration'),
    nginx: chosen.some(({ name }) => name === 'integration'),
    ownRedis: true,
    builds: needsBrowser,
  })
  const stores = await startTestStores({ folder, redis, watcher, throwAway, step: progress.step })
  const env = { ...process.env, ...testEnv(tools), ...stores.env, TMPDIR: tmp }
  const beside = chosen.filter(({ isBeside }) => isBeside)
  const hosts = beside.length > 0 ? chosen.filter(({ hasCompany }) => hasCompany) : []
  let meanwhile
  const results = new Map()
  const started = Date.now()
  for (const suite of hosts.length > 0 ? chosen.filter(({ isBeside }) => !isBeside) : chosen) {
    if (suite === hosts[0]) meanwhile = runBeside(beside, { ...env, ...(await startLowStores(redis)) })
    const result = await runSuite(suite, env)
    const others = suite === hosts.at(-1) ? await meanwhile : []
    results.set(suite, await runAgain(suite, result, env))
    for (const [other, { output, ...result }] of others) {
      heading(other.name)
      process.stdout.write(output)
      results.set(other, await runAgain(other, result, env))
    }
  }
  const { line, counts } = budgetOf(Date.now() - started)
  // A part of the suites may be given more time by name (FUZZ_RUNS): only the whole run has the budget.
  const all = [...chosen.map((suite) => results.get(suite).counts), ...(only ? [] : [counts])]
  report(
    chosen.map((suite) => ({ name: suite.name, ...results.get(suite) })),
    all,
    line,
  )
  await finish(all.some(({ failed }) => failed > 0) ? 1 : 0)
} catch (error) {
  console.error(error instanceof Advice ? `\n${error.message}` : `\n${error.stack}`)
  console.log('\n0 passed, 1 failed, 0 skipped')
  await finish(1)
}

/** Data stores of the suites beside: what they ask of a database takes no core from an encoder either. */
async function startLowStores(redis) {
  const place = path.join(folder, 'low')
  mkdirSync(place)
  chmodSync(place, 0o755)
  const stores = await startTestStores({ folder: place, redis, watcher, throwAway, step: progress.step })
  for (const pid of stores.pids) lower(pid)
  return stores.env
}

async function runSuite(suite, env) {
  const started = Date.now()
  const coreUse = watchCores()
  heading(suite.name)
  if (suite.needs && !existsSync(path.join(root, suite.needs))) {
    console.error(`${suite.needs} is missing`)
    return { elapsedMs: 0, counts: { ...nothing(), failed: 1, failures: [{ name: suite.name, reason: `${suite.needs} is missing` }] } }
  }
  const counts = []
  for (const [part, more] of partsOf(suite, argumentsOf(suite)).entries()) {
    const code = await run([...suite.argv, ...more], { ...env, ...suite.env?.(folder, part) })
    counts.push(suite.count({ code, folder, part }))
  }
  return { elapsedMs: Date.now() - started, coreUse: coreUse(), counts: sumOf(counts) }
}

function partsOf({ parts, whole = [] }, given) {
  return parts && given.length === 0 ? parts : [[...whole, ...given]]
}

/** Arguments of a suite: none, the arguments of the command line, or the tests of the domain. */
function argumentsOf({ name }) {
  if (domain) return domainTests.filter((file) => isIntegration(file) === (name === 'integration'))
  return only ? options.arguments : []
}

/** One after the other, on idle cores; what they print is kept until the suite beside them has ended. */
async function runBeside(several, env) {
  const results = new Map()
  for (const suite of several) {
    const started = Date.now()
    const written = []
    const counts = []
    for (const [part, more] of partsOf(suite, argumentsOf(suite)).entries()) {
      const code = await run([...suite.argv, ...more], { ...env, ...suite.env?.(folder, part) }, (text) => written.push(text))
      counts.push(suite.count({ code, folder, part }))
    }
    results.set(suite, { elapsedMs: Date.now() - started, counts: sumOf(counts), output: Buffer.concat(written) })
  }
  return results
}

/** A test that starved is tried again in CI when nothing runs beside it. */
async function runAgain(suite, result, env) {
  const files = suite.runsAgain && process.env.CI ? filesToRunAgain(result.counts) : []
  if (files.length === 0) return result
  const started = Date.now()
  heading(`${suite.name}, again`)
  const part = suite.parts.length
  const code = await run([...suite.argv, ...suite.whole, ...files], { ...env, ...suite.env(folder, part) })
  const second = suite.count({ code, folder, part })
  return { ...result, elapsedMs: result.elapsedMs + Date.now() - started, counts: withSecondTry(result.counts, second) }
}

/**
 * @param {(text: Buffer) => void} [keep] gets the output instead of the terminal; the command then waits for everybody
 * else
 */
function run(argv, env, keep) {
  return new Promise((resolve) => {
    const child = spawn(nodeBin, argv, {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
    })
    watcher.add(child)
    if (keep) {
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      lower(child.pid)
    }
    child.on('error', () => resolve(127))
    child.on('close', (status) => resolve(status ?? 128))
  })
}

/**
 * Leaves the cores to whoever else wants them.
 * @param {number | undefined} pid of the leader of a session
 */
function lower(pid) {
  if (pid === undefined) return
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW)
    // Linux may share the cores by session (autogroup): then the priority of the session counts.
    writeFileSync(`/proc/${pid}/autogroup`, '19')
  } catch {
    // It has ended already, or this system does not allow it: then it runs like any other.
  }
  // Linux gives a core that runs this class alone to a process that wakes as if it were idle.
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], { stdio: 'ignore' })
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10)
}

function heading(name) {
  progress.line(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`)
}

function report(results, all, budgetLine) {
  progress.line('')
  for (const { name, elapsedMs, coreUse, counts } of results) {
    const sign = counts.failed > 0 ? '✗' : '✓'
    // Several suites that run beside another share the cores with it: only that one has the figure.
    const cores = coreUse === undefined ? 'beside' : `${Math.round(coreUse * 100)} %`
    progress.line(`  ${sign} ${name.padEnd(14)} ${seconds(elapsedMs)} ${cores.padStart(7)} of the cores   ${summaryLine([counts])}`)
  }
  const slowest = slowestFiles(all)
  if (slowest.length > 0) progress.line('\nSlowest files:')
  for (const { name, elapsedMs } of slowest) progress.line(`  ${seconds(elapsedMs)}   ${name}`)
  progress.line(`\n${budgetLine}`)
  // The names stand at the end, where somebody who sees only the last lines of a long log finds them.
  for (const [title, key] of [
    ['Passed, but not at the first try', 'retried'],
    ['Skipped', 'skipped'],
    ['Failed', 'failures'],
  ]) {
    const named = all.flatMap((counts) => counts[key])
    if (named.length > 0) progress.line(`\n${title}:`)
    for (const { name, reason } of named) progress.line(`  ${name}: ${reason || 'no reason given'}`)
  }
  progress.line(`\n${summaryLine(all)}`)
}

async function finish(code) {
  if (finishing) return
  finishing = true
  killRunning()
  await watcher.endAll()
  for (const place of throwAway) rmSync(place, { recursive: true, force: true })
  process.exit(code)
}
