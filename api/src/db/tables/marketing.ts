// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

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

export interface LeadRow {
  id: string
  name: string
  surname: string
  email: string
  phone: string | null
  company: string | null
  source: 'contact' | 'producer_landing' | 'product_form' | 'lean_test' | 'import'
  product_id: string | null
  form_id: string | null
  fields: unknown
  message: string | null
  consent: boolean
  status: 'new' | 'contacted' | 'won' | 'lost'
  created_at: Date
  updated_at: Date
}
export type LeadInsert = Insert<LeadRow, 'name' | 'email' | 'source'>
export type LeadUpdate = Update<LeadRow>

export interface EmailRow {
  id: string
  user_id: string | null
  recipient: string
  template: string
  locale: 'es' | 'en' | 'pt'
  subject: string
  is_promotional: boolean
  is_tracked: boolean
  status: 'queued' | 'sent' | 'delivered' | 'failed' | 'skipped'
  message_id: string | null
  sent_at: Date | null
  delivered_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  failed_at: Date | null
  failure: string | null
  created_at: Date
  updated_at: Date
}
export type EmailInsert = Insert<EmailRow, 'recipient' | 'template' | 'subject'>
export type EmailUpdate = Update<EmailRow>

export interface EmailEventRow {
  id: string
  email_id: string
  kind: 'sent' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'complained' | 'unsubscribed'
  url: string | null
  at: Date
}
export type EmailEventInsert = Insert<EmailEventRow, 'email_id' | 'kind'>
export type EmailEventUpdate = Update<EmailEventRow>

export interface BannerRow {
  id: string
  name: string
  is_active: boolean
  display: 'all_but_selected' | 'only_selected' | 'by_categories'
  link_url: string | null
  starts_at: Date | null
  ends_at: Date | null
  view_count: number
  click_count: number
  created_at: Date
  updated_at: Date
}
export type BannerInsert = Insert<BannerRow, 'name'>
export type BannerUpdate = Update<BannerRow>

export interface BannerImageRow {
  id: string
  banner_id: string
  column_number: number
  row_number: number
  file_id: string
  link_url: string | null
  alt: string
}
export type BannerImageInsert = Insert<BannerImageRow, 'banner_id' | 'column_number' | 'row_number' | 'file_id'>
export type BannerImageUpdate = Update<BannerImageRow>

export interface BannerProductRow {
  banner_id: string
  product_id: string
}
export type BannerProductInsert = Insert<BannerProductRow, 'banner_id' | 'product_id'>
export type BannerProductUpdate = Update<BannerProductRow>

export interface BannerCategoryRow {
  banner_id: string
  category_id: string
}
export type BannerCategoryInsert = Insert<BannerCategoryRow, 'banner_id' | 'category_id'>
export type BannerCategoryUpdate = Update<BannerCategoryRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    clients: Knex.CompositeTableType<ClientRow, ClientInsert, ClientUpdate>
    leads: Knex.CompositeTableType<LeadRow, LeadInsert, LeadUpdate>
    emails: Knex.CompositeTableType<EmailRow, EmailInsert, EmailUpdate>
    email_events: Knex.CompositeTableType<EmailEventRow, EmailEventInsert, EmailEventUpdate>
    banners: Knex.CompositeTableType<BannerRow, BannerInsert, BannerUpdate>
    banner_images: Knex.CompositeTableType<BannerImageRow, BannerImageInsert, BannerImageUpdate>
    banner_products: Knex.CompositeTableType<BannerProductRow, BannerProductInsert, BannerProductUpdate>
    banner_categories: Knex.CompositeTableType<BannerCategoryRow, BannerCategoryInsert, BannerCategoryUpdate>
  }
}
