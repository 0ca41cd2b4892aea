import type { Actor } from '../../../http/actor.ts'
import { assertMayWatch, isPubliclyVisible, type ProductAccess } from './product-access.ts'

/**
 * Whether this account may read the text of a post or a datasheet. A free one needs no ticket: every account reads it.
 * @throws DomainError NOT_FOUND, TICKET_REQUIRED, TICKET_OF_SESSION, SUBSCRIPTION_REQUIRED, NOT_PURCHASABLE
 */
export function assertMayRead(access: ProductAccess, reader: Actor, now: Date): void {
  const isOver = access.cancelled_at !== null || (access.expires_at !== null && access.expires_at <= now)
  if (access.plan === 'free' && !access.subscription_only && !isOver && isPubliclyVisible(access)) return
  assertMayWatch(access, reader, now)
}
