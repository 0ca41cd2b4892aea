export type ProviderId = 'test'

/** A payment as its provider knows it. Amounts in minor units of `currency`. */
export interface ProviderPayment {
  paymentId: string
  /** open: can be paid, also after a refused attempt. processing: given, and settled later. The others are final. */
  status: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  amountMinor: number
  currency: string
  /** Why the last attempt was refused. */
  failure: string | null
}

/** News of a payment, signed by its provider. May come twice, late, out of order, or never. */
export interface PaymentNotice {
  provider: ProviderId
  /** The provider's own id of the event: the same one has its effect once. */
  eventId: string
  type: string
  occurredAt: Date
  payment: ProviderPayment
  payload: unknown
}

export interface StartedPayment {
  paymentId: string
  /** Where the buyer pays: a path of this site, or an address of the provider. */
  url: string
}

/**
 * A payment service. Every call may be repeated: `start` answers the same payment for the same order, `refund` gives
 * money back once per key. Calls throw when the service does not answer.
 */
export interface PaymentProvider {
  readonly id: ProviderId
  /** No money moves. */
  readonly isTest: boolean
  start(order: {
    orderId: string
    amountMinor: number
    currency: string
    description: string
    returnUrl: string
    cancelUrl: string
  }): Promise<StartedPayment>
  find(paymentId: string): Promise<ProviderPayment>
  /** Where a payment that is open is given. */
  urlOf(paymentId: string): string
  /** Closes a payment that nobody has given; answers what it is then. */
  cancel(paymentId: string): Promise<ProviderPayment>
  refund(refund: { paymentId: string; amountMinor: number; key: string }): Promise<{ refundId: string }>
  /** @throws DomainError BAD_REQUEST for a forged, changed or old notice */
  readNotice(body: string, signature: string): PaymentNotice
}
