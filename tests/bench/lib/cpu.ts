import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessTimes {
  pid: number
  parentPid: number
  /** User and system time of its own, in clock ticks. */
  ownTicks: number
  /** The same of children that have ended and were waited for. */
  reapedTicks: number
}

/** Linux counts in these, whatever the kernel's own clock does (sysconf(_SC_CLK_TCK)). */
const ticksPerSec = 100

/** One line of /proc/PID/stat; undefined where it is not one. Pure. */
export function parseStat(line: string): ProcessTimes | undefined {
  // The name stands in brackets and may hold blanks and brackets itself.
  const nameEnd = line.lastIndexOf(')')
  const pid = Number.parseInt(line, 10)
  if (nameEnd < 0 || !Number.isInteger(pid)) return undefined
  const fields = line.slice(nameEnd + 2).split(' ')
  const at = (position: number) => Number(fields[position - 3])
  const times = { pid, parentPid: at(4), ownTicks: at(14) + at(15), reapedTicks: at(16) + at(17) }
  return Object.values(times).every((value) => Number.isInteger(value)) ? times : undefined
}

/** User and system seconds of a process, its living descendants and all those that have ended. Pure. */
export function treeSeconds(processes: readonly ProcessTimes[], rootPid: number): number {
  const childrenOf = Map.groupBy(processes, ({ parentPid }) => parentPid)
  const sum = (one: ProcessTimes): number =>
    one.ownTicks + one.reapedTicks + (childrenOf.get(one.pid) ?? []).reduce((ticks, child) => ticks + sum(child), 0)
  const root = processes.find(({ pid }) => pid === rootPid)
  return root ? sum(root) / ticksPerSec : 0
}

/** CPU seconds that a process and everything below it has used since it began. @throws Error when it is gone */
export function cpuSecondsOf(rootPid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(name) ?? [])
  if (!processes.some(({ pid }) => pid === rootPid)) throw new Error(`process ${rootPid} is gone`)
  return treeSeconds(processes, rootPid)
}

function readTimes(pid: string): ProcessTimes | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined // it ended meanwhile
  }
}

/**
 * The same for processes that live through the whole stretch, in nanoseconds of the scheduler: for work of a few
 * milliseconds.
 */
export function schedSecondsOf(rootPid: number): number {
  const tasks = readdirSync(`/proc/${rootPid}/task`)
  const ownNs = tasks.reduce((sum, task) => sum + Number(readFileSync(`/proc/${rootPid}/task/${task}/schedstat`, 'utf8').split(' ')[0]), 0)
  const children = tasks.flatMap((task) => readFileSync(`/proc/${rootPid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean))
  return ownNs / 1e9 + children.reduce((sum, pid) => sum + schedSecondsOf(Number(pid)), 0)
}

export interface MachineTimes {
  /** Seconds of all processors together, since the machine began. */
  worked: number
  /** Seconds in which they wanted to work and a busy host held them back. */
  stolen: number
}

/** The first line of /proc/stat. Pure. */
export function parseMachine(line: string): MachineTimes {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line.trim().split(/\s+/).slice(1).map(Number)
  return { worked: (user + nice + system + irq + softirq) / ticksPerSec, stolen: stolen / ticksPerSec }
}

export const machineTimes = (): MachineTimes => parseMachine(readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')

/** Share of the processor time that was wanted between two looks and held back by the host, in percent. Pure. */
export function stolenPercent(before: MachineTimes, after: MachineTimes): number {
  const stolen = after.stolen - before.stolen
  return (100 * stolen) / (after.worked - before.worked + stolen || 1)
}
