import { ApiError } from '@e-events/shared/contract/client.ts'

/** Offer between a reader and a text, or the message that it is too late. */
export type Wall = 'ticket' | 'subscription' | 'closed'

export function wallOf(error: unknown): Wall | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'TICKET_REQUIRED' || error.code === 'PAYMENT_REQUIRED') return 'ticket'
  if (error.code === 'SUBSCRIPTION_REQUIRED') return 'subscription'
  return error.code === 'NOT_PURCHASABLE' ? 'closed' : null
}
