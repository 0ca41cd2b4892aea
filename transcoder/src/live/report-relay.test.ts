import { createSocket, type Socket } from 'node:dgram'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openReportRelay, readSenderReport, type ReportRelay } from './report-relay.ts'

const ip = '127.0.0.1'
const startMs = Date.UTC(2026, 10, 22, 21, 0, 0)
/** RTP times wrap at 2^32: the first picture stands just before. */
const firstRtp = 2 ** 32 - 900

function report(ntpMs: number, rtpTimestamp: number): Buffer {
  const packet = Buffer.alloc(28)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8(200, 1)
  packet.writeUInt16BE(6, 2)
  const sinceNtpZeroMs = ntpMs + 2_208_988_800_000
  packet.writeUInt32BE(Math.floor(sinceNtpZeroMs / 1000), 8)
  packet.writeUInt32BE(Math.floor(((sinceNtpZeroMs % 1000) / 1000) * 2 ** 32), 12)
  packet.writeUInt32BE(rtpTimestamp % 2 ** 32, 16)
  return packet
}

/**
 * A picture that was captured `sinceStartMs` after the first one, and whose report says that it came `lateMs` after its
 * capture.
 */
const pictureReport = (sinceStartMs: number, lateMs = 0) => report(startMs + sinceStartMs + lateMs, firstRtp + sinceStartMs * 90)

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function bound(): Promise<{ socket: Socket; port: number; received: Buffer[] }> {
  const socket = createSocket('udp4')
  open.push(socket)
  await new Promise<void>((resolve) => socket.bind(0, ip, resolve))
  const received: Buffer[] = []
  socket.on('message', (packet) => received.push(packet))
  return { socket, port: socket.address().port, received }
}

/** Streams towards an ffmpeg that is a socket of the test per stream, on the port after that of its RTP. */
async function house(kinds: readonly ('audio' | 'video')[]) {
  const sfu = await bound()
  const streams: { kind: 'audio' | 'video'; ffmpeg: Awaited<ReturnType<typeof bound>>; port: number; relayPort: number }[] = []
  for (const kind of kinds) {
    const [ffmpeg, free] = [await bound(), await bound()]
    free.socket.close()
    open.splice(open.indexOf(free.socket), 1)
    streams.push({ kind, ffmpeg, port: ffmpeg.port - 1, relayPort: free.port })
  }
  const relay: ReportRelay = await openReportRelay(ip, streams)
  open.push(relay)
  const say = async (index: number, packet: Buffer) => {
    sfu.socket.send(packet, streams[index]?.relayPort ?? 0, ip)
    await wait(30)
  }
  const received = (index: number) => streams[index]?.ffmpeg.received ?? []
  /** The first picture reached the sfu 180 ms after its capture: a key frame is large. */
  const arrival = {
    captureAtMs: startMs + 180,
    firstPictures: streams.flatMap(({ kind, port }) => (kind === 'video' ? [{ port, rtpTimestamp: firstRtp }] : [])),
  }
  return { sfu, streams, relay, say, received, arrival }
}

describe('relay of sender reports', () => {
  it('reads the first sender report of a compound packet, and nothing from others', () => {
    const receiverReport = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1])
    expect(readSenderReport(Buffer.concat([receiverReport, report(startMs + 250, 4_711)]))).toEqual({
      ntpMs: expect.closeTo(startMs + 250, 0) as number,
      rtpTimestamp: 4_711,
    })
    expect(readSenderReport(receiverReport)).toBeUndefined()
    expect(readSenderReport(Buffer.alloc(3))).toBeUndefined()
  })

  it('dates the first picture of a lone stream by the report with the least delay, not by its arrival', async () => {
    const { relay, say, received, arrival } = await house(['video'])
    expect(relay.captureAtMs(arrival)).toBe(arrival.captureAtMs)
    await say(0, pictureReport(700, 45))
    await say(0, pictureReport(1_500, 12))
    await say(0, pictureReport(2_300, 80))
    expect(received(0)).toHaveLength(3)
    expect(relay.captureAtMs(arrival)).toBeCloseTo(startMs + 12, 0)
  })

  it('lets a report of the pictures pass first, and dates the run by it: ffmpeg counts from there', async () => {
    const { relay, say, received, arrival } = await house(['audio', 'video'])
    await say(0, report(startMs + 300, 48_000))
    expect(received(0)).toHaveLength(0)
    await say(1, pictureReport(700, 45))
    await say(0, report(startMs + 1_300, 96_000))
    await say(1, pictureReport(1_500, 12))
    expect(received(0)).toHaveLength(1)
    expect(received(1)).toEqual([pictureReport(700, 45), pictureReport(1_500, 12)])
    expect(relay.captureAtMs(arrival)).toBeCloseTo(startMs + 45, 0)
  })

  it('passes the reports of sound alone, and those of ffmpeg back to the sfu', async () => {
    const { relay, say, received, arrival, streams, sfu } = await house(['audio'])
    await say(0, report(startMs, 48_000))
    expect(received(0)).toHaveLength(1)
    expect(relay.captureAtMs(arrival)).toBe(arrival.captureAtMs)
    const answer = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1])
    streams[0]?.ffmpeg.socket.send(answer, streams[0].relayPort, ip)
    await wait(30)
    expect(sfu.received).toEqual([answer])
    expect(received(0)).toHaveLength(1)
  })

  it('keeps the arrival where the clock of the reports is another one', async () => {
    const { relay, say, arrival } = await house(['video'])
    await say(0, pictureReport(700, 3_600_000))
    expect(relay.captureAtMs(arrival)).toBe(arrival.captureAtMs)
  })
})
