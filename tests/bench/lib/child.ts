import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Child {
  pid: number
  /** Its first line on standard output. @throws Error when it ends before */
  firstLine: Promise<string>
  /** The second one. @throws Error when it ends before */
  secondLine: Promise<string>
  /** The first line from now on that holds this text. @throws Error when it ends before */
  says(text: string): Promise<string>
  /** Rejects, with its last words, when it ends before `end`; never resolves. */
  failed: Promise<never>
  /** Tells it something; a child that has ended hears nothing. */
  signal(name: NodeJS.Signals): void
  /** Ends it by its own id; resolves when it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>
}

const running = new Set<ChildProcess>()

/** A program of the bench. It dies with `end`; what it says on standard error is shown when it fails. */
export function startChild(bin: string, argv: readonly string[], options: { env?: NodeJS.ProcessEnv } = {}): Child {
  const child = spawn(bin, argv, { stdio: ['ignore', 'pipe', 'pipe'], ...(options.env ? { env: options.env } : {}) })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)))
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${bin} ended with ${signal ?? code}: ${words}`)))
  })
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const waiting = [first, second]
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => waiting.shift()?.resolve(line))
  const [firstLine, secondLine] = [Promise.race([first.promise, failed]), Promise.race([second.promise, failed])]
  for (const promise of [failed, firstLine, secondLine]) promise.catch(() => undefined)
  running.add(child)
  void exited.then(() => running.delete(child))
  if (child.pid === undefined) throw new Error(`${bin} did not start`)
  return {
    pid: child.pid,
    firstLine,
    secondLine,
    says(text) {
      const said = Promise.withResolvers<string>()
      lines.on('line', (line) => line.includes(text) && said.resolve(line))
      return Promise.race([said.promise, failed])
    },
    failed,
    signal: (name) => void child.kill(name),
    end: (signal = 'SIGKILL') => endChild(child, signal, exited),
  }
}

/** For an interrupted run: whatever is still there. */
export function endAllChildren(): void {
  for (const child of running) child.kill('SIGKILL')
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals, exited: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await exited
}
