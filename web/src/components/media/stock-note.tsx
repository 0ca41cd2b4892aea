import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { useTranslation } from 'react-i18next'

export type Stocked = Pick<ListedProduct, 'saleState' | 'left'>

/** One way to say everywhere that something is sold out, or that few are left; null where neither is true. */
export function useStockWords({ saleState, left }: Stocked): string | null {
  const { t } = useTranslation()
  if (saleState === 'sold_out') return t('stock.soldOut')
  return saleState === 'open' && left !== null ? t('stock.few', { count: left }) : null
}

export function StockNote({ product }: { product: Stocked }) {
  const words = useStockWords(product)
  if (words === null) return null
  return <StatusDot tone={product.saleState === 'sold_out' ? 'neutral' : 'amber'}>{words}</StatusDot>
}
