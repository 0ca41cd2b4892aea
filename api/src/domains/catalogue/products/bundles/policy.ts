import { isSold } from '@e-events/shared/domain/pricing.ts'
import type { ProductRow } from '../../../../db/tables/catalogue.ts'
import type { BundleItem } from './repository.ts'

const fewestProducts = 2

/**
 * A bundle may be sold: at least two products, all published, of types that are sold as access, in the currency
 * of the bundle. That they are its organizer's own and no bundles is refused when they are put
 * in.
 */
export function isComplete(bundle: Pick<ProductRow, 'type' | 'currency'>, items: readonly BundleItem[]): boolean {
  return (
    items.length >= fewestProducts &&
    isSold({ type: bundle.type, isBundle: true }) &&
    items.every(
      (item) =>
        item.status === 'published' &&
        item.channel_status === 'published' &&
        item.cancelled_at === null &&
        !item.subscription_only &&
        item.currency === bundle.currency &&
        isSold({ type: item.type, isBundle: true }),
    )
  )
}
