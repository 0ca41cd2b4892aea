import { saleChangesAtMs, saleStateOf, type SaleFacts, type SaleState } from '@e-events/shared/domain/event-state.ts'
import type { ChannelStatus, ProductStatus } from '@e-events/shared/domain/states.ts'
import { isoOf, readEvent, type EventFactsRow } from './event-facts.ts'

export interface SaleRow extends EventFactsRow {
  status: ProductStatus
  channel_status: ChannelStatus
  cancelled_at: Date | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  expires_at: Date | null
  /** Rest of a limited number; null: there is no limit. */
  stock_left: number | null
}

const taken = 'coalesce((select l.taken from stock_levels l where l.product_id = p.id), 0)'
/** Pieces or seats of `products p` that nobody bought, holds or is offered. */
export const stockLeft = `case when p.stock is not null then greatest(0, p.stock - ${taken}) end`
export const isStockLeft = `(p.stock is null or p.stock > ${taken})`

export const saleState = (row: SaleRow, now: Date): SaleState => saleStateOf(saleFacts(row, now), now.getTime())
export const saleChangesAt = (row: SaleRow, now: Date): string | null => isoOf(saleChangesAtMs(saleFacts(row, now), now.getTime()))

function saleFacts(row: SaleRow, now: Date): SaleFacts {
  return {
    isPublic: row.status !== 'draft' && row.channel_status === 'published',
    event: readEvent(row, now)?.state ?? null,
    saleStartsAtMs: row.sale_starts_at?.getTime() ?? null,
    saleEndsAtMs: row.sale_ends_at?.getTime() ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    stock: row.stock_left,
    cancelled: row.cancelled_at !== null,
  }
}
