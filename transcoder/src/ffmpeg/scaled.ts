import type { SourceLayer } from './plan.ts'

/** The filter that makes pictures exactly this large: zimg's where this ffmpeg has it, which costs less, or swscale's. */
export const scaled = (
  { width, height }: SourceLayer,
  kernel: 'bilinear' | 'bicubic',
  { hasZscale }: { hasZscale?: boolean | undefined },
): string => (hasZscale === true ? `zscale=w=${width}:h=${height}:filter=${kernel}` : `scale=${width}:${height}:flags=${kernel}`)
