// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

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

export interface FormerSlugRow {
  id: string
  entity_id: string | null
  page_id: string | null
  slug: string
  created_at: Date
  updated_at: Date
  speaker_id: string | null
}
export type FormerSlugInsert = Insert<FormerSlugRow, 'slug'>
export type FormerSlugUpdate = Update<FormerSlugRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    idempotency_keys: Knex.CompositeTableType<IdempotencyKeyRow, IdempotencyKeyInsert, IdempotencyKeyUpdate>
    outbox: Knex.CompositeTableType<OutboxRow, OutboxInsert, OutboxUpdate>
    former_slugs: Knex.CompositeTableType<FormerSlugRow, FormerSlugInsert, FormerSlugUpdate>
  }
}
