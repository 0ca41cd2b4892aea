import { randomBytes, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedId } from '@e-events/shared/domain/ids.ts'
import { startShow, type Show } from './ingest.ts'
import { openRtpSink, type RtpSink } from './rtp-sink.ts'
import { newRoom, startTestSfu, until, type TestPeer, type TestSfu } from './support.ts'

/** A packet that looks like RTP (or RTCP) until one looks closer. */
const broken: Record<string, () => Buffer> = {
  noise: () => randomBytes(1 + Math.floor(Math.random() * 1_400)),
  empty: () => Buffer.alloc(0),
  'RTP cut off in its header': () => Buffer.from([0x80, 102, 0, 1, 0, 0]),
  'RTP of an unknown source': () => Buffer.concat([Buffer.from([0x80, 102, 0, 1, 0, 0, 0, 1]), randomBytes(4), randomBytes(800)]),
  'RTP with a header extension longer than the packet': () =>
    Buffer.concat([Buffer.from([0x90, 102]), randomBytes(10), Buffer.from([0xbe, 0xde, 0xff, 0xff])]),
  'RTP of the real source with a broken payload': () =>
    Buffer.concat([Buffer.from([0x80, 102]), randomBytes(6), ssrcOf(22_222_222), randomBytes(600)]),
  'RTCP with a length that lies': () => Buffer.concat([Buffer.from([0x81, 200, 0xff, 0xff]), randomBytes(24)]),
  'STUN without a user': () => Buffer.concat([Buffer.from([0x00, 0x01, 0x00, 0x00, 0x21, 0x12, 0xa4, 0x42]), randomBytes(12)]),
  'STUN with a length that lies': () => Buffer.concat([Buffer.from([0x00, 0x01, 0xff, 0xfc, 0x21, 0x12, 0xa4, 0x42]), randomBytes(12)]),
  'a DTLS ClientHello from nowhere': () =>
    Buffer.concat([Buffer.from([22, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 1]), randomBytes(59)]),
}

function ssrcOf(ssrc: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(ssrc)
  return buffer
}

describe('broken media', () => {
  let sfu: TestSfu
  let host: TestPeer
  let packager: TestPeer
  let show: Show
  let video: RtpSink
  const room = newRoom()
  const feed = feedId.parse(randomUUID())
  const ports: number[] = []

  beforeAll(async () => {
    sfu = await startTestSfu({ env: { SFU_WORKERS: '1' } })
    host = await sfu.connect('ingest', room)
    await host.client.request('join', {})
    show = await startShow(host, feed)
    ports.push(...show.ports)
    // The port of WebRTC, which a browser would be told.
    const viewer = await sfu.connect('viewer', room)
    await viewer.client.request('join', {})
    const { iceCandidates } = await viewer.client.request('createTransport', { direction: 'recv' })
    ports.push(...iceCandidates.filter(({ protocol }) => protocol === 'udp').map(({ port }) => port))
    packager = await sfu.connect('egress', room)
    await packager.client.request('join', {})
    video = await openRtpSink('video')
    const { egressId } = await packager.client.request('openEgress', {
      feedId: feed,
      ip: '127.0.0.1',
      keyFrameIntervalMs: 2_000,
      streams: [{ kind: 'video', port: video.port, rtcpPort: video.port + 1, spatialLayer: null }],
    })
    await packager.client.request('resumeEgress', { egressId })
    await until('packets', () => video.packets > 20)
  })
  afterAll(async () => {
    await show.stop()
    await video.close()
    await sfu.stop()
  })

  it.each(Object.keys(broken))('does no harm: %s', async (what) => {
    const socket = createSocket('udp4')
    const make = broken[what]
    for (let index = 0; index < 300; index += 1) {
      for (const port of ports) if (make) socket.send(make(), port, '127.0.0.1')
      // In small bursts: what the kernel's buffer drops is not what is tried here.
      if (index % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const before = video.packets
    await until('the show goes on', () => video.packets > before + 30)
    socket.close()
    expect(sfu.service.pool.restarts).toBe(0)
  })

  it('left every peer, feed and worker as it was, with at most one packet in a hundred lost', async () => {
    expect(video.packets).toBeGreaterThan(300)
    expect(video.lost / video.packets).toBeLessThanOrEqual(0.01)
    expect(host.of('transportsLost')).toEqual([])
    expect(packager.of('egressClosed')).toEqual([])
    expect(sfu.service.rooms.all[0]?.feeds.all.map((each) => each.connected)).toEqual([true])
    expect((await fetch(`${sfu.service.url}/readyz`)).status).toBe(200)
  })
})
