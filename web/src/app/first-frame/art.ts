import { framePicture, type FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { PosterOptions } from '@e-events/shared/ui/art/poster.ts'
import { heroArt } from '../../features/storefront/home/hero-art.ts'

/** Picture that the app draws where the frame has none, in the words of picture.tsx; null where none is drawn. */
export function artOf(frame: FirstFrame): PosterOptions | null {
  if (frame.page === 'home') return heroArt(frame.hero)
  const { title, channel } = frame.product
  return framePicture(frame) ? null : { title, kicker: channel.title }
}
