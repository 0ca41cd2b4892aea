import { ticketSources, type TicketSource } from '@e-events/shared/contract/sales/tickets.ts'
import { productTypeSchema, type ProductType } from '@e-events/shared/domain/states.ts'

/** Search of the address. */
export interface TicketFilter {
  source: TicketSource | undefined
  type: ProductType | undefined
  state: 'open' | 'over' | undefined
}

export function readTicketFilter(params: URLSearchParams): TicketFilter {
  const state = params.get('state')
  return {
    source: ticketSources.find((source) => source === params.get('source')),
    type: productTypeSchema.safeParse(params.get('type')).data,
    state: state === 'open' || state === 'over' ? state : undefined,
  }
}

/** Only what is chosen, for the address and for the api. */
export function chosenOf(filter: TicketFilter): Partial<TicketFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

export const isChosen = (filter: TicketFilter): boolean => Object.keys(chosenOf(filter)).length > 0
