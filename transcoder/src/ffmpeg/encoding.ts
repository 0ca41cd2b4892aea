import { audioBps } from '@e-events/shared/domain/ladder.ts'
import type { SourceLayer } from './plan.ts'

/**
 * Sound of all that is made. The coder that FFmpeg names better and much faster from 64 kbit/s on: with the same bytes
 * its error on a piece of music is a hundredth.
 */
export const aac = `-c:a aac -aac_coder fast -b:a ${audioBps} -ac 2 -ar 48000`.split(' ')

/** Filter that scales to exactly this size: zimg's, which costs less, where this ffmpeg has it, else swscale's. */
export const scaled = (
  { width, height }: SourceLayer,
  kernel: 'bilinear' | 'bicubic',
  { hasZscale }: { hasZscale?: boolean | undefined },
): string => (hasZscale === true ? `zscale=w=${width}:h=${height}:filter=${kernel}` : `scale=${width}:${height}:flags=${kernel}`)
