import type { ShownSection } from '@e-events/shared/contract/shown-sections.ts'
import { preload } from 'react-dom'
import { pictureSet } from '../../components/picture.tsx'

/** The largest picture of the first screen is on its way before the page that shows it was drawn. */
export function preloadHero(sections: readonly ShownSection[]): void {
  const [first] = sections
  if (first?.type !== 'hero') return
  const src = first.media.kind === 'catalogue' ? first.items[0]?.heroUrl : first.media.imageUrl
  if (!src) return
  const imageSrcSet = pictureSet(src)
  preload(src, { as: 'image', fetchPriority: 'high', ...(imageSrcSet ? { imageSrcSet, imageSizes: '100vw' } : {}) })
}
