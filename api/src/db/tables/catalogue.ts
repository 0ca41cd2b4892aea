// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface ProductRow {
  id: string
  channel_id: string
  created_by: string | null
  type: 'vod' | 'live' | 'broadcast' | 'podcast' | 'post' | 'course' | 'meet' | 'datasheet' | 'physical' | 'master'
  plan: 'paid' | 'free'
  status: 'draft' | 'published' | 'private'
  title: string
  slug: string
  language: 'es' | 'en' | 'pt'
  description: string
  short_description: string
  price_note: string | null
  net_price_minor: number
  tax_basis_points: number
  currency: string
  ticket_fee_payer: 'organizer' | 'buyer'
  offer_net_minor: number | null
  offer_tax_basis_points: number | null
  offer_starts_at: Date | null
  offer_ends_at: Date | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  expiration_hours: number | null
  expires_at: Date | null
  subscription_only: boolean
  platform_subscription_included: boolean
  stock: number | null
  shipping_net_minor: number | null
  image_file_id: string | null
  secondary_image_file_id: string | null
  hero_file_id: string | null
  ad_banner_file_id: string | null
  art: unknown
  trailer_url: string | null
  url: string | null
  source_video_url: string | null
  playback_url: string | null
  etag: string | null
  fake_live: boolean
  records_broadcasts: boolean
  low_latency: boolean
  tags: string[]
  labels: string[]
  production_year: number | null
  production_country: string | null
  suggested_age: 'all' | '13+' | '18+'
  director: string | null
  group_name: string | null
  seo_title: string | null
  seo_description: string | null
  bundle_state: 'active' | 'inactive' | null
  published_at: Date | null
  cancelled_at: Date | null
  search_vector: string | null
  created_at: Date
  updated_at: Date
  media_asset_id: string | null
  trailer_asset_id: string | null
  revision: number
}
export type ProductInsert = Insert<ProductRow, 'channel_id' | 'type' | 'title' | 'slug', 'search_vector'>
export type ProductUpdate = Update<ProductRow, 'search_vector'>

export interface ProductTranslationRow {
  product_id: string
  language: 'es' | 'en' | 'pt'
  title: string
  description: string
  short_description: string
  search_vector: string | null
  created_at: Date
  updated_at: Date
}
export type ProductTranslationInsert = Insert<ProductTranslationRow, 'product_id' | 'language' | 'title', 'search_vector'>
export type ProductTranslationUpdate = Update<ProductTranslationRow, 'search_vector'>

export interface ProductSessionRow {
  id: string
  product_id: string
  starts_at: Date
  ends_at: Date
  time_zone: string
  title: string | null
  state: 'scheduled' | 'cancelled' | 'rescheduled'
  state_changed_at: Date | null
  rescheduled_from_id: string | null
  created_at: Date
  updated_at: Date
}
export type ProductSessionInsert = Insert<ProductSessionRow, 'product_id' | 'starts_at' | 'ends_at'>
export type ProductSessionUpdate = Update<ProductSessionRow>

export interface SessionSectionRow {
  id: string
  session_id: string
  title: string
  description: string
  starts_at: Date
  ends_at: Date
  position: number
  created_at: Date
  updated_at: Date
}
export type SessionSectionInsert = Insert<SessionSectionRow, 'session_id' | 'title' | 'starts_at' | 'ends_at'>
export type SessionSectionUpdate = Update<SessionSectionRow>

export interface SessionSectionSpeakerRow {
  section_id: string
  speaker_id: string
  position: number
}
export type SessionSectionSpeakerInsert = Insert<SessionSectionSpeakerRow, 'section_id' | 'speaker_id'>
export type SessionSectionSpeakerUpdate = Update<SessionSectionSpeakerRow>

export interface ProductCategoryRow {
  product_id: string
  category_id: string
  position: number
}
export type ProductCategoryInsert = Insert<ProductCategoryRow, 'product_id' | 'category_id'>
export type ProductCategoryUpdate = Update<ProductCategoryRow>

export interface ProductSpeakerRow {
  product_id: string
  speaker_id: string
  role: 'speaker' | 'artist'
  position: number
}
export type ProductSpeakerInsert = Insert<ProductSpeakerRow, 'product_id' | 'speaker_id'>
export type ProductSpeakerUpdate = Update<ProductSpeakerRow>

export interface ProductMetadataRow {
  product_id: string
  key: string
  value: string
  exportable: boolean
  position: number
}
export type ProductMetadataInsert = Insert<ProductMetadataRow, 'product_id' | 'key'>
export type ProductMetadataUpdate = Update<ProductMetadataRow>

export interface ProductPriceRow {
  product_id: string
  currency: string
  net_minor: number
}
export type ProductPriceInsert = Insert<ProductPriceRow, 'product_id' | 'currency' | 'net_minor'>
export type ProductPriceUpdate = Update<ProductPriceRow>

export interface BundleItemRow {
  bundle_id: string
  product_id: string
  position: number
}
export type BundleItemInsert = Insert<BundleItemRow, 'bundle_id' | 'product_id'>
export type BundleItemUpdate = Update<BundleItemRow>

export interface SavedProductRow {
  user_id: string
  product_id: string
  saved_at: Date
}
export type SavedProductInsert = Insert<SavedProductRow, 'user_id' | 'product_id'>
export type SavedProductUpdate = Update<SavedProductRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    products: Knex.CompositeTableType<ProductRow, ProductInsert, ProductUpdate>
    product_translations: Knex.CompositeTableType<ProductTranslationRow, ProductTranslationInsert, ProductTranslationUpdate>
    product_sessions: Knex.CompositeTableType<ProductSessionRow, ProductSessionInsert, ProductSessionUpdate>
    session_sections: Knex.CompositeTableType<SessionSectionRow, SessionSectionInsert, SessionSectionUpdate>
    session_section_speakers: Knex.CompositeTableType<SessionSectionSpeakerRow, SessionSectionSpeakerInsert, SessionSectionSpeakerUpdate>
    product_categories: Knex.CompositeTableType<ProductCategoryRow, ProductCategoryInsert, ProductCategoryUpdate>
    product_speakers: Knex.CompositeTableType<ProductSpeakerRow, ProductSpeakerInsert, ProductSpeakerUpdate>
    product_metadata: Knex.CompositeTableType<ProductMetadataRow, ProductMetadataInsert, ProductMetadataUpdate>
    product_prices: Knex.CompositeTableType<ProductPriceRow, ProductPriceInsert, ProductPriceUpdate>
    bundle_items: Knex.CompositeTableType<BundleItemRow, BundleItemInsert, BundleItemUpdate>
    saved_products: Knex.CompositeTableType<SavedProductRow, SavedProductInsert, SavedProductUpdate>
  }
}
