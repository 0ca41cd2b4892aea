import type Stripe from 'stripe'
import type { ProviderDispute, ProviderPayment, RefundNotice } from '../payment-provider.ts'
import { feeOf, fromServiceAmount } from './amounts.ts'

const statuses: Record<string, ProviderPayment['status']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

/** A payment with its last charge, as it was read from the service just now. */
export function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const status = statuses[intent.status]
  if (status === undefined) throw new Error(`a payment in the unknown state ${intent.status}`)
  const currency = intent.currency.toUpperCase()
  const amountMinor = fromServiceAmount(intent.amount, currency)
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const transaction = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  const card = charge?.payment_method_details?.card?.fingerprint
  return {
    paymentId: intent.id,
    status,
    amountMinor,
    currency,
    failure: status === 'open' && intent.last_payment_error ? failureOf(intent.last_payment_error) : null,
    isCurrent: true,
    ...(status === 'succeeded' && transaction ? { feeMinor: feeOf(transaction, { amountMinor, currency }) } : {}),
    ...(card ? { card } : {}),
    ...(status === 'succeeded' ? keptOf(intent, charge) : {}),
  }
}

/** Names what the service keeps for later charges: a customer and a means of payment of theirs. */
function keptOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): Pick<ProviderPayment, 'method'> {
  const [customer, paymentMethod] = [idOf(intent.customer), idOf(intent.payment_method)]
  if (intent.setup_future_usage === null || customer === undefined || paymentMethod === undefined) return {}
  const details = charge?.payment_method_details
  const label = details?.card?.last4 ? `•••• ${details.card.last4}` : (details?.type ?? 'Stripe')
  return { method: { reference: `${customer}/${paymentMethod}`, label } }
}

/** The two names in a reference of `keptOf`. */
export function keptIn(reference: string): { customer: string; paymentMethod: string } {
  const [customer = '', paymentMethod = ''] = reference.split('/')
  return { customer, paymentMethod }
}

function failureOf(error: { code?: string | undefined; decline_code?: string | undefined }): string {
  if (error.decline_code === 'insufficient_funds') return 'insufficient_funds'
  const isAsked = [error.code, error.decline_code].includes('authentication_required')
  if (isAsked || error.code === 'payment_intent_authentication_failure') return 'authentication_failed'
  return error.code === 'card_declined' ? 'declined' : 'other'
}

const disputeStatuses: Record<string, ProviderDispute['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'open',
  appeal_needs_response: 'open',
  under_review: 'review',
  appeal_under_review: 'review',
  won: 'won',
  lost: 'lost',
}

/** Undefined for a dispute of something that is no payment of this kind. */
export function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const paymentId = idOf(dispute.payment_intent)
  if (paymentId === undefined) return undefined
  const currency = dispute.currency.toUpperCase()
  const dueBy = dispute.evidence_details.due_by
  return {
    disputeId: dispute.id,
    paymentId,
    status: disputeStatuses[dispute.status] ?? 'open',
    reason: dispute.reason,
    amountMinor: fromServiceAmount(dispute.amount, currency),
    // Fees are in the currency of the account; another one is no part of this sale's books.
    feeMinor: dispute.balance_transactions
      .filter((transaction) => transaction.currency.toUpperCase() === currency)
      .reduce((sum, { fee }) => sum + fromServiceAmount(fee, currency), 0),
    currency,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
  }
}

/** Undefined for a refund that arrived, or is on its way. */
export function toReturnedRefund(refund: Stripe.Refund): RefundNotice['refund'] | undefined {
  const paymentId = idOf(refund.payment_intent)
  if (!isReturned(refund) || paymentId === undefined) return undefined
  return { refundId: refund.id, paymentId, failure: `returned:${refund.failure_reason ?? 'unknown'}` }
}
export const isReturned = ({ status }: Pick<Stripe.Refund, 'status'>): boolean => status === 'failed' || status === 'canceled'

const refundEvents: ReadonlySet<string> = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated'])

/** Answers what an event is about; undefined for one that concerns no payment. */
export function subjectOf(event: Stripe.Event): { kind: 'payment' | 'dispute' | 'refund'; id: string } | undefined {
  const object = event.data.object as { id?: string; payment_intent?: string | { id: string } | null }
  if (event.type.startsWith('charge.dispute.')) return object.id === undefined ? undefined : { kind: 'dispute', id: object.id }
  if (refundEvents.has(event.type)) return object.id === undefined ? undefined : { kind: 'refund', id: object.id }
  const id = event.type.startsWith('payment_intent.') ? object.id : idOf(object.payment_intent)
  const isKnown = event.type.startsWith('payment_intent.') || event.type === 'charge.succeeded' || event.type === 'charge.updated'
  return isKnown && id !== undefined ? { kind: 'payment', id } : undefined
}

const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : (reference?.id ?? undefined)
