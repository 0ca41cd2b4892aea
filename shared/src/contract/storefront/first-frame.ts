import type { Language } from '../../domain/language.ts'
import { pictureSet } from '../../domain/picture-set.ts'
import type { ProductCard } from '../catalogue/products.ts'
import type { ShownSectionOf } from './shown-sections.ts'

/**
 * Data that the server puts into a page so that its first words and its largest picture are seen before the app runs
 * (`script#first-frame`). It is what the api answers to somebody who is not logged in, and nothing else.
 */
export type FirstFrame = HomeFrame | ProductFrame

export interface HomeFrame {
  page: 'home'
  language: Language
  /** The hero that the page begins with, with the product that it shows first. */
  hero: ShownSectionOf<'hero'>
  /** How many products the hero turns between. */
  choices: number
}

export interface ProductFrame {
  page: 'product'
  language: Language
  product: ProductCard
}

/**
 * The address, the widths and the shown width of the frame's picture. Page, frame and preload use the same words, or
 * the browser would load it twice.
 */
export interface FramePicture {
  src: string
  srcSet: string | undefined
  sizes: string
}

export const heroSizes = '100vw'
export const productPictureSizes = '(min-width:1280px) 940px, (min-width:960px) 60vw, 100vw'

export function framePicture(frame: FirstFrame): FramePicture | null {
  if (frame.page === 'home') return picture(heroPicture(frame.hero), heroSizes)
  return picture(frame.product.heroUrl ?? frame.product.posterUrl, productPictureSizes)
}

/** The picture that a hero begins with. */
export function heroPicture({ media, items }: ShownSectionOf<'hero'>): string | null {
  return media.kind === 'catalogue' ? (items[0]?.heroUrl ?? null) : media.imageUrl
}

const picture = (src: string | null, sizes: string): FramePicture | null => (src ? { src, srcSet: pictureSet(src), sizes } : null)
