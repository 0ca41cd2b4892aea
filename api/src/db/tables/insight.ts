// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface AnalyticsEventRow {
  id: string
  kind:
    | 'page_view'
    | 'product_view'
    | 'channel_view'
    | 'play'
    | 'checkout_opened'
    | 'search'
    | 'share'
    | 'calendar_added'
    | 'banner_view'
    | 'banner_click'
  user_id: string | null
  visitor_id: string | null
  product_id: string | null
  channel_id: string | null
  role: 'ANONYMOUS' | 'VIEWER' | 'PRODUCER' | 'ADMIN' | null
  country: string | null
  path: string | null
  properties: unknown
  at: Date
}
export type AnalyticsEventInsert = Insert<AnalyticsEventRow, 'kind'>
export type AnalyticsEventUpdate = Update<AnalyticsEventRow>

export interface ReportRow {
  id: string
  requested_by: string
  channel_id: string | null
  product_id: string | null
  period: 'week' | 'month' | 'quarter' | 'year'
  format: 'csv' | 'pdf'
  state: 'queued' | 'running' | 'ready' | 'failed'
  file_id: string | null
  error_code: string | null
  created_at: Date
  updated_at: Date
}
export type ReportInsert = Insert<ReportRow, 'requested_by' | 'period' | 'format'>
export type ReportUpdate = Update<ReportRow>

export interface CognitionRunRow {
  id: string
  requested_by: string | null
  channel_id: string | null
  product_id: string | null
  starts_at: Date
  ends_at: Date
  state: 'queued' | 'running' | 'ready' | 'failed'
  result: unknown
  error_code: string | null
  created_at: Date
  updated_at: Date
}
export type CognitionRunInsert = Insert<CognitionRunRow, 'starts_at' | 'ends_at'>
export type CognitionRunUpdate = Update<CognitionRunRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    analytics_events: Knex.CompositeTableType<AnalyticsEventRow, AnalyticsEventInsert, AnalyticsEventUpdate>
    reports: Knex.CompositeTableType<ReportRow, ReportInsert, ReportUpdate>
    cognition_runs: Knex.CompositeTableType<CognitionRunRow, CognitionRunInsert, CognitionRunUpdate>
  }
}
