import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import { every, type Clock } from '@e-events/shared/client/clock.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { readHealth, type Counters, type HealthState } from './health.ts'
import type { PublishedStats } from '@e-events/shared/rtc/publisher.ts'

interface SamplerDeps {
  clock: Clock
  stats(): Promise<PublishedStats[]>
  /** Statistics of the sfu, requested every other time; null where it does not answer. */
  sfuStats(): Promise<RequestReply<'stats'> | null>
  outputs(): readonly FeedOutput[]
  last(): HealthState
  onHealth(health: HealthState): void
}

const everyMs = 1_000

/** Measures all feeds once a second until it is stopped. */
export function startSampling({ clock, stats, sfuStats, outputs, last, onHealth }: SamplerDeps): () => void {
  let before: Counters | null = null
  let turn = 0
  let stopped = false
  const stop = every(clock, everyMs, async () => {
    const measured = await stats()
    turn += 1
    const sfu = turn % 2 === 0 ? await sfuStats() : null
    if (stopped) return
    const targets = new Map(outputs().map((output) => [output.key, output.frameRate]))
    const read = readHealth(measured, { nowMs: clock.nowMs(), before, last: last(), sfu, targetFps: (key) => targets.get(key) ?? 30 })
    before = read.counters
    onHealth(read.health)
  })
  return () => {
    stopped = true
    stop()
  }
}
