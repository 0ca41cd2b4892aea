// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface UserRow {
  id: string
  email: string
  email_verified_at: Date | null
  password_hash: string | null
  password_changed_at: Date | null
  roles: ('VIEWER' | 'PRODUCER' | 'ADMIN')[]
  approval_state: 'pending' | 'approved' | 'not_approved'
  blocked_at: Date | null
  deleted_at: Date | null
  is_external: boolean
  is_journalist: boolean
  name: string
  surname: string
  company: string | null
  job: string | null
  recommended_by: string | null
  country: string | null
  locale: 'es' | 'en' | 'pt'
  time_zone: string
  currency: string
  newsletter: boolean
  email_tracking: boolean
  privacy_accepted_at: Date | null
  avatar_file_id: string | null
  description: string | null
  public_profile: boolean
  youtube_url: string | null
  twitter_url: string | null
  facebook_url: string | null
  instagram_url: string | null
  linkedin_url: string | null
  web_url: string | null
  billing_company: string | null
  billing_nif: string | null
  billing_address: string | null
  billing_city: string | null
  billing_postal_code: string | null
  billing_country: string | null
  billing_prefix: string | null
  billing_phone: string | null
  provider_customer_id: string | null
  last_login_at: Date | null
  search_vector: string | null
  created_at: Date
  updated_at: Date
  deletion_at: Date | null
  event_reminders: boolean
}
export type UserInsert = Insert<UserRow, 'email', 'search_vector'>
export type UserUpdate = Update<UserRow, 'search_vector'>

export interface UserSessionRow {
  id: string
  user_id: string
  device_label: string
  user_agent: string
  ip: string | null
  client: 'web' | 'studio' | 'api'
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
  revoked_reason:
    | 'logout'
    | 'reuse'
    | 'password_changed'
    | 'password_reset'
    | 'blocked'
    | 'deleted'
    | 'disapproved'
    | 'user'
    | 'admin'
    | null
  created_at: Date
  updated_at: Date
  confirmed_at: Date | null
}
export type UserSessionInsert = Insert<UserSessionRow, 'user_id' | 'expires_at'>
export type UserSessionUpdate = Update<UserSessionRow>

export interface RefreshTokenRow {
  id: string
  session_id: string
  token_hash: Buffer
  expires_at: Date
  used_at: Date | null
  replaced_by_id: string | null
  created_at: Date
  updated_at: Date
}
export type RefreshTokenInsert = Insert<RefreshTokenRow, 'session_id' | 'token_hash' | 'expires_at'>
export type RefreshTokenUpdate = Update<RefreshTokenRow>

export interface EmailTokenRow {
  id: string
  user_id: string
  purpose: 'activate' | 'reset_password' | 'change_email'
  token_hash: Buffer
  new_email: string | null
  expires_at: Date
  used_at: Date | null
  created_at: Date
  updated_at: Date
  proof_hash: Buffer | null
}
export type EmailTokenInsert = Insert<EmailTokenRow, 'user_id' | 'purpose' | 'token_hash' | 'expires_at'>
export type EmailTokenUpdate = Update<EmailTokenRow>

export interface UserIdentityRow {
  id: string
  user_id: string
  provider: string
  subject: string
  email: string | null
  created_at: Date
  updated_at: Date
}
export type UserIdentityInsert = Insert<UserIdentityRow, 'user_id' | 'provider' | 'subject'>
export type UserIdentityUpdate = Update<UserIdentityRow>

export interface UserTotpRow {
  user_id: string
  secret_encrypted: Buffer
  confirmed_at: Date | null
  last_used_step: number
  created_at: Date
  updated_at: Date
}
export type UserTotpInsert = Insert<UserTotpRow, 'user_id' | 'secret_encrypted'>
export type UserTotpUpdate = Update<UserTotpRow>

export interface UserRecoveryCodeRow {
  id: string
  user_id: string
  code_hash: Buffer
  used_at: Date | null
}
export type UserRecoveryCodeInsert = Insert<UserRecoveryCodeRow, 'user_id' | 'code_hash'>
export type UserRecoveryCodeUpdate = Update<UserRecoveryCodeRow>

export interface RoleRequestRow {
  id: string
  user_id: string
  role: 'PRODUCER' | 'ADMIN'
  state: 'pending' | 'approved' | 'refused' | 'withdrawn'
  message: string | null
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
  updated_at: Date
}
export type RoleRequestInsert = Insert<RoleRequestRow, 'user_id'>
export type RoleRequestUpdate = Update<RoleRequestRow>

export interface UserTourRow {
  user_id: string
  tour: string
  finished_at: Date
}
export type UserTourInsert = Insert<UserTourRow, 'user_id' | 'tour'>
export type UserTourUpdate = Update<UserTourRow>

export interface ConsentRow {
  id: string
  user_id: string | null
  email: string | null
  kind: 'privacy' | 'terms' | 'newsletter' | 'cookies' | 'rights' | 'withdrawal_waiver' | 'lead'
  granted: boolean
  document_version: string
  source: string
  ip: string | null
  given_at: Date
}
export type ConsentInsert = Insert<ConsentRow, 'kind' | 'granted' | 'document_version' | 'source'>
export type ConsentUpdate = Update<ConsentRow>

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

export interface ClientRow {
  id: string
  name: string
  surname: string
  email: string
  created_at: Date
  updated_at: Date
}
export type ClientInsert = Insert<ClientRow, 'name' | 'email'>
export type ClientUpdate = Update<ClientRow>

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
    users: Knex.CompositeTableType<UserRow, UserInsert, UserUpdate>
    user_sessions: Knex.CompositeTableType<UserSessionRow, UserSessionInsert, UserSessionUpdate>
    refresh_tokens: Knex.CompositeTableType<RefreshTokenRow, RefreshTokenInsert, RefreshTokenUpdate>
    email_tokens: Knex.CompositeTableType<EmailTokenRow, EmailTokenInsert, EmailTokenUpdate>
    user_identities: Knex.CompositeTableType<UserIdentityRow, UserIdentityInsert, UserIdentityUpdate>
    user_totps: Knex.CompositeTableType<UserTotpRow, UserTotpInsert, UserTotpUpdate>
    user_recovery_codes: Knex.CompositeTableType<UserRecoveryCodeRow, UserRecoveryCodeInsert, UserRecoveryCodeUpdate>
    role_requests: Knex.CompositeTableType<RoleRequestRow, RoleRequestInsert, RoleRequestUpdate>
    user_tours: Knex.CompositeTableType<UserTourRow, UserTourInsert, UserTourUpdate>
    consents: Knex.CompositeTableType<ConsentRow, ConsentInsert, ConsentUpdate>
    social_providers: Knex.CompositeTableType<SocialProviderRow, SocialProviderInsert, SocialProviderUpdate>
    clients: Knex.CompositeTableType<ClientRow, ClientInsert, ClientUpdate>
    audit_log: Knex.CompositeTableType<AuditLogRow, AuditLogInsert, AuditLogUpdate>
  }
}
