import { pictureSet } from '@e-events/shared/domain/picture-set.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import type { Fallback } from '@e-events/shared/ui/art/drawn.ts'
import type { SxProps, Theme } from '@mui/material/styles'

export type PictureRatio = '16:9' | '1:1' | '3:1' | '21:9' | 'auto'

interface PictureProps {
  /** `/api/files/{id}`, or any other address. Missing and broken pictures show `fallback`. */
  src: string | null | undefined
  /** Empty for a picture that repeats words standing beside it. */
  alt: string
  /** How wide the picture is shown, for the browser's choice. */
  sizes?: string
  ratio?: PictureRatio
  /** A tiny data URI, shown until the picture is there. */
  placeholder?: string | null
  fallback?: Fallback
  eager?: boolean
  sx?: SxProps<Theme>
}

/**
 * A picture in the width that the screen needs; the format is settled between browser and server. Its place is
 * reserved, so nothing jumps.
 */
export function Picture({ src, alt, sizes = '100vw', ratio = '16:9', placeholder, fallback, eager, sx }: PictureProps) {
  return (
    <ArtImage
      src={src}
      srcSet={pictureSet(src)}
      sizes={sizes}
      alt={alt}
      ratio={ratio === 'auto' ? 'auto' : cssRatios[ratio]}
      {...(fallback ? { fallback } : {})}
      {...(eager === undefined ? {} : { eager })}
      sx={[
        placeholder ? { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover', backgroundPosition: 'center' } : {},
        ...(Array.isArray(sx) ? (sx as SxList) : sx ? [sx as SxList[number]] : []),
      ]}
    />
  )
}

type SxList = Exclude<SxProps<Theme>, readonly unknown[]>[]
const cssRatios = { '16:9': '16 / 9', '1:1': '1 / 1', '3:1': '3 / 1', '21:9': '21 / 9' } as const
