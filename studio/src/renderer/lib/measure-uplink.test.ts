import { limits } from '@e-events/shared/limits.ts'
import { expect, it } from 'vitest'
import { measureUplink } from './measure-uplink.ts'
import { plannedBps, presetBeside } from './use-uplink.ts'

/** A line of this rate, with a way there and back, which is longer for one of its requests; its own clock. */
function line({ bps, roundTripMs, chokesFrom = Infinity, late }: { bps: number; roundTripMs: number; chokesFrom?: number; late?: number }) {
  let nowMs = 0
  const sizes: number[] = []
  const send = (bytes: Uint8Array): Promise<void> => {
    sizes.push(bytes.length)
    const rate = sizes.length > chokesFrom ? bps / 10 : bps
    nowMs += roundTripMs + (bytes.length * 8 * 1000) / rate + (sizes.length === late ? 160 : 0)
    return Promise.resolve()
  }
  return { send, now: () => nowMs, sizes }
}

it.each([1_000_000, 4_900_000, 6_200_000, 80_000_000])('finds a line of %i b/s, in about two seconds', async (bps) => {
  const { send, now, sizes } = line({ bps, roundTripMs: 60 })
  const found = await measureUplink(send, now)
  expect(found / bps).toBeGreaterThan(0.95)
  expect(found / bps).toBeLessThan(1.05)
  expect(now()).toBeLessThan(3_200)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.uplinkCheckBytes)
})

it.each([1, 2, 3, 4, 5, 6])('is not told a faster line by request %i being late', async (late) => {
  const { send, now } = line({ bps: 3_000_000, roundTripMs: 40, late })
  expect(await measureUplink(send, now)).toBeLessThan(3_500_000)
})

it('counts the best, not a moment in which the line was busy', async () => {
  const { send, now } = line({ bps: 8_000_000, roundTripMs: 20, chokesFrom: 5 })
  expect(await measureUplink(send, now)).toBeGreaterThan(7_000_000)
})

it('says so where nothing can be sent', async () => {
  await expect(measureUplink(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

it('picks what is left beside the other feeds, and what is usual where nothing was measured', () => {
  const camera = { size: { width: 1920, height: 1080 } }
  expect(plannedBps([camera, { size: { width: 1280, height: 720 } }])).toBe(7_800_000)
  expect(presetBeside([], 6_000_000, '720p')).toBe('1080p')
  expect(presetBeside([camera], 6_000_000, '1080p')).toBe('720p')
  expect(presetBeside([camera], 12_000_000, '720p')).toBe('1080p')
  expect(presetBeside([], undefined, '720p')).toBe('720p')
})
