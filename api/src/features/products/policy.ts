import type { productDetailSchema } from '@e-events/shared/contract/products.ts'
import type { z } from 'zod'
import type { ProductDetailRow } from './rows.ts'

type Detail = z.infer<typeof productDetailSchema>

export interface ProductViewer {
  id: string
  isAdmin: boolean
}

export function isOwner(row: Pick<ProductDetailRow, 'owner_id'>, viewer: ProductViewer | null): boolean {
  return viewer !== null && (viewer.isAdmin || viewer.id === row.owner_id)
}

/** Drafts, and everything of a channel that is not published, are seen by their owner alone; private ones also by ticket holders. */
export function canSee(
  row: Pick<ProductDetailRow, 'owner_id' | 'status' | 'channel_status' | 'owned'>,
  viewer: ProductViewer | null,
): boolean {
  if (isOwner(row, viewer)) return true
  if (row.status === 'draft') return false
  if (row.owned) return true
  return row.status === 'published' && row.channel_status === 'published'
}

export function saleState(
  row: Pick<ProductDetailRow, 'status' | 'channel_status' | 'cancelled_at' | 'sale_starts_at' | 'sale_ends_at' | 'stock'>,
  now: Date,
): Detail['saleState'] {
  if (row.status === 'draft' || row.channel_status !== 'published') return 'unpublished'
  if (row.cancelled_at !== null || (row.sale_ends_at !== null && row.sale_ends_at <= now)) return 'ended'
  if (row.sale_starts_at !== null && row.sale_starts_at > now) return 'not_open'
  return row.stock === 0 ? 'sold_out' : 'open'
}

/** What the caller may do with this product: the page shows these buttons, the server refuses the rest anyway. */
export function productActions(row: ProductDetailRow, viewer: ProductViewer | null, now: Date): Omit<Detail['allowed'], 'goLive'> {
  const isForSale = row.status === 'published' && row.type !== 'physical' && saleState(row, now) === 'open' && !row.owned
  return {
    getTicket: isForSale && row.plan === 'free',
    buy: isForSale && row.plan === 'paid',
    watch: row.owned || isOwner(row, viewer),
  }
}
