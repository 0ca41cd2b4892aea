import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface RequestMetrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void
  /** A request was answered from the response cache. */
  countCached(): void
}

export type Metrics = ReturnType<typeof createMetrics>

/** One registry per process part, so that two apps in one test process do not meet. */
export function createMetrics(options: { defaults?: boolean } = {}) {
  const registry = new Registry()
  registry.setDefaultLabels({ service: 'api' })
  if (options.defaults) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by endpoint',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const mediaEvents = new Counter({
    name: 'media_events_total',
    help: 'Media events consumed, by type and outcome (applied, duplicate, failed)',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  })
  const realtimeSockets = new Gauge({ name: 'realtime_sockets', help: 'Connected realtime sockets', registers: [registry] })
  const cachedResponses = new Counter({
    name: 'http_cached_responses_total',
    help: 'Requests answered from the response cache',
    registers: [registry],
  })
  const logins = new Counter({ name: 'logins_total', help: 'Log-in attempts', labelNames: ['outcome'], registers: [registry] })
  return {
    registry,
    mediaEvents,
    realtimeSockets,
    logins,
    observe({ method, route, status, seconds }: Parameters<RequestMetrics['observe']>[0]) {
      requests.observe({ method, route, status: String(status) }, seconds)
    },
    countCached: () => cachedResponses.inc(),
  }
}
