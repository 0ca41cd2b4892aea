import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

export interface TranscoderMetrics {
  registry: Registry
  count(what: 'runs' | 'hangs' | 'exits' | 'segments'): void
}

export function createMetrics(gauges: { liveFeeds: () => number }): TranscoderMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string) => new Counter({ name: `transcoder_${name}_total`, help, registers: [registry] })
  const counters = {
    runs: counter('runs', 'ffmpeg runs begun for live feeds'),
    hangs: counter('run_hangs', 'Live runs ended by the watchdog'),
    exits: counter('run_exits', 'Live runs whose ffmpeg ended by itself'),
    segments: counter('publications', 'Times that new segments of a live feed were listed'),
  }
  const liveFeeds = new Gauge({
    name: 'transcoder_live_feeds',
    help: 'Feeds on air in this process',
    registers: [],
    collect() {
      this.set(gauges.liveFeeds())
    },
  })
  registry.registerMetric(liveFeeds)
  return { registry, count: (what) => counters[what].inc() }
}
