import type { Page } from 'playwright/test'
import { columns, decodePicture, maxCounter, rows } from './picture-code.ts'

/** A clock in milliseconds that starts over after `maxCounter`: the shortest way from `b` to `a`. */
export function clockDifferenceMs(a: number, b: number): number {
  const difference = (((a - b) % maxCounter) + maxCounter) % maxCounter
  return difference > maxCounter / 2 ? difference - maxCounter : difference
}

export interface ShownClocks {
  /** Reads the clocks in the pictures of both elements in one instant; null where unreadable. */
  leader: number | null
  follower: number | null
  /** The one that is seen. */
  shown: number | null
  /** The small one above the seek bar, of the moment that is pointed at. */
  pointed: number | null
  /** This machine's clock at that instant, in the same measure. */
  now: number
  rate: number
  paused: boolean
}

/** The clocks in the pictures of the player's video elements. */
export async function readClocks(page: Page): Promise<ShownClocks> {
  const seen = await page.evaluate(
    ({ columns, rows }) => {
      const read = (video: HTMLVideoElement | null) => {
        if (!video || video.readyState < 2) return null
        const canvas = new OffscreenCanvas(columns * 4, rows * 4)
        const context = canvas.getContext('2d', { willReadFrequently: true })
        if (!context) return null
        context.drawImage(video, 0, 0, canvas.width, canvas.height)
        return { canvas, context }
      }
      const opacity = (video: HTMLVideoElement | null) => Number(video?.style.opacity ?? 0)
      const find = (role: string) => document.querySelector<HTMLVideoElement>(`video[data-role="${role}"]`)
      // Both are drawn first and read afterwards: reading takes longer than a picture lasts.
      const leader = read(find('leader'))
      const follower = read(find('follower'))
      const pointed = read(find('seek'))
      const now = Date.now()
      const levels = (one: typeof leader) => {
        if (!one) return null
        const { canvas, context } = one
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
        const lightAt = (x: number, y: number) => data[(y * canvas.width + x) * 4 + 1] ?? 0
        return Array.from({ length: columns * rows }, (_, index) => {
          const [x, y] = [(index % columns) * 4 + 1, Math.floor(index / columns) * 4 + 1]
          return (lightAt(x, y) + lightAt(x + 1, y) + lightAt(x, y + 1) + lightAt(x + 1, y + 1)) / 4
        })
      }
      const video = find('leader')
      return {
        leader: levels(leader),
        follower: levels(follower),
        pointed: levels(pointed),
        isFollowerShown: opacity(find('follower')) > opacity(find('leader')),
        now,
        rate: video?.playbackRate ?? 0,
        paused: video?.paused ?? true,
      }
    },
    { columns, rows },
  )
  const clock = (cells: number[] | null) => (cells && decodePicture(cells)?.counter) ?? null
  const [leader, follower] = [clock(seen.leader), clock(seen.follower)]
  return {
    leader,
    follower,
    shown: seen.isFollowerShown ? follower : leader,
    pointed: clock(seen.pointed),
    now: seen.now % maxCounter,
    rate: seen.rate,
    paused: seen.paused,
  }
}

/** Follower minus leader, milliseconds, of every reading in this time; unreadable ones are left out. */
export async function driftsDuring(page: Page, seconds: number): Promise<number[]> {
  const drifts: number[] = []
  const endsAtMs = performance.now() + seconds * 1000
  while (performance.now() < endsAtMs) {
    const { leader, follower } = await readClocks(page)
    if (leader !== null && follower !== null) drifts.push(clockDifferenceMs(follower, leader))
    // Not in step with the pictures' own rate.
    await new Promise((resolve) => setTimeout(resolve, 73))
  }
  return drifts
}

export interface Spread {
  count: number
  /** With its sign: the follower is ahead where it is positive. */
  middleMs: number
  medianMs: number
  p95Ms: number
  worstMs: number
}

/** How far readings are from zero. */
export function spreadOf(values: readonly number[]): Spread {
  const sizes = values.map(Math.abs).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? Number.NaN)
  const inOrder = values.toSorted((a, b) => a - b)
  return {
    count: sizes.length,
    middleMs: Math.round(inOrder[Math.floor(inOrder.length / 2)] ?? Number.NaN),
    medianMs: at(0.5),
    p95Ms: at(0.95),
    worstMs: at(1),
  }
}

/** Everything that is shown in this time, ten times a second. */
export async function watchClock(page: Page, seconds: number): Promise<ShownClocks[]> {
  const seen: ShownClocks[] = []
  const endsAtMs = performance.now() + seconds * 1000
  while (performance.now() < endsAtMs) {
    seen.push(await readClocks(page))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return seen
}
