import { datedTypes, type PublishRule } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'

/** Groups of fields in their order. */
export const partIds = ['info', 'texts', 'image', 'speakers', 'price', 'dates', 'media', 'classification', 'extras'] as const
type FieldPart = (typeof partIds)[number]
/** Parts that courses and masters have beside their fields. */
type LearningPart = 'requirements' | 'modules' | 'lessons' | 'courses'
export type PartId = FieldPart | LearningPart
export type StepId = PartId | 'video' | 'trailer'

/** A step of the form, with what is on it. */
export interface Step {
  id: StepId
  parts: readonly PartId[]
  /** Those of its parts that most organizers never touch: folded at its end. */
  more?: readonly PartId[]
}

/** The part where each rule of publishing is met; the channel is approved elsewhere. */
export const partOfRule: Record<Exclude<PublishRule, 'channel'>, PartId> = {
  image: 'image',
  speakers: 'speakers',
  session: 'dates',
  price: 'price',
  media: 'media',
  text: 'media',
  lessons: 'lessons',
  courses: 'courses',
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

const more: readonly PartId[] = ['classification', 'extras']
const about: readonly PartId[] = ['texts', 'info', 'image', 'speakers', 'price', ...more]

/** The steps of courses and masters in their order: all that a product has is in the first one. */
const learningSteps: Partial<Record<ProductType, readonly Step[]>> = {
  course: [
    { id: 'info', parts: about, more },
    { id: 'requirements', parts: ['requirements'] },
    { id: 'video', parts: ['media'] },
    { id: 'modules', parts: ['modules'] },
    { id: 'lessons', parts: ['lessons'] },
  ],
  master: [
    { id: 'info', parts: about, more },
    { id: 'requirements', parts: ['requirements'] },
    { id: 'trailer', parts: ['media'] },
    { id: 'courses', parts: ['courses'] },
  ],
}

/** Courses and masters are made one step after the other: no step is left forwards while something is missing in it. */
export const isStepped = (type: ProductType | ''): boolean => type !== '' && learningSteps[type] !== undefined

/**
 * Steps that a kind of product has no use for are left out; before a kind is chosen, only those of all kinds are known.
 */
export function stepsOf(type: ProductType | ''): readonly Step[] {
  const own = type === '' ? undefined : learningSteps[type]
  if (own) return own
  const { dates, media: content, trailer } = traitsOf(type)
  return partIds
    .filter((id) => (id === 'dates' ? dates !== 'none' : id === 'media' ? content !== 'none' || trailer : true))
    .map((id) => ({ id, parts: [id] }))
}
