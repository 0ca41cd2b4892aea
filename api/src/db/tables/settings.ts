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
  prepaid_hour_net_minor: number | null
  support_email: string | null
  updated_by: string | null
  created_at: Date
  updated_at: Date
  two_factor_roles: ('PRODUCER' | 'ADMIN')[] | null
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
}
export type PaymentConfigInsert = Insert<PaymentConfigRow, never>
export type PaymentConfigUpdate = Update<PaymentConfigRow>

export interface SocialProviderRow {
  provider: string
  label: string
  issuer_url: string
  client_id: string
  client_secret_encrypted: Buffer | null
  is_enabled: boolean
  created_at: Date
  updated_at: Date
  email_domains: string[]
}
export type SocialProviderInsert = Insert<SocialProviderRow, 'provider' | 'label' | 'issuer_url' | 'client_id'>
export type SocialProviderUpdate = Update<SocialProviderRow>

export interface IdempotencyKeyRow {
  scope: string
  key: string
  user_id: string | null
  request_hash: string
  response_status: number | null
  response_body: unknown
  completed_at: Date | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}
export type IdempotencyKeyInsert = Insert<IdempotencyKeyRow, 'scope' | 'key' | 'request_hash'>
export type IdempotencyKeyUpdate = Update<IdempotencyKeyRow>

export interface OutboxRow {
  id: string
  sequence: number
  topic: string
  payload: unknown
  dedupe_key: string | null
  available_at: Date
  attempts: number
  locked_until: Date | null
  done_at: Date | null
  failed_at: Date | null
  last_error: string | null
  created_at: Date
  updated_at: Date
}
export type OutboxInsert = Insert<OutboxRow, 'topic' | 'payload', 'sequence'>
export type OutboxUpdate = Update<OutboxRow, 'sequence'>

export interface AuditLogRow {
  id: string
  sequence: number
  actor_id: string | null
  action: string
  subject_type: string
  subject_id: string
  state_before: unknown
  state_after: unknown
  request_id: string | null
  ip: string | null
  at: Date
}
export type AuditLogInsert = Insert<AuditLogRow, 'action' | 'subject_type' | 'subject_id', 'sequence'>
export type AuditLogUpdate = Update<AuditLogRow, 'sequence'>

declare module 'knex/types/tables.js' {
  interface Tables {
    site_config: Knex.CompositeTableType<SiteConfigRow, SiteConfigInsert, SiteConfigUpdate>
    site_modules: Knex.CompositeTableType<SiteModuleRow, SiteModuleInsert, SiteModuleUpdate>
    payment_config: Knex.CompositeTableType<PaymentConfigRow, PaymentConfigInsert, PaymentConfigUpdate>
    social_providers: Knex.CompositeTableType<SocialProviderRow, SocialProviderInsert, SocialProviderUpdate>
    idempotency_keys: Knex.CompositeTableType<IdempotencyKeyRow, IdempotencyKeyInsert, IdempotencyKeyUpdate>
    outbox: Knex.CompositeTableType<OutboxRow, OutboxInsert, OutboxUpdate>
    audit_log: Knex.CompositeTableType<AuditLogRow, AuditLogInsert, AuditLogUpdate>
  }
}
