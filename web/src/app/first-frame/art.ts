import { framePicture, type FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { PosterOptions } from '@e-events/shared/ui/art/poster.ts'

/**
 * Picture that the app draws where the frame has none, in the words of hero.tsx, media-hero.tsx and picture.tsx; null
 * where it has one.
 */
export function artOf(frame: FirstFrame): PosterOptions | null {
  if (framePicture(frame)) return null
  if (frame.page === 'product') return { title: frame.product.title, kicker: frame.product.channel.title }
  const { media, title, items } = frame.hero
  return { title: (media.kind === 'catalogue' ? items[0]?.title : undefined) ?? title, bare: true }
}
