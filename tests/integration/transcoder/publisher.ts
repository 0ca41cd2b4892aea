import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { TestPeer } from '../sfu/support.ts'
import { columns, encodePicture, rows, ticksPerSecond } from '../../support/picture-code.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

export interface PublishedPictures {
  /** Undefined: sound only. */
  size?: { width: number; height: number }
  /** Overrides of what the sfu is told. */
  announced?: { width: number; height: number }
  codec?: 'h264' | 'vp8'
  framesPerSec?: number
  withoutSound?: boolean
  /** The pictures carry the code of this run, with a counter. */
  run?: number
}

export const beepHz = 1_000
const clipSec = 10
const videoSsrc = 0x1000_0001
const audioSsrc = 0x1000_0002

const defaultFramesPerSec = 15
const clips = new Map<string, Promise<string>>()

/**
 * The show of a publisher as a file, made once: sending it costs next to nothing, so that a busy machine does not make
 * a slow publisher.
 */
export function clipOf(
  folder: string,
  { size, codec = 'h264', framesPerSec = defaultFramesPerSec, run }: PublishedPictures,
): Promise<string> {
  const { width, height } = size ?? { width: 16, height: 16 }
  // Matroska keeps sound and pictures in the order of their times. A transport stream does not: read in real time, its
  // pictures would be sent 50 to 140 ms late.
  const file = path.join(folder, `${width}x${height}-${framesPerSec}${run === undefined ? '' : `-${run}`}-${codec}.mkv`)
  const made = clips.get(file) ?? makeClip(file, { width, height, codec, framesPerSec, run })
  clips.set(file, made)
  return made
}

async function makeClip(
  file: string,
  clip: { width: number; height: number; codec: 'h264' | 'vp8'; framesPerSec: number; run: number | undefined },
): Promise<string> {
  const { width, height, codec, framesPerSec, run } = clip
  const flash = "drawbox=t=fill:color=white:enable='lt(mod(t,1),0.1)'"
  const keyFrames = `-g ${2 * framesPerSec} -keyint_min ${2 * framesPerSec}`
  const encoder =
    codec === 'h264'
      ? // As browsers send them: the parameter sets with every key frame.
        `-c:v libx264 -x264-params repeat-headers=1 -preset ultrafast -tune zerolatency -profile:v baseline -b:v 1500k -sc_threshold 0 ${keyFrames}`
      : `-c:v libvpx -deadline realtime -cpu-used 8 -b:v 800k ${keyFrames}`
  const frames = `${file}.gray`
  if (run !== undefined) await writeFile(frames, codedFrames(run, framesPerSec))
  const pictures =
    run === undefined
      ? [...words('-f lavfi -i'), `testsrc2=s=${width}x${height}:r=${framesPerSec}:d=${clipSec},${flash},format=yuv420p`]
      : [...words(`-f rawvideo -pix_fmt gray -s ${columns}x${rows} -r ${framesPerSec} -i`), frames]
  await runProgram(ffmpegBin(), [
    ...words('-hide_banner -nostdin -loglevel error -y'),
    ...pictures,
    ...words('-f lavfi -i'),
    `aevalsrc='0.5*sin(${beepHz}*2*PI*t)*lt(mod(t,1),0.1)':s=48000:d=${clipSec}`,
    ...(run === undefined ? [] : words(`-vf scale=${width}:${height}:flags=neighbor,format=yuv420p`)),
    ...words(`${encoder} -c:a libopus -ac 2 -b:a 96k`),
    file,
  ])
  return file
}

/** A clip is sent over and over: its counter begins again after so many ticks. */
export const clipTicks = clipSec * ticksPerSecond

function codedFrames(run: number, framesPerSec: number): Uint8Array {
  const pictures = Array.from({ length: clipSec * framesPerSec }, (_, index) =>
    encodePicture({ source: 'camera', run, counter: Math.floor((index * ticksPerSecond) / framesPerSec) }),
  )
  return Uint8Array.from(pictures.flat())
}

/**
 * A server-side publisher: the whole picture flashes white and a beep sounds for a tenth of every second. Key frames
 * stand two seconds apart, as an encoder without feedback sets them.
 */
export async function startPublisherProcess(
  peer: TestPeer,
  options: { feedId: FeedId; kind: 'camera' | 'screen' | 'audio'; pictures: PublishedPictures; clip: string },
): Promise<{ stop(): Promise<void> }> {
  const { size, announced = size, codec = 'h264', framesPerSec = defaultFramesPerSec, withoutSound = false } = options.pictures
  await peer.client.request('join', {})
  const video = codec === 'h264' ? h264 : vp8
  const { streams } = await peer.client.request('openIngest', {
    feedId: options.feedId,
    meta: { kind: options.kind, label: 'test', language: null },
    streams: [
      ...(withoutSound ? [] : [{ kind: 'audio' as const, rtpParameters: parameters(opus, audioSsrc) }]),
      ...(size && announced
        ? [
            {
              kind: 'video' as const,
              rtpParameters: parameters(video, videoSsrc),
              layers: [{ ...announced, maxBitrateBps: 2_500_000 }],
              frameRate: framesPerSec,
            },
          ]
        : []),
    ],
  })
  const address = (kind: 'audio' | 'video') => {
    const stream = streams.find((one) => one.kind === kind)
    return `rtp://${stream?.ip}:${stream?.port}?rtcpport=${stream?.rtcpPort}&pkt_size=1200`
  }
  // Sender reports of both streams tell the clock of one beginning; else each counts from the moment at which its own
  // output was opened.
  const clock = `-start_time_realtime ${Date.now() * 1000}`
  const argv = [
    ...words('-hide_banner -nostdin -loglevel error -re -stream_loop -1 -i'),
    options.clip,
    ...(size ? [...words(`-map 0:v -c copy ${clock} -payload_type ${video.payloadType} -ssrc ${videoSsrc} -f rtp`), address('video')] : []),
    ...(withoutSound
      ? []
      : [...words(`-map 0:a -c copy ${clock} -payload_type ${opus.payloadType} -ssrc ${audioSsrc} -f rtp`), address('audio')]),
  ]
  const child = spawn(ffmpegBin(), argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return {
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const opus = { mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2, parameters: {} }
const h264 = {
  mimeType: 'video/H264',
  payloadType: 96,
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
}
const vp8 = { mimeType: 'video/VP8', payloadType: 97, clockRate: 90_000, parameters: {} }

function parameters(codec: typeof opus | typeof h264 | typeof vp8, ssrc: number) {
  return { codecs: [codec], encodings: [{ ssrc }], rtcp: { cname: 'test-publisher' } }
}
