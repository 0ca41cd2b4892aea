import { randomUUID } from 'node:crypto'
import { meetId, type MeetId } from '@e-events/shared/domain/ids.ts'
import { createTypedClient } from '@e-events/shared/signaling/client.ts'
import { meetNotificationSchema } from '@e-events/shared/signaling/meet-notifications.ts'
import { meetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import type { WireRtpCapabilities } from '@e-events/shared/signaling/rtp.ts'
import { io } from 'socket.io-client'
import { participantToken } from '../../support/meet-seats.ts'
import type { Stack } from '../../support/stack.ts'
import { send, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { schedSecondsOf } from '../lib/cpu.ts'
import { median, type Figure, type Missing } from '../lib/figures.ts'
import { openMeeting, type Meeting, type Seat } from '../lib/meet-people.ts'
import { interleave, until, waitSeconds } from '../lib/rounds.ts'
import { makeIdentity, type TransportInfo } from '../lib/webrtc-peer.ts'

/** `frames`: share of their frames that cameras send, so that two cores carry both sides and their senders. */
const sizes = [
  { people: 4, frames: 1 },
  { people: 12, frames: 1 },
  { people: 70, frames: 1 / 3 },
] as const
/** Streams that came to rest between two turns flow again by then. */
const settleSec = 3
/** Both sides forward the same: one that lost more than this forwarded something else. */
const mostDifferent = 0.1

/** A participant of the sfu as it runs, with a grant as the api signs it. */
async function enterOurs(stack: Stack, meeting: MeetId): Promise<Seat> {
  const token = await participantToken(stack, { meetId: meeting, productId: randomUUID() })
  const socket = io(String(stack.env['SFU_CONTROL_URL']), {
    path: '/sfu/socket.io',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const { request } = createTypedClient(socket, meetRequests, meetNotificationSchema)
  const { personId, routerRtpCapabilities } = await request('join', {})
  return {
    personId,
    capabilities: routerRtpCapabilities,
    createTransport: (direction) => request('createTransport', { direction }),
    connect: (transportId, dtlsParameters) => request('connectTransport', { transportId, dtlsParameters }),
    produce: (transportId, source, rtpParameters) => request('produce', { transportId, source, rtpParameters }),
    async consume(transportId, rtpCapabilities, streams) {
      const asked = streams.map(({ personId: from, source }) => ({ personId: from, source }))
      const { consumers } = await request('consume', { transportId, rtpCapabilities, streams: asked })
      if (consumers.length !== streams.length) throw new Error(`${consumers.length} of ${streams.length} streams are received`)
      for (const { consumerId, producerId } of consumers) {
        const spatialLayer = streams.find((stream) => stream.producerId === producerId)?.spatialLayer
        // The largest needs no request.
        if (spatialLayer === 0 || spatialLayer === 1) await request('setPreferredLayers', { consumerId, spatialLayer })
      }
      await request('resumeConsumers', { consumerIds: consumers.map(({ consumerId }) => consumerId) })
    },
    leave: () => void socket.disconnect(),
  }
}

/** The same at the bare script. */
async function enterBare(side: Side): Promise<Seat> {
  const ask = async <T>(path: string, body: object): Promise<T> => JSON.parse(await send(side.origin, { path, body })) as T
  return {
    personId: randomUUID(),
    capabilities: await ask<WireRtpCapabilities>('/capabilities', {}),
    createTransport: () => ask<TransportInfo>('/createTransport', {}),
    connect: (transportId, dtlsParameters) => ask('/connectTransport', { transportId, dtlsParameters }),
    produce: (transportId, source, rtpParameters) =>
      ask('/produce', { transportId, kind: source === 'camera' ? 'video' : 'audio', rtpParameters }),
    consume: (transportId, rtpCapabilities, streams) => ask('/consume', { transportId, rtpCapabilities, streams }),
    leave: () => undefined,
  }
}

interface Measured {
  /** CPU of the server's processes, per person and minute. */
  cpuMs: number
  arrivedMbPerSec: number
  /** Kilobytes per person and second, as they arrived and of everything in its largest size. */
  kb: { arrived: number; whole: number }
}

async function measure(pid: number, meeting: Meeting, { people, seconds }: { people: number; seconds: number }): Promise<Measured> {
  meeting.start()
  await waitSeconds(settleSec)
  const before = { cpuSec: schedSecondsOf(pid), arrived: meeting.arrivedBytes(), whole: meeting.wholeBytes(), atMs: performance.now() }
  await waitSeconds(seconds)
  const cpuSec = schedSecondsOf(pid) - before.cpuSec
  const tookSec = (performance.now() - before.atMs) / 1000
  const arrived = meeting.arrivedBytes() - before.arrived
  const whole = meeting.wholeBytes() - before.whole
  meeting.stop()
  return {
    cpuMs: (cpuSec * 60_000) / (people * tookSec),
    arrivedMbPerSec: arrived / tookSec / 1e6,
    kb: { arrived: arrived / tookSec / people / 1000, whole: whole / tookSec / people / 1000 },
  }
}

async function figuresOf(bench: Bench, stack: Stack, { people, frames }: (typeof sizes)[number]): Promise<Figure[]> {
  const identity = await makeIdentity(bench.folder)
  const seconds = Math.min(bench.seconds, 10)
  const id = meetId.parse(randomUUID())
  const workerBin = stack.env['MEDIASOUP_WORKER_BIN'] ?? ''
  const bare = await startBare('bare-meet.ts', [], { MEDIASOUP_WORKER_BIN: workerBin })
  bench.say(`a meeting of ${people} on both sides`)
  const sides = {
    ours: { pid: stack.pidOf('sfu'), meeting: await openMeeting({ people, frames }, identity, () => enterOurs(stack, id)) },
    baseline: { pid: bare.child.pid, meeting: await openMeeting({ people, frames }, identity, () => enterBare(bare)) },
  }
  const seen = { ours: [] as Measured[], baseline: [] as Measured[] }
  const turn = (name: 'ours' | 'baseline') => async () => {
    const measured = await measure(sides[name].pid, sides[name].meeting, { people, seconds })
    seen[name].push(measured)
    return measured.cpuMs
  }
  try {
    const cpu = await interleave(bench, `meet of ${people}`, { ours: turn('ours'), baseline: turn('baseline') })
    const rate = (name: 'ours' | 'baseline') => median(seen[name].map(({ arrivedMbPerSec }) => arrivedMbPerSec))
    const [ours, baseline] = [rate('ours'), rate('baseline')]
    if (!(Math.abs(ours / baseline - 1) < mostDifferent))
      throw new Error(`${people} people received ${ours.toFixed(2)} MB/s of ours and ${baseline.toFixed(2)} MB/s of the bare one`)
    const { each, layer } = sides.ours.meeting.pictures
    return [
      {
        name: `A meeting of ${people}, per person`,
        unit: 'CPU ms a minute',
        ...cpu,
        goal: { ratioAtMost: 1.1 },
        note: `sfu with its worker, against mediasoup alone; everybody sends a camera in three sizes at the rates of the web app${frames === 1 ? '' : `, ${Math.round(100 * frames)} % of its frames`}, three of them a voice, by ICE, DTLS and AES-GCM; each receives ${each} pictures in size ${layer} and the voices (${ours.toFixed(2)} MB/s in all, ${baseline.toFixed(2)} of the bare one); ${seconds} s a round; without estimates of the line`,
      },
      {
        name: `A meeting of ${people}, what a person receives`,
        unit: 'KB/s',
        ours: seen.ours.map(({ kb }) => kb.arrived),
        baseline: seen.ours.map(({ kb }) => kb.whole),
        goal: {},
        note: `what a laptop shows (${each} of ${people - 1} pictures at most), against everybody in the largest size, counted from what was sent at the same time`,
      },
    ]
  } finally {
    for (const { meeting } of Object.values(sides)) meeting.close()
    await bare.child.end()
  }
}

export const meet: Row = {
  id: 'meet',
  title: 'Meetings of 4, 12 and 70',
  async measure(bench) {
    const stack = await bench.stack()
    await until('the sfu answers', () =>
      fetch(`${stack.env['SFU_CONTROL_URL']}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const figures: Figure[] = []
    const missing: Missing[] = []
    for (const size of sizes) {
      try {
        figures.push(...(await figuresOf(bench, stack, size)))
      } catch (error) {
        // A machine that cannot carry the largest one has measured the others.
        missing.push({ name: `A meeting of ${size.people}`, reason: `failed: ${String(error)}` })
      }
    }
    return { figures, missing }
  },
}
