import { limits } from '@e-events/shared/limits.ts'
import type { Clock } from '../clock.ts'
import type { Feed, FeedProducer } from './feed.ts'
import type { Feeds } from './feeds.ts'

/** A feed that should send and does not for this long is interrupted, though its publisher is still connected. */
const silentAfterMs = 6_000
/**
 * So many looks in a row above its cap end a producer: browsers keep to the announced cap, so this one does not mean
 * to.
 */
const overCapLooks = 5
const overCapFactor = 1.25

/** Looks at every producer from time to time: does it really send, and not more than it may? */
export class MediaWatch {
  readonly #feeds: Feeds
  readonly #clock: Clock
  readonly #onOverCap: (entry: FeedProducer, bitrateBps: number) => void

  constructor(feeds: Feeds, clock: Clock, onOverCap: (entry: FeedProducer, bitrateBps: number) => void) {
    this.#feeds = feeds
    this.#clock = clock
    this.#onOverCap = onOverCap
  }

  /** @returns whether any packet of any feed arrived since the last look */
  async look(): Promise<boolean> {
    const found = await Promise.all(this.#feeds.all.flatMap((feed) => feed.producers.map((entry) => this.#lookAt(feed, entry))))
    for (const feed of this.#feeds.all) this.#checkSilence(feed)
    return found.some(Boolean)
  }

  async #lookAt(feed: Feed, entry: FeedProducer): Promise<boolean> {
    let stats
    try {
      stats = await entry.producer.stats()
    } catch {
      return false // it closed while it was asked
    }
    if (feed.find(entry.producer.id) !== entry) return false
    entry.stats = stats
    const packets = stats.reduce((sum, stream) => sum + stream.packets, 0)
    const arrived = packets > entry.packets
    entry.packets = packets
    if (arrived) this.#feeds.mediaArrived(feed, entry)
    this.#checkCap(entry, stats)
    return arrived
  }

  #checkCap(entry: FeedProducer, stats: FeedProducer['stats']): void {
    const bitrateBps = stats.reduce((sum, stream) => sum + stream.bitrateBps, 0)
    const capBps = capOf(entry)
    entry.overCap = bitrateBps > capBps * overCapFactor ? entry.overCap + 1 : 0
    if (entry.overCap < overCapLooks) return
    this.#onOverCap(entry, bitrateBps)
    this.#feeds.detach([entry.producer.id], 'publisher_gone')
  }

  #checkSilence(feed: Feed): void {
    if (feed.announced === undefined) return
    const expected = feed.producers.filter((entry) => !entry.paused)
    const nowMs = this.#clock.nowMs()
    if (expected.length > 0 && expected.every((entry) => nowMs - (entry.lastPacketAtMs ?? entry.attachedAtMs) >= silentAfterMs))
      this.#feeds.fellSilent(feed)
  }
}

function capOf(entry: FeedProducer): number {
  if (entry.producer.kind === 'audio') return limits.audioBitrateCapBps
  return entry.producer.type === 'simulcast' ? limits.simulcastBitrateCapBps : limits.videoBitrateCapBps
}
