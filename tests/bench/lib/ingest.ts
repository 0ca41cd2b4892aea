import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { createSignalingClient, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import { io } from 'socket.io-client'
import { ffmpegBin } from '../../support/programs.ts'
import type { Stack } from '../../support/stack.ts'
import { startChild, type Child } from './child.ts'
import { clipFile, framesPerSec, payloadTypes, sendArgv, type ClipSpec, type SentStream } from './clips.ts'

export interface ServicePeer {
  client: SignalingClient
  /** Resolves with the reason when this connection, or the media behind it, is gone. */
  lost: Promise<string>
  close(): void
}

/** A connection to the sfu as the platform's own services have it. @throws when it is refused */
export async function joinAs(stack: Stack, role: 'ingest' | 'egress', broadcastId: BroadcastId): Promise<ServicePeer> {
  const token = await signSfuToken({ sub: 'bench', role, broadcastId }, String(stack.env['INTERNAL_SECRET']), 60_000)
  const socket = io(String(stack.env['SFU_CONTROL_URL']), {
    path: '/sfu/socket.io',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
    timeout: 3_000,
  })
  const lost = Promise.withResolvers<string>()
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  socket.once('disconnect', (reason) => lost.resolve(reason))
  const client = createSignalingClient(socket)
  client.onNotification(({ method }) => {
    if (method === 'transportsLost' || method === 'reconnect' || method === 'broadcastClosed') lost.resolve(method)
  })
  await client.request('join', {})
  return { client, lost: lost.promise, close: () => void socket.disconnect() }
}

export interface Source {
  codec: ClipSpec['codec']
  /** Lowest first; several are simulcast layers. */
  layers: readonly { width: number; height: number; bps: number }[]
  withSound: boolean
}

export const sources = {
  vp8: { codec: 'vp8', layers: [{ width: 1280, height: 720, bps: 2_500_000 }], withSound: true },
  h264: { codec: 'h264', layers: [{ width: 1280, height: 720, bps: 2_500_000 }], withSound: true },
  simulcast: {
    codec: 'h264',
    layers: [
      { width: 640, height: 360, bps: 700_000 },
      { width: 960, height: 540, bps: 1_400_000 },
      { width: 1280, height: 720, bps: 2_500_000 },
    ],
    withSound: true,
  },
} as const satisfies Record<string, Source>

export const clipsOf = ({ codec, layers, withSound }: Source): Promise<string[]> =>
  Promise.all(layers.map((layer, index) => clipFile({ codec, ...layer, withSound: withSound && index === layers.length - 1 })))

const ssrcBase = 0x2000_0001
const audioSsrc = 0x2000_0101

export interface Publishing {
  /** The sending ffmpeg. */
  sender: Child
  lost: Promise<string>
  stop(): Promise<void>
}

/** Puts a source into a feed, as a server-side publisher does. */
export async function publish(stack: Stack, options: { broadcastId: BroadcastId; feedId: FeedId; source: Source }): Promise<Publishing> {
  const { broadcastId, feedId, source } = options
  const files = await clipsOf(source)
  const peer = await joinAs(stack, 'ingest', broadcastId)
  try {
    return await send(peer, feedId, source, files)
  } catch (error) {
    peer.close()
    throw error
  }
}

async function send(peer: ServicePeer, feedId: FeedId, source: Source, files: readonly string[]): Promise<Publishing> {
  const { layers } = source
  const codec =
    source.codec === 'h264'
      ? { mimeType: 'video/H264', parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 } }
      : { mimeType: 'video/VP8', parameters: {} }
  const { streams } = await peer.client.request('openIngest', {
    feedId,
    meta: { kind: 'camera', label: 'bench', language: null },
    streams: [
      ...(source.withSound
        ? [
            {
              kind: 'audio' as const,
              rtpParameters: {
                codecs: [{ mimeType: 'audio/opus', payloadType: payloadTypes.audio, clockRate: 48_000, channels: 2, parameters: {} }],
                encodings: [{ ssrc: audioSsrc }],
                rtcp: { cname: 'bench' },
              },
            },
          ]
        : []),
      {
        kind: 'video' as const,
        rtpParameters: {
          codecs: [{ ...codec, payloadType: payloadTypes[source.codec], clockRate: 90_000 }],
          encodings: layers.map(({ bps }, index) => ({ ssrc: ssrcBase + index, maxBitrate: bps })),
          rtcp: { cname: 'bench' },
        },
        layers: layers.map(({ width, height, bps }) => ({ width, height, maxBitrateBps: bps })),
        frameRate: framesPerSec,
      },
    ],
  })
  const addressOf = (kind: 'audio' | 'video') => {
    const stream = streams.find((one) => one.kind === kind)
    if (!stream) throw new Error(`the sfu opened no ${kind} stream`)
    return { ip: stream.ip, port: stream.port, rtcpPort: stream.rtcpPort ?? stream.port }
  }
  // The sfu takes the media of a stream from one socket; ffmpeg has one per layer.
  const merging = layers.length > 1 ? await mergeInto(addressOf('video'), layers.length) : undefined
  const sent: SentStream[] = files.map((file, index) => ({
    file,
    codec: source.codec,
    video: { ...(merging?.inputs[index] ?? addressOf('video')), ssrc: ssrcBase + index },
    audio: source.withSound && index === files.length - 1 ? { ...addressOf('audio'), ssrc: audioSsrc } : undefined,
  }))
  const sender = startChild(ffmpegBin(), sendArgv(sent))
  return {
    sender,
    lost: peer.lost,
    async stop() {
      await sender.end()
      merging?.close()
      peer.close()
    },
  }
}

/** Passes what several senders send on through one pair of sockets. */
async function mergeInto(target: { ip: string; port: number; rtcpPort: number }, count: number) {
  const bound = async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return socket
  }
  const [rtpOut, rtcpOut] = [await bound(), await bound()]
  const inputs: { ip: string; port: number; rtcpPort: number }[] = []
  const sockets = [rtpOut, rtcpOut]
  for (let index = 0; index < count; index++) {
    const [rtp, rtcp] = [await bound(), await bound()]
    rtp.on('message', (packet) => rtpOut.send(packet, target.port, target.ip))
    rtcp.on('message', (packet) => rtcpOut.send(packet, target.rtcpPort, target.ip))
    sockets.push(rtp, rtcp)
    inputs.push({ ip: '127.0.0.1', port: rtp.address().port, rtcpPort: rtcp.address().port })
  }
  return {
    inputs,
    close() {
      for (const socket of sockets.splice(0)) socket.close()
    },
  }
}
