import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { PublishedStats } from '@e-events/shared/rtc/publisher.ts'

export type Limitation = 'none' | 'cpu' | 'bandwidth' | 'other'
export type Tone = 'good' | 'weak' | 'bad'

export interface FeedHealth {
  key: string
  /** Bits per second that are sent, sound and all layers together. */
  bitrateBps: number
  fps: number
  width: number
  height: number
  roundTripMs: number | null
  lossPercent: number
  limitation: Limitation
  tone: Tone
  /** Bit rates of the last seconds, oldest first. */
  history: readonly number[]
}

export interface HealthState {
  feeds: readonly FeedHealth[]
  /** Everything that is sent, and what the connection could carry as far as it is known. */
  sentBps: number
  uplinkBps: number | null
  roundTripMs: number | null
  droppedPercent: number
}

export const noHealth: HealthState = { feeds: [], sentBps: 0, uplinkBps: null, roundTripMs: null, droppedPercent: 0 }

const historyLength = 24

/** The counters of one sample: rates are the difference of two. */
export interface Counters {
  atMs: number
  feeds: ReadonlyMap<string, { bytes: number; frames: number; captured: number }>
}

interface OutboundRtp extends RTCStats {
  kind?: string
  bytesSent?: number
  framesSent?: number
  framesPerSecond?: number
  frameWidth?: number
  frameHeight?: number
  qualityLimitationReason?: string
}
interface RemoteInbound extends RTCStats {
  kind?: string
  roundTripTime?: number
  fractionLost?: number
}
interface CandidatePair extends RTCStats {
  nominated?: boolean
  availableOutgoingBitrate?: number
  currentRoundTripTime?: number
}
interface MediaSource extends RTCStats {
  kind?: string
  frames?: number
}

/**
 * Health of every feed from two samples of the browser's own statistics and the sfu's. `targetFps` says what a feed
 * should send.
 */
export function readHealth(
  stats: readonly PublishedStats[],
  context: { nowMs: number; before: Counters | null; last: HealthState; sfu: RequestReply<'stats'> | null; targetFps(key: string): number },
): { health: HealthState; counters: Counters } {
  const { nowMs, before, last, sfu } = context
  const counters: Counters = { atMs: nowMs, feeds: new Map(stats.map((entry) => [entry.key, count(entry)])) }
  const elapsedSec = before ? Math.max(0.001, (nowMs - before.atMs) / 1000) : 0
  const rate = (key: string, read: (c: { bytes: number; frames: number; captured: number }) => number) => {
    const now = counters.feeds.get(key)
    const then = before?.feeds.get(key)
    return now && then && elapsedSec > 0 ? Math.max(0, (read(now) - read(then)) / elapsedSec) : 0
  }
  const feeds = stats.map((entry): FeedHealth => {
    const top = topLayer(entry)
    const remote = [...entry.video, ...entry.audio].filter((stat): stat is RemoteInbound => stat.type === 'remote-inbound-rtp')
    const own = sfu?.producers.filter((producer) => producer.feedId === entry.feedId) ?? []
    const bitrateBps = Math.round(rate(entry.key, (c) => c.bytes) * 8)
    const fps = Math.round(top?.framesPerSecond ?? rate(entry.key, (c) => c.frames))
    const lossPercent = Math.max(0, ...remote.map((r) => (r.fractionLost ?? 0) * 100), ...own.map((p) => p.fractionLostPercent))
    const roundTripMs = max([
      ...remote.map((r) => toMs(r.roundTripTime)),
      ...own.map((p) => p.roundTripTimeMs && Math.round(p.roundTripTimeMs)),
    ])
    const limitation = limitationOf(entry)
    const history = [...(last.feeds.find((feed) => feed.key === entry.key)?.history ?? []), bitrateBps].slice(-historyLength)
    const facts = { bitrateBps, fps, lossPercent, roundTripMs, limitation }
    const tone = before ? toneOf(facts, context.targetFps(entry.key)) : 'good'
    return { key: entry.key, ...facts, width: top?.frameWidth ?? 0, height: top?.frameHeight ?? 0, tone, history }
  })
  const pair = stats.flatMap((entry) => [...entry.video, ...entry.audio]).find(isPair)
  const sent = feeds.reduce((sum, feed) => sum + feed.bitrateBps, 0)
  const captured = stats.reduce((sum, entry) => sum + rate(entry.key, (c) => c.captured), 0)
  const encoded = stats.reduce((sum, entry) => sum + rate(entry.key, (c) => c.frames), 0)
  return {
    health: {
      feeds,
      sentBps: sent,
      uplinkBps: pair?.availableOutgoingBitrate ?? null,
      roundTripMs: toMs(pair?.currentRoundTripTime),
      droppedPercent: captured > 0 ? Math.max(0, Math.min(100, (1 - encoded / captured) * 100)) : 0,
    },
    counters,
  }
}

function outbound(stats: Iterable<RTCStats>): OutboundRtp[] {
  return [...stats].filter((stat): stat is OutboundRtp => stat.type === 'outbound-rtp')
}

function topLayer({ video }: PublishedStats): OutboundRtp | undefined {
  return outbound(video).toSorted((a, b) => (b.frameHeight ?? 0) - (a.frameHeight ?? 0))[0]
}

function count(entry: PublishedStats): { bytes: number; frames: number; captured: number } {
  const all = [...outbound(entry.video), ...outbound(entry.audio)]
  const source = [...entry.video].find(
    (stat): stat is MediaSource => stat.type === 'media-source' && (stat as MediaSource).kind === 'video',
  )
  return {
    bytes: all.reduce((sum, stat) => sum + (stat.bytesSent ?? 0), 0),
    frames: topLayer(entry)?.framesSent ?? 0,
    captured: source?.frames ?? 0,
  }
}

function limitationOf(entry: PublishedStats): Limitation {
  const reasons = new Set(outbound(entry.video).map((stat) => stat.qualityLimitationReason))
  if (reasons.has('bandwidth')) return 'bandwidth'
  if (reasons.has('cpu')) return 'cpu'
  return reasons.has('other') ? 'other' : 'none'
}

/** Rates a feed: bad means that viewers see it, weak that they may soon. */
function toneOf(
  {
    bitrateBps,
    fps,
    lossPercent,
    roundTripMs,
    limitation,
  }: Pick<FeedHealth, 'bitrateBps' | 'fps' | 'lossPercent' | 'roundTripMs' | 'limitation'>,
  targetFps: number,
): Tone {
  if (bitrateBps === 0 || lossPercent > 8 || fps < targetFps * 0.25) return 'bad'
  const slow = fps < targetFps * 0.7 || lossPercent > 2 || (roundTripMs ?? 0) > 300
  return slow || limitation === 'bandwidth' || limitation === 'cpu' ? 'weak' : 'good'
}

function isPair(stat: RTCStats): stat is CandidatePair {
  return stat.type === 'candidate-pair' && (stat as CandidatePair).nominated === true
}

function toMs(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1000)
}

function max(values: readonly (number | null)[]): number | null {
  const known = values.filter((value): value is number => value !== null)
  return known.length > 0 ? Math.max(...known) : null
}
