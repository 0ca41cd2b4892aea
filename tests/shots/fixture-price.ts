import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import type { DemoProduct } from '../../api/src/db/seeds/demo/content.ts'

/** Price of a product of the demo in its parts; null when free. */
export function partsOf(product: DemoProduct): ProductDetail['priceParts'] {
  if (product.netMinor === undefined) return null
  const taxBasisPoints = product.taxBasisPoints ?? 2_100
  return { ...grossOf({ minor: product.netMinor, currency: 'EUR' }, taxBasisPoints), fee: null, taxBasisPoints }
}
