import { createTypedClient, signalingAddress, type TypedClient } from '@e-events/shared/signaling/client.ts'
import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import { meetNotificationSchema, type MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import { meetRequests, type MeetRequests } from '@e-events/shared/signaling/meet-requests.ts'
import { Device, type types } from 'mediasoup-client'
import { io } from 'socket.io-client'

/** Functions of a participant's browser. Everything here runs in Chromium. */
export interface MeetLab {
  /** Answers the person's id. */
  enter(options: { url: string; token: string }): Promise<string>
  /**
   * Sends a steady tone as microphone and the fake camera, or a colour that fills it: three layers of 180, 360 and 720
   * lines.
   */
  send(look?: Look): Promise<void>
  /**
   * Shows a screen of one colour in 640x480, which comes once a second as that of a browser on which nothing moves;
   * null takes it back.
   */
  show(color: string | null): Promise<void>
  /** Receives sound and picture of somebody; answers how many streams there are. */
  receive(personId: string): Promise<number>
  /** Counts what arrived of somebody so far. */
  arrived(personId: string): Promise<Arrived>
  /** Shows the smallest (0) to the largest (2) picture of somebody. */
  prefer(personId: string, spatialLayer: number): Promise<void>
  request(method: string, data: unknown): Promise<unknown>
  notifications(): MeetNotification[]
}

export interface Look {
  color: string
  hz: number
}

interface Arrived {
  frames: number
  lines: number
  packetsOfSound: number
  /** Grows while something is heard. */
  soundEnergy: number
}

let client: TypedClient<MeetRequests, MeetNotification> | undefined
let device: Device | undefined
const transports = new Map<'send' | 'recv', types.Transport>()
const consumers = new Map<string, types.Consumer>()
const seen: MeetNotification[] = []

function joined() {
  if (!client || !device) throw new Error('not in a meeting')
  return { client, device }
}

async function transportFor(direction: 'send' | 'recv'): Promise<types.Transport> {
  const known = transports.get(direction)
  if (known) return known
  const { client, device } = joined()
  const { transportId, ...info } = await client.request('createTransport', { direction })
  const options = { id: transportId, ...info } as unknown as types.TransportOptions
  const transport = direction === 'send' ? device.createSendTransport(options) : device.createRecvTransport(options)
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    settle(client.request('connectTransport', { transportId, dtlsParameters }), () => done(), failed)
  })
  transport.on('produce', ({ rtpParameters, appData }, done, failed) => {
    const { source } = appData as { source: MeetSource }
    settle(client.request('produce', { transportId, source, rtpParameters }), ({ producerId }) => done({ id: producerId }), failed)
  })
  transports.set(direction, transport)
  return transport
}

/** The beeps of the fake microphone are too short for a level that counts as a voice. */
function tone(hz = 440): MediaStream {
  const context = new AudioContext()
  const destination = context.createMediaStreamDestination()
  const oscillator = context.createOscillator()
  oscillator.frequency.value = hz
  oscillator.connect(destination)
  oscillator.start()
  return destination.stream
}

/** A picture of one colour, drawn again every so often. */
function painted(color: string, size: { width: number; height: number }, everyMs: number): MediaStream {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  const paint = () => {
    if (!context) return
    context.fillStyle = color
    context.fillRect(0, 0, size.width, size.height)
  }
  const stream = canvas.captureStream(25)
  paint()
  setInterval(paint, everyMs)
  return stream
}

let screen: types.Producer | undefined

function settle<T>(asked: Promise<T>, succeeded: (value: T) => void, failed: (error: Error) => void): void {
  asked.then(succeeded, (error: unknown) => failed(error instanceof Error ? error : new Error(String(error))))
}

/** The codec of the meeting's own pages. */
function vp8(): types.RtpCodecCapability {
  const found = joined().device.sendRtpCapabilities.codecs?.find(({ mimeType }) => mimeType.toLowerCase() === 'video/vp8')
  if (!found) throw new Error('this browser sends no VP8')
  return found
}

async function statOf(personId: string, source: MeetSource): Promise<Record<string, unknown>> {
  const stats = [...((await consumers.get(`${personId} ${source}`)?.getStats())?.values() ?? [])] as Record<string, unknown>[]
  return stats.find((stat) => stat['type'] === 'inbound-rtp') ?? {}
}

const lab: MeetLab = {
  async enter({ url, token }) {
    const { origin, path } = signalingAddress(url)
    const socket = io(origin, { path, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve())
      socket.once('connect_error', reject)
    })
    client = createTypedClient(socket, meetRequests, meetNotificationSchema)
    client.onNotification((notification) => {
      seen.push(notification)
      if (notification.method !== 'transportsLost') return
      for (const transport of transports.values()) transport.close()
      transports.clear()
      consumers.clear()
    })
    const { personId, routerRtpCapabilities } = await client.request('join', {})
    device = await Device.factory()
    await device.load({ routerRtpCapabilities: routerRtpCapabilities as types.RtpCapabilities })
    return personId
  },

  async send(look) {
    const transport = await transportFor('send')
    const stream = look
      ? painted(look.color, { width: 1280, height: 720 }, 40)
      : await navigator.mediaDevices.getUserMedia({ video: { width: { exact: 1280 }, height: { exact: 720 } } })
    const [microphone] = tone(look?.hz).getAudioTracks()
    const [camera] = stream.getVideoTracks()
    await transport.produce({ ...(microphone ? { track: microphone } : {}), appData: { source: 'microphone' } })
    await transport.produce({
      ...(camera ? { track: camera } : {}),
      encodings: [150_000, 500_000, 1_500_000].map((maxBitrate, layer) => ({
        maxBitrate,
        scaleResolutionDownBy: 4 / 2 ** layer,
        scalabilityMode: 'L1T1',
      })),
      ...(look ? { codec: vp8() } : {}),
      codecOptions: { videoGoogleStartBitrate: 2_200 },
      appData: { source: 'camera' },
    })
  },

  async show(color) {
    if (color === null) {
      screen?.close()
      screen = undefined
      await joined().client.request('closeStream', { source: 'screen' })
      return
    }
    const [track] = painted(color, { width: 640, height: 480 }, 1_000).getVideoTracks()
    const transport = await transportFor('send')
    screen = await transport.produce({ ...(track ? { track } : {}), codec: vp8(), appData: { source: 'screen' } })
  },

  async receive(personId) {
    const { client, device } = joined()
    const transport = await transportFor('recv')
    const { consumers: received } = await client.request('consume', {
      transportId: transport.id,
      rtpCapabilities: device.recvRtpCapabilities,
      streams: [
        { personId, source: 'microphone' },
        { personId, source: 'camera' },
      ],
    })
    for (const { consumerId, producerId, source, kind, rtpParameters } of received) {
      const options = { id: consumerId, producerId, kind, rtpParameters: rtpParameters as types.RtpParameters }
      const consumer = await transport.consume(options)
      consumers.set(`${personId} ${source}`, consumer)
      const element = document.createElement(kind)
      element.srcObject = new MediaStream([consumer.track])
      document.body.append(element)
      await client.request('resumeConsumers', { consumerIds: [consumerId] })
      await element.play()
    }
    return received.length
  },

  async arrived(personId) {
    const [picture, sound] = [await statOf(personId, 'camera'), await statOf(personId, 'microphone')]
    return {
      frames: Number(picture['framesDecoded'] ?? 0),
      lines: Number(picture['frameHeight'] ?? 0),
      packetsOfSound: Number(sound['packetsReceived'] ?? 0),
      soundEnergy: Number(sound['totalAudioEnergy'] ?? 0),
    }
  },

  async prefer(personId, spatialLayer) {
    await joined().client.request('setPreferredLayers', { consumerId: consumers.get(`${personId} camera`)?.id ?? '', spatialLayer })
  },

  request: (method, data) =>
    joined()
      .client.request(method as never, data as never)
      .then(
        (reply: unknown) => reply,
        (error: unknown) => ({ refused: (error as { code?: string }).code }),
      ),

  notifications: () => seen,
}

;(globalThis as unknown as { lab: MeetLab }).lab = lab
