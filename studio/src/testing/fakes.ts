import type { Broadcast, BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { broadcastSchema } from '@e-events/shared/contract/live/broadcasts.ts'
import type { BroadcastEndReason, BroadcastState } from '@e-events/shared/domain/states.ts'
import { feedId, type FeedId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import type { AirDeps } from '../broadcast/air.ts'
import type { CapturePort } from '../broadcast/capture.ts'
import type { FeedOutput } from '../broadcast/desk.ts'
import type { Device, DeviceHub, DeviceState } from '../broadcast/devices.ts'
import type { SignalLink } from '../broadcast/link.ts'
import type { AudioMixer } from '../broadcast/mixer.ts'
import type { Publisher, PublisherDeps } from '../broadcast/publisher.ts'
import { createStore } from '../broadcast/store.ts'
import type { TextStorage } from '../broadcast/setup.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const feedIdOf = (n: number): FeedId => feedId.parse(uuid(n))

export function fakeBroadcast(state: BroadcastState = 'on_air', endReason: BroadcastEndReason | null = null): Broadcast {
  return broadcastSchema.parse({
    id: uuid(1),
    productId: uuid(2),
    productSlug: 'show',
    sessionId: uuid(3),
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

/** A track that never moves: enough for everything that does not paint. */
export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readonly label: string
  enabled = true
  readyState: 'live' | 'ended' = 'live'
  contentHint = ''
  readonly settings: MediaTrackSettings
  constructor(kind: 'audio' | 'video', settings: MediaTrackSettings = {}, label = '') {
    super()
    this.kind = kind
    this.settings = settings
    this.label = label
  }
  getSettings() {
    return this.settings
  }
  stop() {
    this.readyState = 'ended'
  }
  /** The device went away: the browser ends the track and says so, unlike `stop`. */
  unplug() {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
}
export const fakeTrack = (kind: 'audio' | 'video', settings?: MediaTrackSettings, label?: string) => {
  const fake = new FakeTrack(kind, settings, label)
  return { fake, track: fake as unknown as MediaStreamTrack }
}

export function fakeOutput(key: string, size = { width: 1280, height: 720 }): FeedOutput {
  return {
    key,
    seat: key,
    kind: 'camera',
    label: key,
    language: null,
    video: fakeTrack('video').track,
    size,
    frameRate: 30,
    audio: fakeTrack('audio').track,
  }
}

export interface FakeLink extends SignalLink {
  notify(notification: Notification): void
  breakDown(): void
  closed: boolean
  requests: string[]
}

export function fakeLink(replies: Record<string, unknown> = {}): FakeLink {
  let listener: ((notification: Notification) => void) | undefined
  let lost: (() => void) | undefined
  const link: FakeLink = {
    closed: false,
    requests: [],
    request: (method) => {
      link.requests.push(method)
      if (link.closed) return Promise.reject(new DomainError('UNAVAILABLE'))
      const known = {
        join: { idleClosesAtMs: null, routerRtpCapabilities: {}, feeds: [] },
        stats: { producers: [], viewers: 0 },
        ...replies,
      }
      return Promise.resolve((known as Record<string, unknown>)[method] ?? {}) as never
    },
    onNotification: (heard) => {
      listener = heard
      return () => (listener = undefined)
    },
    onLost: (heard) => (lost = heard),
    close: () => (link.closed = true),
    notify: (notification) => listener?.(notification),
    breakDown() {
      link.closed = true
      lost?.()
    },
  }
  return link
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

export function fakeDevices(cameras: Device[] = [], microphones: Device[] = []): DeviceHub & { plug(state: Partial<DeviceState>): void } {
  const store = createStore<DeviceState>({ cameras, microphones, known: true, named: true })
  return { ...store, refresh: () => Promise.resolve(), close: () => undefined, plug: store.patch }
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

/** Devices that open at once; what was opened is kept for the test to unplug. */
export function fakeCapture(over: Partial<CapturePort> = {}): CapturePort & { opened: FakeTrack[]; standIns: number } {
  const opened: FakeTrack[] = []
  const make = (kind: 'audio' | 'video', settings: MediaTrackSettings) => {
    const { fake, track } = fakeTrack(kind, settings)
    opened.push(fake)
    return track
  }
  const sizes = { '1080p': [1920, 1080], '720p': [1280, 720], '540p': [960, 540], '360p': [640, 360] } as const
  const capture = {
    opened,
    standIns: 0,
    camera: ({ deviceId, preset }) => {
      const [width, height] = sizes[preset]
      return Promise.resolve({ track: make('video', { width, height, frameRate: 30 }), deviceId: deviceId || 'cam-1', label: 'Camera' })
    },
    microphone: (deviceId) => Promise.resolve({ track: make('audio', {}), deviceId: deviceId || 'mic-1', label: 'Microphone' }),
    display: () =>
      Promise.resolve({
        track: make('video', { width: 1920, height: 1080 }),
        audio: make('audio', {}),
        kind: 'window',
        label: '',
        size: { width: 1111, height: 633 },
      }),
    watchSize: () => () => undefined,
    standIn: ({ width, height }) => {
      capture.standIns += 1
      return fakeTrack('video', { width, height }).track
    },
    ...over,
  } as CapturePort & { opened: FakeTrack[]; standIns: number }
  return capture
}
