import { heroPicture, heroSizes } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { pictureSet } from '@e-events/shared/domain/picture-set.ts'
import { preload } from 'react-dom'

/** The largest picture of the first screen is on its way before the page that shows it was drawn. */
export function preloadHero(sections: readonly ShownSection[]): void {
  const [first] = sections
  if (first?.type !== 'hero') return
  const src = heroPicture(first)
  if (!src) return
  const imageSrcSet = pictureSet(src)
  preload(src, { as: 'image', fetchPriority: 'high', ...(imageSrcSet ? { imageSrcSet, imageSizes: heroSizes } : {}) })
}
