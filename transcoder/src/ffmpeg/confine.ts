import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Resource limits of a program that opens uploaded files. */
export interface Share {
  /** Largest file that it may write. */
  fileBytes?: number
  /** Time that it may take on the clock; on every processor at once it can use no more than that. */
  timeMs?: number
}

const gibibyte = 1024 ** 3
/** Address space, of which most is never touched: each thread of a decoder reserves its own. */
const memoryBytes = 16 * gibibyte
/** Longer than any sound, and than any segment of pictures. */
const usualFileBytes = 2 * gibibyte

/** Each is tried once: containers and kernels often keep one of them to the administrator. */
const withoutNetwork = [
  ['unshare', '--net', '--'],
  ['unshare', '--map-root-user', '--net', '--'],
]
const within = ['prlimit', '--core=0', '--']

interface Means {
  limits: boolean
  network: readonly string[]
}
let found: Promise<Means> | undefined

/** The words to put before the program and its arguments; none where this system has neither way. */
export async function confined(environment: NodeJS.ProcessEnv, share: Share = {}): Promise<string[]> {
  const { limits, network } = await (found ??= find(environment))
  return [...(limits ? limitWords(share) : []), ...network]
}

function limitWords({ fileBytes = usualFileBytes, timeMs }: Share): string[] {
  const cpu = timeMs === undefined ? [] : [`--cpu=${Math.ceil((timeMs / 1000) * availableParallelism())}`]
  return ['prlimit', '--core=0', `--as=${memoryBytes}`, ...(fileBytes === Infinity ? [] : [`--fsize=${fileBytes}`]), ...cpu, '--']
}

async function find(environment: NodeJS.ProcessEnv): Promise<Means> {
  const works = ([program = '', ...words]: readonly string[]) =>
    new Promise<boolean>((resolve) => {
      execFile(program, [...words, 'true'], { env: environment, timeout: 5_000 }, (error) => resolve(error === null))
    })
  const limits = await works(within)
  for (const words of withoutNetwork) if (await works(words)) return { limits, network: words }
  return { limits, network: [] }
}
