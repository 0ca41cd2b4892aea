import { Device, type types } from 'mediasoup-client'
import { io } from 'socket.io-client'
import { createSignalingClient, signalingAddress, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import type { RequestInput } from '@e-events/shared/signaling/requests.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'

/** Functions of the browser side of the tests. Everything here runs in Chromium. */
export interface Lab {
  publish(options: PublishOptions): Promise<{ audio: string | null; video: string | null }>
  /** Statistics of the encoder, one entry per layer, lowest first. */
  sending(feedId: string): Promise<{ rid: string; width: number; height: number; frames: number }[]>
  cipher(): Promise<string | undefined>
  /** `tcpOnly`: as behind a firewall that lets no UDP through. */
  watch(options: { url: string; token: string; tcpOnly?: boolean }): Promise<void>
  /** The protocol of the connection that media arrives on. */
  receivingOver(): Promise<string | undefined>
  /** Consumes a feed and plays it; frames decoded so far are read with `frames`. */
  play(feedId: string): Promise<number>
  frames(feedId: string): Promise<number>
  request(method: string, data: unknown): Promise<unknown>
  notifications(): string[]
  hangUp(): void
  dropConnection(): void
}

interface PublishOptions {
  url: string
  token: string
  feedId: string
  kind: 'camera' | 'screen'
  label: string
  width: number
  height: number
  simulcast: boolean
  audio: boolean
  codec?: 'h264' | 'vp8'
  /** The device that this page is. */
  studio?: string
  seat?: RequestInput<'produce'>['seat']
}

type ProduceInput = RequestInput<'produce'>
interface ProduceData {
  feed: Pick<ProduceInput, 'feedId' | 'meta' | 'seat'>
  layers: NonNullable<ProduceInput['layers']>
}

let client: SignalingClient | undefined
let socket: ReturnType<typeof io> | undefined
let device: Device | undefined
let sendTransport: types.Transport | undefined
let receiveTransport: types.Transport | undefined
const producers = new Map<string, types.Producer[]>()
const videos = new Map<string, HTMLVideoElement>()
const seen: Notification[] = []
/** Bit rate of the send transport, kb/s: its estimate starts anew with each video, for all of them together. */
let wantedKbps = 0
let onlyTcp = false

async function connect(url: string, token: string, studio?: string): Promise<SignalingClient> {
  if (client && socket?.connected) return client
  const { origin, path } = signalingAddress(url)
  const opened = io(origin, { path, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    opened.once('connect', () => resolve())
    opened.once('connect_error', reject)
  })
  const made = createSignalingClient(opened)
  made.onNotification((notification) => {
    seen.push(notification)
    if (notification.method !== 'transportsLost') return
    sendTransport?.close()
    receiveTransport?.close()
    sendTransport = undefined
    receiveTransport = undefined
  })
  const { routerRtpCapabilities } = await made.request('join', studio === undefined ? {} : { studio })
  const loaded = await Device.factory()
  await loaded.load({ routerRtpCapabilities: routerRtpCapabilities as types.RtpCapabilities })
  socket = opened
  client = made
  device = loaded
  sendTransport = undefined
  receiveTransport = undefined
  return made
}

async function openTransport(direction: 'send' | 'recv'): Promise<types.Transport> {
  if (!client || !device) throw new Error('not connected')
  const signaling = client
  const { transportId, ...info } = await signaling.request('createTransport', { direction })
  const iceCandidates = info.iceCandidates.filter(({ protocol }) => !onlyTcp || protocol === 'tcp')
  const options = { id: transportId, ...info, iceCandidates } as unknown as types.TransportOptions
  const transport = direction === 'send' ? device.createSendTransport(options) : device.createRecvTransport(options)
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    settle(signaling.request('connectTransport', { transportId, dtlsParameters }), () => done(), failed)
  })
  transport.on('produce', ({ kind, rtpParameters, appData }, done, failed) => {
    const { feed, layers } = appData as unknown as ProduceData
    settle(
      signaling.request('produce', { transportId, kind, rtpParameters, ...feed, layers }),
      ({ producerId }) => done({ id: producerId }),
      failed,
    )
  })
  return transport
}

function settle<T>(asked: Promise<T>, succeeded: (value: T) => void, failed: (error: Error) => void): void {
  asked.then(succeeded, (error: unknown) => failed(error instanceof Error ? error : new Error(String(error))))
}

const layersOf = (options: PublishOptions) => {
  const { width, height } = options
  if (!options.simulcast) return [{ width, height, maxBitrateBps: 2_800_000, scaleResolutionDownBy: 1 }]
  const scales = height >= 1080 ? [2, 1.5, 1] : [2, 4 / 3, 1]
  const rates = height >= 1080 ? [1_600_000, 2_800_000, 5_000_000] : [800_000, 1_600_000, 2_800_000]
  return scales.map((scale, index) => ({
    width: Math.round(width / scale),
    height: Math.round(height / scale),
    maxBitrateBps: rates[index] ?? 800_000,
    scaleResolutionDownBy: scale,
  }))
}

const lab: Lab = {
  async publish(options) {
    await connect(options.url, options.token, options.studio)
    sendTransport ??= await openTransport('send')
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { width: { exact: options.width }, height: { exact: options.height } },
      audio: options.audio,
    })
    const feed = { feedId: options.feedId, meta: { kind: options.kind, label: options.label, language: null }, seat: options.seat }
    const layers = layersOf(options)
    const mimeType = `video/${options.codec ?? 'h264'}`
    const codec = device?.sendRtpCapabilities.codecs?.find((each) => each.mimeType.toLowerCase() === mimeType)
    wantedKbps += layers.reduce((sum, layer) => sum + layer.maxBitrateBps, 0) / 1000
    const [audioTrack] = stream.getAudioTracks()
    const [videoTrack] = stream.getVideoTracks()
    const audio = audioTrack ? await sendTransport.produce({ track: audioTrack, appData: { feed, layers: [] } }) : undefined
    const video = videoTrack
      ? await sendTransport.produce({
          track: videoTrack,
          ...(codec ? { codec } : {}),
          encodings: layers.map(({ scaleResolutionDownBy, maxBitrateBps }) => ({
            scaleResolutionDownBy,
            maxBitrate: maxBitrateBps,
            scalabilityMode: 'L1T1',
          })),
          codecOptions: { videoGoogleStartBitrate: wantedKbps },
          appData: { feed, layers: layers.map(({ width, height, maxBitrateBps }) => ({ width, height, maxBitrateBps })) },
        })
      : undefined
    producers.set(
      options.feedId,
      [audio, video].filter((producer) => producer !== undefined),
    )
    return { audio: audio?.id ?? null, video: video?.id ?? null }
  },

  async sending(feedId) {
    const video = producers.get(feedId)?.find((producer) => producer.kind === 'video')
    const stats = [...((await video?.getStats())?.values() ?? [])] as Record<string, unknown>[]
    return stats
      .filter((stat) => stat['type'] === 'outbound-rtp')
      .map((stat) => ({
        rid: typeof stat['rid'] === 'string' ? stat['rid'] : '',
        width: Number(stat['frameWidth'] ?? 0),
        height: Number(stat['frameHeight'] ?? 0),
        frames: Number(stat['framesEncoded'] ?? 0),
      }))
      .sort((a, b) => a.rid.localeCompare(b.rid))
  },

  async cipher() {
    const stats = [...((await sendTransport?.getStats())?.values() ?? [])] as Record<string, unknown>[]
    return stats.map((stat) => stat['srtpCipher']).find((cipher): cipher is string => typeof cipher === 'string')
  },

  async watch({ url, token, tcpOnly }) {
    onlyTcp = tcpOnly ?? false
    await connect(url, token)
  },

  async receivingOver() {
    const stats = [...((await receiveTransport?.getStats())?.values() ?? [])] as Record<string, unknown>[]
    const pair = stats.find((stat) => stat['type'] === 'candidate-pair' && stat['state'] === 'succeeded')
    const remote = stats.find((stat) => stat['id'] === pair?.['remoteCandidateId'])
    return typeof remote?.['protocol'] === 'string' ? remote['protocol'] : undefined
  },

  async play(feedId) {
    if (!client || !device) throw new Error('not connected')
    receiveTransport ??= await openTransport('recv')
    const { consumers } = await client.request('consume', {
      transportId: receiveTransport.id,
      feedId,
      rtpCapabilities: device.recvRtpCapabilities,
    })
    const tracks: MediaStreamTrack[] = []
    for (const { consumerId, producerId, kind, rtpParameters } of consumers) {
      const consumer = await receiveTransport.consume({
        id: consumerId,
        producerId,
        kind,
        rtpParameters: rtpParameters as types.RtpParameters,
      })
      tracks.push(consumer.track)
      await client.request('resumeConsumer', { consumerId })
    }
    const video = videos.get(feedId) ?? document.createElement('video')
    video.muted = true
    video.srcObject = new MediaStream(tracks)
    videos.set(feedId, video)
    document.body.append(video)
    await video.play()
    return tracks.length
  },

  async frames(feedId) {
    const video = videos.get(feedId)
    return video?.getVideoPlaybackQuality().totalVideoFrames ?? 0
  },

  request: (method, data) => {
    if (!client) return Promise.reject(new Error('not connected'))
    return client.request(method as never, data as never).then(
      (reply: unknown) => reply,
      (error: unknown) => ({ refused: (error as { code?: string }).code }),
    )
  },

  notifications: () => seen.map((notification) => JSON.stringify(notification)),

  hangUp() {
    for (const list of producers.values()) for (const producer of list) producer.close()
    producers.clear()
    sendTransport?.close()
    sendTransport = undefined
  },

  dropConnection() {
    socket?.disconnect()
    client = undefined
  },
}

;(globalThis as unknown as { lab: Lab }).lab = lab
