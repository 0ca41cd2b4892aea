import Hls from 'hls.js'
import { Device, type types } from 'mediasoup-client'
import { systemClock } from '@e-events/shared/client/clock.ts'
import { createClient } from '@e-events/shared/contract/client.ts'
import { createLinkOpener } from '@e-events/shared/rtc/open-link.ts'
import { createPublisher, type FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { createRtc } from '@e-events/shared/rtc/rtc.ts'
import { createSignalingClient, signalingAddress, type SignalingClient } from '@e-events/shared/signaling/client.ts'
import { io } from 'socket.io-client'
import { createAir } from '../../../studio/src/broadcast/air.ts'
import { createBroadcastApi } from '../../../studio/src/broadcast/api.ts'
import { PlayerEngine } from '../../../web/src/features/live/player/engine/player-engine.ts'
import { agesDuring, clockTrack } from './clock.ts'

/**
 * Functions of the bench's page. Everything here runs in Chromium, publisher and player in one page, so that they share
 * a clock.
 */
export interface Lab {
  publish(options: { url: string; path?: string; token: string; feedId: string }): Promise<void>
  /** Sends the clock as the camera of a show that runs, by the studio's own engine: it comes back by itself. */
  goBackOnAir(show: { origin: string; slug: string; token: string }): Promise<void>
  /** Shows the feed as a low-latency viewer. */
  watch(options: { url: string; token: string; feedId: string }): Promise<void>
  /** Two peer connections of this page, nothing between them. */
  pair(): Promise<void>
  /** Our player at the live edge. */
  play(masterUrl: string): Promise<void>
  ages(seconds: number): Promise<{ ages: number[]; unreadable: number }>
  /** Cipher of every connection of this page. */
  ciphers(): Promise<string[]>
  /** Milliseconds from the order to play until the first frame is on screen. */
  firstFrame(player: 'ours' | 'default', masterUrl: string): Promise<number>
}

const maxBitrate = 2_500_000
const videos: HTMLVideoElement[] = []
const statistics: (() => Promise<RTCStatsReport>)[] = []
let picture: MediaStreamTrack | undefined
const source = () => (picture ??= clockTrack())

function show(track: MediaStreamTrack): Promise<void> {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  return put(video)
}

async function put(video: HTMLVideoElement): Promise<void> {
  video.style.width = '640px'
  document.body.append(video)
  videos.push(video)
  await video.play()
}

/** A tone that never rests. */
async function toneTrack(): Promise<MediaStreamTrack> {
  const context = new AudioContext()
  const destination = context.createMediaStreamDestination()
  const tone = context.createOscillator()
  tone.connect(destination)
  tone.start()
  await context.resume()
  const [track] = destination.stream.getAudioTracks()
  if (!track) throw new Error('no sound')
  return track
}

async function join(options: { url: string; path?: string; token: string }): Promise<{ client: SignalingClient; device: Device }> {
  const address = signalingAddress(options.url)
  const socket = io(address.origin, {
    path: options.path ?? address.path,
    transports: ['websocket'],
    auth: { token: options.token },
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
  return { client, device }
}

function settle<T>(asked: Promise<T>, succeeded: (value: T) => void, failed: (error: Error) => void): void {
  asked.then(succeeded, (error: unknown) => failed(error instanceof Error ? error : new Error(String(error))))
}

async function open(client: SignalingClient, device: Device, direction: 'send' | 'recv'): Promise<types.Transport> {
  const { transportId, ...info } = await client.request('createTransport', { direction })
  const options = { id: transportId, ...info } as unknown as types.TransportOptions
  const transport = direction === 'send' ? device.createSendTransport(options) : device.createRecvTransport(options)
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    settle(client.request('connectTransport', { transportId, dtlsParameters }), () => done(), failed)
  })
  statistics.push(() => transport.getStats())
  return transport
}

/** Both ways speak the same H264. */
function preferH264(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? []
  const wanted = codecs.filter(
    ({ mimeType, sdpFmtpLine = '' }) =>
      mimeType === 'video/H264' && sdpFmtpLine.includes('packetization-mode=1') && sdpFmtpLine.includes('42e01f'),
  )
  if (wanted.length > 0) transceiver.setCodecPreferences(wanted)
}

/** Begins where the other one's `videoGoogleStartBitrate` begins. */
const withStartRate = (sdp = '') => sdp.replaceAll(/(a=fmtp:\d+ [^\r\n]*42e01f[^\r\n]*)/g, `$1;x-google-start-bitrate=${maxBitrate / 1000}`)

const lab: Lab = {
  async publish({ feedId, ...address }) {
    const { client, device } = await join(address)
    const transport = await open(client, device, 'send')
    transport.on('produce', ({ kind, rtpParameters }, done, failed) => {
      const asked = client.request('produce', {
        transportId: transport.id,
        kind,
        rtpParameters,
        feedId,
        meta: { kind: 'camera', label: 'bench', language: null },
        layers: [{ width: 1280, height: 720, maxBitrateBps: maxBitrate }],
      })
      settle(asked, ({ producerId }) => done({ id: producerId }), failed)
    })
    const codec = device.sendRtpCapabilities.codecs?.find(({ mimeType }) => mimeType.toLowerCase() === 'video/h264')
    await transport.produce({
      track: source(),
      encodings: [{ maxBitrate, scalabilityMode: 'L1T1' }],
      codecOptions: { videoGoogleStartBitrate: maxBitrate / 1000 },
      ...(codec ? { codec } : {}),
    })
  },

  async goBackOnAir({ origin, slug, token }) {
    const camera: FeedOutput = {
      key: 'camera',
      seat: 'camera',
      kind: 'camera',
      label: 'Camera',
      language: null,
      video: source(),
      size: { width: 1280, height: 720 },
      frameRate: 30,
      audio: await toneTrack(),
    }
    const client = createClient({
      baseUrl: `${origin}/api`,
      fetch: (url, request) => fetch(url, request as RequestInit),
      accessToken: () => token,
      refresh: () => Promise.resolve(undefined),
      language: () => 'en',
    })
    const air = createAir({
      api: createBroadcastApi(client, slug),
      desk: { outputs: () => [camera], subscribe: () => () => undefined },
      openLink: createLinkOpener(origin),
      createPublisher: (deps) => createPublisher({ ...deps, rtc: createRtc() }),
      clock: systemClock,
      serverNowMs: () => Date.now(),
      deviceId: 'bench',
      random: Math.random,
      onOnline: () => () => undefined,
      remember: () => undefined,
    })
    air.resume([camera.key])
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`not on air: ${JSON.stringify(air.get())}`)), 20_000)
      air.subscribe(() => air.get().phase === 'on_air' && resolve())
    })
  },

  async watch({ feedId, ...address }) {
    const { client, device } = await join(address)
    const transport = await open(client, device, 'recv')
    const { consumers } = await client.request('consume', {
      transportId: transport.id,
      feedId,
      rtpCapabilities: device.recvRtpCapabilities,
    })
    const offered = consumers.find(({ kind }) => kind === 'video')
    if (!offered) throw new Error('the feed has no picture')
    const { consumerId, producerId, kind, rtpParameters } = offered
    const consumer = await transport.consume({ id: consumerId, producerId, kind, rtpParameters: rtpParameters as types.RtpParameters })
    await client.request('resumeConsumer', { consumerId })
    await show(consumer.track)
  },

  async pair() {
    const [sender, receiver] = [new RTCPeerConnection(), new RTCPeerConnection()]
    statistics.push(() => sender.getStats())
    sender.addEventListener('icecandidate', ({ candidate }) => void receiver.addIceCandidate(candidate))
    receiver.addEventListener('icecandidate', ({ candidate }) => void sender.addIceCandidate(candidate))
    const arrived = new Promise<MediaStreamTrack>((resolve) => receiver.addEventListener('track', ({ track }) => resolve(track)))
    const transceiver = sender.addTransceiver(source(), { direction: 'sendonly', sendEncodings: [{ maxBitrate }] })
    preferH264(transceiver)
    const offer = await sender.createOffer()
    await sender.setLocalDescription(offer)
    await receiver.setRemoteDescription(offer)
    const answer = await receiver.createAnswer()
    await receiver.setLocalDescription(answer)
    await sender.setRemoteDescription({ type: 'answer', sdp: withStartRate(answer.sdp) })
    await show(await arrived)
  },

  async play(masterUrl) {
    const container = document.createElement('div')
    container.style.cssText = 'width: 1280px; height: 720px'
    document.body.append(container)
    const engine = new PlayerEngine({ nowMs: () => Date.now() }, { isMuted: true })
    engine.wake()
    engine.attach(container)
    engine.open([{ id: 'camera', masterUrl, hasAudio: true, hasVideo: true }])
    const video = container.querySelector('video')
    if (!video) throw new Error('the player has no video')
    videos.push(video)
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  },

  ages(seconds) {
    const video = videos.at(-1)
    if (!video) throw new Error('nothing is shown')
    return agesDuring(video, seconds)
  },

  async ciphers() {
    const reports = await Promise.all(statistics.map((read) => read()))
    return reports.flatMap((report) =>
      [...(report.values() as Iterable<Record<string, unknown>>)].flatMap(({ srtpCipher }) =>
        typeof srtpCipher === 'string' ? [srtpCipher] : [],
      ),
    )
  },

  firstFrame(player, masterUrl) {
    const container = document.createElement('div')
    container.style.cssText = 'width: 1280px; height: 720px'
    document.body.append(container)
    const startedMs = performance.now()
    let video: HTMLVideoElement | null
    if (player === 'ours') {
      const engine = new PlayerEngine({ nowMs: () => Date.now() }, { isMuted: true })
      engine.wake()
      engine.attach(container)
      engine.open([{ id: 'vod', masterUrl, hasAudio: true, hasVideo: true, rungs: ['720p', '360p'] }], { startSec: 0 })
      video = container.querySelector('video')
    } else {
      // The example of its own documentation.
      const plain = document.createElement('video')
      plain.muted = true
      container.append(plain)
      const hls = new Hls()
      hls.loadSource(masterUrl)
      hls.attachMedia(plain)
      hls.on(Hls.Events.MANIFEST_PARSED, () => void plain.play())
      video = plain
    }
    if (!video) throw new Error('the player has no video')
    const shown = video
    shown.style.width = '1280px'
    return new Promise((resolve, reject) => {
      shown.requestVideoFrameCallback(() => resolve(performance.now() - startedMs))
      setTimeout(() => reject(new Error(`${player}: no frame for 20 s`)), 20_000)
    })
  },
}

;(globalThis as unknown as { lab: Lab }).lab = lab
