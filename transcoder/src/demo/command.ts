import { digitSize, panelSize, shotSize, slideSize, type ShowFiles } from './strips.ts'

export interface RtpTarget {
  ip: string
  port: number
  rtcpPort: number
  ssrc: number
  payloadType: number
}

export interface ShowCommand {
  files: ShowFiles
  /** Seconds of the day that the clock shows on its first frame, in the viewers' zone. */
  clockStartSec: number
  stage: { video: RtpTarget; audio: RtpTarget }
  slides: { video: RtpTarget }
}

export const stageVideo = { width: 1280, height: 720, frameRate: 25, maxBitrateBps: 2_500_000 }
export const slidesVideo = { width: 1280, height: 720, frameRate: 5, maxBitrateBps: 600_000 }
/** Sends key frames on the transcoder's segment grid without requests. */
const keyFrameSec = 2
const shotFrames = 160
const slideSec = 10

/**
 * One ffmpeg that composes and sends the show. Pictures are decoded once and kept (`loop`); what moves is a window on
 * them, so that the whole cost is encoding. `-re` on a generated input is the only pacemaker; everything else follows
 * it.
 */
export function showArgv(show: ShowCommand): string[] {
  const { files } = show
  return [
    ['-hide_banner', '-loglevel', 'warning', '-nostdin'],
    ['-re', '-f', 'lavfi', '-i', `color=black:s=${stageVideo.width}x${stageVideo.height}:r=${stageVideo.frameRate}`],
    ['-re', '-stream_loop', '-1', '-i', files.music],
    ['-i', files.stage, '-i', files.slides, '-i', files.digits, '-i', files.panel],
    ['-filter_complex', filters(show.clockStartSec)],
    videoOutput('[stage]', { ...stageVideo, target: show.stage.video }),
    ['-map', '1:a', '-c:a', 'libopus', '-b:a', '96k', '-ac', '2', '-frame_duration', '20', ...rtp(show.stage.audio)],
    videoOutput('[slides]', { ...slidesVideo, target: show.slides.video }),
  ].flat()
}

function filters(clockStartSec: number): string {
  const { frameRate } = stageVideo
  const held = (rate: number) => `format=yuv420p,loop=-1:1,setpts=N/${rate}/TB,fps=${rate}`
  // Two pixels a frame: whole chroma samples, so that the wandering is smooth. Every other shot wanders back.
  const step = `mod(n,${shotFrames})`
  const shot = `floor(n/${shotFrames})`
  const x = `if(mod(${shot},2),${2 * (shotFrames - 1)}-2*${step},2*${step})`
  const y = `${shotSize.height}*mod(${shot},5)+${(shotSize.height - stageVideo.height) / 2}`
  const seconds = `floor(n/${frameRate}+${clockStartSec})`
  const rows = [`mod(floor(${seconds}/3600),24)`, `mod(floor(${seconds}/60),60)`, `mod(${seconds},60)`, `mod(n,${frameRate})`]
  const [top] = [(panelSize.height - digitSize.height) / 2]
  const clock = rows.flatMap((row, i) => [
    `[d${i}]crop=${digitSize.width}:${digitSize.height}:0:'${digitSize.height}*${row}'[c${i}]`,
    `[p${i}][c${i}]overlay=${16 + i * (digitSize.width + 20)}:${top}[p${i + 1}]`,
  ])
  return [
    `[2:v]${held(frameRate)},crop=${stageVideo.width}:${stageVideo.height}:'${x}':'${y}'[scene]`,
    `[4:v]${held(frameRate)},split=4[d0][d1][d2][d3]`,
    `[5:v]${held(frameRate)}[p0]`,
    ...clock,
    `[p4]split=2[clock][small]`,
    `[0:v]format=yuv420p[pace]`,
    `[pace][scene]overlay=0:0:shortest=1[framed]`,
    `[framed][clock]overlay=W-w-40:40,split=2[stage][beat]`,
    // The slides follow the same pacemaker: its frames thinned out, covered by the board and by the same clock.
    `[beat]fps=${slidesVideo.frameRate}[slow]`,
    `[small]fps=${slidesVideo.frameRate}[smallclock]`,
    `[3:v]${held(slidesVideo.frameRate)},crop=${slideSize.width}:${slideSize.height}:0:'${slideSize.height}*mod(floor(n/${slidesVideo.frameRate * slideSec}),6)'[board]`,
    `[slow][board]overlay=0:0[shown]`,
    `[shown][smallclock]overlay=W-w-40:H-h-30[slides]`,
  ].join(';')
}

function videoOutput(
  label: string,
  { frameRate, maxBitrateBps, target }: { frameRate: number; maxBitrateBps: number; target: RtpTarget },
): string[] {
  const rate = String(maxBitrateBps)
  const keyFrames = String(frameRate * keyFrameSec)
  return [
    ['-map', label, '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p'],
    // One slice per picture: the sliced threads of 'zerolatency' cost more than they save at this size.
    ['-threads', '1', '-g', keyFrames, '-keyint_min', keyFrames, '-sc_threshold', '0', '-bf', '0'],
    // A small buffer keeps key frames small: they leave in one burst, and a busy machine's socket has to hold all of
    // it.
    ['-b:v', String(Math.round(maxBitrateBps * 0.85)), '-maxrate', rate, '-bufsize', String(Math.round(maxBitrateBps * 0.3))],
    rtp(target),
  ].flat()
}

/** Packets stay below the usual MTU, wherever the node is. */
function rtp({ ip, port, rtcpPort, ssrc, payloadType }: RtpTarget): string[] {
  return [
    '-f',
    'rtp',
    '-ssrc',
    String(ssrc),
    '-payload_type',
    String(payloadType),
    `rtp://${ip}:${port}?rtcpport=${rtcpPort}&pkt_size=1200`,
  ]
}
