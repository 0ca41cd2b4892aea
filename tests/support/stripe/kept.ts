import { randomBytes } from 'node:crypto'
import { means, type Means, type StripeCharge, type StripeCustomer, type StripeIntent, type StripeMethod } from './objects.ts'
import { found, metadataOf, Refused } from './wire.ts'

const shortId = () => randomBytes(12).toString('hex')

interface Service {
  seconds(): number
  charge(intent: StripeIntent, status: StripeCharge['status'], by: Means): StripeCharge
  refuse(intent: StripeIntent, error: Record<string, unknown>): void
  succeed(intent: StripeIntent, by: Means): void
  tell(type: string, object: object): unknown
}

/** Customers and the means of payment that are kept with them. */
export function createKept(service: Service) {
  const customers = new Map<string, StripeCustomer>()
  const methods = new Map<string, StripeMethod>()

  return {
    customers,

    customer(form: Record<string, string>): StripeCustomer {
      const made: StripeCustomer = { id: `cus_${shortId()}`, object: 'customer', metadata: metadataOf(form), created: service.seconds() }
      customers.set(made.id, made)
      return made
    },

    /** A means of payment of the form; kept where the payment asked for it. */
    methodOf(intent: StripeIntent, by: Means): string {
      const id = `pm_${shortId()}`
      methods.set(id, { id, object: 'payment_method', customer: intent.setup_future_usage === null ? null : intent.customer, by })
      return id
    },

    detach(id: string | undefined): StripeMethod {
      const method = found(methods, id)
      if (method.customer === null)
        throw new Refused(400, { type: 'invalid_request_error', message: 'The payment method is not attached to a customer' })
      method.customer = null
      return method
    },

    /** Charges a means of payment that the customer left; the form says whether its owner is there. */
    confirm(intent: StripeIntent, form: Record<string, string>): StripeIntent {
      if (intent.status !== 'requires_payment_method')
        throw new Refused(400, {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: `This PaymentIntent's status is ${intent.status}.`,
          payment_intent: intent,
        })
      const method = found(methods, form['payment_method'])
      const isOwnerThere = form['return_url'] !== undefined && form['off_session'] === undefined
      if ((form['off_session'] !== 'true' && !isOwnerThere) || method.customer === null || method.customer !== intent.customer)
        throw new Refused(400, { type: 'invalid_request_error', message: 'The payment method is not kept with this customer' })
      const choice: { last4: string; later?: Record<string, string> } = means[method.by]
      if (choice.later) {
        service.charge(intent, 'failed', method.by)
        service.refuse(intent, choice.later)
        throw new Refused(402, { type: 'card_error', ...choice.later, payment_intent: intent })
      }
      intent.payment_method = method.id
      if (isOwnerThere && method.by === 'sca') {
        Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
        service.tell('payment_intent.requires_action', intent)
        return intent
      }
      if (method.by === 'direct_debit') {
        service.charge(intent, 'pending', method.by)
        intent.status = 'processing'
        service.tell('payment_intent.processing', intent)
      } else service.succeed(intent, method.by)
      return intent
    },
  }
}
