import type { types } from 'mediasoup'
import { limits } from '@e-events/shared/limits.ts'
import type { WireRtpCapabilities } from '@e-events/shared/signaling/rtp.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { BrowserTransport, ProduceRequest } from '../rooms/media-port.ts'
import { mediaCall } from './errors.ts'
import { toMediaConsumer, toMediaProducer } from './objects.ts'
import type { RouterSlot } from './router-slot.ts'
import type { TransportMeter } from './transport-meter.ts'

interface Options {
  slot: RouterSlot
  direction: 'send' | 'recv'
  meter: TransportMeter
  onProducer: (producer: types.Producer) => void
  /** Pipes the producer to this router where it arrives on another one. */
  reach: (producerId: string) => Promise<void>
}

/** Viewers start at a rate that fills the middle layer; the estimate goes up from there. */
const initialOutgoingBps = 2_000_000
/** A publisher silent this long on the ICE level is gone. */
const iceConsentSec = 20

/**
 * A WebRTC transport for one browser: UDP first, TCP where UDP is blocked, AES-GCM where the browser offers it
 * (mediasoup's own order).
 */
export async function createBrowserTransport({ slot, direction, meter, onProducer, reach }: Options): Promise<BrowserTransport> {
  const transport = await slot.router.createWebRtcTransport({
    webRtcServer: slot.pooled.webRtcServer,
    enableUdp: true,
    enableTcp: true,
    preferUdp: true,
    enableSctp: false,
    iceConsentTimeout: iceConsentSec,
    initialAvailableOutgoingBitrate: initialOutgoingBps,
  })
  meter.add(transport)
  let capBps = capOf('audio') + capOf('video', 3)
  if (direction === 'send') await transport.setMaxIncomingBitrate(capBps)
  let producersCapBps = 0

  return {
    id: transport.id,
    info: {
      transportId: transport.id,
      iceParameters: transport.iceParameters,
      iceCandidates: transport.iceCandidates,
      dtlsParameters: transport.dtlsParameters,
    },
    connect: (dtlsParameters) => mediaCall(() => transport.connect({ dtlsParameters: dtlsParameters as types.DtlsParameters })),
    restartIce: () => mediaCall(() => transport.restartIce()),
    produce: (request) =>
      mediaCall(async () => {
        const producer = await transport.produce({ kind: request.kind, rtpParameters: request.rtpParameters as types.RtpParameters })
        onProducer(producer)
        // The cap of the connection grows with what it may carry and never shrinks below its start: a shrinking cap
        // would starve the others.
        producersCapBps += capOf(request.kind, layersOf(request))
        if (producersCapBps > capBps) {
          capBps = producersCapBps
          await transport.setMaxIncomingBitrate(capBps)
        }
        producer.observer.once('close', () => {
          producersCapBps -= capOf(request.kind, layersOf(request))
        })
        return toMediaProducer(producer)
      }),
    consume: (request) =>
      mediaCall(async () => {
        await reach(request.producerId)
        const rtpCapabilities = request.rtpCapabilities as types.RtpCapabilities
        if (!slot.router.canConsume({ producerId: request.producerId, rtpCapabilities })) throw unsupported(request.rtpCapabilities)
        return toMediaConsumer(await transport.consume({ producerId: request.producerId, rtpCapabilities, paused: true }))
      }),
    close: () => transport.close(),
    onLost(listener) {
      transport.on('routerclose', () => listener('worker_died'))
      transport.on('listenserverclose', () => listener('worker_died'))
      transport.on('dtlsstatechange', (state) => {
        if (state !== 'closed' && state !== 'failed') return
        transport.close()
        listener('hung_up')
      })
    },
  }
}

function layersOf(request: ProduceRequest): number {
  return request.rtpParameters.encodings?.length ?? 1
}

function capOf(kind: 'audio' | 'video', layers = 1): number {
  if (kind === 'audio') return limits.audioBitrateCapBps
  return layers > 1 ? limits.simulcastBitrateCapBps : limits.videoBitrateCapBps
}

function unsupported(capabilities: WireRtpCapabilities): DomainError {
  const offered = (capabilities.codecs ?? []).map((codec) => codec.mimeType).join(', ')
  return new DomainError('SIGNAL_CODEC_UNSUPPORTED', { detail: `none of these can play the feed: ${offered}` })
}
