import type { MediaFailure } from '@e-events/shared/domain/media-uploads.ts'
import { z } from 'zod'
import { soundNames, type SoundTags } from '../hls/runs.ts'
import type { Binaries } from './binaries.ts'
import { probeRaw } from './run.ts'

export interface FileFacts {
  durationSec: number
  /** As shown: a rotated video has its sides exchanged. Null: no pictures. */
  video: {
    width: number
    height: number
    /** Pictures per second of the encoded result. */
    frameRate: number
    /** Load of the decoder: the pixels of all pictures of a second. */
    pixelsPerSec: number
    codec: string
    isHdr: boolean
  } | null
  hasAudio: boolean
  /** Sound that can be decoded, the one that plays unless somebody chooses first. */
  sounds: SoundStream[]
  streams: number
}

export interface SoundStream extends SoundTags {
  /** Among the sounds of the file. */
  index: number
}

const number = z.coerce.number()
const rawSchema = z.looseObject({
  format: z.looseObject({ duration: number.optional() }),
  streams: z.array(
    z.looseObject({
      codec_type: z.string(),
      codec_name: z.string().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
      avg_frame_rate: z.string().optional(),
      color_transfer: z.string().optional(),
      duration: z.union([z.string(), z.number()]).optional(),
      rotation: z.union([z.string(), z.number()]).optional(),
      side_data_list: z.array(z.looseObject({ rotation: z.union([z.string(), z.number()]).optional() })).optional(),
      disposition: z.looseObject({ attached_pic: z.number().optional(), default: z.number().optional() }).optional(),
      tags: z.looseObject({ language: z.string().optional(), title: z.string().optional() }).optional(),
    }),
  ),
})

type RawStream = z.infer<typeof rawSchema>['streams'][number]

export type Container = 'mov' | 'mp3' | 'wav'

/** Larger pictures are refused by the decoder itself: a file may say one size and hold another. */
const maxPixels = 8192 * 4320

/**
 * Files are read by this demuxer only and can open nothing beside themselves: a playlist named .mp4 reaches no network
 * and no other file.
 */
export function inputOf(container: Container): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-f', container, '-max_pixels', String(maxPixels)]
}
export const uploadInput = inputOf('mov')

/** @throws Error when the file is not an MP4 or MOV that ffprobe understands */
export async function probeUpload(binaries: Binaries, path: string, container: Container = 'mov'): Promise<FileFacts> {
  return toFacts(await probeRaw(binaries, path, inputOf(container)))
}

const maxStreams = 16
export const maxDurationSec = 12 * 60 * 60
const maxSide = 8192
/** 8K at 30 pictures a second, 4K at 120. */
const maxPixelsPerSec = maxPixels * 30

/** Why a file is not taken although it can be read; undefined where it is. Pure. */
export function refusalOf(facts: FileFacts, media: 'video' | 'audio' | undefined): MediaFailure | undefined {
  if (facts.streams > maxStreams) return 'too_many_streams'
  if (facts.durationSec > maxDurationSec) return 'too_long'
  if (media === 'audio') return facts.hasAudio ? undefined : 'no_audio'
  // A seeded file may be sound alone.
  if (!facts.video) return media === undefined && facts.hasAudio ? undefined : 'no_video'
  const { width, height, pixelsPerSec } = facts.video
  if (Math.max(width, height) > maxSide || width * height > maxPixels) return 'picture_too_large'
  return pixelsPerSec > maxPixelsPerSec ? 'frame_rate_too_high' : undefined
}

/** PQ (HDR10, Dolby Vision) and HLG (phones, television): shown as they are on an ordinary screen, they are grey. */
const hdrTransfers = new Set(['smpte2084', 'arib-std-b67'])

/** Pure: ffprobe's answer to what the planner needs. */
export function toFacts(raw: unknown): FileFacts {
  const { format, streams } = rawSchema.parse(raw)
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  const durations = [format.duration, ...streams.map((stream) => Number(stream.duration))].filter((value) => Number.isFinite(value))
  const quarterTurn =
    Math.abs(Number(video?.rotation ?? video?.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0)) % 180 === 90
  const rate = rateOf(video?.avg_frame_rate)
  const sounds = soundsOf(streams.filter((stream) => stream.codec_type === 'audio'))
  const width = video?.width ?? 0
  const height = video?.height ?? 0
  return {
    durationSec: Math.max(0, ...(durations as number[])),
    video:
      video && width > 0 && height > 0
        ? {
            width: quarterTurn ? height : width,
            height: quarterTurn ? width : height,
            frameRate: rate > 0 && rate <= 240 ? rate : 30,
            pixelsPerSec: width * height * rate,
            codec: video.codec_name ?? 'unknown',
            isHdr: hdrTransfers.has(video.color_transfer ?? ''),
          }
        : null,
    hasAudio: sounds.length > 0,
    sounds,
    streams: streams.length,
  }
}

const undecodable: ReadonlySet<string> = new Set(['none', 'unknown', 'ac4', 'mpegh_3d_audio'])

function soundsOf(streams: readonly RawStream[]): SoundStream[] {
  const sounds = streams.flatMap(({ codec_name: codec, disposition, tags }, index) => {
    // A phone or a broadcaster may add a form for which there is no decoder.
    if (codec === undefined || undecodable.has(codec)) return []
    const language = languageOf(tags?.language)
    const title = tidy(tags?.title)
    return [{ isFirst: disposition?.default === 1, index, ...(language ? { language } : {}), ...(title ? { title } : {}) }]
  })
  const first = sounds.find(({ isFirst }) => isFirst) ?? sounds[0]
  const ordered = first ? [first, ...sounds.filter((sound) => sound !== first)] : []
  return ordered.slice(0, soundNames.length).map(({ isFirst: _, ...sound }) => sound)
}

/** No language, several, and one that nobody has a name for. */
const noLanguage = /^(?:und|mul|mis|zxx|q[a-t][a-z])$/

/** Files say it in three letters: `spa` is `es`. */
function languageOf(tag: string | undefined): string | undefined {
  try {
    const { language } = new Intl.Locale(tag?.trim() ?? '')
    return noLanguage.test(language) ? undefined : language
  } catch {
    return undefined
  }
}

/** As it may stand in a playlist. */
const tidy = (title: string | undefined): string | undefined =>
  title
    ?.replaceAll(/[\p{Cc}\p{Cf}"]/gu, '')
    .trim()
    .slice(0, 60) || undefined

/** Pictures a second over the whole file; 0 where it does not say. */
function rateOf(text: string | undefined): number {
  const [numerator = 0, denominator = 1] = (text ?? '').split('/').map(Number)
  const rate = numerator / denominator
  return Number.isFinite(rate) ? rate : 0
}
