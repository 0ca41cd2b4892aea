import { access, mkdir, rename } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

/**
 * Clip that is sent. `bps` is the target; H264 clips are cut at the same frames, so that they can be the layers of one
 * publisher.
 */
export interface ClipSpec {
  codec: 'h264' | 'vp8'
  width: number
  height: number
  bps: number
  withSound: boolean
}

export const framesPerSec = 30
/** Key frames stand this far apart: the segment grid. */
export const gridSec = 2
const clipSec = 8

/** Made once per machine: on a busy one it takes longer than a round. */
const folder = path.join(os.tmpdir(), 'e-events-bench-clips')
const made = new Map<string, Promise<string>>()

/**
 * A clip that can be sent over and over without any encoding: what a publisher costs must not stand in the way of what
 * is measured. A moving test picture with a little noise, so that encoders have work to do.
 */
export function clipFile(spec: ClipSpec): Promise<string> {
  // A transport stream keeps the parameter sets in front of every key frame, as browsers send them.
  const type = spec.codec === 'h264' ? 'ts' : 'mkv'
  const name = `${spec.codec}-${spec.width}x${spec.height}-${spec.bps}${spec.withSound ? '-sound' : ''}.${type}`
  const making = made.get(name) ?? findOrMake(path.join(folder, name), spec)
  made.set(name, making)
  return making
}

async function findOrMake(file: string, spec: ClipSpec): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  await mkdir(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}${path.extname(file)}`
  await makeClip(unfinished, spec)
  await rename(unfinished, file)
  return file
}

async function makeClip(file: string, { codec, width, height, bps, withSound }: ClipSpec): Promise<void> {
  const picture = `testsrc2=s=${width}x${height}:r=${framesPerSec},noise=alls=6:allf=t,format=yuv420p`
  const rate = `-b:v ${bps} -maxrate ${bps} -bufsize ${bps} -g ${gridSec * framesPerSec} -keyint_min ${gridSec * framesPerSec}`
  const encoder =
    codec === 'h264'
      ? `-c:v libx264 -preset ultrafast -tune zerolatency -x264-params sliced-threads=0 -profile:v baseline -sc_threshold 0 ${rate}`
      : `-c:v libvpx -deadline realtime -cpu-used 8 ${rate}`
  await runProgram(
    ffmpegBin(),
    [
      ...words('-hide_banner -nostdin -loglevel error -f lavfi -i'),
      picture,
      ...(withSound ? [...words('-f lavfi -i'), `sine=f=440:r=48000:d=${clipSec}`] : []),
      ...words(`-map 0:v ${encoder}`),
      ...(withSound ? words('-map 1:a -c:a libopus -ac 2 -b:a 96k') : []),
      ...words(`-t ${clipSec} -y`),
      file,
    ],
    { timeoutMs: 300_000 },
  )
}

export const payloadTypes = { audio: 111, h264: 96, vp8: 97 }

export interface SentStream {
  file: string
  codec: ClipSpec['codec']
  video: { ip: string; port: number; rtcpPort: number; ssrc: number }
  audio?: { ip: string; port: number; rtcpPort: number; ssrc: number } | undefined
}

/** ffmpeg that sends these clips as plain RTP in real time, endlessly, without encoding anything. */
export function sendArgv(streams: readonly SentStream[]): string[] {
  const target = ({ ip, port, rtcpPort }: SentStream['video']) => `rtp://${ip}:${port}?rtcpport=${rtcpPort}&pkt_size=1200`
  return [
    ...words('-hide_banner -nostdin -loglevel error'),
    ...streams.flatMap(({ file }) => [...words('-re -stream_loop -1 -i'), file]),
    ...streams.flatMap(({ codec, video, audio }, index) => [
      ...words(`-map ${index}:v -c:v copy`),
      ...words(`-payload_type ${payloadTypes[codec]} -ssrc ${video.ssrc} -f rtp`),
      target(video),
      ...(audio
        ? [...words(`-map ${index}:a -c:a copy -payload_type ${payloadTypes.audio} -ssrc ${audio.ssrc} -f rtp`), target(audio)]
        : []),
    ]),
  ]
}

/** How ffmpeg receives what `sendArgv` sends to these ports. */
export function receivingSdp(codec: ClipSpec['codec'], ports: { audio: number; video: number }): string {
  const video =
    codec === 'h264' ? ['a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=1;profile-level-id=42e01f'] : ['a=rtpmap:97 VP8/90000']
  return [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=bench',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${ports.audio} RTP/AVP ${payloadTypes.audio}`,
    `a=rtpmap:${payloadTypes.audio} opus/48000/2`,
    'a=recvonly',
    `m=video ${ports.video} RTP/AVP ${payloadTypes[codec]}`,
    ...video,
    'a=recvonly',
    '',
  ].join('\r\n')
}
