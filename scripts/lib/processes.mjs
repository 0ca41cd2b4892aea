import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs a command to its end and returns what it printed.
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, input?: string, uid?: number, gid?: number,
 * onLine?: (line: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }> & { kill(): void }} never rejects; kill ends
 * the whole group
 */
export function run(command, args, { timeoutMs, input, onLine, ...options } = {}) {
  const child = spawn(command, args, { ...options, detached: true, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
  const promise = new Promise((resolve) => {
    let output = ''
    let timedOut = false
    const alarm = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          signalGroup(child.pid, 'SIGKILL')
        }, timeoutMs)
      : undefined
    running.add(child)
    adopt(child)
    const onData = (chunk) => {
      output = (output + chunk).slice(-400_000)
      if (onLine) for (const line of String(chunk).split('\n')) if (line.trim()) onLine(line.trimEnd())
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    const end = (code) => {
      clearTimeout(alarm)
      running.delete(child)
      resolve({ code, output, timedOut })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      end(127)
    })
    child.on('close', (code, signal) => end(code ?? (signal ? 128 : 1)))
    if (input !== undefined) {
      child.stdin.on('error', () => {}) // it ended without reading: its status says why
      child.stdin.end(input)
    }
  })
  return Object.assign(promise, { kill: () => void signalGroup(child.pid, 'SIGKILL') })
}

/** Commands of run() in flight: an interrupted set-up must not leave a compiler behind. */
const running = new Set()

let adopt = (_child) => {}
/**
 * From now on every command of run() is also made known to a guard (guard.mjs).
 * @param {{ add(child: import('node:child_process').ChildProcess): void }} watcher
 */
export function guardCommands(watcher) {
  adopt = (child) => watcher.add(child, 'SIGTERM')
}

export function killRunning() {
  for (const child of running) signalGroup(child.pid, 'SIGKILL')
}

/**
 * Signals a whole process group; true if there was anybody to receive it.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals | 0} signal
 */
export function signalGroup(pid, signal) {
  if (!pid) return false
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * When a process was born, as a string that is only good for comparing: guards against a reused pid.
 * @param {number} pid
 */
export function birthOf(pid) {
  try {
    // The name (field 2) is in brackets and may itself hold blanks and brackets; the start time is field 22.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
}

/** Has this child ended, by itself or by a signal? @param {import('node:child_process').ChildProcess} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * Asks again until the answer is truthy.
 * @template T @param {() => Promise<T> | T} ask @param {{ timeoutMs: number, everyMs?: number, what?: string }} options
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(ask, { timeoutMs, everyMs = 50, what = 'the condition' }) {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`${what} did not come about within ${Math.round(timeoutMs / 1000)} s`)
    await sleep(everyMs)
  }
}

/** uid and gid of a system user, or null. @param {string} user */
export function identify(user) {
  const ask = (flag) => spawnSync('id', [flag, user], { encoding: 'utf8' })
  const uid = ask('-u')
  const gid = ask('-g')
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

export const isRoot = () => process.getuid?.() === 0

/**
 * Calls back once when the process that started this one is gone: npm killed with `kill -9` passes no signal on.
 * @param {() => void} work
 */
export function onParentGone(work) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    work()
  }, 1000)
  timer.unref()
}
