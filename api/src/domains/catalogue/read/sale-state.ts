import { saleChangesAtMs, saleStateOf, type EventState, type SaleFacts, type SaleState } from '@e-events/shared/domain/event-state.ts'
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

export const saleState = (row: SaleRow, now: Date): SaleState => saleStateAt(row, stateOf(row, now), now)
/** With the state of its event, where it is known. */
export const saleStateAt = (row: SaleRow, state: EventState | null, now: Date): SaleState =>
  saleStateOf(saleFacts(row, state), now.getTime())
export const saleChangesAt = (row: SaleRow, now: Date): string | null => isoOf(saleChangesAtMs(momentsOf(row), now.getTime()))

const stateOf = (row: SaleRow, now: Date) => readEvent(row, now)?.state ?? null
const momentsOf = (row: SaleRow) => ({
  saleStartsAtMs: row.sale_starts_at?.getTime() ?? null,
  saleEndsAtMs: row.sale_ends_at?.getTime() ?? null,
  expiresAtMs: row.expires_at?.getTime() ?? null,
})

function saleFacts(row: SaleRow, event: EventState | null): SaleFacts {
  return {
    isPublic: row.status !== 'draft' && row.channel_status === 'published',
    event,
    ...momentsOf(row),
    stock: row.stock_left,
    cancelled: row.cancelled_at !== null,
  }
}
