import { spawn, type ChildProcess } from 'node:child_process'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { RequestInput } from '@e-events/shared/signaling/requests.ts'
import { ffmpegBin } from '../../support/programs.ts'
import type { TestPeer } from './support.ts'

const audioRtp = {
  codecs: [{ mimeType: 'audio/opus', payloadType: 101, clockRate: 48_000, channels: 2, parameters: { 'sprop-stereo': 1 } }],
  encodings: [{ ssrc: 11_111_111 }],
  rtcp: { cname: 'show' },
}
const videoRtp = {
  codecs: [
    {
      mimeType: 'video/H264',
      payloadType: 102,
      clockRate: 90_000,
      parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
    },
  ],
  encodings: [{ ssrc: 22_222_222 }],
  rtcp: { cname: 'show' },
}

export interface Show {
  /** Where the sfu listens for it. */
  ports: number[]
  stop(): Promise<void>
}

/** ffmpeg plays a test picture and a tone into the sfu as plain RTP, as a server-side publisher would. */
export async function startShow(peer: TestPeer, feedId: FeedId): Promise<Show> {
  const request: RequestInput<'openIngest'> = {
    feedId,
    meta: { kind: 'file', label: 'Test show', language: 'en' },
    streams: [
      { kind: 'video', rtpParameters: videoRtp, layers: [{ width: 320, height: 180, maxBitrateBps: 400_000 }], frameRate: 30 },
      { kind: 'audio', rtpParameters: audioRtp },
    ],
  }
  const { streams } = await peer.client.request('openIngest', request)
  const address = (kind: 'audio' | 'video') => {
    const stream = streams.find((each) => each.kind === kind)
    if (!stream) throw new Error(`no ${kind} port`)
    return `rtp://${stream.ip}:${stream.port}?rtcpport=${stream.rtcpPort ?? stream.port}&pkt_size=1200`
  }
  const output = (kind: 'audio' | 'video', ssrc: number, payloadType: number) =>
    `-ssrc ${ssrc} -payload_type ${payloadType} -f rtp ${address(kind)}`
  const argv = [
    '-hide_banner -loglevel error',
    '-re -f lavfi -i testsrc2=size=320x180:rate=30 -re -f lavfi -i sine=frequency=440:sample_rate=48000',
    '-map 0:v -c:v libx264 -preset ultrafast -tune zerolatency -profile:v baseline -pix_fmt yuv420p -g 30 -b:v 400k',
    output('video', 22_222_222, 102),
    '-map 1:a -c:a libopus -ac 2 -b:a 64k',
    output('audio', 11_111_111, 101),
  ].flatMap((part) => part.split(' '))
  const child = spawn(ffmpegBin(), argv, { stdio: 'ignore' })
  return {
    ports: streams.flatMap(({ port, rtcpPort }) => (rtcpPort === null ? [port] : [port, rtcpPort])),
    stop: () => ended(child),
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
