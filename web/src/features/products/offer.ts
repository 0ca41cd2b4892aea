import type { ProductDetail, ProductSession } from '@e-events/shared/contract/products.ts'

/** When this product happens, seen from now. */
export type Moment = 'live' | 'upcoming' | 'between' | 'finished' | 'unscheduled' | 'onDemand'

const scheduledTypes: ReadonlySet<ProductDetail['type']> = new Set(['broadcast', 'live', 'meet'])

type Dates = Pick<ProductSession, 'startsAt' | 'endsAt'>

/** `between`: a session should be running but nothing is on air (about to start, or a break). */
export function momentOf(product: Pick<ProductDetail, 'type' | 'onAir'> & { sessions: readonly Dates[] }, nowMs: number): Moment {
  if (product.onAir) return 'live'
  if (!scheduledTypes.has(product.type)) return 'onDemand'
  if (product.sessions.length === 0) return 'unscheduled'
  const session = focusSession(product.sessions, nowMs)
  if (!session || Date.parse(session.endsAt) <= nowMs) return 'finished'
  return Date.parse(session.startsAt) > nowMs ? 'upcoming' : 'between'
}

/** Only what plays on demand is called so. */
export const isSaid = ({ type }: Pick<ProductDetail, 'type'>, moment: Moment): boolean =>
  moment !== 'onDemand' || type === 'vod' || type === 'podcast'

/** The running or next session, else the last one. */
export function focusSession<Session extends Dates>(sessions: readonly Session[], nowMs: number): Session | undefined {
  const sorted = sessions.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return sorted.find((session) => Date.parse(session.endsAt) > nowMs) ?? sorted.at(-1)
}

type WatchLabel = 'live' | 'waiting' | 'replay' | 'player' | 'video' | 'read' | 'listen'

/** The one thing that the page offers to this visitor. */
export type Offer =
  | { kind: 'watch'; label: WatchLabel }
  | { kind: 'get' }
  | { kind: 'login' }
  | { kind: 'buy' }
  | { kind: 'closed'; reason: 'not_open' | 'ended' | 'sold_out' | 'unpublished' }

interface Visitor {
  isLoggedIn: boolean
}

export function offerOf(product: ProductDetail, moment: Moment, { isLoggedIn }: Visitor): Offer {
  // A free post asks for a session and nothing else.
  const isFreeToRead =
    product.type === 'post' && product.plan === 'free' && !product.subscriptionOnly && product.saleState !== 'unpublished'
  if (product.owned || product.allowed.watch || (isFreeToRead && isLoggedIn)) return { kind: 'watch', label: watchLabel(product, moment) }
  if (product.saleState !== 'open') return { kind: 'closed', reason: product.saleState }
  if (product.plan === 'paid') return { kind: 'buy' }
  return { kind: isLoggedIn ? 'get' : 'login' }
}

function watchLabel(product: ProductDetail, moment: Moment): WatchLabel {
  if (product.type === 'post') return 'read'
  if (product.type === 'podcast') return 'listen'
  switch (moment) {
    case 'live':
      return 'live'
    case 'upcoming':
    case 'between':
      return 'waiting'
    case 'onDemand':
      return 'video'
    case 'finished':
      return product.durationMs === null ? 'player' : 'replay'
    default:
      return 'player'
  }
}
