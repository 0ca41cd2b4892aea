// The least that mediasoup needs to forward one plain RTP stream to several receivers: what the sfu's own costs are
// compared with. argv: number of receivers, their port, media ports from. Prints the port that takes the stream.
// oxlint-disable-next-line no-restricted-imports -- the baseline is mediasoup itself
import { createWorker } from 'mediasoup'

const [receivers = 1, sinkPort = 0, ssrc = 1] = process.argv.slice(2).map(Number)
const workerBin = process.env['MEDIASOUP_WORKER_BIN']
const worker = await createWorker(workerBin ? { workerBin } : {})
const video = {
  kind: 'video' as const,
  mimeType: 'video/H264',
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
}
const router = await worker.createRouter({ mediaCodecs: [video] })
const listenInfo = { protocol: 'udp' as const, ip: '127.0.0.1' }
const input = await router.createPlainTransport({ listenInfo, rtcpMux: false, comedia: true })
const producer = await input.produce({
  kind: 'video',
  rtpParameters: {
    codecs: [{ mimeType: video.mimeType, payloadType: 96, clockRate: video.clockRate, parameters: video.parameters }],
    encodings: [{ ssrc }],
    rtcp: { cname: 'bench' },
  },
})
for (let index = 0; index < receivers; index++) {
  const output = await router.createPlainTransport({ listenInfo, rtcpMux: false, comedia: false })
  await output.connect({ ip: '127.0.0.1', port: sinkPort, rtcpPort: sinkPort + 1 })
  await output.consume({ producerId: producer.id, rtpCapabilities: router.rtpCapabilities })
}
console.log(JSON.stringify({ port: input.tuple.localPort, rtcpPort: input.rtcpTuple?.localPort }))
