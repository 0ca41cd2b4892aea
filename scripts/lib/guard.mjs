// Ends all processes even when the runner itself is killed with `kill -9`: a tiny second
// process that knows every child's process group and sees the pipe to the runner close. It runs in its own session, so
// a closed terminal or Ctrl-C does not reach it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signalGroup } from './processes.mjs'

const PATIENCE_MS = 8000

/**
 * @returns {{ add(child: import('node:child_process').ChildProcess, signal?: NodeJS.Signals): void, endAll():
 * Promise<void>, kill(): void, pid: number | undefined }} add: from now on the group of this child ends with us;
 * `signal` is how it likes to be asked endAll: ends every group that was added, politely first, and then the guard
 * itself; kill: at once
 */
export function guard() {
  const children = new Map()
  const process_ = spawn(process.execPath, [fileURLToPath(import.meta.url), 'watch'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  process_.stdin.on('error', () => {}) // killed by hand: the children still end with endAll()
  process_.unref()
  process_.stdin.unref?.()
  const tell = (line) => process_.stdin.write(`${line}\n`)
  return {
    pid: process_.pid,
    add(child, signal = 'SIGTERM') {
      if (!child.pid) return
      const { pid } = child
      children.set(pid, signal)
      tell(`+ ${pid} ${signal}`)
      child.once('exit', () => {
        // The leader is gone; whoever it started (ffmpeg, a media worker) must not outlive it.
        signalGroup(pid, 'SIGKILL')
        children.delete(pid)
        tell(`- ${pid}`)
      })
    },
    async endAll() {
      await endGroups(children)
      process_.stdin.end()
    },
    kill() {
      for (const pid of children.keys()) signalGroup(pid, 'SIGKILL')
    },
  }
}

/** @param {Map<number, NodeJS.Signals>} groups */
export async function endGroups(groups, patienceMs = PATIENCE_MS) {
  for (const [pid, signal] of groups) signalGroup(pid, signal)
  const end = Date.now() + patienceMs
  const left = () => [...groups.keys()].filter((pid) => signalGroup(pid, 0))
  while (left().length > 0 && Date.now() < end) await sleep(30)
  for (const pid of left()) signalGroup(pid, 'SIGKILL')
}

function watch() {
  const groups = new Map()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const [sign, pid, signal] = line.split(' ')
    if (sign === '+') groups.set(Number(pid), signal)
    else groups.delete(Number(pid))
  })
  lines.on('close', () => void endGroups(groups).then(() => process.exit(0)))
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'watch') watch()
