// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface SiteConfigRow {
  id: boolean
  approve_users: boolean
  type_tag: boolean
  free_tag: boolean
  coupons: boolean
  moderated_chat: boolean
  languages: boolean
  notifications: boolean
  currencies: boolean
  timezones: boolean
  producer_product_types: ('vod' | 'live' | 'broadcast' | 'podcast' | 'post' | 'course' | 'meet' | 'datasheet' | 'physical' | 'master')[]
  allowed_email_domains: string[]
  forbidden_email_domains: string[]
  register_fields: unknown
  support_email: string | null
  updated_by: string | null
  created_at: Date
  updated_at: Date
  two_factor_roles: ('PRODUCER' | 'ADMIN')[] | null
  playbacks_per_ticket: number
}
export type SiteConfigInsert = Insert<SiteConfigRow, never>
export type SiteConfigUpdate = Update<SiteConfigRow>

export interface SiteModuleRow {
  name: 'advertising' | 'leads' | 'surveys' | 'email_tracking' | 'notifications' | 'cognition' | 'datasheets' | 'meetings'
  is_active: boolean
  settings: unknown
  updated_by: string | null
  created_at: Date
  updated_at: Date
}
export type SiteModuleInsert = Insert<SiteModuleRow, 'name'>
export type SiteModuleUpdate = Update<SiteModuleRow>

export interface PaymentConfigRow {
  id: boolean
  pos_url: string | null
  pos_key_encrypted: Buffer | null
  pos_code: string | null
  pos_currency: string | null
  provider_public_key: string | null
  provider_secret_key_encrypted: Buffer | null
  provider_signing_key_encrypted: Buffer | null
  encryption_key_id: string | null
  subscription_active: boolean
  subscription_kind: 'periodic' | 'single'
  subscription_interval: 'monthly' | 'annual'
  subscription_price_minor: number
  subscription_currency: string
  allow_subscription_channels: boolean
  allow_paid_content: boolean
  updated_by: string | null
  created_at: Date
  updated_at: Date
  promotion_max_percent: number
  prepaid_hour_net_minor: number | null
  seller_country: string | null
  seller_postal_code: string | null
}
export type PaymentConfigInsert = Insert<PaymentConfigRow, never>
export type PaymentConfigUpdate = Update<PaymentConfigRow>

export interface ExchangeRateRow {
  currency: string
  per_euro: number
  as_of: string
  source: 'manual' | 'daily'
}
export type ExchangeRateInsert = Insert<ExchangeRateRow, 'currency' | 'per_euro' | 'as_of' | 'source'>
export type ExchangeRateUpdate = Update<ExchangeRateRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    site_config: Knex.CompositeTableType<SiteConfigRow, SiteConfigInsert, SiteConfigUpdate>
    site_modules: Knex.CompositeTableType<SiteModuleRow, SiteModuleInsert, SiteModuleUpdate>
    payment_config: Knex.CompositeTableType<PaymentConfigRow, PaymentConfigInsert, PaymentConfigUpdate>
    exchange_rates: Knex.CompositeTableType<ExchangeRateRow, ExchangeRateInsert, ExchangeRateUpdate>
  }
}
