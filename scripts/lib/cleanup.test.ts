import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive, until } from './processes.mjs'

const fixture = fileURLToPath(new URL('../fixtures/runner.mjs', import.meta.url))
interface Runner {
  folder: string
  process: ChildProcessByStdio<null, Readable, null>
  output: () => string
  pids: () => number[]
  guardPid: () => number
}

const runners: Runner[] = []

async function startRunner(env: Record<string, string> = {}): Promise<Runner> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-cleanup-'))
  const child = spawn(process.execPath, [fixture, folder], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const file = path.join(folder, 'service.log')
  const starts = () => (existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^pids (\d+) (\d+)$/gm)] : [])
  const runner: Runner = {
    folder,
    process: child,
    output: () => output,
    pids: () => starts().at(-1)?.slice(1).map(Number) ?? [],
    guardPid: () => Number(/guard (\d+)/.exec(output)?.[1]),
  }
  runners.push(runner)
  await until(() => /guard \d+/.test(output) && runner.pids().length === 2, { timeoutMs: 10_000, what: 'the service' })
  return runner
}

const allGone = (pids: number[]) =>
  until(() => pids.every((pid) => !isRunning(pid)), { timeoutMs: 15_000, what: `the end of ${pids.join(', ')}` })

/** A dead process that nobody has waited for yet is gone as far as this promise goes. */
function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return isAlive(pid)
  }
}

afterEach(async () => {
  for (const runner of runners.splice(0)) {
    if (runner.process.pid) runner.process.kill('SIGKILL')
    await allGone([...runner.pids(), runner.guardPid()])
    rmSync(runner.folder, { recursive: true, force: true })
  }
})

describe('what is left when the runner ends', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s: neither the service nor its child nor the guard', async (signal) => {
    const runner = await startRunner()
    const pids = [...runner.pids(), runner.guardPid()]
    expect(pids.every(isRunning)).toBe(true)
    runner.process.kill(signal)
    await allGone(pids)
  })

  it('kill -9 of the runner: nothing either, because the guard sees the pipe close', async () => {
    const runner = await startRunner()
    const pids = [...runner.pids(), runner.guardPid()]
    runner.process.kill('SIGKILL')
    await allGone(pids)
  })

  it('kill -9 with a service that ignores SIGTERM: it is killed after the guard has lost patience', async () => {
    const runner = await startRunner({ STUBBORN: '1' })
    const pids = [...runner.pids(), runner.guardPid()]
    runner.process.kill('SIGKILL')
    await allGone(pids)
  })
})

describe('a crashed service', () => {
  it('is started again with its prefix in the message, and its own child does not outlive it', async () => {
    const runner = await startRunner()
    const [service = 0, child = 0] = runner.pids()
    process.kill(service, 'SIGKILL')
    await allGone([service, child])
    await until(() => runner.pids()[0] !== service, { timeoutMs: 10_000, what: 'the second start' })
    expect(runner.output()).toContain('[service] ended (SIGKILL), starting again in 0.1 s')
  })
})
