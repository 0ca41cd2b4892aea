// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface RefundProposalRow {
  id: string
  order_item_id: string
  asked_reason: 'not_held' | 'interrupted' | 'connection' | 'not_as_described' | 'changed_mind' | 'other'
  asked_text: string
  evidence: unknown
  fault: 'organizer' | 'provider' | 'viewer' | 'none'
  proposed_minor: number
  currency: string
  status: 'open' | 'approved' | 'refused'
  decided_fault: 'organizer' | 'provider' | 'viewer' | 'none' | null
  decided_minor: number | null
  answer: string | null
  decided_by: string | null
  decided_at: Date | null
  refund_id: string | null
  created_at: Date
  updated_at: Date
  by_progress: boolean
}
export type RefundProposalInsert = Insert<
  RefundProposalRow,
  'order_item_id' | 'asked_reason' | 'asked_text' | 'evidence' | 'fault' | 'proposed_minor' | 'currency'
>
export type RefundProposalUpdate = Update<RefundProposalRow>

export interface DisputeRow {
  id: string
  payment_id: string
  provider_dispute_id: string
  status: 'inquiry' | 'open' | 'won' | 'lost' | 'closed'
  reason: string
  amount_minor: number
  fee_minor: number
  currency: string
  due_at: Date | null
  opened_at: Date
  closed_at: Date | null
  refund_id: string | null
  created_at: Date
  updated_at: Date
  is_booked: boolean
  statement: string | null
  statement_at: Date | null
}
export type DisputeInsert = Insert<DisputeRow, 'payment_id' | 'provider_dispute_id' | 'reason' | 'amount_minor' | 'currency' | 'opened_at'>
export type DisputeUpdate = Update<DisputeRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    refund_proposals: Knex.CompositeTableType<RefundProposalRow, RefundProposalInsert, RefundProposalUpdate>
    disputes: Knex.CompositeTableType<DisputeRow, DisputeInsert, DisputeUpdate>
  }
}
