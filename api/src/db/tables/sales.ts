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
  country: string | null
  locale: 'es' | 'en' | 'pt'
  expires_at: Date | null
  paid_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
  buyer_kind: 'private' | 'business' | null
  vat_check: 'format' | 'register' | null
  place_proofs: unknown
  saves_card: boolean
  card_id: string | null
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
  coupon_id: string | null
  tax_reason:
    | 'seller_country'
    | 'seller_unknown'
    | 'event_at_organizer'
    | 'event_at_viewer'
    | 'electronic_service'
    | 'distance_sale'
    | 'reverse_charge'
    | 'business_abroad'
    | 'intra_community_supply'
    | 'export'
    | 'import'
    | 'outside_area'
    | null
  tax_place: string | null
  buyer_fee_minor: number
  support_minor: number
  position: number
}
export type OrderItemInsert = Insert<
  OrderItemRow,
  'order_id' | 'kind' | 'title' | 'unit_net_minor' | 'net_minor' | 'tax_basis_points' | 'tax_minor' | 'total_minor'
>
export type OrderItemUpdate = Update<OrderItemRow>

export interface OrderItemPartRow {
  order_item_id: string
  product_id: string
  position: number
  title: string
  state: 'included' | 'owned' | 'unavailable'
  net_minor: number
  tax_minor: number
}
export type OrderItemPartInsert = Insert<
  OrderItemPartRow,
  'order_item_id' | 'product_id' | 'position' | 'title' | 'state' | 'net_minor' | 'tax_minor'
>
export type OrderItemPartUpdate = Update<OrderItemPartRow>

export interface PaymentRow {
  id: string
  order_id: string
  provider: 'stripe' | 'pos' | 'test'
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
  saved_method: string | null
  method_label: string | null
}
export type PaymentInsert = Insert<PaymentRow, 'order_id' | 'provider' | 'provider_payment_id' | 'amount_minor' | 'currency'>
export type PaymentUpdate = Update<PaymentRow>

export interface PaymentEventRow {
  id: string
  provider: 'stripe' | 'pos' | 'test'
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

export interface TestPaymentRow {
  id: string
  reference: string
  amount_minor: number
  refunded_minor: number
  currency: string
  description: string
  state: 'open' | 'confirming' | 'settling' | 'succeeded' | 'cancelled'
  failure: 'declined' | 'insufficient_funds' | 'authentication_failed' | null
  settles_at: Date | null
  return_url: string
  cancel_url: string
  created_at: Date
  updated_at: Date
  keeps_method: boolean
  card: string | null
  dispute: 'open' | 'won' | 'lost' | null
}
export type TestPaymentInsert = Insert<
  TestPaymentRow,
  'id' | 'reference' | 'amount_minor' | 'currency' | 'description' | 'return_url' | 'cancel_url'
>
export type TestPaymentUpdate = Update<TestPaymentRow>

export interface TestRefundRow {
  id: string
  payment_id: string
  reference: string
  amount_minor: number
  created_at: Date
  updated_at: Date
}
export type TestRefundInsert = Insert<TestRefundRow, 'id' | 'payment_id' | 'reference' | 'amount_minor'>
export type TestRefundUpdate = Update<TestRefundRow>

export interface TestChargeRow {
  reference: string
  payment_id: string
  failure: string | null
}
export type TestChargeInsert = Insert<TestChargeRow, 'reference' | 'payment_id'>
export type TestChargeUpdate = Update<TestChargeRow>

export interface RefundRow {
  id: string
  order_id: string
  order_item_id: string | null
  payment_id: string | null
  reason: 'organizer' | 'provider' | 'viewer' | 'withdrawal' | 'dispute' | 'duplicate'
  status: 'pending' | 'processing' | 'by_hand' | 'succeeded' | 'failed'
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
  returned_at: Date | null
  part_product_id: string | null
}
export type RefundInsert = Insert<RefundRow, 'order_id' | 'reason' | 'amount_minor' | 'currency'>
export type RefundUpdate = Update<RefundRow>

export interface CouponBatcheRow {
  id: string
  product_id: string
  session_id: string | null
  created_by: string | null
  name: string
  quantity: number
  code_count: number
  redeemed_count: number
  net_price_minor: number
  tax_basis_points: number
  currency: string
  valid_until: Date | null
  deactivated_at: Date | null
  created_at: Date
  updated_at: Date
}
export type CouponBatcheInsert = Insert<CouponBatcheRow, 'product_id' | 'quantity' | 'net_price_minor' | 'tax_basis_points'>
export type CouponBatcheUpdate = Update<CouponBatcheRow>

export interface CouponRow {
  id: string
  batch_id: string
  code: string
  reserved_by: string | null
  reserved_until: Date | null
  redeemed_by: string | null
  redeemed_at: Date | null
  order_id: string | null
  created_at: Date
  updated_at: Date
  revoked_at: Date | null
}
export type CouponInsert = Insert<CouponRow, 'batch_id' | 'code'>
export type CouponUpdate = Update<CouponRow>

export interface AccessCodeRow {
  id: string
  product_id: string
  code: string
  label: string | null
  created_by: string | null
  redeemed_by: string | null
  redeemed_at: Date | null
  order_id: string | null
  revoked_at: Date | null
  created_at: Date
  updated_at: Date
}
export type AccessCodeInsert = Insert<AccessCodeRow, 'product_id' | 'code'>
export type AccessCodeUpdate = Update<AccessCodeRow>

export interface GiftRow {
  id: string
  order_item_id: string
  product_id: string
  code: string | null
  recipient_email: string
  recipient_name: string
  message: string | null
  deliver_at: Date
  redeemed_by: string | null
  redeemed_at: Date | null
  revoked_at: Date | null
  created_at: Date
  updated_at: Date
  mailed_at: Date | null
}
export type GiftInsert = Insert<GiftRow, 'order_item_id' | 'product_id' | 'recipient_email' | 'recipient_name' | 'deliver_at'>
export type GiftUpdate = Update<GiftRow>

export interface TicketRow {
  id: string
  user_id: string
  product_id: string
  source: 'free' | 'order' | 'coupon' | 'gift' | 'code'
  order_item_id: string | null
  coupon_id: string | null
  access_code_id: string | null
  gift_id: string | null
  through_product_id: string | null
  acquired_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  revoked_reason: 'refund' | 'admin' | 'deleted' | 'fraud' | 'expired' | 'dispute' | null
  first_watched_at: Date | null
  withdrawal_waived_at: Date | null
  created_at: Date
  updated_at: Date
  session_id: string | null
}
export type TicketInsert = Insert<TicketRow, 'user_id' | 'product_id' | 'source'>
export type TicketUpdate = Update<TicketRow>

export interface SubscriptionRow {
  id: string
  user_id: string
  channel_id: string | null
  status: 'subscribed' | 'cancelled'
  kind: 'periodic' | 'single'
  period: 'monthly' | 'annual'
  subscribed_at: Date
  cancelled_at: Date | null
  end_reason: 'subscriber' | 'payment' | 'price' | 'offer' | 'account' | 'refund' | 'single' | null
  valid_until: Date
  grace_until: Date | null
  anchor_day: number
  periods_paid: number
  net_minor: number
  tax_basis_points: number
  total_minor: number
  currency: string
  provider: string | null
  method: string | null
  method_label: string | null
  due_at: Date | null
  failed_attempts: number
  asked_total_minor: number | null
  asked_at: Date | null
  agreed_total_minor: number | null
  created_at: Date
  updated_at: Date
}
export type SubscriptionInsert = Insert<
  SubscriptionRow,
  'user_id' | 'valid_until' | 'net_minor' | 'tax_basis_points' | 'total_minor' | 'currency'
>
export type SubscriptionUpdate = Update<SubscriptionRow>

export interface SubscriptionOrderRow {
  order_id: string
  subscription_id: string | null
  sequence: number
  kind: 'periodic' | 'single'
  period: 'monthly' | 'annual'
  return_path: string
}
export type SubscriptionOrderInsert = Insert<SubscriptionOrderRow, 'order_id' | 'kind' | 'period' | 'return_path'>
export type SubscriptionOrderUpdate = Update<SubscriptionOrderRow>

export interface OpenedCheckoutRow {
  id: string
  user_id: string
  product_id: string
  country: string | null
  opened_at: Date
  closed_at: Date | null
}
export type OpenedCheckoutInsert = Insert<OpenedCheckoutRow, 'user_id' | 'product_id'>
export type OpenedCheckoutUpdate = Update<OpenedCheckoutRow>

export interface FollowUpRow {
  id: string
  user_id: string
  product_id: string | null
  sent_by: string | null
  kind: 'checkout' | 'waiting' | 'saved' | 'expiring'
  sent_at: Date
  channel_id: string | null
}
export type FollowUpInsert = Insert<FollowUpRow, 'user_id' | 'kind'>
export type FollowUpUpdate = Update<FollowUpRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    orders: Knex.CompositeTableType<OrderRow, OrderInsert, OrderUpdate>
    order_items: Knex.CompositeTableType<OrderItemRow, OrderItemInsert, OrderItemUpdate>
    order_item_parts: Knex.CompositeTableType<OrderItemPartRow, OrderItemPartInsert, OrderItemPartUpdate>
    payments: Knex.CompositeTableType<PaymentRow, PaymentInsert, PaymentUpdate>
    payment_events: Knex.CompositeTableType<PaymentEventRow, PaymentEventInsert, PaymentEventUpdate>
    test_payments: Knex.CompositeTableType<TestPaymentRow, TestPaymentInsert, TestPaymentUpdate>
    test_refunds: Knex.CompositeTableType<TestRefundRow, TestRefundInsert, TestRefundUpdate>
    test_charges: Knex.CompositeTableType<TestChargeRow, TestChargeInsert, TestChargeUpdate>
    refunds: Knex.CompositeTableType<RefundRow, RefundInsert, RefundUpdate>
    coupon_batches: Knex.CompositeTableType<CouponBatcheRow, CouponBatcheInsert, CouponBatcheUpdate>
    coupons: Knex.CompositeTableType<CouponRow, CouponInsert, CouponUpdate>
    access_codes: Knex.CompositeTableType<AccessCodeRow, AccessCodeInsert, AccessCodeUpdate>
    gifts: Knex.CompositeTableType<GiftRow, GiftInsert, GiftUpdate>
    tickets: Knex.CompositeTableType<TicketRow, TicketInsert, TicketUpdate>
    subscriptions: Knex.CompositeTableType<SubscriptionRow, SubscriptionInsert, SubscriptionUpdate>
    subscription_orders: Knex.CompositeTableType<SubscriptionOrderRow, SubscriptionOrderInsert, SubscriptionOrderUpdate>
    opened_checkouts: Knex.CompositeTableType<OpenedCheckoutRow, OpenedCheckoutInsert, OpenedCheckoutUpdate>
    follow_ups: Knex.CompositeTableType<FollowUpRow, FollowUpInsert, FollowUpUpdate>
  }
}
