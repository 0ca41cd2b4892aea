import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  parentPid: number
  /** Program and arguments, as the process itself was started with. */
  command: string
}

/** Living descendants of a process, oldest first (Linux). */
export function descendantsOf(pid: number): RunningProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
  const found: RunningProcess[] = []
  const visit = (parent: number) => {
    for (const one of all.filter((other) => other.parentPid === parent)) {
      found.push(one)
      visit(one.pid)
    }
  }
  visit(pid)
  return found.toSorted((a, b) => a.pid - b.pid)
}

export function isRunning(pid: number): boolean {
  return readProcess(pid) !== undefined
}

function readProcess(pid: number): RunningProcess | undefined {
  try {
    // The name is in brackets and may hold blanks and brackets itself; state and parent follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return undefined
    return { pid, parentPid: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }
  } catch {
    return undefined // it ended meanwhile
  }
}
