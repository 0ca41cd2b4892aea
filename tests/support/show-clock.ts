import { setTimeout as wait } from 'node:timers/promises'
import type { PictureCode } from './picture-code.ts'
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

/** Reads the clock in a picture from now on, ten times a second. What is not readable is not a look. */
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

/** How far a clock went back at worst, in ticks; from a later camera to an earlier one is a step of a whole film. */
export function worstStepBack(looks: readonly Pick<ClockLook, 'device' | 'counter'>[]): number {
  const film = 1_000_000
  let latest = Number.NEGATIVE_INFINITY
  let worst = 0
  for (const { device, counter } of looks) {
    const at = device * film + counter
    worst = Math.max(worst, latest - at)
    latest = Math.max(latest, at)
  }
  return worst
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
