import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { TransportMeter } from './media/transport-meter.ts'
import type { Meets } from './meets/meets.ts'
import type { WorkerPool } from './media/worker-pool.ts'
import type { Rooms } from './rooms/rooms.ts'
import { peerRoles } from '@e-events/shared/signaling/requests.ts'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Counter<'method' | 'code'>
  readonly requestSeconds: Histogram<'method'>
  readonly handshakesRefused: Counter<'code'>
  readonly producersOverCap: Counter
  readonly events: Counter<'type'>
}

/** Prometheus metrics of one node; gauges are read when somebody asks. */
export function createMetrics(node: { rooms: Rooms; meets: Meets; pool: WorkerPool; meter: TransportMeter }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number) => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  }
  const { rooms, meets, pool, meter } = node
  const feeds = () => rooms.all.flatMap((room) => room.feeds.all)
  gauge('sfu_rooms', 'Broadcasts with a room on this node', () => rooms.all.length)
  gauge('sfu_feeds_connected', 'Feeds whose publisher is there', () => feeds().filter((feed) => feed.connected).length)
  gauge('sfu_producers', 'Audio and video producers', () => feeds().reduce((sum, feed) => sum + feed.producers.length, 0))
  gauge('sfu_consumers', 'Consumers of viewers', () =>
    rooms.all.flatMap((room) => room.peers).reduce((sum, peer) => sum + peer.consumers.size, 0),
  )
  gauge('sfu_egress_sessions', 'Runs of transcoders that read here', () =>
    rooms.all.flatMap((room) => room.peers).reduce((sum, peer) => sum + peer.egresses.size, 0),
  )
  gauge('sfu_meets', 'Meetings on this node', () => meets.all.length)
  gauge('sfu_meet_people', 'People in meetings', () => meets.peopleCount)
  gauge('sfu_meet_streams', 'Microphones, cameras and screens in meetings', () =>
    meets.all.flatMap((meet) => meet.people).reduce((sum, person) => sum + person.streams.size, 0),
  )
  gauge('sfu_meet_consumers', 'Streams received in meetings', () =>
    meets.all.flatMap((meet) => meet.people).reduce((sum, person) => sum + person.consumers.size, 0),
  )
  gauge('sfu_transports', 'WebRTC and plain transports', () => meter.transports)
  gauge('sfu_egress_bits_per_second', 'Media leaving this node', () => meter.egressBps)
  gauge('sfu_ingress_bits_per_second', 'Media entering this node', () => meter.ingressBps)
  gauge('sfu_workers', 'Media workers running', () => pool.living.length)
  gauge('sfu_worker_restarts', 'Media workers started again since the node started', () => pool.restarts)
  const peers = new Gauge({
    name: 'sfu_peers',
    help: 'Peers in rooms by role',
    labelNames: ['role'],
    registers: [],
    collect() {
      for (const role of peerRoles) this.set({ role }, rooms.all.flatMap((room) => room.peers).filter((peer) => peer.role === role).length)
    },
  })
  const cpu = new Gauge({
    name: 'sfu_worker_cpu_percent',
    help: 'Processor share of each media worker',
    labelNames: ['worker'],
    registers: [],
    collect() {
      this.reset()
      for (const { workerId, cpuPercent } of pool.living) this.set({ worker: workerId }, cpuPercent)
    },
  })
  registry.registerMetric(peers)
  registry.registerMetric(cpu)
  return {
    registry,
    requests: new Counter({
      name: 'sfu_requests_total',
      help: 'Signalling requests by method and refusal code (ok: none)',
      labelNames: ['method', 'code'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'sfu_request_seconds',
      help: 'Time to answer a signalling request',
      labelNames: ['method'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
      registers,
    }),
    handshakesRefused: new Counter({
      name: 'sfu_handshakes_refused_total',
      help: 'Connections turned away by code',
      labelNames: ['code'],
      registers,
    }),
    producersOverCap: new Counter({
      name: 'sfu_producers_over_cap_total',
      help: 'Producers closed for sending more than they may',
      registers,
    }),
    events: new Counter({ name: 'sfu_events_total', help: 'Events sent to the api by type', labelNames: ['type'], registers }),
  }
}
