// The only file that starts ffmpeg and ffprobe. Live runs are children of our own, because their stop, their hanging
// and their death need close control; everything that has a beginning and an end goes through fluent-ffmpeg. Arguments
// are always lists, never a shell string.
import { execFile, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import ffmpeg from 'fluent-ffmpeg'
import type { Binaries } from './binaries.ts'
import { firstPipe } from './command.ts'
import { confined, type Share } from './confine.ts'

/**
 * All that a program which opens strangers' files gets as its environment: none of the secrets, and no way to preload
 * something.
 */
const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' }

/**
 * fluent-ffmpeg has no option for the environment of what it starts; its function that starts it hands its options on.
 * Beside each command it would also run ffprobe over the inputs, with our whole environment and without the options
 * that keep ffprobe to one file: that is left out, we probe ourselves.
 */
const library = ffmpeg.prototype as {
  _spawnFfmpeg(args: string[], options: object, ...callbacks: unknown[]): void
  ffprobe(): void
}
const { _spawnFfmpeg: startCommand } = library
/** Arguments between the program that the library starts and the arguments of ffmpeg. */
const between = new WeakMap<object, readonly string[]>()
library._spawnFfmpeg = function start(args, options, ...callbacks) {
  startCommand.call(this, [...(between.get(this) ?? []), ...args], { ...options, env: bareEnvironment }, ...callbacks)
}
library.ffprobe = () => undefined

/** A program that opens what strangers sent, in its confines. */
async function programOf(program: string, share: Share): Promise<[string, ...string[]]> {
  const [first, ...rest] = [...(await confined(bareEnvironment, share)), program]
  return [first ?? program, ...rest]
}

export interface LiveProcess {
  readonly pid: number | undefined
  /** Resolves when it is gone and its output has been read; never rejects. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Asks it to finish its files; kills it when it does not within `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>
  kill(): void
}

/**
 * Starts a live run. `onLine` gets what it says (warnings and errors), `pipes` what it writes into the pipes from
 * number 3 on; its output is always drained, or it would block.
 */
export function startLive(
  binaries: Binaries,
  argv: readonly string[],
  onLine: (line: string) => void,
  pipes: readonly ((chunk: Buffer) => void)[] = [],
): LiveProcess {
  const stdio = ['ignore', 'ignore', 'pipe', ...pipes.map(() => 'pipe' as const)] as const
  const child = spawn(binaries.ffmpeg, argv, { stdio: [...stdio], env: bareEnvironment })
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // With its pipes: what it wrote last has been read by then.
    child.on('close', (code, signal) => resolve({ code, signal }))
    child.on('error', (error) => {
      onLine(error.message)
      resolve({ code: -1, signal: null })
    })
  })
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine)
  for (const [index, take] of pipes.entries()) (child.stdio[firstPipe + index] as Readable | null)?.on('data', take).on('error', ignore)
  const kill = () => void child.kill('SIGKILL')
  return {
    pid: child.pid,
    exited,
    kill,
    async stop(timeoutMs = 2_500) {
      // The first signal ends the loop over packets, the second one a read that waits for a packet which will never
      // come.
      child.kill('SIGTERM')
      const again = setTimeout(() => child.kill('SIGTERM'), 150)
      const last = setTimeout(kill, timeoutMs)
      await exited
      clearTimeout(again)
      clearTimeout(last)
    },
  }
}

/** A pipe breaks off with its process, which `exited` tells of. */
const ignore = (): void => undefined

export interface BatchCommand {
  inputs: readonly { options: readonly string[]; path: string }[]
  options: readonly string[]
  output: string
}

export interface BatchOptions {
  signal?: AbortSignal
  /** Seconds of the output that are done. */
  onProgress?: (doneSec: number) => void
  /** 0 (default) to 19: lower priority on the processor. */
  nice?: number
  /** Killed when it has come no further for so long. */
  stallMs?: number
  /** Killed when it has not ended by then. */
  budgetMs?: number
  /** Largest file that it may write. */
  fileBytes?: number
}

/** It came no further and was killed. */
export class StalledError extends Error {
  override readonly name = 'StalledError'
}

/** It cost more than its work may cost, and was killed. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
}

/**
 * Runs a command to its end.
 * @throws StalledError, BudgetError; Error with ffmpeg's last words; the signal's reason when aborted
 */
export async function runBatch(binaries: Binaries, batch: BatchCommand, options: BatchOptions = {}): Promise<void> {
  const { signal, onProgress, nice = 0, stallMs, budgetMs, fileBytes } = options
  const [first, ...rest] = await programOf(binaries.ffmpeg, {
    ...(budgetMs === undefined ? {} : { timeMs: budgetMs }),
    ...(fileBytes === undefined ? {} : { fileBytes }),
  })
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const command = ffmpeg({ niceness: nice }).setFfmpegPath(first).setFfprobePath(binaries.ffprobe)
    between.set(command, rest)
    for (const input of batch.inputs) {
      command.input(input.path)
      // Options go in as separate arguments: in an array element fluent-ffmpeg would split them at the first space.
      if (input.options.length > 0) command.inputOptions(...(input.options as [string, ...string[]]))
    }
    if (batch.options.length > 0) command.outputOptions(...(batch.options as [string, ...string[]]))
    const abort = () => command.kill('SIGKILL')
    let furthestSec = -1
    let ended: StalledError | BudgetError | undefined
    const end = (reason: StalledError | BudgetError) => {
      ended ??= reason
      abort()
    }
    const watch = createStallTimer(stallMs, () => end(new StalledError(`no progress for ${stallMs} ms`)))
    const budget =
      budgetMs === undefined ? undefined : setTimeout(() => end(new BudgetError(`not done after ${Math.round(budgetMs)} ms`)), budgetMs)
    const settle = (finish: () => void) => {
      watch.stop()
      clearTimeout(budget)
      signal?.removeEventListener('abort', abort)
      finish()
    }
    command.on('progress', ({ timemark }: { timemark?: string }) => {
      const doneSec = secondsOf(timemark)
      if (doneSec > furthestSec) watch.alive()
      furthestSec = Math.max(furthestSec, doneSec)
      onProgress?.(doneSec)
    })
    command.on('end', () => settle(resolve))
    command.on('error', (error: Error, _: string | null, stderr: string | null) => {
      settle(() => {
        if (signal?.aborted) reject(signal.reason as Error)
        else if (ended) reject(ended)
        else reject(new Error(lastWords(stderr) ?? error.message, { cause: error }))
      })
    })
    signal?.addEventListener('abort', abort, { once: true })
    command.output(batch.output).run()
  })
}

function createStallTimer(stallMs: number | undefined, onStall: () => void) {
  const arm = () => (stallMs === undefined ? undefined : setTimeout(onStall, stallMs))
  let timer = arm()
  const stop = () => clearTimeout(timer)
  return {
    stop,
    alive() {
      stop()
      timer = arm()
    },
  }
}

const filters = new Map<string, Promise<ReadonlySet<string | undefined>>>()

/** Whether this ffmpeg was built with all of these filters; it is asked once. @throws Error where it does not run */
export async function hasFilters({ ffmpeg }: Binaries, names: readonly string[]): Promise<boolean> {
  const asked = filters.get(ffmpeg) ?? filtersOf(ffmpeg)
  filters.set(ffmpeg, asked)
  try {
    const known = await asked
    return names.every((name) => known.has(name))
  } catch (error) {
    filters.delete(ffmpeg)
    throw error
  }
}

/** Whether pictures can be scaled by zimg, for less than by swscale. False, too, where ffmpeg does not say. */
export const hasZscale = (binaries: Binaries): Promise<boolean> => hasFilters(binaries, ['zscale']).catch(() => false)

function filtersOf(ffmpeg: string): Promise<ReadonlySet<string | undefined>> {
  return new Promise((resolve, reject) => {
    execFile(
      ffmpeg,
      ['-hide_banner', '-filters'],
      { timeout: probeTimeoutMs, maxBuffer: probeMaxBytes, env: bareEnvironment },
      (error, stdout) => {
        if (error) return reject(error)
        // A line of it: flags, name, what goes in and out, a sentence.
        resolve(new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1])))
      },
    )
  })
}

const probeTimeoutMs = 30_000
const probeMaxBytes = 16 * 1024 * 1024

/**
 * Returns the JSON of ffprobe for a file, unparsed. `options` force the demuxer and keep it from opening other files.
 * @throws Error with the last lines of its log
 */
export async function probeRaw(binaries: Binaries, path: string, options: readonly string[]): Promise<unknown> {
  const argv = ['-v', 'error', ...options, '-print_format', 'json', '-show_format', '-show_streams', path]
  const [first, ...before] = await programOf(binaries.ffprobe, { timeMs: probeTimeoutMs })
  const limits = { timeout: probeTimeoutMs, killSignal: 'SIGKILL' as const, maxBuffer: probeMaxBytes, env: bareEnvironment }
  return new Promise((resolve, reject) => {
    execFile(first, [...before, ...argv], limits, (error, stdout, stderr) => {
      if (error) return reject(new Error(lastWords(stderr) ?? error.message, { cause: error }))
      try {
        resolve(JSON.parse(stdout))
      } catch (cause) {
        reject(new Error('ffprobe gave no answer', { cause }))
      }
    })
  })
}

/**
 * Runs ffmpeg to its end, handing out what it writes to its output; answers its last words.
 * @throws Error with them; the signal's reason when aborted
 */
export async function runPiped(
  binaries: Binaries,
  argv: readonly string[],
  options: { signal?: AbortSignal; nice: number; timeoutMs: number; onData: (chunk: Buffer) => void },
): Promise<string> {
  const [first, ...before] = await programOf(binaries.ffmpeg, { timeMs: options.timeoutMs })
  options.signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(first, [...before, ...argv], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: bareEnvironment,
      timeout: Math.ceil(options.timeoutMs),
      killSignal: 'SIGKILL',
    })
    lowerPriority(child.pid, options.nice)
    const kill = () => void child.kill('SIGKILL')
    options.signal?.addEventListener('abort', kill, { once: true })
    let words = ''
    child.stdout.on('data', options.onData)
    child.stderr.on('data', (chunk: Buffer) => {
      words = `${words}${chunk.toString('utf8')}`.slice(-20_000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      options.signal?.removeEventListener('abort', kill)
      if (options.signal?.aborted) reject(options.signal.reason as Error)
      else if (code === 0) resolve(words)
      else reject(signal === 'SIGKILL' ? new StalledError('it took too long') : new Error(lastWords(words) ?? `ffmpeg ended with ${code}`))
    })
  })
}

/**
 * Pictures out of bytes: `input` goes in through a pipe, the result comes back.
 * @throws Error when it takes longer than `timeoutMs` or fails
 */
export async function convertBytes(
  binaries: Binaries,
  argv: readonly string[],
  input: Uint8Array,
  options: { timeoutMs: number; nice: number },
): Promise<Buffer> {
  const [first, ...before] = await programOf(binaries.ffmpeg, { timeMs: options.timeoutMs })
  return new Promise((resolve, reject) => {
    const child = spawn(first, [...before, ...argv], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: bareEnvironment,
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
    })
    lowerPriority(child.pid, options.nice)
    const chunks: Buffer[] = []
    let words = ''
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      words = `${words}${chunk.toString('utf8')}`.slice(-2_000)
    })
    // It may have seen enough before it has read everything.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0 && chunks.length > 0) resolve(Buffer.concat(chunks))
      else reject(new Error(lastWords(words) ?? `ffmpeg ended with ${signal ?? String(code)}`))
    })
    child.stdin.end(input)
  })
}

function lowerPriority(pid: number | undefined, nice: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nice)
  } catch {
    // It has ended already.
  }
}

function lastWords(text: string | null): string | undefined {
  const lines = (text ?? '').trim().split('\n')
  return lines.at(-1) === '' ? undefined : lines.slice(-3).join(' | ')
}

function secondsOf(timemark: string | undefined): number {
  const [seconds = 0, minutes = 0, hours = 0] = (timemark ?? '').split(':').map(Number).toReversed()
  const total = hours * 3600 + minutes * 60 + seconds
  return Number.isFinite(total) ? total : 0
}
