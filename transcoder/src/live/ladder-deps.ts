import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import type { PlaylistHub } from '../hls/publisher.ts'
import type { PortPool } from './ports.ts'

export interface LadderDeps {
  /** Refuses at once while Redis is away: a show goes on without it. */
  redis: Redis
  /** Waits for Redis. */
  patientRedis: Redis
  storage: Storage
  hub: PlaylistHub
  events: MediaEventPublisher
  binaries: Binaries
  ports: PortPool
  nodeId: string
  internalSecret: string
  rtpIp: string
  /** Folder on this machine for runs in progress. */
  workDir: string
  preset: string
  log: Logger
  /** Told about every broadcast that ends; returns the way to stop listening. */
  onBroadcastClosed: (listener: (broadcastId: string) => void) => () => void
  /** Counts for the metrics. */
  count: (what: 'runs' | 'hangs' | 'exits' | 'segments') => void
}
