import type { PaymentStep } from '@e-events/shared/contract/sales/money/paying.ts'
import type { ConnectionFinding } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import type { paymentWays } from '@e-events/shared/contract/settings/config.ts'

export type ProviderId = 'test' | 'stripe' | 'pos'

/** How a buyer pays: by card at a payment service, or at the card terminal of a bank. */
export type PaymentWay = (typeof paymentWays)[number]

/** A payment as its provider knows it. Amounts in minor units of `currency`. */
export interface ProviderPayment {
  paymentId: string
  /** open: can be paid, also after a refused attempt. processing: given, and settled later. The others are final. */
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  amountMinor: number
  currency: string
  /** Why the last attempt was refused. */
  failure: string | null
  /** The provider was asked just now: a state that goes backwards is true. News of a notice may be old. */
  isCurrent?: true
  /** The part that the provider keeps, in `currency`, once it is known. */
  feeMinor?: number
  /** Names the card of the last attempt without telling it; the same card has the same name. */
  card?: string
  /** Known once a payment was given that was started with `keepsMethod`. */
  method?: SavedMethod | null
}

/** Means of payment that its provider keeps: charged again without its owner. */
export interface SavedMethod {
  reference: string
  /** As its owner knows it: '•••• 4242'. */
  label: string
}

/** A buyer disputes a payment at the bank. */
export interface ProviderDispute {
  disputeId: string
  paymentId: string
  /** open: evidence is asked for. review: it was sent. inquiry: the bank asks, and no money was taken back yet. */
  status: 'inquiry' | 'open' | 'review' | 'won' | 'lost' | 'closed'
  reason: string
  amountMinor: number
  /** Charged by the provider for the dispute, whoever wins it. */
  feeMinor: number
  currency: string
  /** Until when evidence is taken. */
  evidenceDueAt: Date | null
}

interface Notice {
  provider: ProviderId
  /** The provider's own id of the event: the same one has its effect once. */
  eventId: string
  type: string
  occurredAt: Date
  payload: unknown
}
/** News of a payment, signed by its provider. May come twice, late, out of order, or never. */
export interface PaymentNotice extends Notice {
  payment: ProviderPayment
  /** It tells of an attempt that was refused. */
  isRefusal: boolean
}
/** News of a dispute, in the same way. */
export interface DisputeNotice extends Notice {
  dispute: ProviderDispute
}

/** A refund that was given back, and that its provider could not deliver: the money is with us again. */
export interface RefundNotice extends Notice {
  refund: { refundId: string; paymentId: string; failure: string }
}

export interface StartedPayment {
  paymentId: string
}

/**
 * Money that a provider gave back. by_hand: it leaves that to a person. failed: it tried, and could not deliver the
 * money.
 */
export type PaidRefund = { refundId: string } | 'by_hand' | 'failed'

/** A payment or a refund in the books of its provider. */
export interface ProviderBooking {
  kind: 'payment' | 'refund'
  /** The provider's own id of it. */
  reference: string
  amountMinor: number
  currency: string
}

/** Answer of a service about the account that is stored. */
export interface CheckedConnection {
  findings: ConnectionFinding[]
  isTest: boolean | null
  account: string | null
  /** Address for its notices; null where it needs none. */
  noticesUrl: string | null
}

/**
 * A payment service. Every call may be repeated: `start` answers the same payment for the same order, `refund` gives
 * money back once per key. Calls throw PAYMENT_SERVICE_DOWN when the service does not answer.
 */
export interface PaymentProvider {
  readonly id: ProviderId
  readonly way: PaymentWay
  /** No money moves. */
  readonly isTest: boolean
  /** Whether it takes money of this currency. */
  takes(currency: string): boolean
  start(order: {
    orderId: string
    orderNumber: number
    amountMinor: number
    currency: string
    description: string
    returnUrl: string
    cancelUrl: string
    /**
     * The buyer agreed to be charged again; `isPresent`: when they choose it at a later checkout, and not without them.
     * `kept`: what they paid with before, where they did.
     */
    keepsMethod?: { kept: string | null; isPresent?: boolean }
    /** A kept means of payment that `chargeAgain` may give it with. */
    method?: string
  }): Promise<StartedPayment>
  /** Undefined where the provider cannot be asked. */
  find(paymentId: string): Promise<ProviderPayment | undefined>
  /** Answers what the page needs where it is given. Undefined once it is given. */
  step(payment: { paymentId: string; amountMinor: number; returnUrl: string }): Promise<PaymentStep | undefined>
  /** Closes a payment that nobody has given; answers what it is then. */
  cancel(paymentId: string): Promise<ProviderPayment>
  /**
   * Gives an open payment with a means of payment that was kept, without its owner; answers what it is then. Once per
   * key: repeated, it answers the same. Undefined where the provider keeps none. `owner`: they are there, and their
   * bank may ask them; they come back to the path.
   */
  chargeAgain?(charge: { paymentId: string; method: string; key: string; owner?: { returnUrl: string } }): Promise<ProviderPayment>
  /** Forgets a means of payment that was kept; one that is gone already is no error. */
  forget?(method: string): Promise<void>
  refund(refund: { paymentId: string; amountMinor: number; currency: string; key: string }): Promise<PaidRefund>
  /**
   * Undefined for news that concern no payment.
   * @throws DomainError BAD_REQUEST for a forged, changed or old notice
   */
  readNotice(body: string, header: (name: string) => string): Promise<ProviderNotice | undefined>
  /** Asks whether the account works: nothing is charged, and it never throws. */
  checkConnection(): Promise<CheckedConnection>
  /** Everything that it took and gave back, where it tells its books. */
  readBooks?(): Promise<ProviderBooking[]>
}

export type ProviderNotice = PaymentNotice | DisputeNotice | RefundNotice
export const isDisputeNotice = (notice: ProviderNotice): notice is DisputeNotice => 'dispute' in notice
export const isRefundNotice = (notice: ProviderNotice): notice is RefundNotice => 'refund' in notice
