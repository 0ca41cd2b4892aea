import { isSold } from '@e-events/shared/domain/pricing.ts'
import type { ProductRow } from '../../../../db/tables/catalogue.ts'
import type { BundleItem } from './repository.ts'

const fewestProducts = 2

/**
 * A bundle may be sold: at least two products, all published and of types that are sold by themselves, in the currency
 * of the bundle. That they are its organizer's own and no bundles is refused when they are put in.
 */
export function isComplete(bundle: Pick<ProductRow, 'type' | 'currency'>, items: readonly BundleItem[]): boolean {
  return (
    items.length >= fewestProducts &&
    bundle.type !== 'physical' &&
    isSold({ type: bundle.type, isBundle: false }) &&
    items.every(
      (item) =>
        item.status === 'published' &&
        item.channel_status === 'published' &&
        item.cancelled_at === null &&
        !item.subscription_only &&
        item.currency === bundle.currency &&
        // Goods are sent, not granted.
        item.type !== 'physical' &&
        isSold({ type: item.type, isBundle: false }),
    )
  )
}
