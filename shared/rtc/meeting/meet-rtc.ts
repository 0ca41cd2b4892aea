import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import type { MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { WireDtlsParameters, WireRtpCapabilities, WireRtpParameters } from '@e-events/shared/signaling/rtp.ts'
import { Device } from 'mediasoup-client'
import type { ProducerOptions, RtpCapabilities, RtpParameters, Transport, TransportOptions } from 'mediasoup-client/types'
import type { TransportState } from '../rtc.ts'

/** Three pictures of a camera, lowest first: 180, 360 and 720 lines of a 720p camera. */
export const cameraLayers = [
  { scaleResolutionDownBy: 4, maxBitrate: 120_000, maxFramerate: 15 },
  { scaleResolutionDownBy: 2, maxBitrate: 350_000, maxFramerate: 24 },
  { scaleResolutionDownBy: 1, maxBitrate: 1_200_000, maxFramerate: 30 },
] as const
const screenBps = 2_500_000
const screenFrames = 15

export interface MeetTransportHooks {
  connect(dtlsParameters: WireDtlsParameters): Promise<void>
  /** Sending only. */
  produce(source: MeetSource, rtpParameters: WireRtpParameters): Promise<string>
  onState(state: TransportState): void
}

export interface SentTrack {
  replaceTrack(track: MediaStreamTrack): Promise<void>
  close(): void
}

export interface ReceivedTrack {
  readonly id: string
  readonly track: MediaStreamTrack
  close(): void
}

type ConsumerOffer = MeetRequestReply<'consume'>['consumers'][number]

/** A transport of either direction; each has its half of the functions called only. */
export interface MeetTransport {
  readonly id: string
  send(source: MeetSource, track: MediaStreamTrack): Promise<SentTrack>
  receive(offer: ConsumerOffer): Promise<ReceivedTrack>
  restartIce(iceParameters: MeetRequestReply<'restartIce'>['iceParameters']): Promise<void>
  /** The report of the browser on candidates and pairs. */
  stats(): Promise<Iterable<RTCStats>>
  close(): void
}

/** WebRTC as a meeting sees it. One per connection. */
export interface MeetRtc {
  load(routerRtpCapabilities: WireRtpCapabilities): Promise<void>
  /** Codecs that this browser can receive. After `load`. */
  capabilities(): WireRtpCapabilities
  createTransport(
    direction: 'send' | 'recv',
    parameters: MeetRequestReply<'createTransport'> & { iceServers: RTCIceServer[] },
    hooks: MeetTransportHooks,
  ): MeetTransport
}

export function createMeetRtc(): MeetRtc {
  let device: Device | undefined
  const loaded = () => {
    if (!device) throw new Error('load comes first')
    return device
  }
  return {
    async load(routerRtpCapabilities) {
      device = await Device.factory()
      await device.load({ routerRtpCapabilities: routerRtpCapabilities as RtpCapabilities })
    },
    capabilities: () => loaded().recvRtpCapabilities,
    createTransport(direction, { transportId, iceServers, ...rest }, hooks) {
      // The contract checks the shape of what comes over the wire; the library names its closed sets as types of its
      // own.
      const options = { id: transportId, iceServers, ...rest } as unknown as TransportOptions
      const transport = direction === 'send' ? loaded().createSendTransport(options) : loaded().createRecvTransport(options)
      transport.on('connect', ({ dtlsParameters }, accept, refuse) => void hooks.connect(dtlsParameters).then(accept, refuse))
      transport.on('produce', ({ rtpParameters, appData }, accept, refuse) => {
        const { source } = appData as { source: MeetSource }
        void hooks.produce(source, rtpParameters as WireRtpParameters).then((id) => accept({ id }), refuse)
      })
      transport.on('connectionstatechange', hooks.onState)
      return toMeetTransport(transport, loaded())
    },
  }
}

function toMeetTransport(transport: Transport, device: Device): MeetTransport {
  return {
    id: transport.id,
    async send(source, track) {
      // Tracks are opened and stopped by whoever owns the devices.
      const producer = await transport.produce({
        track,
        stopTracks: false,
        disableTrackOnPause: false,
        zeroRtpOnPause: false,
        appData: { source },
        ...encodingOf(source, device),
      })
      return {
        replaceTrack: (next) => producer.replaceTrack({ track: next }),
        close: () => producer.close(),
      }
    },
    async receive({ consumerId, producerId, kind, rtpParameters, personId }) {
      const consumer = await transport.consume({
        id: consumerId,
        producerId,
        kind,
        rtpParameters: rtpParameters as RtpParameters,
        // One stream for each person and kind: sound that waits for a picture of the same stream stutters with it.
        streamId: `${personId}-${kind}`,
      })
      return { id: consumer.id, track: consumer.track, close: () => consumer.close() }
    },
    restartIce: (iceParameters) => transport.restartIce({ iceParameters }),
    stats: async () => (await transport.getStats()).values() as Iterable<RTCStats>,
    close: () => transport.close(),
  }
}

function encodingOf(source: MeetSource, device: Device): Omit<ProducerOptions, 'track'> {
  const vp8 = device.sendRtpCapabilities.codecs?.find(({ mimeType }) => mimeType.toLowerCase() === 'video/vp8')
  const codec = vp8 ? { codec: vp8 } : {}
  switch (source) {
    case 'microphone':
      return { codecOptions: { opusDtx: true, opusFec: true, opusStereo: false } }
    case 'screenSound':
      return { codecOptions: { opusDtx: false, opusFec: true, opusStereo: true } }
    case 'camera':
      return { ...codec, encodings: [...cameraLayers], codecOptions: { videoGoogleStartBitrate: 600 } }
    case 'screen':
      return {
        ...codec,
        encodings: [{ maxBitrate: screenBps, maxFramerate: screenFrames }],
        codecOptions: { videoGoogleStartBitrate: 1_200 },
      }
    default:
      return source satisfies never
  }
}
