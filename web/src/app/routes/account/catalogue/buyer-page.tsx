import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { Page } from '../../../../components/layout/page.tsx'
import { ProductPage } from '../../product/product.tsx'

/** The page of a product as its buyers see it, without a server behind it. */
export function BuyerPage({ product }: { product: ProductDetail }) {
  return (
    <Page maxWidth={1440} sx={{ py: { xs: 2, md: 4 } }}>
      <ProductPage product={product} />
    </Page>
  )
}
