import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import Box from '@mui/material/Box'
import { ProductPage } from '../../product/product.tsx'

/** The page of a product as its buyers see it, without a server behind it. */
export function BuyerPage({ product }: { product: ProductDetail }) {
  return (
    <Box sx={{ px: 'var(--ee-gutter)', py: { xs: 2, md: 4 }, maxWidth: 1440, mx: 'auto' }}>
      <ProductPage product={product} />
    </Box>
  )
}
