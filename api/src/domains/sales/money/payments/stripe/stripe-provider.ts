import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import Stripe from 'stripe'
import type { Clock } from '../../../../../adapters/clock.ts'
import type { DisputeNotice, PaymentNotice, PaymentProvider, ProviderPayment, RefundNotice } from '../payment-provider.ts'
import type { StripeAccount } from './account.ts'
import { toServiceAmount } from './amounts.ts'
import { checkStripe, isTestKey } from './check-connection.ts'
import { isReturned, keptIn, subjectOf, toProviderDispute, toProviderPayment, toReturnedRefund } from './news.ts'

export interface StripeOptions {
  /** Address of the service. */
  apiUrl: string
  /** How long an answer may take. */
  timeoutMs: number
  /** Address of this site: notices arrive there. */
  origin: string
  clock: Clock
}

/** The charge tells the fee and the card. */
const expand = ['latest_charge.balance_transaction']

export function createStripeClient(secretKey: string, { apiUrl, timeoutMs }: Pick<StripeOptions, 'apiUrl' | 'timeoutMs'>): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/**
 * Payments by Stripe: card, wallets, and methods that settle later, as the account has them. Whatever a notice says,
 * the payment itself is read again before anything follows from it, so that order and age of notices do not matter.
 */
export function createStripeProvider(account: StripeAccount, options: StripeOptions): PaymentProvider {
  const stripe = createStripeClient(account.secretKey, options)
  const read = (id: string) => asked(() => stripe.paymentIntents.retrieve(id, { expand }))

  return {
    id: 'stripe',
    way: 'card',
    isTest: isTestKey(account.secretKey),
    takes: (currency) => account.publicKey !== '' && !notTaken.has(currency),
    async start(order) {
      // Nothing in here but the order itself: a repeated call has to be the same request.
      const { keepsMethod, method } = order
      const customer = method === undefined ? keepsMethod && (await customerOf(order.orderId, keepsMethod.kept)) : keptIn(method).customer
      const usage = keepsMethod && ({ setup_future_usage: keepsMethod.isPresent ? 'on_session' : 'off_session' } as const)
      const intent = await asked(() =>
        stripe.paymentIntents.create(
          {
            ...(customer === undefined ? {} : { customer }),
            ...usage,
            amount: toServiceAmount(order.amountMinor, order.currency),
            currency: order.currency.toLowerCase(),
            automatic_payment_methods: { enabled: true },
            description: `#${order.orderNumber}`,
            metadata: { order_id: order.orderId },
          },
          { idempotencyKey: `order:${order.orderId}` },
        ),
      )
      return { paymentId: intent.id }
    },
    find: async (paymentId) => toProviderPayment(await read(paymentId)),
    async step({ paymentId, returnUrl }) {
      const intent = await read(paymentId)
      if (intent.client_secret === null || toProviderPayment(intent).status !== 'open') return undefined
      return {
        provider: 'stripe',
        publicKey: account.publicKey,
        clientSecret: intent.client_secret,
        returnUrl,
        asksOwner: intent.status === 'requires_action',
      }
    },
    async cancel(paymentId) {
      try {
        return toProviderPayment(await asked(() => stripe.paymentIntents.cancel(paymentId, { expand })))
      } catch (error) {
        // Given, settled or cancelled in the meantime.
        if (causeOf(error)?.code === 'payment_intent_unexpected_state') return toProviderPayment(await read(paymentId))
        throw error
      }
    },
    async chargeAgain({ paymentId, method, key, owner }) {
      const { paymentMethod } = keptIn(method)
      try {
        const presence = owner ? { return_url: new URL(owner.returnUrl, options.origin).href } : { off_session: true }
        const charge = { payment_method: paymentMethod, ...presence, expand }
        return toProviderPayment(await asked(() => stripe.paymentIntents.confirm(paymentId, charge, { idempotencyKey: `charge:${key}` })))
      } catch (error) {
        // Refused, or given in the meantime: the payment itself says which.
        const cause = causeOf(error)
        if (cause?.type === 'StripeCardError' || cause?.code === 'payment_intent_unexpected_state')
          return toProviderPayment(await read(paymentId))
        throw error
      }
    },
    async forget(method) {
      await unlessMissing(() => asked(() => stripe.paymentMethods.detach(keptIn(method).paymentMethod)))
    },
    async refund({ paymentId, amountMinor, currency, key }) {
      // Keys are forgotten after a day; the refund itself still says which one it is.
      const { data } = await asked(() => stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
      const made = data.find(({ metadata }) => metadata?.['refund_id'] === key)
      const refund =
        made ??
        (await asked(() =>
          stripe.refunds.create(
            { payment_intent: paymentId, amount: toServiceAmount(amountMinor, currency), metadata: { refund_id: key } },
            { idempotencyKey: `refund:${key}` },
          ),
        ))
      if (isReturned(refund)) return 'failed'
      return { refundId: refund.id }
    },
    checkConnection: () => checkStripe(stripe, account, options),
    async readNotice(body, header) {
      const event = verified(body, header('stripe-signature'))
      const subject = subjectOf(event)
      if (!subject) return undefined
      const notice = {
        provider: 'stripe' as const,
        eventId: event.id,
        type: event.type,
        occurredAt: new Date(event.created * 1000),
        payload: event,
      }
      if (subject.kind === 'refund') return refundNotice(notice, subject.id)
      return subject.kind === 'payment' ? paymentNotice(notice, subject.id) : disputeNotice(notice, subject.id)
    },
  }

  /** The customer to whom the service keeps cards: one of ours has one once something was kept. */
  async function customerOf(orderId: string, kept: string | null): Promise<string> {
    if (kept !== null) return keptIn(kept).customer
    const customer = await asked(() =>
      stripe.customers.create({ metadata: { order_id: orderId } }, { idempotencyKey: `customer:${orderId}` }),
    )
    return customer.id
  }

  async function paymentNotice(notice: Omit<PaymentNotice, 'payment' | 'isRefusal'>, id: string): Promise<PaymentNotice | undefined> {
    const payment = await unlessMissing(async (): Promise<ProviderPayment> => toProviderPayment(await read(id)))
    return payment && { ...notice, payment, isRefusal: notice.type === 'payment_intent.payment_failed' }
  }

  async function disputeNotice(notice: Omit<DisputeNotice, 'dispute'>, id: string): Promise<DisputeNotice | undefined> {
    const dispute = await unlessMissing(async () => toProviderDispute(await asked(() => stripe.disputes.retrieve(id))))
    return dispute && { ...notice, dispute }
  }

  async function refundNotice(notice: Omit<RefundNotice, 'refund'>, id: string): Promise<RefundNotice | undefined> {
    const refund = await unlessMissing(async () => toReturnedRefund(await asked(() => stripe.refunds.retrieve(id))))
    return refund && { ...notice, refund }
  }

  /** Judged by the bytes that came, before anything in them is looked at. */
  function verified(body: string, signature: string): Stripe.Event {
    const { signingKey } = account
    try {
      if (signingKey === null) throw new Error('no signing key is stored')
      const nowMs = options.clock.nowMs()
      return stripe.webhooks.constructEvent(body, signature, signingKey, limits.paymentNoticeAgeMs / 1000, undefined, nowMs)
    } catch (cause) {
      throw new DomainError('BAD_REQUEST', { detail: 'no notice of this service', cause })
    }
  }
}

/**
 * Money that the service does not charge. Amounts of three decimals have to end in zero there, which a price with its
 * tax does not.
 */
const notTaken = new Set('BHD IQD JOD KWD LYD OMR TND BTN CUP ERN GHS IRR KPW MRU SDG SSP STN SVC SYP TMT VED VES ZWG'.split(' '))

/** Calls the service; what goes wrong there is one refusal, with its reason as the cause. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause
    throw new DomainError(cause.code === 'amount_too_small' ? 'AMOUNT_TOO_SMALL' : 'PAYMENT_SERVICE_DOWN', { detail: cause.message, cause })
  }
}

/** The error of the service itself. */
export const causeOf = (error: unknown): InstanceType<typeof Stripe.errors.StripeError> | undefined =>
  error instanceof DomainError && error.cause instanceof Stripe.errors.StripeError ? error.cause : undefined

/** An object of another account, or one that was deleted, is nothing to us. */
async function unlessMissing<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (causeOf(error)?.code === 'resource_missing') return undefined
    throw error
  }
}
