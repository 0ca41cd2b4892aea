import { feedId, type FeedId } from '@e-events/shared/domain/ids.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { createStore } from '@e-events/shared/client/store.ts'
import type { SignalLink } from '@e-events/shared/signaling/link.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { CapturePort } from '../capture.ts'
import type { Device, DeviceHub, DeviceState } from '../devices.ts'
import type { FeedOutput } from '../publisher.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const feedIdOf = (n: number): FeedId => feedId.parse(uuid(n))

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
    onNotification: (next) => {
      listener = next
      return () => (listener = undefined)
    },
    onLost: (next) => (lost = next),
    close: () => (link.closed = true),
    notify: (notification) => listener?.(notification),
    breakDown() {
      link.closed = true
      lost?.()
    },
  }
  return link
}

export function fakeDevices(cameras: Device[] = [], microphones: Device[] = []): DeviceHub & { plug(state: Partial<DeviceState>): void } {
  const store = createStore<DeviceState>({ cameras, microphones, speakers: [], known: true, named: true })
  return { ...store, refresh: () => Promise.resolve(), close: () => undefined, plug: store.patch }
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
