/** Objects of the double, in the shape in which the service answers it. */
export interface StripeIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  description: string | null
  metadata: Record<string, string>
  automatic_payment_methods: { enabled: boolean } | null
  last_payment_error: Record<string, unknown> | null
  latest_charge: string | null
  customer: string | null
  payment_method: string | null
  setup_future_usage: 'off_session' | 'on_session' | null
  next_action: { type: string } | null
  canceled_at: number | null
  created: number
  livemode: false
}

export interface StripeCharge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  currency: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
  paid: boolean
  balance_transaction: string | null
  payment_method_details: { type: 'card'; card: { brand: string; last4: string; fingerprint: string } } | { type: 'sepa_debit' }
  created: number
}

export interface StripeBalanceTransaction {
  id: string
  object: 'balance_transaction'
  amount: number
  currency: string
  exchange_rate: number | null
  fee: number
  net: number
  source: string
  type: 'charge' | 'refund'
}

export interface StripeCustomer {
  id: string
  object: 'customer'
  metadata: Record<string, string>
  created: number
}

/** Kept with a customer once a payment was given that asked for it. */
export interface StripeMethod {
  id: string
  object: 'payment_method'
  customer: string | null
  by: Means
}

export interface StripeRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'succeeded' | 'pending' | 'failed'
  failure_reason?: string
  metadata: Record<string, string>
  created: number
}

export interface StripeDispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string
  status: string
  /** Amount and fee that the bank takes while it decides. */
  balance_transactions: { amount: number; fee: number; currency: string }[]
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  created: number
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  type: string
  data: { object: object }
}

/** A test card, or an account for direct debits, that a buyer types into the form of the service. */
export const means = {
  success: { last4: '4242' },
  declined: { last4: '0002', error: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' } },
  insufficient_funds: {
    last4: '9995',
    error: { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  },
  /** Takes the first payment, and refuses every later one. */
  refuses_later: { last4: '0341', later: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' } },
  /** Takes the first payment, and wants its owner for every later one. */
  asks_later: {
    last4: '3184',
    later: {
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    },
  },
  /** The bank asks its customer. */
  sca: { last4: '3155' },
  /** Settles days later. */
  direct_debit: { last4: '3000' },
} as const satisfies Record<string, { last4: string; error?: Record<string, string>; later?: Record<string, string> }>
export type Means = keyof typeof means

/** Faults of the service, each until it is taken back. */
export interface StripeFaults {
  /** refused: no connection. error: it answers that it cannot. */
  down?: 'refused' | 'error'
  /** Acts at once and answers this much later: a caller who gave up does not know that it acted. */
  answersAfterMs?: number
  /** The next so many requests are done, and the connection breaks before the answer. */
  losesAnswers?: number
  /** The next so many answers are in time all the same. */
  skipsAnswers?: number
  /** Fees are told later than payments. */
  withholdsFees?: boolean
  /** The account is kept in this currency; a hundred of a payment are so much there. */
  settlesIn?: { currency: string; perHundred: number }
  /** Refunds are told as on their way. */
  delaysRefunds?: boolean
  /** Told of every payment from now on. */
  lies?: Partial<Pick<StripeIntent, 'amount' | 'currency'>>
}
