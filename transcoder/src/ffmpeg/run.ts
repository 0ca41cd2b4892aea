// The only file that starts ffmpeg and ffprobe. Live runs are children of our own, because their stop, their hanging and their death need close control;
// everything that has a beginning and an end goes through fluent-ffmpeg. Arguments are always lists, never a shell string.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import ffmpeg from 'fluent-ffmpeg'
import type { Binaries } from './binaries.ts'

export interface LiveProcess {
  readonly pid: number | undefined
  /** Resolves when it is gone; never rejects. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Asks it to finish its files; kills it when it does not within `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>
  kill(): void
}

/** Starts a live run. `onLine` gets what it says (warnings and errors); its output is always drained, or it would block. */
export function startLive(binaries: Binaries, argv: readonly string[], onLine: (line: string) => void): LiveProcess {
  const child = spawn(binaries.ffmpeg, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
    child.on('error', (error) => {
      onLine(error.message)
      resolve({ code: -1, signal: null })
    })
  })
  createInterface({ input: child.stderr }).on('line', onLine)
  const kill = () => void child.kill('SIGKILL')
  return {
    pid: child.pid,
    exited,
    kill,
    async stop(timeoutMs = 2_500) {
      // The first signal ends the loop over packets, the second one a read that waits for a packet which will never come.
      child.kill('SIGTERM')
      const again = setTimeout(() => child.kill('SIGTERM'), 150)
      const last = setTimeout(kill, timeoutMs)
      await exited
      clearTimeout(again)
      clearTimeout(last)
    },
  }
}

export interface BatchCommand {
  inputs: readonly { options: readonly string[]; path: string }[]
  options: readonly string[]
  output: string
}

export interface BatchOptions {
  signal?: AbortSignal
  /** Seconds of the output that are done. */
  onProgress?: (doneSec: number) => void
  /** 0 (default) to 19: how gladly it lets others have the processor. */
  nice?: number
}

/** Runs a command to its end. @throws Error with ffmpeg's last words; the signal's reason when aborted */
export function runBatch(binaries: Binaries, batch: BatchCommand, options: BatchOptions = {}): Promise<void> {
  const { signal, onProgress, nice = 0 } = options
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const command = ffmpeg({ niceness: nice }).setFfmpegPath(binaries.ffmpeg).setFfprobePath(binaries.ffprobe)
    for (const input of batch.inputs) {
      command.input(input.path)
      // Options go in as separate arguments: in an array element fluent-ffmpeg would split them at the first space.
      if (input.options.length > 0) command.inputOptions(...(input.options as [string, ...string[]]))
    }
    if (batch.options.length > 0) command.outputOptions(...(batch.options as [string, ...string[]]))
    const abort = () => command.kill('SIGKILL')
    const settle = (finish: () => void) => {
      signal?.removeEventListener('abort', abort)
      finish()
    }
    command.on('progress', ({ timemark }: { timemark?: string }) => onProgress?.(secondsOf(timemark)))
    command.on('end', () => settle(resolve))
    command.on('error', (error: Error, _: string | null, stderr: string | null) => {
      settle(() => {
        if (signal?.aborted) reject(signal.reason as Error)
        else reject(new Error(lastWords(stderr) ?? error.message, { cause: error }))
      })
    })
    signal?.addEventListener('abort', abort, { once: true })
    command.output(batch.output).run()
  })
}

/** What ffprobe says about a file, as it says it. `options` force the demuxer and keep it from opening anything else. */
export function probeRaw(binaries: Binaries, path: string, options: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ffmpeg(path)
      .setFfmpegPath(binaries.ffmpeg)
      .setFfprobePath(binaries.ffprobe)
      .ffprobe(0, [...options], (error: Error | null, data: unknown) => {
        if (error) reject(error)
        else resolve(data)
      })
  })
}

/** Pictures out of bytes: `input` goes in through a pipe, the result comes back. @throws Error when it takes longer than `timeoutMs` or fails */
export function convertBytes(
  binaries: Binaries,
  argv: readonly string[],
  input: Uint8Array,
  options: { timeoutMs: number; nice: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.ffmpeg, argv, { stdio: ['pipe', 'pipe', 'pipe'], timeout: options.timeoutMs, killSignal: 'SIGKILL' })
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
