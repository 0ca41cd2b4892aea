import { rungsFor, type RungName } from '@e-events/shared/domain/ladder.ts'
import { planThumbnails, sheetPattern, sheetSide, thumbnailFilter, thumbnailPattern, type ThumbnailPlan } from '../hls/thumbnails.ts'
import { soundNames } from '../hls/runs.ts'
import { aac, scaled } from './encoding.ts'
import { scaledTo, type SourceLayer } from './plan.ts'
import { uploadInput, type SoundStream } from './probe.ts'
import type { BatchCommand } from './run.ts'

/**
 * Fragmented tracks of one run into one MP4, nothing encoded. Part of a run does not begin at zero, and its sound not
 * exactly with its pictures.
 */
export function remuxCommand(sources: readonly string[], output: string): BatchCommand {
  return {
    inputs: sources.map((path) => ({ options: [...uploadInput], path })),
    options: [
      ...sources.flatMap((_, index) => ['-map', `${index}:0`]),
      ...'-c copy -copyts -avoid_negative_ts make_zero -video_track_timescale 90000'.split(' '),
    ],
    output,
  }
}

/** MP4s of the same kind behind each other, its index in front so that it plays while it loads. */
export function concatCommand(listPath: string, output: string): BatchCommand {
  return {
    inputs: [{ options: ['-protocol_whitelist', 'file,pipe', '-f', 'concat', '-safe', '0'], path: listPath }],
    options: ['-map', '0', '-c', 'copy', '-movflags', '+faststart'],
    output,
  }
}

/** A stretch whose pictures have another size than the rest, made to fit in with bars where the ratio differs. */
export function normalizeCommand(input: string, output: string, size: SourceLayer & { frameRate: number; videoBps: number }): BatchCommand {
  const { width, height } = size
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=${size.frameRate}`
  return {
    inputs: [{ options: [...uploadInput], path: input }],
    options:
      `-map 0:v:0 -map 0:a:0? -vf ${fit} -c:v libx264 -preset superfast -profile:v main -pix_fmt yuv420p -b:v ${size.videoBps} -maxrate ${Math.round(size.videoBps * 1.1)} -bufsize ${size.videoBps * 2} -c:a copy -video_track_timescale 90000`.split(
        ' ',
      ),
    output,
  }
}

export interface VodPlan {
  rungs: { name: RungName; width: number; height: number; videoBps: number }[]
  frameRate: number
  isHdr: boolean
  /** Languages of its sound, the one that plays unless somebody chooses first; none: it is silent. */
  sounds: readonly SoundStream[]
  /** Small pictures for the seek bar, on sheets. */
  thumbnails: ThumbnailPlan | null
}

/** Exactly the rungs that fit a file: never scaled up, ratio kept. Pure. */
export function planFile(facts: {
  video: (SourceLayer & { frameRate: number; isHdr?: boolean }) | null
  sounds: readonly SoundStream[]
  durationSec?: number
}): VodPlan {
  const { video, sounds } = facts
  if (!video) return { rungs: [], frameRate: 0, isHdr: false, sounds: sounds.slice(0, 1), thumbnails: null }
  const rungs = rungsFor(Math.min(video.width, video.height)).map(({ name, height, videoBps }) => ({
    name,
    videoBps,
    ...scaledTo(video, height),
  }))
  return {
    rungs,
    frameRate: Math.min(60, video.frameRate),
    isHdr: video.isHdr ?? false,
    sounds,
    thumbnails: planThumbnails(video, facts.durationSec ?? 0),
  }
}

/** Filters that `toneMap` needs; not every build of ffmpeg has zscale. */
export const toneMapFilters = ['zscale', 'tonemap'] as const

/**
 * Light of up to 1,000 nits in wide colours becomes the eight bits of an ordinary screen, with white and skin about
 * where they are in other films.
 */
const toneMap =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0:peak=10,zscale=t=bt709:m=bt709:r=tv,format=yuv420p,'

/** All rungs of a file in one pass: decoded once, key frames of all rungs together, silence where it has no sound. */
export function vodCommand(
  plan: VodPlan,
  input: string,
  folder: string,
  /** `maxSec`: what a file holds beyond that is not read, whatever it says of itself. */
  settings: { preset: string; segmentDurationSec: number; maxSec: number; canToneMap?: boolean; hasZscale?: boolean },
): BatchCommand {
  const { rungs, sounds } = plan
  const isSilent = sounds.length === 0
  const splits = rungs.map((_, index) => `[s${index}]`).join('')
  const chains = rungs.map(
    ({ width, height }, index) => `[s${index}]${scaled({ width, height }, 'bicubic', settings)},setsar=1,format=yuv420p[v${index}]`,
  )
  const { thumbnails } = plan
  const small = thumbnails ? [`[th]${thumbnailFilter(thumbnails)}[thumbs]`] : []
  const split = `split=${rungs.length + small.length}${splits}${thumbnails ? '[th]' : ''}`
  const graph = [`[0:v:0]fps=${plan.frameRate},${plan.isHdr && settings.canToneMap ? toneMap : ''}${split}`, ...chains, ...small].join(';')
  // An output of its own in front of the playlists: decoded once for both. Put together to sheets later, since ffmpeg
  // reports nothing before every output began.
  const thumbs = thumbnails ? ['-map', '[thumbs]', ...'-fps_mode vfr -q:v 3 -f image2'.split(' '), `${folder}/${thumbnailPattern}`] : []
  const variants = rungs.map(({ name }, index) => `v:${index},agroup:aud,name:${name}`)
  const others = sounds.slice(1).map((_, index) => `a:${index + 1},agroup:aud,name:${soundNames[index + 1]}`)
  return {
    inputs: [
      { options: [...uploadInput, '-t', String(settings.maxSec)], path: input },
      ...(isSilent ? [{ options: ['-f', 'lavfi'], path: 'anullsrc=r=48000:cl=stereo' }] : []),
    ],
    options: [
      ...(rungs.length > 0 ? ['-filter_complex', graph, ...thumbs, ...rungs.flatMap((_, index) => ['-map', `[v${index}]`])] : []),
      ...(isSilent ? ['1:a:0'] : sounds.map(({ index }) => `0:a:${index}`)).flatMap((stream) => ['-map', stream]),
      ...aac,
      ...(isSilent ? ['-shortest'] : []),
      ...`-c:v libx264 -preset ${settings.preset} -profile:v main -sc_threshold 0 -force_key_frames expr:gte(t,n_forced*${settings.segmentDurationSec})`.split(
        ' ',
      ),
      ...rungs.flatMap(({ videoBps }, index) =>
        // As in the live ladder: no segment, the first included, is a tenth above its rate.
        `-b:v:${index} ${videoBps} -maxrate:v:${index} ${videoBps} -bufsize:v:${index} ${videoBps} -rc_init_occupancy:v:${index} ${videoBps / 5}`.split(
          ' ',
        ),
      ),
      ...`-f hls -hls_time ${settings.segmentDurationSec} -hls_list_size 0 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4`.split(
        ' ',
      ),
      '-hls_fmp4_init_filename',
      rungs.length === 0 ? 'init_audio.mp4' : 'init_%v.mp4',
      '-hls_segment_filename',
      `${folder}/%v_%05d.m4s`,
      '-var_stream_map',
      [...variants, 'a:0,agroup:aud,default:yes,name:audio', ...others].join(' '),
    ],
    output: `${folder}/%v.m3u8`,
  }
}

/** The small pictures, a hundred on each sheet. */
export function sheetsCommand(folder: string): BatchCommand {
  return {
    inputs: [{ options: '-protocol_whitelist file,pipe -f image2 -framerate 25'.split(' '), path: `${folder}/${thumbnailPattern}` }],
    options: `-vf tile=${sheetSide}x${sheetSide} -q:v 5 -f image2`.split(' '),
    output: `${folder}/${sheetPattern}`,
  }
}
