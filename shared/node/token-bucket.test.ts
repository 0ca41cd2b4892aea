import { describe, expect, it } from 'vitest'
import { createKeyedBuckets, TokenBucket } from './token-bucket.ts'

describe('a token bucket', () => {
  it('lets a burst through, then the rate, and never more', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, 0)
    const taken = (nowMs: number, times: number) => Array.from({ length: times }, () => bucket.take(nowMs)).filter(Boolean).length
    expect(taken(0, 1_000)).toBe(20)
    expect(taken(1_000, 1_000)).toBe(10)
    expect(taken(60_000, 1_000)).toBe(20)
  })

  it('counts per key', () => {
    const buckets = createKeyedBuckets({ perSecond: 1, burst: 1 })
    expect([buckets.take('a', 0), buckets.take('a', 0), buckets.take('b', 0)]).toEqual([true, false, true])
  })
})
