import type { Clock } from '@e-events/shared/client/clock.ts'
import { meetSources, type MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { MeetLink } from '../open-meet-link.ts'
import { createPatience } from '../patience.ts'
import type { TransportState } from '../rtc.ts'
import { readWays, type MediaWays } from './media-ways.ts'
import type { MeetRtc, MeetTransport, ReceivedTrack, SentTrack } from './meet-rtc.ts'

export interface Outgoing {
  track: MediaStreamTrack
  paused: boolean
}
export interface Incoming {
  personId: string
  source: MeetSource
  /** Cameras only. */
  spatialLayer: 0 | 1 | 2
}
export const keyOf = ({ personId, source }: { personId: string; source: MeetSource }) => `${personId}/${source}`

export interface MeetStreamsDeps {
  link: MeetLink
  rtc: MeetRtc
  iceServers: RTCIceServer[]
  clock: Clock
  outgoing(): ReadonlyMap<MeetSource, Outgoing>
  incoming(): readonly Incoming[]
  onTracks(tracks: ReadonlyMap<string, MediaStreamTrack>): void
  /** The sfu refused a stream, or this browser cannot send it. */
  onRefused(source: MeetSource, error: unknown): void
  onTrouble(hasTrouble: boolean): void
  /** The connection is of no use any more. */
  onGone(): void
  /** Packets have never got through. */
  onBlocked(ways: MediaWays): void
}

export type MeetStreams = ReturnType<typeof createMeetStreams>

/** A first packet that has not come by then does not come at all: the way is blocked. */
export const firstPacketMs = 15_000

/** Waits before what the sfu refused is asked for again; then only the next change asks. */
const againMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const

interface Sent {
  sender: SentTrack
  track: MediaStreamTrack
  paused: boolean
}
interface Received {
  receiver: ReceivedTrack
  /** As the sfu knows it. */
  spatialLayer: 0 | 1 | 2
  /** The sfu begins with a pause, until it is told to go on. */
  isResumed: boolean
}

/**
 * Makes what one connection sends and receives equal to what is meant. Work is serial; a change during a change is done
 * after it.
 */
export function createMeetStreams(deps: MeetStreamsDeps) {
  const { link, rtc, iceServers, clock } = deps
  const transports = new Map<'send' | 'recv', { opened: MeetTransport; stop: () => void }>()
  const sent = new Map<MeetSource, Sent>()
  const received = new Map<string, Received>()
  /** Consumers that the sfu has yet to close: it would leave their streams out of every answer from now on. */
  const unwanted = new Set<string>()
  let closed = false
  /** Counts up with each loss of the transports: a run that began before it must not touch what stands now. */
  let generation = 0
  let isRunning = false
  let isDirty = false
  let refusals = 0
  let cancelAgain = () => {}

  async function transport(direction: 'send' | 'recv'): Promise<MeetTransport> {
    const known = transports.get(direction)
    if (known) return known.opened
    const parameters = await link.request('createTransport', { direction })
    const { transportId } = parameters
    let everConnected = false
    let cancelFirst = () => {}
    const isCurrent = () => !closed && transports.get(direction)?.opened === opened
    const patience = createPatience({
      clock,
      onHealed: () => deps.onTrouble(false),
      onTrouble: () => deps.onTrouble(true),
      onGone: () => (everConnected ? deps.onGone() : void giveUp()),
      async restartIce() {
        const { iceParameters } = await link.request('restartIce', { transportId })
        await opened.restartIce(iceParameters)
      },
    })
    // Candidates that came to nothing may be gone from a later report.
    const stats: RTCStats[] = []
    const look = async () => void stats.push(...(await opened.stats().catch(() => [])))
    const giveUp = async () => {
      await look()
      if (isCurrent() && !everConnected) deps.onBlocked(readWays({ iceCandidates: parameters.iceCandidates, iceServers, stats }))
    }
    const onState = (state: TransportState) => {
      if (state === 'connecting' && !everConnected) {
        cancelFirst()
        const cancelLook = clock.after(firstPacketMs / 3, () => void look())
        const cancelGiveUp = clock.after(firstPacketMs, () => void giveUp())
        cancelFirst = () => {
          cancelLook()
          cancelGiveUp()
        }
      }
      if (state === 'connected') {
        everConnected = true
        cancelFirst()
      }
      if (isCurrent()) patience.watch(state, isCurrent)
    }
    const opened: MeetTransport = rtc.createTransport(
      direction,
      { ...parameters, iceServers },
      {
        connect: async (dtlsParameters) => {
          await link.request('connectTransport', { transportId, dtlsParameters })
        },
        produce: async (source, rtpParameters) => (await link.request('produce', { transportId, source, rtpParameters })).producerId,
        onState,
      },
    )
    const stop = () => {
      cancelFirst()
      patience.stop()
      opened.close()
    }
    if (closed) stop()
    else transports.set(direction, { opened, stop })
    return opened
  }

  async function syncSource(source: MeetSource, isStale: () => boolean) {
    const wanted = deps.outgoing().get(source)
    const known = sent.get(source)
    if (!wanted) {
      if (!known) return
      sent.delete(source)
      known.sender.close()
      await link.request('closeStream', { source })
      return
    }
    if (!known) {
      // Nobody needs to know of a microphone that has never been on.
      if (wanted.paused) return
      const sender = await (await transport('send')).send(source, wanted.track)
      if (isStale()) return sender.close()
      sent.set(source, { sender, track: wanted.track, paused: false })
      return
    }
    if (known.track !== wanted.track) {
      await known.sender.replaceTrack(wanted.track)
      known.track = wanted.track
    }
    if (known.paused !== wanted.paused) {
      known.paused = wanted.paused
      await link.request(wanted.paused ? 'pauseStream' : 'resumeStream', { source })
    }
  }

  async function syncOutgoing(isStale: () => boolean) {
    for (const source of meetSources) {
      try {
        await syncSource(source, isStale)
      } catch (error) {
        // A transport that was lost meanwhile is no refusal.
        if (isStale()) return
        if (isBroken(error)) throw error
        sent.get(source)?.sender.close()
        sent.delete(source)
        deps.onRefused(source, error)
      }
      if (isStale()) return
    }
  }

  /** Answers whether all that is meant is received now, as it is meant. */
  async function syncIncoming(isStale: () => boolean): Promise<boolean> {
    const wanted = new Map(deps.incoming().map((one) => [keyOf(one), one]))
    const leaving = [...received].filter(([key]) => !wanted.has(key))
    for (const [key, { receiver }] of leaving) {
      received.delete(key)
      receiver.close()
      unwanted.add(receiver.id)
    }
    await closeUnwanted()
    const missing = [...wanted.values()].filter((one) => !received.has(keyOf(one)))
    const isWhole = missing.length === 0 || (await consume(missing, isStale))
    if (isStale()) return false
    if (leaving.length > 0 || missing.length > 0) announce()
    const areFitted = await syncLayers(wanted)
    await resume()
    return isWhole && areFitted
  }

  async function closeUnwanted() {
    const consumerIds = [...unwanted]
    if (consumerIds.length === 0) return
    await link.request('closeConsumers', { consumerIds })
    for (const id of consumerIds) unwanted.delete(id)
  }

  /** Answers whether all of them are received now. */
  async function consume(missing: readonly Incoming[], isStale: () => boolean): Promise<boolean> {
    const opened = await transport('recv')
    const streams = missing.map(({ personId, source }) => ({ personId, source }))
    const { consumers } = await link.request('consume', { transportId: opened.id, rtpCapabilities: rtc.capabilities(), streams })
    for (const offer of consumers) {
      try {
        const receiver = await opened.receive(offer)
        if (isStale()) {
          receiver.close()
          return false
        }
        // Everything of a camera until its place is known.
        received.set(keyOf(offer), { receiver, spatialLayer: 2, isResumed: false })
      } catch {
        if (isStale()) return false
        unwanted.add(offer.consumerId)
      }
    }
    await closeUnwanted()
    return missing.every((one) => received.has(keyOf(one)))
  }

  /** One that is refused holds up no other. Answers whether none was. */
  async function syncLayers(wanted: ReadonlyMap<string, Incoming>): Promise<boolean> {
    let areFitted = true
    for (const [key, known] of received) {
      const one = wanted.get(key)
      if (one?.source !== 'camera' || one.spatialLayer === known.spatialLayer) continue
      try {
        await link.request('setPreferredLayers', { consumerId: known.receiver.id, spatialLayer: one.spatialLayer })
        known.spatialLayer = one.spatialLayer
      } catch (error) {
        if (isBroken(error)) throw error
        areFitted = false
      }
    }
    return areFitted
  }

  async function resume() {
    const paused = [...received.values()].filter(({ isResumed }) => !isResumed)
    if (paused.length === 0) return
    await link.request('resumeConsumers', { consumerIds: paused.map(({ receiver }) => receiver.id) })
    for (const one of paused) one.isResumed = true
  }

  const announce = () => {
    if (!closed) deps.onTracks(new Map([...received].map(([key, { receiver }]) => [key, receiver.track])))
  }

  async function run() {
    isDirty = false
    const mine = generation
    const isStale = () => closed || mine !== generation
    try {
      await syncOutgoing(isStale)
      if (!isStale()) {
        if (await syncIncoming(isStale)) refusals = 0
        else askAgain()
      }
    } catch (error) {
      // A request without an answer may have been carried out, and a node without a worker gives no transport: the way
      // on is a new connection.
      if (isBroken(error) && !isStale()) deps.onGone()
      else askAgain()
    }
    isRunning = false
    if (isDirty) sync()
  }

  /** Somebody left meanwhile, or too much was asked at once: a moment later it goes well. */
  function askAgain() {
    const waitMs = againMs[refusals]
    refusals += 1
    if (closed || waitMs === undefined) return
    cancelAgain()
    cancelAgain = clock.after(waitMs, sync)
  }

  function sync() {
    isDirty = true
    if (isRunning || closed) return
    isRunning = true
    void run()
  }

  function changed() {
    refusals = 0
    sync()
  }

  return {
    /** Something that is meant has changed. */
    changed,
    /** Receives this already. */
    receives: (key: string) => received.has(key),
    /** A host paused it; only its owner goes on with it. */
    pausedByHost(source: MeetSource) {
      const known = sent.get(source)
      if (known) known.paused = true
    },
    consumerClosed(consumerId: string) {
      for (const [key, { receiver }] of received) {
        if (receiver.id !== consumerId) continue
        received.delete(key)
        receiver.close()
        announce()
      }
      changed()
    },
    /** The sfu lost every transport: all of it again. */
    rebuild() {
      generation += 1
      for (const { stop } of transports.values()) stop()
      transports.clear()
      sent.clear()
      received.clear()
      unwanted.clear()
      announce()
      changed()
    },
    close() {
      closed = true
      cancelAgain()
      for (const { stop } of transports.values()) stop()
      transports.clear()
    },
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'UNAVAILABLE'
}
