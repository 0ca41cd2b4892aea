import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { broadcastId, feedId } from '@e-events/shared/domain/ids.ts'
import { ffmpegBin } from '../../support/programs.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild } from '../lib/child.ts'
import { clipFile, sendArgv } from '../lib/clips.ts'
import { joinAs, publish, type Source } from '../lib/ingest.ts'
import { cpuDuring, interleave, until, waitSeconds } from '../lib/rounds.ts'

const receivers = 6
const layer = { width: 1280, height: 720, bps: 6_000_000 }
const source: Source = { codec: 'h264', layers: [layer], withSound: false }
const ssrc = 0x2000_0001

/** Counts what arrives on an even port and the next one. */
async function openSink() {
  for (;;) {
    const port = 47_000 + 2 * Math.floor(Math.random() * 900)
    const sockets: Socket[] = []
    try {
      for (const each of [port, port + 1]) {
        const socket = createSocket({ type: 'udp4', recvBufferSize: 8 * 1024 * 1024 })
        sockets.push(socket)
        socket.bind(each, '127.0.0.1')
        await once(socket, 'listening')
      }
    } catch {
      for (const socket of sockets) socket.close()
      continue
    }
    let bytes = 0
    sockets[0]?.on('message', (packet) => (bytes += packet.length))
    return { port, megabytes: () => bytes / 1e6, close: () => sockets.forEach((socket) => socket.close()) }
  }
}
type Sink = Awaited<ReturnType<typeof openSink>>

/** CPU milliseconds per megabyte that reached the receivers. */
async function costPerMb(bench: Bench, pid: number, sink: Sink): Promise<number> {
  await until('packets arrive', () => sink.megabytes() > 2)
  const before = sink.megabytes()
  const { cpuSec } = await cpuDuring(pid, () => waitSeconds(bench.seconds))
  return (cpuSec * 1000) / (sink.megabytes() - before)
}

async function ours(bench: Bench): Promise<number> {
  const stack = await bench.stack()
  const sink = await openSink()
  // A room that only the sfu knows: no ladder runs beside it.
  const room = broadcastId.parse(randomUUID())
  const feed = feedId.parse(randomUUID())
  const publishing = await publish(stack, { broadcastId: room, feedId: feed, source })
  const egress = await joinAs(stack, 'egress', room)
  try {
    const { egressId } = await egress.client.request('openEgress', {
      feedId: feed,
      ip: '127.0.0.1',
      keyFrameIntervalMs: 2_000,
      streams: Array.from({ length: receivers }, () => ({
        kind: 'video' as const,
        port: sink.port,
        rtcpPort: sink.port + 1,
        spatialLayer: null,
      })),
    })
    await egress.client.request('resumeEgress', { egressId })
    return await costPerMb(bench, stack.pidOf('sfu'), sink)
  } finally {
    egress.close()
    await publishing.stop()
    sink.close()
  }
}

async function bare(bench: Bench): Promise<number> {
  const stack = await bench.stack()
  const sink = await openSink()
  const script = fileURLToPath(new URL('../servers/bare-sfu.ts', import.meta.url))
  const server = startChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, String(receivers), String(sink.port), String(ssrc)],
    {
      env: { PATH: process.env['PATH'], MEDIASOUP_WORKER_BIN: stack.env['MEDIASOUP_WORKER_BIN'] },
    },
  )
  try {
    const { port, rtcpPort } = JSON.parse(await server.firstLine) as { port: number; rtcpPort: number }
    const file = await clipFile({ codec: 'h264', ...layer, withSound: false })
    const sender = startChild(ffmpegBin(), sendArgv([{ file, codec: 'h264', video: { ip: '127.0.0.1', port, rtcpPort, ssrc } }]))
    try {
      return await costPerMb(bench, server.pid, sink)
    } finally {
      await sender.end()
    }
  } finally {
    await server.end('SIGTERM')
    sink.close()
  }
}

export const sfuForwarding: Row = {
  id: 'sfu',
  title: 'SFU forwarding',
  async measure(bench) {
    await bench.stack()
    await clipFile({ codec: 'h264', ...layer, withSound: false })
    const measured = await interleave(bench, 'sfu', { ours: () => ours(bench), baseline: () => bare(bench) })
    return {
      figures: [
        {
          name: 'SFU forwarding',
          unit: 'CPU ms/MB',
          ...measured,
          goal: { ratioAtMost: 1.1 },
          note: `one 6 Mb/s H264 stream as plain RTP to ${receivers} plain receivers on loopback; node and media worker against a mediasoup script of 40 lines; megabytes as they arrived. The ciphers of WebRTC are asserted in the row below`,
        },
      ],
    }
  },
}
