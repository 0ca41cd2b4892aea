import { portrait } from './portrait.ts'
import { poster, type PosterOptions } from './poster.ts'

/** A poster for a product or a channel, a portrait for a person. */
export type Fallback = PosterOptions | { portrait: string }

/** The picture as a data URI. */
export const drawn = (options: Fallback): string => ('portrait' in options ? portrait(options.portrait) : poster(options))
