import { describe, expect, it } from 'vitest'
import { createSpeed } from './speed.ts'

describe('the speed of an upload', () => {
  it('is told after a second, over the last seconds only, and begins anew where a part is sent again', () => {
    const speed = createSpeed()
    expect(speed.learn(0, 0)).toBeNull()
    expect(speed.learn(500, 500)).toBeNull()
    expect(speed.learn(2_000, 2_000)).toBe(1_000)
    for (let second = 3; second <= 20; second++) speed.learn(2_000 + (second - 2) * 4_000, second * 1_000)
    expect(speed.learn(2_000 + 19 * 4_000, 21_000)).toBe(4_000)
    expect(speed.learn(10_000, 21_500)).toBeNull()
  })
})
