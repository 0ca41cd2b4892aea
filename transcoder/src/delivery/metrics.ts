import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface DeliveryMetrics {
  answered(kind: 'playlist' | 'segment' | 'other', status: number): void
  sent(bytes: number): void
  refused(reason: string): void
  slowReader(): void
  waiting(change: 1 | -1): void
  /** How long a blocking reload was held. */
  held(ms: number): void
  hotCache(outcome: 'hit' | 'miss'): void
}

/** Prometheus figures of the delivery; without a registry they are counted nowhere. */
export function createDeliveryMetrics(registry: Registry | undefined): DeliveryMetrics {
  const registers = registry ? [registry] : []
  const answers = new Counter({
    name: 'delivery_answers_total',
    help: 'Answers by kind and status',
    labelNames: ['kind', 'status'],
    registers,
  })
  const bytes = new Counter({ name: 'delivery_sent_bytes_total', help: 'Bytes of media and playlists sent', registers })
  const refusals = new Counter({ name: 'delivery_refusals_total', help: 'Refused requests by reason', labelNames: ['reason'], registers })
  const slow = new Counter({ name: 'delivery_slow_readers_total', help: 'Connections cut off for reading too slowly', registers })
  const waiting = new Gauge({ name: 'delivery_playlist_waiting', help: 'Playlist requests held until their segment exists', registers })
  const held = new Histogram({
    name: 'delivery_playlist_held_seconds',
    help: 'How long playlist requests were held',
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8],
    registers,
  })
  const cache = new Counter({ name: 'delivery_hot_cache_total', help: 'Segment look-ups in memory', labelNames: ['outcome'], registers })
  // Looked up by its labels once: lists are answered a thousand times a second.
  const listAnswered = answers.labels({ kind: 'playlist', status: 200 })
  return {
    answered: (kind, status) => (kind === 'playlist' && status === 200 ? listAnswered.inc() : answers.inc({ kind, status })),
    sent: (count) => bytes.inc(count),
    refused: (reason) => refusals.inc({ reason }),
    slowReader: () => slow.inc(),
    waiting: (change) => waiting.inc(change),
    held: (ms) => held.observe(ms / 1000),
    hotCache: (outcome) => cache.inc({ outcome }),
  }
}
