import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { isClosed } from '@e-events/shared/domain/event-state.ts'
import { isRead } from '@e-events/shared/domain/product-rules.ts'
import type { Moment } from '../../../components/media/product-event.ts'

/** Only what plays on demand is called so. */
export const isSaid = ({ type }: Pick<ProductDetail, 'type'>, moment: Moment): boolean =>
  moment !== 'on_demand' || type === 'vod' || type === 'podcast'

type WatchLabel = 'live' | 'waiting' | 'replay' | 'video' | 'read' | 'listen' | 'learn' | 'meet'
type Over = 'ended' | 'never_aired' | 'cancelled'

/** The one thing that the page offers to this visitor. */
export type Offer =
  | { kind: 'watch'; label: WatchLabel }
  | { kind: 'get' }
  | { kind: 'login' }
  | { kind: 'buy' }
  /** The subscription of its channel opens it, and nothing else does. */
  | { kind: 'subscribe' }
  /** For subscribers alone, and no new ones are taken. */
  | { kind: 'unsubscribed' }
  /** It has a price, and the checkout does not take it. */
  | { kind: 'unsold' }
  /** The event leaves nothing to watch, whoever asks. */
  | { kind: 'over'; state: Over }
  | { kind: 'closed'; reason: 'not_open' | 'ended' | 'sold_out' | 'unpublished' | 'bundle_off' | 'all_owned' | 'switched_off' }

interface Visitor {
  isLoggedIn: boolean
}

export function offerOf(product: ProductDetail, moment: Moment, { isLoggedIn }: Visitor): Offer {
  // A free post or datasheet asks for a session and nothing else.
  const isFreeToRead = isRead(product.type) && product.plan === 'free' && !product.subscriptionOnly && product.saleState !== 'unpublished'
  const state = product.event?.state
  if (state !== undefined && isClosed(state)) return { kind: 'over', state: state as Over }
  if (product.isSwitchedOff) return { kind: 'closed', reason: 'switched_off' }
  const hasTicket = product.owned && !product.subscriptionOnly
  if (hasTicket || product.allowed.watch || (isFreeToRead && isLoggedIn)) return { kind: 'watch', label: watchLabel(product, moment) }
  if (product.subscriptionOnly && product.saleState !== 'unpublished')
    return { kind: product.allowed.subscribe ? 'subscribe' : 'unsubscribed' }
  if (product.saleState !== 'open') return { kind: 'closed', reason: product.saleState }
  if (product.bundleState === 'inactive') return { kind: 'closed', reason: 'bundle_off' }
  if (product.bundle.length > 0 && product.bundle.every(({ part }) => part === 'owned')) return { kind: 'closed', reason: 'all_owned' }
  if (product.plan === 'paid') return { kind: product.allowed.buy ? 'buy' : 'unsold' }
  // Free goods, and what has no page here any more.
  if (!product.allowed.getTicket) return { kind: 'closed', reason: 'switched_off' }
  return { kind: isLoggedIn ? 'get' : 'login' }
}

function watchLabel(product: ProductDetail, moment: Moment): WatchLabel {
  if (isRead(product.type)) return 'read'
  if (product.type === 'podcast') return 'listen'
  if (product.type === 'course' || product.type === 'master') return 'learn'
  if (product.type === 'meet') return 'meet'
  switch (moment) {
    case 'on_air':
    case 'interrupted':
      return 'live'
    case 'coming':
    case 'moved':
    case 'room_open':
    case 'unscheduled':
      return 'waiting'
    case 'ended_with_recording':
      return 'replay'
    default:
      return 'video'
  }
}
