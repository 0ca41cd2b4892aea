// The least that mediasoup needs for a meeting: one router, transports of WebRTC, and consumers of what is asked for.
// No accounts, no signalling but JSON, no speakers, no limits. Prints its port.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
// oxlint-disable-next-line no-restricted-imports -- the baseline is mediasoup itself
import { createWorker, type types } from 'mediasoup'

const workerBin = process.env['MEDIASOUP_WORKER_BIN']
const worker = await createWorker(workerBin ? { workerBin } : {})
const webRtcServer = await worker.createWebRtcServer({ listenInfos: [{ protocol: 'udp', ip: '127.0.0.1' }] })
const router = await worker.createRouter({
  mediaCodecs: [
    { kind: 'audio', mimeType: 'audio/opus', clockRate: 48_000, channels: 2 },
    { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000 },
  ],
})
const transports = new Map<string, types.WebRtcTransport>()

interface Asked {
  transportId: string
  dtlsParameters: types.DtlsParameters
  kind: types.MediaKind
  rtpParameters: types.RtpParameters
  rtpCapabilities: types.RtpCapabilities
  streams: { producerId: string; spatialLayer: number | null }[]
}

const of = ({ transportId }: Asked): types.WebRtcTransport => {
  const transport = transports.get(transportId)
  if (!transport) throw new Error('no such transport')
  return transport
}

const methods: Record<string, (asked: Asked) => Promise<unknown>> = {
  '/capabilities': () => Promise.resolve(router.rtpCapabilities),
  async '/createTransport'() {
    const transport = await router.createWebRtcTransport({ webRtcServer })
    transports.set(transport.id, transport)
    const { id: transportId, iceParameters, iceCandidates, dtlsParameters } = transport
    return { transportId, iceParameters, iceCandidates, dtlsParameters }
  },
  async '/connectTransport'(asked) {
    await of(asked).connect({ dtlsParameters: asked.dtlsParameters })
    return {}
  },
  async '/produce'(asked) {
    const { id: producerId } = await of(asked).produce({ kind: asked.kind, rtpParameters: asked.rtpParameters })
    return { producerId }
  },
  async '/consume'(asked) {
    await Promise.all(
      asked.streams.map(async ({ producerId, spatialLayer }) => {
        const consumer = await of(asked).consume({ producerId, rtpCapabilities: asked.rtpCapabilities, paused: true })
        if (spatialLayer !== null) await consumer.setPreferredLayers({ spatialLayer })
        await consumer.resume()
      }),
    )
    return {}
  },
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as Asked
}

const server = createServer((request, response) => {
  void bodyOf(request)
    .then((asked) => methods[request.url ?? '']?.(asked))
    .then(
      (reply) => response.end(JSON.stringify(reply)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
