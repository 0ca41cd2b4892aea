import type { Gift, GiftWish } from '@e-events/shared/contract/sales/gifts.ts'
import { eventTimeZone, toInstant } from '@e-events/shared/domain/session-time.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { GiftRow } from '../../../db/tables/sales.ts'

/** Hour of the platform's zone in which gifts of a day leave. */
const deliveryHour = '09:00'

/** Moment at which a gift is mailed: at once without a day, or where its hour is past. */
export function deliverAt(wish: Pick<GiftWish, 'deliverOn'>, now: Date): Date {
  const at = wish.deliverOn === null ? undefined : toInstant(`${wish.deliverOn}T${deliveryHour}`, eventTimeZone)
  return at === undefined || at < now ? now : at
}

/** A code that arrives when its product is over, or in years, is no gift. */
export function isDeliverable(at: Date, product: { expires_at: Date | null; last_ends_at: Date | null }, now: Date): boolean {
  if (at.getTime() - now.getTime() > limits.giftDeliveryDays * 86_400_000) return false
  return [product.expires_at, product.last_ends_at].every((end) => end === null || at < end || at <= now)
}

export function giftState(gift: Pick<GiftRow, 'code' | 'redeemed_at' | 'revoked_at' | 'mailed_at'>): Gift['state'] {
  if (gift.revoked_at !== null) return 'void'
  if (gift.redeemed_at !== null) return 'redeemed'
  if (gift.code === null) return 'unpaid'
  return gift.mailed_at === null ? 'scheduled' : 'sent'
}
