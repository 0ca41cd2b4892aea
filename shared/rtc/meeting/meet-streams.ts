import type { Clock } from '@e-events/shared/client/clock.ts'
import { meetSources, type MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { MeetLink } from '../open-meet-link.ts'
import { createPatience } from '../patience.ts'
import type { TransportState } from '../rtc.ts'
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
  /** Packets do not get through; `ever`: they once did. */
  onGone(ever: boolean): void
}

export type MeetStreams = ReturnType<typeof createMeetStreams>

/** A first packet that has not come by then does not come at all: the way is blocked. */
export const firstPacketMs = 15_000

interface Sent {
  sender: SentTrack
  track: MediaStreamTrack
  paused: boolean
}
interface Received {
  receiver: ReceivedTrack
  spatialLayer: 0 | 1 | 2
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
  let closed = false
  let isRunning = false
  let isDirty = false

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
      onGone: () => deps.onGone(everConnected),
      async restartIce() {
        const { iceParameters } = await link.request('restartIce', { transportId })
        await opened.restartIce(iceParameters)
      },
    })
    const onState = (state: TransportState) => {
      if (state === 'connecting' && !everConnected) {
        cancelFirst()
        cancelFirst = clock.after(firstPacketMs, () => isCurrent() && deps.onGone(false))
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

  async function syncSource(source: MeetSource) {
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
      if (closed) return sender.close()
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

  async function syncOutgoing() {
    for (const source of meetSources) {
      try {
        await syncSource(source)
      } catch (error) {
        if (isBroken(error)) throw error
        sent.get(source)?.sender.close()
        sent.delete(source)
        deps.onRefused(source, error)
      }
      if (closed) return
    }
  }

  async function drop(keys: readonly string[]) {
    const consumerIds = keys.flatMap((key) => {
      const known = received.get(key)
      received.delete(key)
      known?.receiver.close()
      return known ? [known.receiver.id] : []
    })
    if (consumerIds.length > 0) await link.request('closeConsumers', { consumerIds })
  }

  async function syncIncoming() {
    const wanted = new Map(deps.incoming().map((one) => [keyOf(one), one]))
    const leaving = [...received.keys()].filter((key) => !wanted.has(key))
    await drop(leaving)
    const missing = [...wanted.values()].filter((one) => !received.has(keyOf(one)))
    if (missing.length > 0) {
      const { id: transportId } = await transport('recv')
      const streams = missing.map(({ personId, source }) => ({ personId, source }))
      const { consumers } = await link.request('consume', { transportId, rtpCapabilities: rtc.capabilities(), streams })
      const opened = await transport('recv')
      const begun: string[] = []
      const failed: string[] = []
      for (const offer of consumers) {
        try {
          const receiver = await opened.receive(offer)
          if (closed) return receiver.close()
          // Everything of a camera until its place is known.
          received.set(keyOf(offer), { receiver, spatialLayer: 2 })
          begun.push(offer.consumerId)
        } catch {
          failed.push(offer.consumerId)
        }
      }
      await syncLayers(wanted)
      if (begun.length > 0) await link.request('resumeConsumers', { consumerIds: begun })
      // The sfu would leave it out of every answer from now on.
      if (failed.length > 0) await link.request('closeConsumers', { consumerIds: failed })
    } else {
      await syncLayers(wanted)
    }
    if (leaving.length > 0 || missing.length > 0) announce()
  }

  async function syncLayers(wanted: ReadonlyMap<string, Incoming>) {
    for (const [key, known] of received) {
      const one = wanted.get(key)
      if (one?.source !== 'camera' || one.spatialLayer === known.spatialLayer) continue
      known.spatialLayer = one.spatialLayer
      await link.request('setPreferredLayers', { consumerId: known.receiver.id, spatialLayer: one.spatialLayer })
    }
  }

  const announce = () => {
    if (!closed) deps.onTracks(new Map([...received].map(([key, { receiver }]) => [key, receiver.track])))
  }

  async function run() {
    isDirty = false
    try {
      await syncOutgoing()
      await syncIncoming()
    } catch {
      // The connection breaks, which is heard of elsewhere, or somebody left meanwhile: the next change asks again.
    }
    isRunning = false
    if (isDirty) changed()
  }

  function changed() {
    isDirty = true
    if (isRunning || closed) return
    isRunning = true
    void run()
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
      for (const { stop } of transports.values()) stop()
      transports.clear()
      sent.clear()
      received.clear()
      announce()
      changed()
    },
    close() {
      closed = true
      for (const { stop } of transports.values()) stop()
      transports.clear()
    },
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'UNAVAILABLE'
}
