// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface CategoryRow {
  id: string
  slug: string
  position: number
  is_hidden: boolean
  created_at: Date
  updated_at: Date
}
export type CategoryInsert = Insert<CategoryRow, 'slug'>
export type CategoryUpdate = Update<CategoryRow>

export interface CategoryTranslationRow {
  category_id: string
  language: 'es' | 'en' | 'pt'
  title: string
}
export type CategoryTranslationInsert = Insert<CategoryTranslationRow, 'category_id' | 'language' | 'title'>
export type CategoryTranslationUpdate = Update<CategoryTranslationRow>

export interface ChannelRow {
  id: string
  owner_id: string
  title: string
  slug: string
  short_description: string
  business_name: string | null
  category_id: string | null
  tags: string[]
  status: 'draft' | 'revision' | 'published' | 'banned' | 'deactivated' | 'private'
  status_reason: string | null
  status_changed_at: Date
  approved_at: Date | null
  subscription_active: boolean
  subscription_net_minor: number
  subscription_tax_basis_points: number
  subscription_currency: string
  billing_nif: string | null
  billing_prefix: string | null
  billing_phone: string | null
  billing_address: string | null
  billing_city: string | null
  billing_postal_code: string | null
  billing_country: string | null
  iban: string | null
  payout_account_id: string | null
  payouts_enabled: boolean
  spotify_url: string | null
  youtube_url: string | null
  facebook_url: string | null
  instagram_url: string | null
  twitter_url: string | null
  website_url: string | null
  marketplace_url: string | null
  logo_file_id: string | null
  profile_file_id: string | null
  cover_file_id: string | null
  art: unknown
  created_at: Date
  updated_at: Date
  language: 'es' | 'en' | 'pt'
  translations: unknown
  search_vector: string | null
  iban_changed_at: Date | null
  in_platform_subscription: boolean
}
export type ChannelInsert = Insert<ChannelRow, 'owner_id' | 'title' | 'slug', 'search_vector'>
export type ChannelUpdate = Update<ChannelRow, 'search_vector'>

export interface ChannelRevisionRow {
  id: string
  channel_id: string
  requested_by: string | null
  requested_at: Date
  rights_accepted_at: Date
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  created_at: Date
  updated_at: Date
}
export type ChannelRevisionInsert = Insert<ChannelRevisionRow, 'channel_id' | 'rights_accepted_at'>
export type ChannelRevisionUpdate = Update<ChannelRevisionRow>

export interface ChannelFollowRow {
  user_id: string
  channel_id: string
  followed_at: Date
}
export type ChannelFollowInsert = Insert<ChannelFollowRow, 'user_id' | 'channel_id'>
export type ChannelFollowUpdate = Update<ChannelFollowRow>

export interface SpeakerRow {
  id: string
  owner_id: string
  name: string
  title: string
  slug: string
  bio: string
  image_file_id: string | null
  art: unknown
  instagram_url: string | null
  facebook_url: string | null
  twitter_url: string | null
  youtube_url: string | null
  linkedin_url: string | null
  created_at: Date
  updated_at: Date
  language: 'es' | 'en' | 'pt'
  translations: unknown
  search_vector: string | null
}
export type SpeakerInsert = Insert<SpeakerRow, 'owner_id' | 'name' | 'slug', 'search_vector'>
export type SpeakerUpdate = Update<SpeakerRow, 'search_vector'>

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
  is_lesson_video: boolean
  banner_url: string | null
  survey_url: string | null
  has_many_dates: boolean
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
  has_show: boolean
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
  id: string
}
export type SavedProductInsert = Insert<SavedProductRow, 'user_id' | 'product_id'>
export type SavedProductUpdate = Update<SavedProductRow>

export interface ProductPostRow {
  product_id: string
  language: 'es' | 'en' | 'pt'
  document: unknown
  html: string
  excerpt: string
  words: number
  reading_minutes: number
  created_at: Date
  updated_at: Date
}
export type ProductPostInsert = Insert<ProductPostRow, 'product_id' | 'language' | 'document' | 'html' | 'words' | 'reading_minutes'>
export type ProductPostUpdate = Update<ProductPostRow>

export interface ProductPostImageRow {
  product_id: string
  language: string
  file_id: string
}
export type ProductPostImageInsert = Insert<ProductPostImageRow, 'product_id' | 'language' | 'file_id'>
export type ProductPostImageUpdate = Update<ProductPostImageRow>

export interface ProductChapterRow {
  product_id: string
  position: number
  title: string
  start_ms: number
}
export type ProductChapterInsert = Insert<ProductChapterRow, 'product_id' | 'position' | 'title' | 'start_ms'>
export type ProductChapterUpdate = Update<ProductChapterRow>

export interface PodcastFeedRow {
  id: string
  user_id: string
  channel_id: string
  token_hash: Buffer
  last_read_at: Date | null
  revoked_at: Date | null
  created_at: Date
  updated_at: Date
}
export type PodcastFeedInsert = Insert<PodcastFeedRow, 'user_id' | 'channel_id' | 'token_hash'>
export type PodcastFeedUpdate = Update<PodcastFeedRow>

export interface EventChangeRow {
  id: string
  product_id: string
  session_id: string | null
  kind: 'cancelled' | 'rescheduled'
  reason: 'organizer' | 'provider'
  note: string | null
  new_session_id: string | null
  changed_by: string | null
  announced_at: Date | null
  refunds_due_at: Date | null
  created_at: Date
  updated_at: Date
  batch_id: string | null
}
export type EventChangeInsert = Insert<EventChangeRow, 'product_id' | 'kind' | 'reason'>
export type EventChangeUpdate = Update<EventChangeRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    categories: Knex.CompositeTableType<CategoryRow, CategoryInsert, CategoryUpdate>
    category_translations: Knex.CompositeTableType<CategoryTranslationRow, CategoryTranslationInsert, CategoryTranslationUpdate>
    channels: Knex.CompositeTableType<ChannelRow, ChannelInsert, ChannelUpdate>
    channel_revisions: Knex.CompositeTableType<ChannelRevisionRow, ChannelRevisionInsert, ChannelRevisionUpdate>
    channel_follows: Knex.CompositeTableType<ChannelFollowRow, ChannelFollowInsert, ChannelFollowUpdate>
    speakers: Knex.CompositeTableType<SpeakerRow, SpeakerInsert, SpeakerUpdate>
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
    product_posts: Knex.CompositeTableType<ProductPostRow, ProductPostInsert, ProductPostUpdate>
    product_post_images: Knex.CompositeTableType<ProductPostImageRow, ProductPostImageInsert, ProductPostImageUpdate>
    product_chapters: Knex.CompositeTableType<ProductChapterRow, ProductChapterInsert, ProductChapterUpdate>
    podcast_feeds: Knex.CompositeTableType<PodcastFeedRow, PodcastFeedInsert, PodcastFeedUpdate>
    event_changes: Knex.CompositeTableType<EventChangeRow, EventChangeInsert, EventChangeUpdate>
  }
}
