import type { MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'

/** Ways that packets of pictures and sound may take: straight to the media server, or through a relay. */
export const mediaWayKinds = ['udp', 'tcp', 'turn'] as const
export type MediaWayKind = (typeof mediaWayKinds)[number]

/**
 * open: the other end answers. blocked: tried, and no answer came. unreachable: the relay itself does not answer.
 * untried: the browser did not even begin. absent: the platform does not offer it.
 */
export type WayState = 'open' | 'blocked' | 'unreachable' | 'untried' | 'absent'

export interface MediaWays extends Record<MediaWayKind, WayState> {
  /** Address and port of the media server, for whoever runs the network; null where there is none. */
  address: string | null
}

/** The part of a report of `RTCPeerConnection.getStats` that matters here. */
interface WayStat {
  readonly id: string
  readonly type: string
  readonly candidateType?: string
  readonly protocol?: string
  readonly localCandidateId?: string
  readonly state?: string
  readonly responsesReceived?: number
}

interface WayFacts {
  /** Where the media server listens. */
  iceCandidates: MeetRequestReply<'createTransport'>['iceCandidates']
  /** As the platform configured them. */
  iceServers: readonly RTCIceServer[]
  stats: Iterable<WayStat>
}

/** Says which ways were tried and which of them got through. A pair that failed may be gone from the report. */
export function readWays({ iceCandidates, iceServers, stats }: WayFacts): MediaWays {
  const all = [...stats]
  const locals = new Map(all.filter(({ type }) => type === 'local-candidate').map((one) => [one.id, one]))
  const isRelay = (one: WayStat | undefined) => one?.candidateType === 'relay'
  const answered = all
    .filter(({ type, state, responsesReceived = 0 }) => type === 'candidate-pair' && (state === 'succeeded' || responsesReceived > 0))
    .map(({ localCandidateId = '' }) => locals.get(localCandidateId))
  const own = [...locals.values()]
  const direct = (protocol: 'udp' | 'tcp'): WayState => {
    if (!iceCandidates.some((one) => one.protocol === protocol)) return 'absent'
    if (answered.some((local) => local !== undefined && !isRelay(local) && local.protocol === protocol)) return 'open'
    return own.some((local) => !isRelay(local) && local.protocol === protocol) ? 'blocked' : 'untried'
  }
  const relayed = (): WayState => {
    if (!iceServers.some(({ urls }) => [urls].flat().some((url) => /^turns?:/.test(url)))) return 'absent'
    if (answered.some(isRelay)) return 'open'
    return own.some(isRelay) ? 'blocked' : 'unreachable'
  }
  const server = iceCandidates.find(({ protocol }) => protocol === 'udp') ?? iceCandidates[0]
  return {
    udp: direct('udp'),
    tcp: direct('tcp'),
    turn: relayed(),
    address: server ? `${server.address ?? server.ip}:${server.port}` : null,
  }
}
