import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import { Device } from 'mediasoup-client'
import type {
  DtlsParameters,
  Producer,
  RtpCapabilities,
  RtpEncodingParameters,
  RtpParameters,
  Transport,
  TransportOptions,
} from 'mediasoup-client/types'
import type { PlannedLayer } from './layers.ts'

export type TransportState = 'new' | 'connecting' | 'connected' | 'failed' | 'disconnected' | 'closed'

export interface SendRequest {
  track: MediaStreamTrack
  kind: 'audio' | 'video'
  /** Video only, lowest first. */
  layers: readonly PlannedLayer[]
  startBitrateKbps: number
  appData: Record<string, unknown>
}

export interface RtcProducer {
  readonly id: string
  replaceTrack(track: MediaStreamTrack): Promise<void>
  stats(): Promise<Iterable<RTCStats>>
  close(): void
}

export interface SendTransport {
  readonly id: string
  produce(request: SendRequest): Promise<RtcProducer>
  restartIce(iceParameters: RequestReply<'restartIce'>['iceParameters']): Promise<void>
  close(): void
}

export interface TransportHooks {
  connect(dtlsParameters: DtlsParameters): Promise<void>
  produce(request: { kind: 'audio' | 'video'; rtpParameters: RtpParameters; appData: Record<string, unknown> }): Promise<{ id: string }>
  onState(state: TransportState): void
}

/** WebRTC as the publisher sees it; the only file that knows mediasoup-client. */
export interface Rtc {
  load(routerRtpCapabilities: RequestReply<'join'>['routerRtpCapabilities']): Promise<{ simulcast: boolean }>
  createSendTransport(
    parameters: RequestReply<'createTransport'> & { iceServers: RTCIceServer[] },
    hooks: TransportHooks,
  ): Promise<SendTransport>
}

/** One per connection: a router's capabilities are loaded once. */
export function createRtc(): Rtc {
  let device: Device | undefined
  const loaded = () => {
    if (!device) throw new Error('load comes first')
    return device
  }
  return {
    async load(routerRtpCapabilities) {
      device = await Device.factory()
      await device.load({ routerRtpCapabilities: routerRtpCapabilities as RtpCapabilities })
      return { simulcast: h264(device) !== undefined }
    },
    async createSendTransport({ transportId, iceServers, ...rest }, hooks) {
      // The contract checks the shape of what comes over the wire; the library names its closed sets as types of its
      // own.
      const options = { id: transportId, iceServers, ...rest } as unknown as TransportOptions
      const transport = loaded().createSendTransport(options)
      transport.on('connect', ({ dtlsParameters }, accept, refuse) => void hooks.connect(dtlsParameters).then(accept, refuse))
      transport.on('produce', ({ kind, rtpParameters, appData }, accept, refuse) => {
        void hooks.produce({ kind, rtpParameters, appData }).then(accept, refuse)
      })
      transport.on('connectionstatechange', hooks.onState)
      return toSendTransport(transport, loaded())
    },
  }
}

function toSendTransport(transport: Transport, device: Device): SendTransport {
  return {
    id: transport.id,
    async produce({ track, kind, layers, startBitrateKbps, appData }) {
      const shared = { track, stopTracks: false, disableTrackOnPause: false, zeroRtpOnPause: false, appData }
      if (kind === 'audio') {
        // Never DTX: silence must keep sending packets, or the transcoder's audio stops. Stereo, because shows have
        // music.
        return toProducer(await transport.produce({ ...shared, codecOptions: { opusStereo: true, opusFec: true, opusDtx: false } }))
      }
      const codec = h264(device)
      const producer = await transport.produce({
        ...shared,
        ...(codec ? { codec } : {}),
        encodings: layers.map(toEncoding),
        codecOptions: { videoGoogleStartBitrate: startBitrateKbps },
      })
      await keepResolution(producer)
      return toProducer(producer)
    },
    restartIce: (iceParameters) => transport.restartIce({ iceParameters }),
    close: () => transport.close(),
  }
}

function toEncoding({ scaleResolutionDownBy, maxBitrateBps }: PlannedLayer): RtpEncodingParameters {
  return { scaleResolutionDownBy, maxBitrate: maxBitrateBps, maxFramerate: 30, scalabilityMode: 'L1T1' }
}

/** A copied rung must keep its size: when bandwidth or CPU is short, frames go first. */
async function keepResolution(producer: Producer): Promise<void> {
  const sender = producer.rtpSender
  if (!sender) return
  const parameters = sender.getParameters()
  await sender.setParameters({ ...parameters, degradationPreference: 'maintain-resolution' }).catch(() => {
    // Older engines refuse the field; the stream then works with their own preference.
  })
}

function toProducer(producer: Producer): RtcProducer {
  return {
    id: producer.id,
    replaceTrack: (track) => producer.replaceTrack({ track }),
    async stats() {
      const report = await producer.getStats()
      return [...report.values()] as RTCStats[]
    },
    close: () => producer.close(),
  }
}

function h264(device: Device) {
  return device.sendRtpCapabilities.codecs?.find((codec) => codec.mimeType.toLowerCase() === 'video/h264')
}
