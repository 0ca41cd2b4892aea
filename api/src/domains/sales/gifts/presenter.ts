import type { Gift } from '@e-events/shared/contract/sales/gifts.ts'
import type { GiftRow } from '../../../db/tables/sales.ts'
import { giftState } from './policy.ts'
import type { GiftJson } from './repository.ts'

type GiftFields = Omit<GiftJson, Instant> & Pick<GiftRow, Instant>
type Instant = 'deliver_at' | 'mailed_at' | 'redeemed_at' | 'revoked_at'

export function toGift(row: GiftFields): Gift {
  const state = giftState(row)
  return {
    id: row.id,
    state,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    message: row.message ?? '',
    deliverAt: row.deliver_at.toISOString(),
    mailedAt: row.mailed_at?.toISOString() ?? null,
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
    code: state === 'void' ? null : row.code,
  }
}

/** A gift that stood inside another row: JSON knows no dates. */
export function giftOfJson(json: GiftJson): Gift {
  const at = (text: string | null) => (text === null ? null : new Date(text))
  return toGift({
    ...json,
    deliver_at: new Date(json.deliver_at),
    mailed_at: at(json.mailed_at),
    redeemed_at: at(json.redeemed_at),
    revoked_at: at(json.revoked_at),
  })
}
