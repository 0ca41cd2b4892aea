import { isSold } from '@e-events/shared/domain/pricing.ts'
import type { Actor } from '../../../http/actor.ts'
import type { OwnProduct, OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { productDetailSchema } from '@e-events/shared/contract/catalogue/products.ts'
import type { SaleState } from '@e-events/shared/domain/event-state.ts'
import { canMove } from '@e-events/shared/domain/machine.ts'
import { datedTypes, publishChecklist } from '@e-events/shared/domain/product-rules.ts'
import { productTransitions } from '@e-events/shared/domain/states.ts'
import type { z } from 'zod'
import { chargeOf } from '../read/bundle-parts.ts'
import { toPublishFacts } from './publish-facts.ts'
import type { OwnDetailRow, OwnProductRow, ProductDetailRow } from './rows.ts'

type Detail = z.infer<typeof productDetailSchema>

export function isOwner(row: Pick<ProductDetailRow, 'owner_id'>, viewer: Actor | null): boolean {
  return viewer !== null && (viewer.isAdmin || viewer.id === row.owner_id)
}

/**
 * Drafts, and everything of a channel that is not published, are seen by their owner alone; private ones also by ticket
 * holders and by whoever has a code that still works.
 */
export function canSee(
  row: Pick<ProductDetailRow, 'owner_id' | 'status' | 'channel_status' | 'owned' | 'has_code'>,
  viewer: Actor | null,
): boolean {
  if (isOwner(row, viewer)) return true
  if (row.status === 'draft') return false
  if (row.owned) return true
  return row.channel_status === 'published' && (row.status === 'published' || row.has_code)
}

/** Actions of the caller upon this product: the page shows these buttons, the server refuses the others. */
export function productActions(
  row: ProductDetailRow,
  { viewer, takesPayments, saleState }: { viewer: Actor | null; takesPayments: boolean; saleState: SaleState },
  now: Date,
): Omit<Detail['allowed'], 'goLive'> {
  const isOffered = row.status === 'published' && !row.is_module_off
  const isForSale = isOffered && saleState === 'open' && !row.owned && !row.subscription_only
  return {
    getTicket: isForSale && row.type !== 'physical' && row.plan === 'free',
    buy:
      isForSale &&
      takesPayments &&
      row.plan === 'paid' &&
      isSold({ type: row.type, isBundle: row.bundle_state !== null }) &&
      isBundleSold(row, now),
    subscribe: isOffered && takesPayments && row.subscription_only && !row.is_opened && row.offers_subscription,
    // Goods are sent, and what is switched off has no page: there is none where they are watched.
    watch:
      row.type !== 'physical' && !row.is_module_off && (row.is_opened || (row.owned && !row.subscription_only) || isOwner(row, viewer)),
  }
}

/** True of what is no bundle; of a bundle while it is active and leaves something to pay for. */
function isBundleSold(row: Pick<ProductDetailRow, 'bundle_state' | 'bundle' | 'net_price_minor'>, now: Date): boolean {
  return row.bundle_state === null || (row.bundle_state === 'active' && chargeOf(row, row.bundle, now).netMinor > 0)
}

/** Actions that the form and the organizer's lists offer. */
export function ownActions(row: OwnProductRow): Omit<OwnProduct['allowed'], 'goLive'> {
  const isApproved = row.channel_status === 'published'
  const isDraft = row.status === 'draft'
  return {
    edit: true,
    publish: isApproved && canMove(productTransitions, row.status, 'published'),
    makePrivate: isApproved && canMove(productTransitions, row.status, 'private'),
    addSession: datedTypes.has(row.type) && row.cancelled_at === null,
    changeSessions: datedTypes.has(row.type) && isDraft,
    cancel: !isDraft && row.cancelled_at === null,
    generateCodes: row.status === 'private',
    delete: isDraft,
  }
}

export function checklistOf(row: OwnDetailRow): OwnProductDetail['publishChecklist'] {
  return publishChecklist(toPublishFacts({ ...row, net_price_minor: row.stored_net_minor }, row.channel_status))
}
