import { fees } from './fees.ts'
import type { ChannelStatus, ProductPlan, ProductStatus, ProductType } from './states.ts'

/** Organizers can go live, whatever staff lets them make besides. */
const typesOfEveryOrganizer = ['live', 'broadcast'] as const satisfies readonly ProductType[]
export function isOfEveryOrganizer(type: ProductType): type is (typeof typesOfEveryOrganizer)[number] {
  return typesOfEveryOrganizer.some((one) => one === type)
}

/** Types that have dates, and those that cannot be published without one (CAT-041). */
export const datedTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live', 'meet'])
export const sessionRequiredTypes: ReadonlySet<ProductType> = new Set(['broadcast', 'live'])
/** Types that are nothing without an uploaded file (or the address of a player elsewhere). */
export const mediaRequiredTypes: ReadonlySet<ProductType> = new Set(['vod', 'podcast'])

export const publishRules = ['channel', 'image', 'speakers', 'session', 'price', 'media'] as const
export type PublishRule = (typeof publishRules)[number]

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
}

/** The rules that apply to this product and whether each holds: what a form explains before the button is pressed, and what pressing it checks. */
export function publishChecklist(facts: PublishFacts): { rule: PublishRule; ok: boolean }[] {
  const holds: Record<PublishRule, boolean | undefined> = {
    channel: facts.channelStatus === 'published',
    image: facts.hasImage,
    speakers: facts.speakers > 0,
    session: sessionRequiredTypes.has(facts.type) ? facts.sessions > 0 : undefined,
    price: facts.plan === 'paid' ? facts.netPriceMinor > 0 : undefined,
    media: mediaRequiredTypes.has(facts.type) ? facts.hasMedia : undefined,
  }
  return publishRules.flatMap((rule) => {
    const ok = holds[rule]
    return ok === undefined ? [] : [{ rule, ok }]
  })
}

/** What publishing takes away for good (section 4): the type, the channel, saved dates, being a draft, being deleted; and the address that people have got. */
export const frozenFields = ['type', 'channel', 'savedSessions', 'draft', 'deletion', 'slug'] as const
export type FrozenField = (typeof frozenFields)[number]

export function frozenOf(status: ProductStatus): FrozenField[] {
  return status === 'draft' ? [] : [...frozenFields]
}

/** An offer takes at most 20 % off and never adds (section 9). */
export function offerIsAllowed(netMinor: number, offerNetMinor: number): boolean {
  return offerNetMinor <= netMinor && offerNetMinor * 100 >= netMinor * (100 - fees.promotionMaxPercent)
}
