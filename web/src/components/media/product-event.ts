import type { ListedProduct, ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { isAhead, isClosed, isLive, type EventState } from '@e-events/shared/domain/event-state.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'

/** State of a product's event from the server; a product without one is on demand, or has no date yet. */
export type Moment = EventState | 'unscheduled' | 'on_demand'

export function momentOf({ type, event }: Pick<ListedProduct, 'type' | 'event'>): Moment {
  return event?.state ?? (datedTypes.has(type) ? 'unscheduled' : 'on_demand')
}

/** The words of a state; what is live has a badge, and what is far ahead its date. */
export type SaidState = Exclude<EventState, 'on_air' | 'coming'>
export function saidState({ event }: Pick<ListedProduct, 'event'>): SaidState | null {
  return event === null || event.state === 'on_air' || event.state === 'coming' ? null : event.state
}

/** The show runs, whether or not something arrives at this moment. */
export const runsNow = ({ event }: Pick<ListedProduct, 'event'>): boolean => event !== null && isLive(event.state)

/** The date that is still to come; null while the show runs. */
export const dateAhead = ({ event }: Pick<ListedProduct, 'event'>) => (event !== null && isAhead(event.state) ? event.session : null)

/** Whether it can be got now. */
export const canBeHad = ({ saleState }: Pick<ProductCard, 'saleState'>): boolean => saleState === 'open'

/** Label of a button that leads to a product's page: promises no more than the page offers. */
export function verbOf(product: ProductCard): 'enterLive' | 'seeEvent' | 'recording' | 'watch' | 'see' {
  const { event } = product
  if (event !== null && isAhead(event.state)) return 'seeEvent'
  if (!canBeHad(product) || (event !== null && isClosed(event.state))) return 'see'
  if (event === null) return 'watch'
  return isLive(event.state) ? 'enterLive' : 'recording'
}
