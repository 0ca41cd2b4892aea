import { createSocket, type Socket } from 'node:dgram'

/** Packets that arrived on one even port, as a packager would see them. */
export interface RtpSink {
  readonly port: number
  packets: number
  /** Packets that the sequence numbers miss. */
  lost: number
  rtcpPackets: number
  /** Wall-clock ms at which a new key frame began. */
  keyFramesAtMs: number[]
  close(): Promise<void>
}

/**
 * A pair of UDP sockets (RTP, RTCP) on an even port and the next, which counts packets and recognises H264 key frames.
 */
export async function openRtpSink(kind: 'audio' | 'video'): Promise<RtpSink> {
  const { rtp, rtcp, port } = await bindPair()
  const sink: RtpSink = {
    port,
    packets: 0,
    lost: 0,
    rtcpPackets: 0,
    keyFramesAtMs: [],
    close: () => Promise.all([closed(rtp), closed(rtcp)]).then(() => undefined),
  }
  let lastKeyTimestamp: number | undefined
  let lastSequence: number | undefined
  rtp.on('message', (packet) => {
    sink.packets += 1
    const sequence = packet.readUInt16BE(2)
    const missing = lastSequence === undefined ? 0 : (sequence - lastSequence - 1) & 0xffff
    if (missing < 1_000) sink.lost += missing
    lastSequence = sequence
    if (kind !== 'video' || !beginsKeyFrame(packet)) return
    const timestamp = packet.readUInt32BE(4)
    if (timestamp === lastKeyTimestamp) return
    lastKeyTimestamp = timestamp
    sink.keyFramesAtMs.push(Date.now())
  })
  rtcp.on('message', () => {
    sink.rtcpPackets += 1
  })
  return sink
}

/** IDR slices and parameter sets, alone, aggregated (STAP-A) or in fragments (FU-A). */
function beginsKeyFrame(packet: Buffer): boolean {
  const first = packet[0] ?? 0
  let offset = 12 + (first & 0x0f) * 4
  if ((first & 0x10) !== 0) offset += 4 + packet.readUInt16BE(offset + 2) * 4
  const nal = (packet[offset] ?? 0) & 0x1f
  if (nal === 5 || nal === 7) return true
  if (nal === 24) return ((packet[offset + 3] ?? 0) & 0x1f) === 7
  return nal === 28 && ((packet[offset + 1] ?? 0) & 0x9f) === 0x85
}

async function bindPair(): Promise<{ rtp: Socket; rtcp: Socket; port: number }> {
  for (;;) {
    const port = 50_000 + 2 * Math.floor(Math.random() * 5_000)
    const rtp = createSocket('udp4')
    const rtcp = createSocket('udp4')
    try {
      await bound(rtp, port)
      await bound(rtcp, port + 1)
      return { rtp, rtcp, port }
    } catch {
      await Promise.all([closed(rtp), closed(rtcp)])
    }
  }
}

function bound(socket: Socket, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', resolve)
  })
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    try {
      socket.close(() => resolve())
    } catch {
      resolve() // it was never bound
    }
  })
}
