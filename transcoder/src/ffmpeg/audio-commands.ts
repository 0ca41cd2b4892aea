import { aac } from './encoding.ts'
import { inputOf, maxDurationSec, type Container } from './probe.ts'
import type { BatchCommand } from './run.ts'

/** Loudness of podcasts by EBU R128, so that all of them play equally loud. */
export const loudness = { integratedLufs: -16, truePeakDb: -1.5, rangeLu: 11 } as const
const target = `loudnorm=I=${loudness.integratedLufs}:TP=${loudness.truePeakDb}:LRA=${loudness.rangeLu}`
/** Samples per second of the copy that the waveform is drawn from. */
export const peakRate = 4_000

/** A file may hold more than it says. */
const withinLimit = ['-t', String(maxDurationSec)]

export interface Measured {
  input_i: string
  input_tp: string
  input_lra: string
  input_thresh: string
  target_offset: string
}

/** First pass: measures, and writes a coarse copy (16 bit, mono) to the output for the waveform. */
export function measureCommand(path: string, container: Container): string[] {
  const graph = `[0:a:0]asplit=2[loud][shape];[loud]${target}:print_format=json[l];[shape]aresample=${peakRate},aformat=channel_layouts=mono:sample_fmts=s16[s]`
  return [
    ...'-hide_banner -nostdin -nostats -loglevel info'.split(' '),
    ...inputOf(container),
    ...withinLimit,
    '-i',
    path,
    '-filter_complex',
    graph,
    ...'-map [l] -f null -'.split(' '),
    ...`-map [s] -f s16le pipe:1`.split(' '),
  ]
}

/** Reads the measurement of the first pass from its log. Undefined for silence, which has no loudness. */
export function readMeasured(words: string): Measured | undefined {
  const text = /\{[^{}]*"input_i"[^{}]*\}/.exec(words)?.[0]
  if (text === undefined) return undefined
  const measured = JSON.parse(text) as Measured
  return [measured.input_i, measured.input_tp, measured.input_lra, measured.input_thresh].every((value) => Number.isFinite(Number(value)))
    ? measured
    : undefined
}

/** Second pass: one gain over the whole, so that its dynamics stay; AAC in playlists of its own. */
export function audioCommand(
  path: string,
  folder: string,
  { container, measured, segmentDurationSec }: { container: Container; measured: Measured | undefined; segmentDurationSec: number },
): BatchCommand {
  const filter = measured
    ? `${target}:measured_I=${measured.input_i}:measured_TP=${measured.input_tp}:measured_LRA=${measured.input_lra}:measured_thresh=${measured.input_thresh}:offset=${measured.target_offset}:linear=true`
    : 'anull'
  return {
    inputs: [{ options: [...inputOf(container), ...withinLimit], path }],
    options: [
      ...'-map 0:a:0 -vn -af'.split(' '),
      filter,
      ...aac,
      ...`-f hls -hls_time ${segmentDurationSec} -hls_list_size 0 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4`.split(
        ' ',
      ),
      '-hls_fmp4_init_filename',
      'init_audio.mp4',
      '-hls_segment_filename',
      `${folder}/%v_%05d.m4s`,
      '-var_stream_map',
      'a:0,agroup:aud,default:yes,name:audio',
    ],
    output: `${folder}/%v.m3u8`,
  }
}

/** Collects the loudest sample of each of `count` equal stretches while sound flows by. */
export function createPeaks(durationSec: number, count = 800) {
  const perPeak = Math.max(1, Math.ceil((durationSec * peakRate) / count))
  const peaks: number[] = []
  let samples = 0
  let loudest = 0
  let odd: number | undefined
  const take = (value: number) => {
    loudest = Math.max(loudest, Math.abs(value))
    if (++samples % perPeak === 0) {
      peaks.push(loudest)
      loudest = 0
    }
  }
  return {
    add(chunk: Uint8Array) {
      let at = 0
      // A sample may be cut in two between chunks.
      if (odd !== undefined && chunk.length > 0) {
        take((((chunk[0] ?? 0) << 24) >> 16) | odd)
        odd = undefined
        at = 1
      }
      for (; at + 1 < chunk.length; at += 2) take((((chunk[at + 1] ?? 0) << 24) >> 16) | (chunk[at] ?? 0))
      if (at < chunk.length) odd = chunk[at]
    },
    /** 0 to 1, two digits; the loudest one is 1, since players draw shapes and no levels. */
    finish(): number[] {
      if (samples % perPeak !== 0) peaks.push(loudest)
      const top = Math.max(1, ...peaks)
      return peaks.map((peak) => Math.round((peak / top) * 100) / 100)
    },
  }
}
