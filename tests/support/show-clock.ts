import { setTimeout as wait } from 'node:timers/promises'
import { ticksPerSecond, type PictureCode } from './picture-code.ts'
import type { ShownPicture } from './pixels.ts'

/** One look at a screen: which camera it showed, and how far that one's clock was. */
export interface ClockLook {
  atMs: number
  device: number
  counter: number
}

/** The cameras of one show carry runs that follow each other, in the order in which they take over. */
export function toLook(code: PictureCode, firstRun: number, atMs: number): ClockLook {
  return { atMs, device: code.run - firstRun, counter: code.counter }
}

export interface Watch {
  looks: ClockLook[]
  stop(): Promise<void>
}

const lookEveryMs = 100

/** Reads the clock in a picture from now on, ten times a second. An unreadable picture is not counted. */
export function watchClock(look: () => Promise<ShownPicture | null>, firstRun: number): Watch {
  const looks: ClockLook[] = []
  const ended = new AbortController()
  const done = (async () => {
    while (!ended.signal.aborted) {
      const code = (await look().catch(() => null))?.code
      if (code) looks.push(toLook(code, firstRun, Date.now()))
      await wait(lookEveryMs)
    }
  })()
  return {
    looks,
    async stop() {
      ended.abort()
      await done
    },
  }
}

export interface StepBack {
  ticks: number
  device: number
  counter: number
  atMs: number
}

/** A film that is at its beginning again, by far: its camera was opened anew. */
const beginningTicks = 8 * ticksPerSecond
const restartTicks = 4 * ticksPerSecond

/**
 * Where a clock went back, in ticks behind the latest that was seen; from a later camera to an earlier one it is a step
 * of a whole film. `restarts`: so often a camera was opened anew on the way.
 */
export function stepsBack(looks: readonly ClockLook[], restarts = 0): StepBack[] {
  const film = 1_000_000
  let latest = Number.NEGATIVE_INFINITY
  let begun = 0
  let last: ClockLook | undefined
  const found: StepBack[] = []
  for (const look of looks) {
    const { device, counter, atMs } = look
    const isAnew = last?.device === device && counter < beginningTicks && last.counter - counter > restartTicks
    if (isAnew && begun < restarts) begun += 1
    last = look
    const at = (device + begun) * film + counter
    if (at < latest) found.push({ ticks: latest - at, device, counter, atMs })
    latest = Math.max(latest, at)
  }
  return found
}

export function worstStepBack(looks: readonly ClockLook[], restarts = 0): number {
  return stepsBack(looks, restarts).reduce((worst, { ticks }) => Math.max(worst, ticks), 0)
}

/** How much of each camera's film was seen, in ticks from its first picture to its last. */
export function spans(looks: readonly Pick<ClockLook, 'device' | 'counter'>[]): Map<number, { first: number; last: number }> {
  const found = new Map<number, { first: number; last: number }>()
  for (const { device, counter } of looks) {
    const known = found.get(device)
    found.set(device, { first: Math.min(known?.first ?? counter, counter), last: Math.max(known?.last ?? counter, counter) })
  }
  return found
}
