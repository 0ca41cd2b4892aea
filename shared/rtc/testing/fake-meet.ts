import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import type { MeetRtc, MeetTransportHooks } from '../meeting/meet-rtc.ts'
import type { MeetLink } from '../open-meet-link.ts'
import { fakeTrack } from './fakes.ts'

export const meetGrant: MediaGrant = {
  url: '/',
  path: '/sfu/socket.io',
  token: 'grant',
  expiresAt: new Date(0).toISOString(),
  iceServers: [],
}

export const meetPerson = (id: string, given: Partial<MeetPerson> = {}): MeetPerson => ({
  id,
  name: `Persona ${id}`,
  avatarUrl: null,
  isHost: false,
  joinedAtMs: 1_000,
  handRaisedAtMs: null,
  streams: [],
  ...given,
})

export interface FakeMeetLink extends MeetLink {
  notify(notification: MeetNotification): void
  breakDown(): void
  closed: boolean
  requests: { method: string; data: unknown }[]
  of(method: string): unknown[]
}

const fakeCandidates = [{ foundation: 'f', priority: 1, ip: '203.0.113.5', protocol: 'udp', port: 40_012, type: 'host' }]

type Answers = Record<string, (data: never) => unknown>

/** One connection to a node that has these people in the room. */
export function fakeMeetLink(people: MeetPerson[], answers: Answers = {}): FakeMeetLink {
  const listeners = new Set<(notification: MeetNotification) => void>()
  let lost: (() => void) | undefined
  let made = 0
  const known: Answers = {
    join: () => ({
      personId: people[0]?.id ?? 'me',
      routerRtpCapabilities: {},
      locked: false,
      isRecording: false,
      people,
      activeSpeakers: [],
    }),
    createTransport: ({ direction }: { direction: string }) => {
      made += 1
      return { transportId: `${direction}-${made}`, iceParameters: {}, iceCandidates: fakeCandidates, dtlsParameters: {} }
    },
    produce: () => ({ producerId: 'p' }),
    consume: ({ streams }: { streams: { personId: string; source: string }[] }) => ({
      consumers: streams.map(({ personId, source }) => {
        const kind = source === 'camera' || source === 'screen' ? 'video' : 'audio'
        return { consumerId: `c-${personId}-${source}`, producerId: 'p', personId, source, kind, rtpParameters: {} }
      }),
    }),
    ...answers,
  }
  const link: FakeMeetLink = {
    closed: false,
    requests: [],
    async request(method, data) {
      if (link.closed) throw new DomainError('UNAVAILABLE')
      link.requests.push({ method, data })
      return (known[method]?.(data as never) ?? {}) as never
    },
    of: (method) => link.requests.filter((request) => request.method === method).map(({ data }) => data),
    onNotification(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onLost: (listener) => (lost = listener),
    close: () => (link.closed = true),
    notify: (notification) => listeners.forEach((listener) => listener(notification)),
    breakDown() {
      link.closed = true
      lost?.()
    },
  }
  return link
}

export interface FakeMeetRtc extends MeetRtc {
  /** Packets of the transports that are open. */
  state(state: 'connecting' | 'connected' | 'disconnected' | 'failed'): void
  /** Leaves the candidates out of every later report. */
  forgetCandidates(): void
}

/** WebRTC whose transports do what a test says. */
export function fakeMeetRtc(): FakeMeetRtc {
  const open = new Map<string, MeetTransportHooks>()
  let candidates = [{ id: 'u', type: 'local-candidate', protocol: 'udp' } as unknown as RTCStats]
  return {
    forgetCandidates: () => (candidates = []),
    load: () => Promise.resolve(),
    capabilities: () => ({}),
    state: (state) => open.forEach((hooks) => hooks.onState(state)),
    createTransport(_, { transportId }, hooks) {
      open.set(transportId, hooks)
      return {
        id: transportId,
        async send(source) {
          await hooks.produce(source, {} as never)
          if (!open.has(transportId)) throw new Error('the transport is closed')
          return { replaceTrack: () => Promise.resolve(), close: () => undefined }
        },
        receive: ({ consumerId, kind }) => Promise.resolve({ id: consumerId, track: fakeTrack(kind).track, close: () => undefined }),
        restartIce: () => Promise.resolve(),
        stats: () => Promise.resolve(candidates),
        close: () => void open.delete(transportId),
      }
    },
  }
}
