import { embedUrlOf } from './embed.ts'
import type { LessonKind } from './lessons.ts'

/**
 * Whether a lesson of this kind may show an address from elsewhere: a player that pages of ours frame, or, for a
 * meeting, any page, which opens by itself.
 */
export function takesUrl(kind: LessonKind, url: string): boolean {
  return kind === 'meeting' || (kind !== 'text' && embedUrlOf(url) !== undefined)
}

const productPage = /^(?:\/account\/channels\/[a-z0-9-]+|\/manage)?\/(?:products|player|meets)\/([a-z0-9-]{1,120})(?=[/?#]|$)/

/**
 * The slug of the product of ours that an address leads to: its page, its player, its meeting or its form. Undefined
 * for every other address, those of other pages of ours included.
 */
export function productOfUrl(url: string, origin: string): string | undefined {
  return isOwnUrl(url, origin) ? productPage.exec(url.slice(origin.length))?.[1] : undefined
}

/** Whether an address is below `origin` (without a slash at its end). */
export function isOwnUrl(url: string, origin: string): boolean {
  return url.toLowerCase().startsWith(`${origin.toLowerCase()}/`)
}
