// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface OrderRow {
  id: string
  number: number
  user_id: string
  email: string
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'partially_refunded' | 'refunded'
  currency: string
  net_minor: number
  tax_minor: number
  ticket_fee_minor: number
  support_minor: number
  total_minor: number
  refunded_minor: number
  idempotency_key: string | null
  terms_accepted_at: Date
  withdrawal_waived_at: Date | null
  billing: unknown
  shipping: unknown
  shipping_state: 'waiting' | 'shipped' | 'delivered' | null
  country: string | null
  locale: 'es' | 'en' | 'pt'
  expires_at: Date | null
  paid_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}
export type OrderInsert = Insert<OrderRow, 'user_id' | 'email' | 'net_minor' | 'total_minor' | 'terms_accepted_at', 'number'>
export type OrderUpdate = Update<OrderRow, 'number'>

export interface OrderItemRow {
  id: string
  order_id: string
  kind:
    | 'access'
    | 'bundle'
    | 'physical'
    | 'shipping'
    | 'gift'
    | 'channel_subscription'
    | 'platform_subscription'
    | 'prepaid_hours'
    | 'platform_service'
  product_id: string | null
  session_id: string | null
  channel_id: string | null
  title: string
  quantity: number
  unit_net_minor: number
  net_minor: number
  tax_basis_points: number
  tax_minor: number
  total_minor: number
  platform_fee_minor: number
  ticket_fee_minor: number
  refunded_minor: number
  event_at: Date | null
  created_at: Date
  updated_at: Date
}
export type OrderItemInsert = Insert<
  OrderItemRow,
  'order_id' | 'kind' | 'title' | 'unit_net_minor' | 'net_minor' | 'tax_basis_points' | 'tax_minor' | 'total_minor'
>
export type OrderItemUpdate = Update<OrderItemRow>

export interface PaymentRow {
  id: string
  order_id: string
  provider: 'stripe' | 'pos'
  provider_payment_id: string
  checkout_id: string | null
  status: 'created' | 'processing' | 'succeeded' | 'failed' | 'cancelled' | 'refunded' | 'disputed'
  amount_minor: number
  refunded_minor: number
  provider_fee_minor: number | null
  currency: string
  failure_code: string | null
  succeeded_at: Date | null
  created_at: Date
  updated_at: Date
}
export type PaymentInsert = Insert<PaymentRow, 'order_id' | 'provider' | 'provider_payment_id' | 'amount_minor' | 'currency'>
export type PaymentUpdate = Update<PaymentRow>

export interface PaymentEventRow {
  id: string
  provider: 'stripe' | 'pos'
  event_id: string
  type: string
  payload: unknown
  occurred_at: Date | null
  processed_at: Date | null
  error: string | null
  received_at: Date
}
export type PaymentEventInsert = Insert<PaymentEventRow, 'provider' | 'event_id' | 'type' | 'payload'>
export type PaymentEventUpdate = Update<PaymentEventRow>

export interface RefundRow {
  id: string
  order_id: string
  order_item_id: string | null
  payment_id: string | null
  reason: 'organizer' | 'provider' | 'viewer' | 'withdrawal' | 'dispute' | 'duplicate'
  status: 'pending' | 'processing' | 'succeeded' | 'failed'
  amount_minor: number
  currency: string
  note: string | null
  requested_by: string | null
  provider_refund_id: string | null
  due_at: Date | null
  succeeded_at: Date | null
  failure_code: string | null
  created_at: Date
  updated_at: Date
}
export type RefundInsert = Insert<RefundRow, 'order_id' | 'reason' | 'amount_minor' | 'currency'>
export type RefundUpdate = Update<RefundRow>

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
    orders: Knex.CompositeTableType<OrderRow, OrderInsert, OrderUpdate>
    order_items: Knex.CompositeTableType<OrderItemRow, OrderItemInsert, OrderItemUpdate>
    payments: Knex.CompositeTableType<PaymentRow, PaymentInsert, PaymentUpdate>
    payment_events: Knex.CompositeTableType<PaymentEventRow, PaymentEventInsert, PaymentEventUpdate>
    refunds: Knex.CompositeTableType<RefundRow, RefundInsert, RefundUpdate>
    event_changes: Knex.CompositeTableType<EventChangeRow, EventChangeInsert, EventChangeUpdate>
  }
}
