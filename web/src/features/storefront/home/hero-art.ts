import { heroPicture } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { PosterOptions } from '@e-events/shared/ui/art/poster.ts'

/** Picture that is drawn because a hero begins without one; null where it has one, and where it has no product yet. */
export function heroArt(hero: ShownSectionOf<'hero'>): PosterOptions | null {
  const title = hero.media.kind === 'catalogue' ? hero.items[0]?.title : hero.title
  return heroPicture(hero) || title === undefined ? null : { title, bare: true }
}
