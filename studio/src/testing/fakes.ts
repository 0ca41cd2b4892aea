import type { Broadcast, BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { broadcastSchema } from '@e-events/shared/contract/live/broadcasts.ts'
import type { BroadcastEndReason, BroadcastState } from '@e-events/shared/domain/states.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Publisher, PublisherDeps } from '@e-events/shared/rtc/publisher.ts'
import { fakeTrack, feedIdOf, type FakeLink } from '@e-events/shared/rtc/testing/fakes.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import type { AirDeps } from '../broadcast/air.ts'
import type { AudioMixer } from '../broadcast/mixer.ts'
import type { TextStorage } from '../broadcast/setup.ts'

export function fakeBroadcast(state: BroadcastState = 'on_air', endReason: BroadcastEndReason | null = null): Broadcast {
  return broadcastSchema.parse({
    id: feedIdOf(1),
    productId: feedIdOf(2),
    productSlug: 'show',
    kind: 'live',
    sessionId: feedIdOf(3),
    rehearsalKey: null,
    state,
    endReason,
    startedAt: '2026-11-21T20:00:00Z',
    endedAt: state === 'ended' ? '2026-11-21T21:30:00Z' : null,
    recording: true,
    segmentDurationSec: 2,
    idleClosesAt: null,
    viewers: 0,
    peakViewers: 12,
    feeds: [],
  })
}

export function fakeGrant(token = 'grant'): BroadcastGrant {
  return {
    broadcast: fakeBroadcast(),
    grant: { url: '', path: '/sfu/socket.io', token, expiresAt: '2026-11-21T20:02:00Z', iceServers: [] },
  }
}

export interface FakePublisher extends Publisher {
  deps: Omit<PublisherDeps, 'rtc'>
  synced: string[][]
  rebuilt: number
  iceRestarts: number
  released: string[]
  closed: boolean
  /** Feeds that the media server refuses with FEED_TAKEN under this claim, by key. */
  refuses: Map<string, SeatClaim[]>
  /** Nothing that it publishes arrives at the media server. */
  mute: boolean
}

export function fakePublisher(deps: Omit<PublisherDeps, 'rtc'>): FakePublisher {
  let count = 100
  const ids = new Map<string, FeedId>()
  /** The media server gets the packets of everything that is published, and says so. */
  const arrive = () => {
    if (publisher.mute) return
    for (const feedId of ids.values()) (deps.signal as FakeLink).notify({ method: 'feedMedia', data: { feedId, arrives: true } })
  }
  const publisher: FakePublisher = {
    deps,
    synced: [],
    rebuilt: 0,
    iceRestarts: 0,
    released: [],
    closed: false,
    refuses: new Map(),
    mute: false,
    start: () => Promise.resolve(),
    sync: (outputs) => {
      publisher.synced.push(outputs.map((output) => output.key))
      for (const { key } of outputs) {
        if (publisher.refuses.get(key)?.includes(deps.claimOf(key))) {
          deps.onFeed(key, { error: new DomainError('FEED_TAKEN') })
          continue
        }
        const feedId = ids.get(key) ?? feedIdOf((count += 1))
        ids.set(key, feedId)
        deps.onFeed(key, { feedId })
      }
      arrive()
      return Promise.resolve()
    },
    rebuild: () => {
      publisher.rebuilt += 1
      arrive()
      return Promise.resolve()
    },
    release: (key) => void publisher.released.push(key),
    restartIce: () => {
      publisher.iceRestarts += 1
      return Promise.resolve()
    },
    stats: () => Promise.resolve([]),
    close: () => (publisher.closed = true),
  }
  return publisher
}

export type FakeApi = { [K in keyof AirDeps['api']]: AirDeps['api'][K] } & { calls: string[] }

export function fakeStorage(initial: Record<string, string> = {}): TextStorage & { entries: Map<string, string> } {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

export function fakeMixer(): AudioMixer & { log: string[] } {
  const programs = new Map<string, MediaStreamTrack>()
  const log: string[] = []
  return {
    log,
    plug: (id) => void log.push(`plug ${id}`),
    unplug: (id) => void log.push(`unplug ${id}`),
    control: (id, { muted, gainDb, route }) => void log.push(`control ${id} ${muted ? 'muted' : gainDb} ${route}`),
    master: (gainDb, muted) => void log.push(`master ${muted ? 'muted' : gainDb}`),
    program(key) {
      const track = programs.get(key) ?? fakeTrack('audio').track
      programs.set(key, track)
      return track
    },
    dropProgram: (key) => void programs.delete(key),
    stripLevels: () => () => [-20, -20],
    masterLevels: () => [-18, -18],
    isBlocked: () => false,
    onBlocked: () => () => undefined,
    unblock: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
