// Keeps one child process running: starts it again with a growing delay, and gives its lines a prefix.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

const LOG_LIMIT_BYTES = 20 * 1024 * 1024
/** As long as a container waits with Docker's restart policy: a show waits with it. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 15_000
const STABLE_MS = 60_000
const LINES_PER_WINDOW = 12
const WINDOW_MS = 30_000

/** How long to wait before start number `failures + 1`. @param {number} failures in a row */
export const restartDelayMs = (failures) => Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1))

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => number | undefined} pid of the process that runs now
 * @property {() => number} failures in a row, 0 once it ran stably
 * @property {() => string[]} lastLines of its output, for saying why it does not start
 * @property {() => Promise<void>} stop politely; resolves when it is gone
 */

/**
 * @param {object} options
 * @param {string} options.name prefix of its lines and name of its log file
 * @param {string} options.command
 * @param {string[]} options.args
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.logDir
 * @param {{ add(child: import('node:child_process').ChildProcess, signal?: NodeJS.Signals): void }} options.guard
 * @param {(line: string) => void} options.print what the person at the terminal should see
 * @param {boolean} [options.verbose] print every line instead of warnings only
 * @returns {Supervised}
 */
export function supervise({ name, command, args, cwd, env, logDir, guard, print, verbose = false }) {
  mkdirSync(logDir, { recursive: true })
  const file = path.join(logDir, `${name}.log`)
  rotate(file)
  const log = createWriteStream(file, { flags: 'a' })
  const last = []
  let child
  let failures = 0
  let stopping = false
  let timer
  let gone = Promise.resolve()

  const say = verbose ? (text) => print(`[${name}] ${text}`) : limited({ name, print, file })

  const start = () => {
    const startedAt = Date.now()
    child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    guard.add(child)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`)
        last.push(line)
        if (last.length > 30) last.shift()
        const text = readable(line, verbose)
        if (text && !stopping) say(text)
      })
    }
    gone = new Promise((resolve) => {
      const onEnd = (how) => {
        resolve()
        if (stopping) return
        failures = Date.now() - startedAt > STABLE_MS ? 1 : failures + 1
        const delayMs = restartDelayMs(failures)
        print(`[${name}] ended (${how}), starting again in ${(delayMs / 1000).toFixed(1)} s`)
        timer = setTimeout(start, delayMs)
      }
      child.once('error', (error) => onEnd(error.message))
      child.once('exit', (code, signal) => onEnd(signal ?? `status ${code}`))
    })
  }
  start()

  return {
    name,
    pid: () => child.pid,
    failures: () => failures,
    lastLines: () => last.map((line) => readable(line, true) ?? line),
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(-child.pid, 'SIGTERM')
        } catch {
          child.kill('SIGTERM')
        }
      }
      await gone
      log.end()
    },
  }
}

const NUMBERS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }
const NAMES = Object.fromEntries(Object.entries(NUMBERS).map(([name, number]) => [number, name]))

/** A service in trouble says the same thing many times a second: a few lines, then their number. */
function limited({ name, print, file }) {
  let room = LINES_PER_WINDOW
  let held = 0
  let timer
  return (text) => {
    timer ??= setTimeout(() => {
      if (held > 0) print(`[${name}] … and ${held} more lines, in ${file}`)
      room = LINES_PER_WINDOW
      held = 0
      timer = undefined
    }, WINDOW_MS).unref()
    if (room > 0) {
      room -= 1
      print(`[${name}] ${text}`)
    } else held += 1
  }
}

/**
 * A log line as a person wants to read it, or null where it is not worth showing. Services log JSON (pino); anything
 * else is a message of Node itself, shown as it is.
 * @param {string} line @param {boolean} verbose
 * @returns {string | null}
 */
export function readable(line, verbose) {
  if (!line.startsWith('{')) return line.trim() === '' ? null : line
  let record
  try {
    record = JSON.parse(line)
  } catch {
    return line
  }
  const severity = typeof record.level === 'string' ? NUMBERS[record.level] : record.level
  if (typeof severity !== 'number') return line
  if (!verbose && severity < NUMBERS.warn) return null
  const { level, time, pid, hostname, msg, name, service, node, err, ...rest } = record
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  return `${NAMES[severity] ?? level} ${msg ?? ''}${details}${err ? ` ${err.stack ?? err.message ?? JSON.stringify(err)}` : ''}`
}

function rotate(file) {
  try {
    if (statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`)
  } catch {
    // there is no log yet
  }
}
