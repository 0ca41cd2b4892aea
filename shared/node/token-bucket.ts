/** Lets `perSecond` through on average and `burst` at once. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #atMs: number

  constructor(limit: { perSecond: number; burst: number }, nowMs: number) {
    this.#perSecond = limit.perSecond
    this.#burst = limit.burst
    this.#tokens = limit.burst
    this.#atMs = nowMs
  }

  take(nowMs: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  full(nowMs: number): boolean {
    return this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond >= this.#burst
  }
}

/** One bucket per key (an address, an account); keys at rest are forgotten. */
export function createKeyedBuckets(limit: { perSecond: number; burst: number }) {
  const buckets = new Map<string, TokenBucket>()
  const sweepAbove = 10_000
  return {
    take(key: string, nowMs: number): boolean {
      if (buckets.size > sweepAbove) for (const [known, bucket] of buckets) if (bucket.full(nowMs)) buckets.delete(known)
      let bucket = buckets.get(key)
      if (!bucket) {
        bucket = new TokenBucket(limit, nowMs)
        buckets.set(key, bucket)
      }
      return bucket.take(nowMs)
    },
  }
}
