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

declare module 'knex/types/tables.js' {
  interface Tables {
    categories: Knex.CompositeTableType<CategoryRow, CategoryInsert, CategoryUpdate>
    category_translations: Knex.CompositeTableType<CategoryTranslationRow, CategoryTranslationInsert, CategoryTranslationUpdate>
    channels: Knex.CompositeTableType<ChannelRow, ChannelInsert, ChannelUpdate>
    channel_revisions: Knex.CompositeTableType<ChannelRevisionRow, ChannelRevisionInsert, ChannelRevisionUpdate>
    speakers: Knex.CompositeTableType<SpeakerRow, SpeakerInsert, SpeakerUpdate>
  }
}
