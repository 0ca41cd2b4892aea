import { z } from 'zod'
import type { Binaries } from './binaries.ts'
import { probeRaw } from './run.ts'

export interface FileFacts {
  durationSec: number
  /** As shown: a rotated video has its sides exchanged. Null: no pictures. */
  video: { width: number; height: number; frameRate: number; codec: string } | null
  hasAudio: boolean
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
      duration: z.union([z.string(), z.number()]).optional(),
      rotation: z.union([z.string(), z.number()]).optional(),
      disposition: z.looseObject({ attached_pic: z.number().optional() }).optional(),
    }),
  ),
})

/** Uploads are read by this demuxer only and can open nothing beside themselves: a playlist named .mp4 reaches no network and no other file. */
export const uploadInput = ['-protocol_whitelist', 'file,pipe', '-f', 'mov'] as const

/** @throws Error when the file is not an MP4 or MOV that ffprobe understands */
export async function probeUpload(binaries: Binaries, path: string): Promise<FileFacts> {
  return toFacts(await probeRaw(binaries, path, uploadInput))
}

/** Pure: ffprobe's answer to what the planner needs. */
export function toFacts(raw: unknown): FileFacts {
  const { format, streams } = rawSchema.parse(raw)
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  const durations = [format.duration, ...streams.map((stream) => Number(stream.duration))].filter((value) => Number.isFinite(value))
  const quarterTurn = Math.abs(Number(video?.rotation ?? 0)) % 180 === 90
  const width = video?.width ?? 0
  const height = video?.height ?? 0
  return {
    durationSec: Math.max(0, ...(durations as number[])),
    video:
      video && width > 0 && height > 0
        ? {
            width: quarterTurn ? height : width,
            height: quarterTurn ? width : height,
            frameRate: rateOf(video.avg_frame_rate),
            codec: video.codec_name ?? 'unknown',
          }
        : null,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
  }
}

function rateOf(text: string | undefined): number {
  const [numerator = 0, denominator = 1] = (text ?? '').split('/').map(Number)
  const rate = numerator / denominator
  return Number.isFinite(rate) && rate > 0 && rate <= 240 ? rate : 30
}
