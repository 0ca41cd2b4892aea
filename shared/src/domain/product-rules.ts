import type { ChannelStatus, ProductPlan, ProductStatus, ProductType } from './states.ts'

/** Organizers can go live, whatever staff lets them make besides. */
const typesOfEveryOrganizer = ['live', 'broadcast'] as const satisfies readonly ProductType[]
export function isOfEveryOrganizer(type: ProductType): type is (typeof typesOfEveryOrganizer)[number] {
  return typesOfEveryOrganizer.some((one) => one === type)
}

/** Modules whose switch decides whether organizers make a type, and whether its page is there. */
export const moduleOfType: Partial<Record<ProductType, 'datasheets' | 'meetings'>> = { datasheet: 'datasheets', meet: 'meetings' }

export const publishRules = ['channel', 'image', 'speakers', 'session', 'price', 'media', 'text', 'lessons', 'courses', 'sheet'] as const
export type PublishRule = (typeof publishRules)[number]

/**
 * Content that each type must have, beside a channel, a picture, people and a price: read by the api, the checklist and
 * the form. A deferred live plays its video at its hour, so it asks for both.
 */
export const needsOf: Readonly<Record<ProductType, readonly PublishRule[]>> = {
  broadcast: ['session'],
  live: ['session', 'media'],
  meet: ['session'],
  vod: ['media'],
  podcast: ['media'],
  post: ['text'],
  course: ['lessons'],
  master: ['courses'],
  datasheet: ['sheet'],
  physical: [],
}

/** Types that have dates. */
export const datedTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live', 'meet'])
/** Types that may be watched through a player elsewhere. */
export const embeddableTypes: ReadonlySet<ProductType> = new Set(['vod', 'podcast'])
const readTypes = ['post', 'datasheet'] as const satisfies readonly ProductType[]
/** Types that are read on a page of their own; the player leads there. */
export function isRead(type: string): type is (typeof readTypes)[number] {
  return readTypes.some((one) => one === type)
}
/** Types whose medium has chapters. */
export const chapteredTypes: ReadonlySet<string> = new Set(['vod', 'podcast'])
/** Types that are enjoyed on a page of their own, not in the player. */
export const pagedTypes: ReadonlySet<string> = new Set(['course', 'master', 'meet'])

export interface PublishFacts {
  type: ProductType
  plan: ProductPlan
  channelStatus: ChannelStatus
  netPriceMinor: number
  hasImage: boolean
  speakers: number
  sessions: number
  /** A finished video or sound, or the address of a player elsewhere. */
  hasMedia: boolean
  /** Words of a post, in its longest language. */
  words: number
  lessons: number
  /** Courses of a master that were published. */
  courses: number
  /** A worksheet says what it is about, or brings something to work with. */
  hasSheet: boolean
}

/**
 * The rules that apply to this product and whether each holds: what a form explains before the button is pressed, and
 * what pressing it checks.
 */
export function publishChecklist(facts: PublishFacts): { rule: PublishRule; ok: boolean }[] {
  const holds: Record<PublishRule, boolean> = {
    channel: facts.channelStatus === 'published',
    image: facts.hasImage,
    speakers: facts.speakers > 0,
    session: facts.sessions > 0,
    price: facts.netPriceMinor > 0,
    media: facts.hasMedia,
    text: facts.words > 0,
    lessons: facts.lessons > 0,
    courses: facts.courses > 0,
    sheet: facts.hasSheet,
  }
  const asked = new Set<PublishRule>(['channel', 'image', 'speakers', ...needsOf[facts.type]])
  if (facts.plan === 'paid') asked.add('price')
  return publishRules.filter((rule) => asked.has(rule)).map((rule) => ({ rule, ok: holds[rule] }))
}

/**
 * Freedoms that publishing takes away for good: the type, the channel, saved dates, being a draft, being deleted; and
 * the address that people have got.
 */
export const frozenFields = ['type', 'channel', 'savedSessions', 'draft', 'deletion', 'slug'] as const
export type FrozenField = (typeof frozenFields)[number]

export function frozenOf(status: ProductStatus): FrozenField[] {
  return status === 'draft' ? [] : [...frozenFields]
}

/** An offer takes at most so much off and never adds (`monetize.promotionMaxPercent` of the settings). */
export function offerIsAllowed(netMinor: number, offerNetMinor: number, maxPercent: number): boolean {
  return offerNetMinor <= netMinor && offerNetMinor * 100 >= netMinor * (100 - maxPercent)
}
