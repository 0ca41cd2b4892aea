import { framePicture, type FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { toProductCard } from '../../catalogue/read/product-card.ts'
import type { HeadProductRow } from './repository.ts'
import { attribute, inScript } from './escaping.ts'

/** Null where the page begins with something else than a picture and words over it. */
export function homeFrame([first]: readonly ShownSection[], language: Language): FirstFrame | null {
  if (first?.type !== 'hero') return null
  return { page: 'home', language, hero: { ...first, items: first.items.slice(0, 1) }, choices: first.items.length }
}

/** Null where the page begins with a notice. */
export function productFrame(row: HeadProductRow, language: Language): FirstFrame | null {
  if (row.cancelled) return null
  return { page: 'product', language, product: toProductCard(row) }
}

/**
 * The frame as data, which the page's own script draws (web/src/app/first-frame), and its picture, asked for before
 * anything else.
 */
export function frameTags(frame: FirstFrame): string[] {
  const picture = framePicture(frame)
  const widths = picture?.srcSet ? ` imagesrcset="${attribute(picture.srcSet)}" imagesizes="${attribute(picture.sizes)}"` : ''
  return [
    ...(picture === null ? [] : [`<link rel="preload" as="image" href="${attribute(picture.src)}"${widths} fetchpriority="high">`]),
    `<script type="application/json" id="first-frame">${inScript(frame)}</script>`,
  ]
}
