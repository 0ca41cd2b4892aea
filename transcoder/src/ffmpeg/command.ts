import { aac, scaled } from './encoding.ts'
import type { EncodedRung, LadderPlan } from './plan.ts'

/**
 * Longest fragments of pictures and of sound, as parts of a segment. Key frames end a fragment, too: so a segment is
 * two fragments of pictures, and the second one is shorter even where its key frame comes a picture late.
 */
export const pictureShare = 0.5
export const soundShare = 0.1
/** Room for a key frame that comes late, and for pictures that come less often. */
const lateSec = 0.02

/** A fragment of pictures that is shorter was ended by a key frame, or is the last. */
export const fullFragmentSec = (segmentDurationSec: 1 | 2): number => segmentDurationSec * pictureShare + lateSec

export interface CommandSettings {
  segmentDurationSec: 1 | 2
  /** x264 speed: superfast costs two thirds of veryfast. */
  preset: string
  /** This ffmpeg has the filter of that name. */
  hasZscale?: boolean
}

/**
 * Time stamps must never go back. They do when a publisher changes the size, and with every sender report of a stream
 * that is received beside another one: ffmpeg then takes its clock from the report. Copied and encoded pictures get the
 * same rule, so that all rungs keep the same times.
 */
const monotonousTimes = String.raw`setts=ts=if(eq(PREV_OUTPTS\,NOPTS)\,if(eq(PTS\,NOPTS)\,0\,PTS)\,if(eq(PTS\,NOPTS)\,PREV_OUTPTS+450\,max(PTS\,PREV_OUTPTS+450)))`

const risingTimes = String.raw`setpts=if(isnan(PREV_OUTPTS)\,PTS\,max(PTS\,PREV_OUTPTS+450))`

/** Which lists a plan's run writes: one per rung, and the sound. */
export function trackNames(plan: LadderPlan): string[] {
  return [...plan.rungs.map(({ rung }) => rung), 'audio']
}

/** The first of the pipes that a run writes into: one per track, in the order of `trackNames`, then one for stills. */
export const firstPipe = 3

/** Seconds from one still of a run to the next. */
export const stillsEverySec = 10

/**
 * Whether a plan's run writes stills (JPEG, one after the other) into a last pipe: its smallest pictures are decoded
 * anyway. Not beside an input of ffmpeg's own: ffmpeg reads the input whose output is furthest behind, and stills
 * always are.
 */
export function givesStills({ rungs, audio, videoInputs, composedOf }: LadderPlan): boolean {
  return rungs.at(-1)?.kind === 'encode' && audio === 'feed' && videoInputs.length > 0 && composedOf === undefined
}

/** Arguments of one live run: plain RTP in, one stream of fragmented MP4 per track out, each into a pipe. Pure. */
export function liveCommand(plan: LadderPlan, input: { sdpPath: string; ip: string }, settings: CommandSettings): string[] {
  const usesRtp = plan.videoInputs.length > 0 || plan.audio === 'feed'
  const sources: string[][] = []
  if (usesRtp) sources.push(['-threads', '1', ...rtpInput, '-localaddr', input.ip, '-f', 'sdp', '-i', input.sdpPath])
  const extraInput = (...args: string[]) => sources.push(['-f', 'lavfi', '-i', ...args]) - 1
  const audioInput = plan.audio === 'feed' ? 0 : extraInput('anullsrc=r=48000:cl=stereo')
  const blackInput = plan.mode === 'black' ? extraInput(`color=c=black:s=640x360:r=${plan.frameRate}`) : undefined

  return [
    ...'-hide_banner -nostdin -nostats -loglevel warning'.split(' '),
    ...sources.flat(),
    ...filters(plan, blackInput, settings),
    ...pictures(plan, settings),
    ...sound(plan, audioInput),
    ...aac,
    ...(plan.audio === 'feed' && plan.composedOf === undefined ? ['-af', evenTimes] : []),
    ...fragments(plan.rungs.length, settings.segmentDurationSec * soundShare),
    ...(givesStills(plan) ? stills(plan.rungs.length + 1) : []),
  ]
}

/**
 * Receiving plain RTP. A long analysis is an upper bound only and costs nothing; a short one races with the first key
 * frame. The frame rate probe would cost a second.
 */
// A key frame comes as a burst: a busy ffmpeg must find all of it when it gets to reading. The system may grant less.
const rtpInput =
  '-protocol_whitelist file,udp,rtp -buffer_size 4194304 -analyzeduration 10000000 -probesize 10000000 -fpsprobesize 0'.split(' ')

// async=1 fills and trims only: soft compensation (larger values) makes time stamps jump on its first use.
const evenTimes = 'aresample=async=1'

function sound({ audio, composedOf }: LadderPlan, input: number): string[] {
  if (audio === 'silence' || composedOf === undefined) return ['-map', `${input}:a:0`]
  const names = Array.from({ length: composedOf }, (_, index) => index)
  const each = names.map((index) => `[${input}:a:${index}]${evenTimes}[a${index}]`)
  const mix = `${names.map((index) => `[a${index}]`).join('')}amix=inputs=${composedOf}:normalize=0,alimiter=limit=0.95:level=0[mix]`
  return ['-filter_complex', [...each, mix].join(';'), '-map', '[mix]']
}

function filters(plan: LadderPlan, blackInput: number | undefined, settings: CommandSettings): string[] {
  const encoded = plan.rungs.filter((rung) => rung.kind === 'encode')
  const hasCopies = encoded.length < plan.rungs.length
  return encoded.length > 0
    ? ['-filter_complex_threads', '1', '-filter_complex', filterGraph(plan, { hasCopies, blackInput, ...settings })]
    : []
}

/** One output per rung. */
function pictures(plan: LadderPlan, settings: CommandSettings): string[] {
  const hasCopies = plan.rungs.some(({ kind }) => kind === 'copy')
  return plan.rungs.flatMap((rung, index) => [
    '-map',
    rung.kind === 'copy' ? `0:v:${rung.input}` : `[v${index}]`,
    ...(rung.kind === 'copy'
      ? ['-c:v', 'copy', '-bsf:v', monotonousTimes]
      : [
          // Beside copied pictures: the same frames at the same times, so that all rungs cut at the same key frames.
          ...(hasCopies ? ['-fps_mode', 'passthrough', '-enc_time_base:v', '1:90000'] : []),
          ...encoder(rung, { ...settings, followsSource: hasCopies, frameRate: plan.frameRate }),
        ]),
    ...fragments(index, fullFragmentSec(settings.segmentDurationSec)),
  ])
}

/** One chain per encoded rung, decoding each stream once. */
function filterGraph(
  plan: LadderPlan,
  { hasCopies, blackInput, hasZscale }: CommandSettings & { hasCopies: boolean; blackInput: number | undefined },
): string {
  const chains: string[] = []
  const byInput = new Map<string, { rung: EncodedRung; index: number }[]>()
  plan.rungs.forEach((rung, index) => {
    if (rung.kind !== 'encode') return
    const input = blackInput === undefined ? `0:v:${rung.input}` : `${blackInput}:v:0`
    byInput.set(input, [...(byInput.get(input) ?? []), { rung, index }])
  })
  for (const [input, targets] of byInput) {
    // Frame rates of RTP streams are guessed and often absurd: an even rate where nothing ties us to the source's own
    // frames.
    const rate = hasCopies ? `${risingTimes},` : `fps=${plan.frameRate},`
    chains.push(`[${input}]${rate}split=${targets.length}${targets.map(({ index }) => `[s${index}]`).join('')}`)
    for (const { rung, index } of targets) {
      const size = `${rung.width}:${rung.height}`
      const scale =
        plan.composedOf === undefined
          ? scaled(rung, 'bilinear', { hasZscale })
          : `scale=${size}:flags=bilinear:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=${size}:-1:-1`
      const gives = index === plan.rungs.length - 1 && givesStills(plan)
      chains.push(`[s${index}]${scale},setsar=1,format=yuv420p${gives ? ',split' : ''}[v${index}]${gives ? '[p]' : ''}`)
      if (gives) chains.push(String.raw`[p]select=isnan(prev_selected_t)+gte(t-prev_selected_t\,${stillsEverySec})[still]`)
    }
  }
  return chains.join(';')
}

interface EncoderSettings extends CommandSettings {
  followsSource: boolean
  frameRate: number
}

function encoder(rung: EncodedRung, settings: EncoderSettings): string[] {
  const of = (name: string, value: string | number) => [`-${name}:v`, String(value)]
  return [
    ...of('c', 'libx264'),
    ...of('preset', settings.preset),
    ...of('profile', 'main'),
    ...of('threads', rung.height > 1000 ? 3 : rung.height > 600 ? 2 : 1),
    ...of('b', rung.videoBps),
    ...of('maxrate', rung.videoBps),
    // A buffer that begins nearly empty, and nothing above the rate: no segment is a tenth above it, nor the first.
    ...of('bufsize', rung.videoBps),
    ...of('rc_init_occupancy', Math.round(rung.videoBps / 5)),
    ...of('sc_threshold', 0),
    // A picture is shown when it is decoded: what looks ahead is shown later than its time says, and out of step with
    // feeds that are passed on.
    ...of('bf', 0),
    ...(settings.followsSource
      ? [
          // zerolatency: no frame waits in the encoder, so that encoded rungs keep up with the copied one. x264 must be
          // told a sane rate.
          ...of('tune', 'zerolatency'),
          ...of('x264-params', `fps=${settings.frameRate}/1`),
          ...of('force_key_frames', 'source'),
          ...of('g', 20 * settings.frameRate),
          ...of('keyint_min', 1),
        ]
      : [
          ...of('force_key_frames', `expr:gte(t,n_forced*${settings.segmentDurationSec})`),
          ...of('g', 20 * settings.frameRate),
          ...of('keyint_min', 1),
        ]),
  ]
}

/** Every picture that is chosen, as a file of JPEG. */
function stills(pipe: number): string[] {
  return `-map [still] -fps_mode passthrough -c:v mjpeg -threads:v 1 -q:v 4 -f image2pipe -flush_packets 1 pipe:${firstPipe + pipe}`.split(
    ' ',
  )
}

/** Fragmented MP4 of one track into its pipe: its initialization with the first fragment, and none longer than that. */
function fragments(track: number, longestSec: number): string[] {
  const flags = `frag_keyframe+delay_moov+default_base_moof+skip_trailer`
  return `-f mp4 -movflags ${flags} -frag_duration ${Math.round(longestSec * 1_000_000)} -flush_packets 1 pipe:${firstPipe + track}`.split(
    ' ',
  )
}
