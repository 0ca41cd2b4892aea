// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface SavedCardRow {
  id: string
  user_id: string
  provider: 'stripe' | 'test'
  reference: string
  card: string
  label: string
  saved_at: Date
}
export type SavedCardInsert = Insert<SavedCardRow, 'user_id' | 'provider' | 'reference' | 'card' | 'label' | 'saved_at'>
export type SavedCardUpdate = Update<SavedCardRow>

export interface StockLevelRow {
  product_id: string
  taken: number
}
export type StockLevelInsert = Insert<StockLevelRow, 'product_id'>
export type StockLevelUpdate = Update<StockLevelRow>

export interface StockHoldRow {
  id: string
  product_id: string
  quantity: number
  order_item_id: string | null
  ticket_id: string | null
  entry_id: string | null
  created_at: Date
  updated_at: Date
}
export type StockHoldInsert = Insert<StockHoldRow, 'product_id' | 'quantity'>
export type StockHoldUpdate = Update<StockHoldRow>

export interface WaitingListEntryRow {
  id: string
  number: number
  product_id: string
  user_id: string
  status: 'waiting' | 'offered' | 'taken' | 'passed' | 'left'
  offered_at: Date | null
  offer_ends_at: Date | null
  created_at: Date
  updated_at: Date
}
export type WaitingListEntryInsert = Insert<WaitingListEntryRow, 'product_id' | 'user_id', 'number'>
export type WaitingListEntryUpdate = Update<WaitingListEntryRow, 'number'>

export interface ShippingZoneRow {
  id: string
  channel_id: string
  name: string
  countries: string[]
  currency: string
  net_minor: number
  next_net_minor: number
  tax_basis_points: number
  free_from_minor: number | null
  position: number
  created_at: Date
  updated_at: Date
}
export type ShippingZoneInsert = Insert<ShippingZoneRow, 'channel_id' | 'name' | 'net_minor'>
export type ShippingZoneUpdate = Update<ShippingZoneRow>

export interface ShippingAddressRow {
  user_id: string
  address: unknown
  created_at: Date
  updated_at: Date
}
export type ShippingAddressInsert = Insert<ShippingAddressRow, 'user_id' | 'address'>
export type ShippingAddressUpdate = Update<ShippingAddressRow>

export interface ShipmentRow {
  order_id: string
  channel_id: string
  state: 'waiting' | 'packed' | 'sent' | 'delivered' | 'cancelled'
  carrier: string | null
  tracking_code: string | null
  tracking_url: string | null
  packed_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  created_at: Date
  updated_at: Date
}
export type ShipmentInsert = Insert<ShipmentRow, 'order_id' | 'channel_id'>
export type ShipmentUpdate = Update<ShipmentRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    saved_cards: Knex.CompositeTableType<SavedCardRow, SavedCardInsert, SavedCardUpdate>
    stock_levels: Knex.CompositeTableType<StockLevelRow, StockLevelInsert, StockLevelUpdate>
    stock_holds: Knex.CompositeTableType<StockHoldRow, StockHoldInsert, StockHoldUpdate>
    waiting_list_entries: Knex.CompositeTableType<WaitingListEntryRow, WaitingListEntryInsert, WaitingListEntryUpdate>
    shipping_zones: Knex.CompositeTableType<ShippingZoneRow, ShippingZoneInsert, ShippingZoneUpdate>
    shipping_addresses: Knex.CompositeTableType<ShippingAddressRow, ShippingAddressInsert, ShippingAddressUpdate>
    shipments: Knex.CompositeTableType<ShipmentRow, ShipmentInsert, ShipmentUpdate>
  }
}
