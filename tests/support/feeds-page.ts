import { Device, type types } from 'mediasoup-client'
import { io, type Socket } from 'socket.io-client'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { createSignalingClient, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import { beepEverySec, beepOrder, beepSec, beepsHz } from './beep-order.ts'
import { columns, encodePicture, maxCounter, rows } from './picture-code.ts'

// Runs in Chromium: a publisher of several feeds that all show the same clock, drawn into one picture.

export interface FeedsPage {
  publish(options: PublishOptions): Promise<void>
  /** The feed's publisher is gone from one moment to the next. */
  kill(feedId: string): void
  /** Period of this machine's clock and of every picture, milliseconds of `Date.now()`. */
  clockPeriodMs: number
}

export interface PublishOptions {
  /** Where the sfu is, as its grant says. */
  grant: Pick<MediaGrant, 'url' | 'path' | 'token'>
  feedId: string
  label: string
  codec: 'h264' | 'vp8'
  hasSound: boolean
}

const size = { width: 640, height: 360 }
const maxBitrate = 900_000
/** Marks the pictures of this page. */
const run = 0x00_fe_ed

function clockTrack(): MediaStreamTrack {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  document.body.append(canvas)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  const cellWidth = size.width / columns
  const cellHeight = size.height / rows
  const draw = () => {
    const counter = Date.now() % maxCounter
    encodePicture({ source: 'camera', run, counter }).forEach((light, index) => {
      context.fillStyle = `rgb(${light} ${light} ${light})`
      context.fillRect((index % columns) * cellWidth, Math.floor(index / columns) * cellHeight, cellWidth, cellHeight)
    })
  }
  draw()
  setInterval(draw, 1000 / 30)
  const [track] = canvas.captureStream(30).getVideoTracks()
  if (!track) throw new Error('no picture of the canvas')
  return track
}

/** A hum, and every two seconds a beep that says which two seconds of the pictures' clock they are. */
function soundTrack(): MediaStreamTrack {
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  const play = (frequency: number, gain: number) => {
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(new GainNode(context, { gain })).connect(out)
    return tone
  }
  play(440, 0.1).start()
  let beeped = 0
  setInterval(() => {
    const nowSec = Date.now() / 1000
    const number = Math.floor(nowSec / beepEverySec) + 1
    const inSec = number * beepEverySec - nowSec
    if (number === beeped || inSec > 0.7 || context.state !== 'running') return
    beeped = number
    const beep = play(beepsHz[beepOrder[number % beepOrder.length] ?? 0] ?? 0, 0.4)
    beep.start(context.currentTime + inSec)
    beep.stop(context.currentTime + inSec + beepSec)
  }, 50)
  const [track] = out.stream.getAudioTracks()
  if (!track) throw new Error('no sound')
  return track
}

interface Connection {
  socket: Socket
  client: SignalingClient
  device: Device
}

let picture: MediaStreamTrack | undefined
let connection: Promise<Connection> | undefined
const stops = new Map<string, () => void>()

async function connect({ grant: { url, path, token } }: PublishOptions): Promise<Connection> {
  const socket = io(new URL(url, location.href).origin, {
    path,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  const client = createSignalingClient(socket)
  const { routerRtpCapabilities } = await client.request('join', {})
  const device = await Device.factory()
  await device.load({ routerRtpCapabilities: routerRtpCapabilities as types.RtpCapabilities })
  return { socket, client, device }
}

function settle<T>(asked: Promise<T>, succeeded: (value: T) => void, failed: (error: Error) => void): void {
  asked.then(succeeded, (error: unknown) => failed(error instanceof Error ? error : new Error(String(error))))
}

/** A transport per feed: one of them may die without the other. */
async function openTransport({ client, device }: Connection, options: PublishOptions): Promise<types.Transport> {
  const { transportId, ...info } = await client.request('createTransport', { direction: 'send' })
  const transport = device.createSendTransport({ id: transportId, ...info } as unknown as types.TransportOptions)
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    settle(client.request('connectTransport', { transportId, dtlsParameters }), () => done(), failed)
  })
  transport.on('produce', ({ kind, rtpParameters }, done, failed) => {
    const asked = client.request('produce', {
      transportId,
      kind,
      rtpParameters,
      feedId: options.feedId,
      meta: { kind: 'camera', label: options.label, language: null },
      layers: kind === 'video' ? [{ ...size, maxBitrateBps: maxBitrate }] : [],
    })
    settle(asked, ({ producerId }) => done({ id: producerId }), failed)
  })
  return transport
}

const feedsPage: FeedsPage = {
  clockPeriodMs: maxCounter,
  async publish(options) {
    const connected = await (connection ??= connect(options))
    const transport = await openTransport(connected, options)
    picture ??= clockTrack()
    const codec = connected.device.sendRtpCapabilities.codecs?.find(({ mimeType }) => mimeType.toLowerCase() === `video/${options.codec}`)
    if (!codec) throw new Error(`no ${options.codec}`)
    if (options.hasSound) await transport.produce({ track: soundTrack(), stopTracks: false })
    await transport.produce({
      track: picture.clone(),
      codec,
      encodings: [{ maxBitrate, scalabilityMode: 'L1T1' }],
      codecOptions: { videoGoogleStartBitrate: maxBitrate / 1000 },
    })
    stops.set(options.feedId, () => transport.close())
  },
  kill(feedId) {
    stops.get(feedId)?.()
    stops.delete(feedId)
  },
}

;(globalThis as unknown as { feedsPage: FeedsPage }).feedsPage = feedsPage
