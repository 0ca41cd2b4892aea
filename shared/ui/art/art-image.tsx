import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useEffect, useMemo, useState } from 'react'
import type { Fallback } from './drawn.ts'

interface ArtImageProps {
  /** Missing or broken pictures are replaced by a drawn one of `fallback`; without it the tinted box stays. */
  src: string | null | undefined
  /** Empty for art that repeats a title standing beside it. */
  alt: string
  fallback?: Fallback
  ratio?: '16 / 9' | '1 / 1' | '3 / 1' | '21 / 9' | 'auto'
  eager?: boolean
  /** How wide the picture is shown, for `srcSet` choices. */
  sizes?: string
  srcSet?: string | undefined
  sx?: SxProps<Theme>
}

/** Every image reserves its place: the ratio is on the box, so layout shift is zero whatever the network does. */
export function ArtImage({ src, alt, fallback, ratio = '16 / 9', eager = false, sizes, srcSet, sx }: ArtImageProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const usable = src && src !== brokenSrc ? src : null
  const drawn = useDrawn(usable ? undefined : fallback)
  return (
    <Box
      component="img"
      src={usable ?? drawn ?? blank}
      srcSet={usable ? srcSet : undefined}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={() => usable && setBrokenSrc(usable)}
      sx={[
        { width: '100%', height: ratio === 'auto' ? '100%' : undefined, aspectRatio: ratio, objectFit: 'cover', bgcolor: 'tint.neutral' },
        ...toArray(sx),
      ]}
    />
  )
}

type SxList = Exclude<SxProps<Theme>, readonly unknown[]>[]
const toArray = (sx: SxProps<Theme> | undefined): SxList => (Array.isArray(sx) ? (sx as SxList) : sx ? [sx as SxList[number]] : [])

/** One transparent pixel: an <img> without a source would show the browser's broken frame. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

let draw: ((options: Fallback) => string) | undefined

/** The generator carries 250 KB of letter outlines, so it is fetched only when a picture is really missing. */
export async function loadArt(): Promise<void> {
  draw ??= (await import('./drawn.ts')).drawn
}

/** Drawn with the page where the generator is there already. */
function useDrawn(options: Fallback | undefined): string | null {
  const key = options ? JSON.stringify(options) : null
  const [isLoaded, setLoaded] = useState(draw !== undefined)
  useEffect(() => {
    if (!key || isLoaded) return undefined
    let stale = false
    void loadArt().then(() => {
      if (!stale) setLoaded(true)
    })
    return () => {
      stale = true
    }
  }, [key, isLoaded])
  return useMemo(() => (key && isLoaded && draw ? draw(JSON.parse(key) as Fallback) : null), [key, isLoaded])
}
