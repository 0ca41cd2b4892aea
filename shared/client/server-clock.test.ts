import { describe, expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const serverMs = Date.parse('2026-05-04T10:00:00.000Z')
const header = (ms: number) => new Date(ms).toUTCString()
/** A device whose clock is that much ahead of the server's. */
const device = (aheadMs: number) => createServerClock(() => serverMs + aheadMs)

describe("the server's clock as a device sees it", () => {
  it('is the own clock before anything was heard', () => {
    expect(device(3_600_000).nowMs()).toBe(serverMs + 3_600_000)
  })

  it.each([3_600_000, -3_600_000, 90_000, -2_000])('is right to half a second on a device that is %d ms ahead', (aheadMs) => {
    const clock = device(aheadMs)
    clock.learn(header(serverMs), 40)
    expect(Math.abs(clock.nowMs() - serverMs)).toBeLessThanOrEqual(520)
  })

  it('counts half of what the request took as the way back', () => {
    const clock = device(60_000)
    clock.learn(header(serverMs), 4_000)
    expect(clock.nowMs()).toBe(serverMs + 500 + 2_000)
  })

  it('leaves a clock alone that is wrong by less than the header can tell', () => {
    for (const aheadMs of [0, 400, -900, 1_900]) {
      const clock = device(aheadMs)
      clock.learn(header(serverMs), 0)
      expect(clock.nowMs() - serverMs).toBe(aheadMs)
    }
  })

  it('takes back what it believed when the device was set right', () => {
    let aheadMs = 3_600_000
    const clock = createServerClock(() => serverMs + aheadMs)
    clock.learn(header(serverMs), 0)
    aheadMs = 0
    clock.learn(header(serverMs), 0)
    expect(clock.nowMs()).toBe(serverMs)
  })

  it.each([
    ['no header', null, 10],
    ['a header that is no date', 'yesterday', 10],
    ['an answer that was on its way for longer than five seconds', header(serverMs), 5_001],
  ] as const)('learns nothing from %s', (_, date, roundTripMs) => {
    const clock = device(3_600_000)
    clock.learn(date, roundTripMs)
    expect(clock.nowMs()).toBe(serverMs + 3_600_000)
  })
})
