import type { types } from 'mediasoup'
import { DomainError } from '@e-events/shared/errors.ts'
import type { EgressStream, EgressStreamRequest, IngestStream, ProduceRequest } from '../rooms/media-port.ts'
import { egressCapabilities } from './codecs.ts'
import { mediaCall } from './errors.ts'
import { toMediaProducer } from './objects.ts'
import type { RouterSlot } from './router-slot.ts'
import type { TransportMeter } from './transport-meter.ts'

/** Where plain RTP binds: a private address, it is not encrypted. */
export interface PlainListen {
  ip: string
  announcedAddress: string | undefined
  minPort: number
  maxPort: number
}

interface EgressOptions {
  slot: RouterSlot
  producer: types.Producer
  request: EgressStreamRequest
  listen: PlainListen
  meter: TransportMeter
}

/** One stream as plain RTP to `ip:port` with RTCP beside it, paused. */
export async function openEgressStream({ slot, producer, request, listen, meter }: EgressOptions): Promise<EgressStream> {
  const layers = producer.type === 'simulcast' ? (producer.rtpParameters.encodings?.length ?? 1) : 1
  const spatialLayer = producer.type === 'simulcast' ? (request.spatialLayer ?? layers - 1) : null
  if (spatialLayer !== null && spatialLayer >= layers)
    throw new DomainError('SIGNAL_MALFORMED', { detail: `layer ${spatialLayer} of ${layers}` })
  const transport = await slot.router.createPlainTransport({ ...listenInfo(listen), rtcpMux: false, comedia: false })
  meter.add(transport)
  try {
    await transport.connect({ ip: request.ip, port: request.port, rtcpPort: request.rtcpPort })
    const consumer = await transport.consume({
      producerId: producer.id,
      rtpCapabilities: egressCapabilities(slot.router.rtpCapabilities),
      paused: true,
      ...(spatialLayer === null ? {} : { preferredLayers: { spatialLayer } }),
    })
    if (consumer.kind === 'video') await consumer.enableTraceEvent(['keyframe'])
    return {
      consumerId: consumer.id,
      producerId: producer.id,
      kind: consumer.kind,
      spatialLayer,
      rtpParameters: consumer.rtpParameters,
      resume: () => mediaCall(() => consumer.resume()),
      requestKeyFrame: () => mediaCall(() => consumer.requestKeyFrame()),
      close: () => transport.close(),
      onLost: (listener) => {
        transport.on('routerclose', listener)
      },
      onLayerChanged: (listener) => {
        consumer.on('layerschange', (current) => listener(current?.spatialLayer ?? null))
      },
      onFirstKeyFrame: (listener) => {
        consumer.once('trace', ({ timestamp, info }) => {
          listener({ agoMs: agoMs(timestamp), rtpTimestamp: (info['rtpPacket'] as { timestamp: number }).timestamp })
          consumer.enableTraceEvent([]).catch(() => undefined) // the consumer is closing
        })
      },
    }
  } catch (error) {
    transport.close()
    throw error
  }
}

/**
 * The worker and this process read the same monotonic clock; a message between them may wait while this process is
 * busy.
 */
function agoMs(workerTimeMs: number): number {
  const passedMs = Number(process.hrtime.bigint() / 1_000_000n) - workerTimeMs
  return passedMs >= 0 && passedMs < 60_000 ? passedMs : 0
}

interface IngestOptions {
  slot: RouterSlot
  request: ProduceRequest
  listen: PlainListen
  meter: TransportMeter
}

/**
 * A pair of ports that take plain RTP and RTCP from the first sender, which is the publisher that has just received
 * them. Not one port for both: ffmpeg begins with an RTCP report from a socket of its own, the engine would take that
 * for the publisher's address and drop every RTP packet.
 */
export async function openIngestStream({
  slot,
  request,
  listen,
  meter,
}: IngestOptions): Promise<{ stream: IngestStream; producer: types.Producer }> {
  const transport = await slot.router.createPlainTransport({ ...listenInfo(listen), rtcpMux: false, comedia: true })
  meter.add(transport)
  try {
    const producer = await transport.produce({ kind: request.kind, rtpParameters: request.rtpParameters as types.RtpParameters })
    const stream: IngestStream = {
      producer: toMediaProducer(producer),
      ip: transport.tuple.localAddress,
      port: transport.tuple.localPort,
      rtcpPort: transport.rtcpTuple?.localPort ?? null,
      close: () => transport.close(),
      onLost: (listener) => {
        transport.on('routerclose', listener)
      },
    }
    return { stream, producer }
  } catch (error) {
    transport.close()
    throw error
  }
}

function listenInfo(listen: PlainListen): { listenInfo: types.TransportListenInfo } {
  return {
    listenInfo: {
      protocol: 'udp',
      ip: listen.ip,
      ...(listen.announcedAddress ? { announcedAddress: listen.announcedAddress } : {}),
      portRange: { min: listen.minPort, max: listen.maxPort },
      // Plain RTP has no retransmission: what bursts past a small socket buffer is gone. The system may grant less.
      recvBufferSize: 2 * 1024 * 1024,
      sendBufferSize: 2 * 1024 * 1024,
    },
  }
}
