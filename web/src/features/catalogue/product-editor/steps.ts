import { datedTypes, type PublishRule } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'

/** The steps of the form in their order. */
export const stepIds = ['info', 'texts', 'image', 'speakers', 'price', 'dates', 'media', 'classification', 'extras'] as const
export type StepId = (typeof stepIds)[number]

/** The step where each rule of publishing is met; the channel is approved elsewhere. */
export const stepOfRule: Record<Exclude<PublishRule, 'channel'>, StepId> = {
  image: 'image',
  speakers: 'speakers',
  session: 'dates',
  price: 'price',
  media: 'media',
  text: 'media',
  lessons: 'media',
  courses: 'media',
  sheet: 'media',
}

/**
 * Content that buyers of a kind get: a recorded video, sound, a text, a datasheet, what the studio sends, lessons,
 * courses, or nothing of the kind: people who meet, and goods.
 */
type Media = 'video' | 'audio' | 'post' | 'datasheet' | 'studio' | 'lessons' | 'courses' | 'none'

const media: Record<ProductType, Media> = {
  broadcast: 'studio',
  live: 'video',
  vod: 'video',
  podcast: 'audio',
  post: 'post',
  datasheet: 'datasheet',
  physical: 'none',
  course: 'lessons',
  master: 'courses',
  meet: 'none',
}

/** Kinds that are read or listened to have nothing to show beforehand. */
const withoutTrailer: ReadonlySet<ProductType> = new Set(['podcast', 'post', 'datasheet'])

export interface Traits {
  dates: 'required' | 'none'
  media: Media
  trailer: boolean
}

export function traitsOf(type: ProductType | ''): Traits {
  if (type === '') return { dates: 'none', media: 'none', trailer: false }
  return {
    dates: datedTypes.has(type) ? 'required' : 'none',
    media: media[type],
    trailer: !withoutTrailer.has(type),
  }
}

/**
 * Steps that a kind of product has no use for are left out; before a kind is chosen, only those of all kinds are known.
 */
export function stepsOf(type: ProductType | ''): StepId[] {
  const { dates, media: content, trailer } = traitsOf(type)
  return stepIds.filter((id) => (id === 'dates' ? dates !== 'none' : id === 'media' ? content !== 'none' || trailer : true))
}
