import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { createSignalingClient } from '@e-events/shared/signaling/client.ts'
import type { FeedMeta } from '@e-events/shared/signaling/feed.ts'
import type { RequestInput } from '@e-events/shared/signaling/requests.ts'
import { io } from 'socket.io-client'
import { slidesVideo, stageVideo, type RtpTarget } from './command.ts'

export interface IngestFeeds {
  stage: { feedId: FeedId; meta: FeedMeta }
  slides: { feedId: FeedId; meta: FeedMeta }
}

export interface Ingest {
  targets: { stage: { video: RtpTarget; audio: RtpTarget }; slides: { video: RtpTarget } }
  /** Resolves with the reason when the sfu does not want the media any more, or is gone. */
  lost: Promise<string>
  close(): void
}

const tokenTtlMs = 60_000
const payloadTypes = { audio: 100, video: 101 }
const ssrcs = { stageVideo: 0x5e_00_01, stageAudio: 0x5e_00_02, slidesVideo: 0x5e_00_03 }

/**
 * Joins the room as a publisher of plain RTP and opens ports for the feeds.
 * @throws DomainError for a refusal or no answer
 */
export async function openIngest(options: {
  /** Origin and socket.io path of the node. */
  origin: string
  path: string
  broadcastId: BroadcastId
  internalSecret: string
  feeds: IngestFeeds
}): Promise<Ingest> {
  const { origin, path, broadcastId, feeds } = options
  const token = await signSfuToken({ sub: 'demo-broadcaster', role: 'ingest', broadcastId }, options.internalSecret, tokenTtlMs)
  const socket = io(origin, { path, transports: ['websocket'], auth: { token }, reconnection: false, timeout: 5_000, forceNew: true })
  const lost = Promise.withResolvers<string>()
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    socket.once('disconnect', (reason) => lost.resolve(`connection lost: ${reason}`))
    const client = createSignalingClient(socket)
    client.onNotification((notification) => {
      if (notification.method === 'transportsLost') lost.resolve('a media worker died')
      if (notification.method === 'reconnect') lost.resolve(`the node asks to move: ${notification.data.reason}`)
      if (notification.method === 'broadcastClosed') lost.resolve(`the show was closed: ${notification.data.reason}`)
    })
    await client.request('join', {})
    const open = async (request: RequestInput<'openIngest'>): Promise<Record<'audio' | 'video', RtpTarget>> => {
      const { streams } = await client.request('openIngest', request)
      const target = (kind: 'audio' | 'video'): RtpTarget => {
        const stream = streams.find((each) => each.kind === kind)
        const ssrc = request.streams.find((each) => each.kind === kind)?.rtpParameters.encodings?.[0]?.ssrc ?? 0
        const port = stream?.port ?? 0
        // Without a port of its own, RTCP goes where RTP goes.
        return { ip: stream?.ip ?? '', port, rtcpPort: stream?.rtcpPort ?? port, ssrc, payloadType: payloadTypes[kind] }
      }
      return { audio: target('audio'), video: target('video') }
    }
    const stage = await open({ ...feeds.stage, streams: [audioStream(), videoStream(stageVideo, ssrcs.stageVideo)] })
    const slides = await open({ ...feeds.slides, streams: [videoStream(slidesVideo, ssrcs.slidesVideo)] })
    return { targets: { stage, slides }, lost: lost.promise, close: () => void socket.disconnect() }
  } catch (error) {
    socket.disconnect()
    throw error
  }
}

type StreamRequest = RequestInput<'openIngest'>['streams'][number]

function audioStream(): StreamRequest {
  return {
    kind: 'audio',
    rtpParameters: {
      codecs: [
        { mimeType: 'audio/opus', payloadType: payloadTypes.audio, clockRate: 48_000, channels: 2, parameters: { 'sprop-stereo': 1 } },
      ],
      encodings: [{ ssrc: ssrcs.stageAudio }],
      rtcp: { cname: 'demo' },
    },
  }
}

function videoStream(video: typeof stageVideo, ssrc: number): StreamRequest {
  const { width, height, frameRate, maxBitrateBps } = video
  return {
    kind: 'video',
    rtpParameters: {
      codecs: [
        {
          mimeType: 'video/H264',
          payloadType: payloadTypes.video,
          clockRate: 90_000,
          parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
        },
      ],
      encodings: [{ ssrc, maxBitrate: maxBitrateBps }],
      rtcp: { cname: 'demo' },
    },
    layers: [{ width, height, maxBitrateBps }],
    frameRate,
  }
}
