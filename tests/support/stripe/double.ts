import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKept } from './kept.ts'
import { means, type Means, type StripeBalanceTransaction, type StripeCharge, type StripeDispute } from './objects.ts'
import type { StripeEvent, StripeFaults, StripeIntent, StripeRefund } from './objects.ts'
import { createMemory, found, list, metadataOf, Refused } from './wire.ts'

export interface StripeRequest {
  method: string
  path: string
  form: Record<string, string>
  idempotencyKey: string | undefined
}

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

const usages = ['off_session', 'on_session'] as const
const shortId = () => randomBytes(12).toString('hex')

/**
 * Speaks the HTTP protocol of Stripe as far as the platform uses it: forms in, objects out, idempotency keys, signed
 * events. Events are kept in `events` and go out where a test delivers them: twice, late, in another order, altered, or
 * never.
 */
export async function startStripeDouble(options: { nowMs?: () => number } = {}) {
  const nowMs = options.nowMs ?? Date.now
  const seconds = () => Math.floor(nowMs() / 1000)
  const keys = { publicKey: `pk_test_${shortId()}`, secretKey: `sk_test_${shortId()}`, signingKey: `whsec_${shortId()}` }
  const intents = new Map<string, StripeIntent>()
  const charges = new Map<string, StripeCharge>()
  const fees = new Map<string, StripeBalanceTransaction>()
  const refunds = new Map<string, StripeRefund>()
  const disputes = new Map<string, StripeDispute>()
  const endpoints: { id: string; object: 'webhook_endpoint'; url: string; status: string; enabled_events: string[] }[] = []
  const account = { id: `acct_${shortId()}`, object: 'account', charges_enabled: true, default_currency: 'eur', country: 'ES' }
  const events: StripeEvent[] = []
  const requests: StripeRequest[] = []
  const memory = createMemory()
  let faults: StripeFaults = {}
  const kept = createKept({ seconds, charge, refuse, succeed, tell })

  const server = createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (faults.down === 'refused') return void reply.destroy()
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const form = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : text))
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : undefined
    requests.push({ method: request.method ?? '', path: url.pathname, form, idempotencyKey: key })
    const { status, body } =
      faults.down === 'error'
        ? { status: 503, body: { error: { type: 'api_error', message: 'The service is down' } } }
        : await memory.once(key, `${request.method} ${url.pathname} ${text}`, () => act(request, url, form))
    if ((faults.losesAnswers ?? 0) > 0) {
      faults.losesAnswers = (faults.losesAnswers ?? 0) - 1
      return void reply.destroy()
    }
    if (faults.answersAfterMs !== undefined && (faults.skipsAnswers ?? 0) > 0) faults.skipsAnswers = (faults.skipsAnswers ?? 0) - 1
    else if (faults.answersAfterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, faults.answersAfterMs))
    if (reply.destroyed) return
    reply.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${shortId()}` }).end(JSON.stringify(body))
  }

  function act(request: IncomingMessage, url: URL, form: Record<string, string>): unknown {
    if (request.headers.authorization !== `Bearer ${keys.secretKey}`)
      throw new Refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    const [, noun, id, verb] = url.pathname.slice(1).split('/')
    switch (`${request.method} ${noun}${id === undefined ? '' : '/:id'}${verb === undefined ? '' : `/${verb}`}`) {
      case 'POST payment_intents':
        return shown(create(form))
      case 'GET payment_intents/:id':
        return shown(found(intents, id), Object.values(form))
      case 'POST payment_intents/:id/cancel':
        return shown(cancel(found(intents, id)))
      case 'POST payment_intents/:id/confirm':
        return shown(kept.confirm(found(intents, id), form), Object.values(form))
      case 'POST payment_methods/:id/detach':
        return kept.detach(id)
      case 'POST customers':
        return kept.customer(form)
      case 'GET refunds':
        return list([...refunds.values()].filter(({ payment_intent: of }) => of === form['payment_intent']))
      case 'POST refunds':
        return refund(form)
      case 'GET refunds/:id':
        return found(refunds, id)
      case 'GET balance_transactions/:id':
        return found(fees, id)
      case 'GET disputes/:id':
        return found(disputes, id)
      case 'GET events':
        return list(events.toReversed())
      case 'GET account':
        return account
      case 'GET webhook_endpoints':
        return list(endpoints)
      default:
        throw new Refused(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${request.method}: ${url.pathname})` })
    }
  }

  function create(form: Record<string, string>): StripeIntent {
    const amount = Number(form['amount'])
    if (!Number.isSafeInteger(amount) || amount < 50)
      throw new Refused(400, {
        type: 'invalid_request_error',
        code: 'amount_too_small',
        param: 'amount',
        message: 'Amount must be at least 50',
      })
    const id = `pi_${shortId()}`
    const intent: StripeIntent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: form['currency'] ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${shortId()}`,
      description: form['description'] ?? null,
      metadata: metadataOf(form),
      automatic_payment_methods: form['automatic_payment_methods[enabled]'] === 'true' ? { enabled: true } : null,
      last_payment_error: null,
      latest_charge: null,
      customer: form['customer'] === undefined ? null : found(kept.customers, form['customer']).id,
      payment_method: null,
      setup_future_usage: usages.find((usage) => usage === form['setup_future_usage']) ?? null,
      next_action: null,
      canceled_at: null,
      created: seconds(),
      livemode: false,
    }
    intents.set(id, intent)
    tell('payment_intent.created', intent)
    return intent
  }

  function cancel(intent: StripeIntent): StripeIntent {
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      throw new Refused(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        payment_intent: intent,
      })
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(), next_action: null })
    tell('payment_intent.canceled', intent)
    return intent
  }

  function refund(form: Record<string, string>): StripeRefund {
    const intent = found(intents, form['payment_intent'])
    const charge = intent.latest_charge === null ? undefined : charges.get(intent.latest_charge)
    if (intent.status !== 'succeeded' || !charge)
      throw new Refused(400, { type: 'invalid_request_error', code: 'charge_not_refundable', message: 'Nothing was paid' })
    const amount = form['amount'] === undefined ? charge.amount - charge.amount_refunded : Number(form['amount'])
    if (amount > charge.amount - charge.amount_refunded)
      throw new Refused(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refund is greater than the rest' })
    charge.amount_refunded += amount
    const made: StripeRefund = {
      id: `re_${shortId()}`,
      object: 'refund',
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent.id,
      status: faults.delaysRefunds ? 'pending' : 'succeeded',
      metadata: metadataOf(form),
      created: seconds(),
    }
    refunds.set(made.id, made)
    tell('refund.created', made)
    tell('charge.refunded', charge)
    return made
  }

  /** Objects in place of their ids, where a request asks for them. */
  function shown(intent: StripeIntent, expand: string[] = []): unknown {
    const told = { ...intent, ...faults.lies }
    const charge = intent.latest_charge === null ? undefined : charges.get(intent.latest_charge)
    if (!charge || !expand.some((path) => path.startsWith('latest_charge'))) return told
    const fee = charge.balance_transaction === null ? null : (fees.get(charge.balance_transaction) ?? null)
    const hasFee = expand.includes('latest_charge.balance_transaction')
    return { ...told, latest_charge: { ...charge, balance_transaction: hasFee ? fee : charge.balance_transaction } }
  }

  function tell(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: `evt_${shortId()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      type,
      data: { object: structuredClone({ ...object, ...('amount_received' in object ? faults.lies : {}) }) },
    }
    events.push(event)
    return event
  }

  function charge(intent: StripeIntent, status: StripeCharge['status'], by: Means): StripeCharge {
    const { last4 } = means[by]
    const made: StripeCharge = {
      id: `ch_${shortId()}`,
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      payment_intent: intent.id,
      status,
      paid: status === 'succeeded',
      balance_transaction: null,
      payment_method_details:
        by === 'direct_debit' ? { type: 'sepa_debit' } : { type: 'card', card: { brand: 'visa', last4, fingerprint: `print${last4}` } },
      created: seconds(),
    }
    charges.set(made.id, made)
    intent.latest_charge = made.id
    return made
  }

  function succeed(intent: StripeIntent, by: Means): void {
    const made = charge(intent, 'succeeded', by)
    if (!faults.withholdsFees) putFee(made)
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null, next_action: null })
    tell('charge.succeeded', made)
    tell('payment_intent.succeeded', intent)
  }

  /** 1.5 % and 0.25. */
  function putFee(of: StripeCharge): void {
    const { currency = of.currency, perHundred = 100 } = faults.settlesIn ?? {}
    const amount = Math.round((of.amount * perHundred) / 100)
    const fee = Math.round(amount * 0.015) + 25
    const made: StripeBalanceTransaction = {
      id: `txn_${shortId()}`,
      object: 'balance_transaction',
      amount,
      currency,
      exchange_rate: currency === of.currency ? null : perHundred / 100,
      fee,
      net: amount - fee,
      source: of.id,
      type: 'charge',
    }
    fees.set(made.id, made)
    of.balance_transaction = made.id
  }

  function refuse(intent: StripeIntent, error: Record<string, unknown>): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', ...error },
      next_action: null,
    })
    tell('payment_intent.payment_failed', intent)
  }

  const sign = (body: string, { atMs = nowMs(), key = keys.signingKey } = {}): string => {
    const at = Math.floor(atMs / 1000)
    return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
  }

  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    account,
    endpoints,
    intents,
    charges,
    refunds,
    disputes,
    fees,
    events,
    requests,
    sign,
    setFaults(wanted: StripeFaults): void {
      faults = wanted
    },

    /** A buyer fills in the form of the service. */
    pay(id: string, by: Means): void {
      const intent = found(intents, id)
      if (intent.status !== 'requires_payment_method') throw new Error(`a payment that is ${intent.status} takes no card`)
      const choice: { last4: string; error?: Record<string, string> } = means[by]
      if (choice.error) {
        charge(intent, 'failed', by)
        return refuse(intent, choice.error)
      }
      intent.payment_method = kept.methodOf(intent, by)
      if (by === 'sca') {
        Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
        return void tell('payment_intent.requires_action', intent)
      }
      if (by === 'direct_debit') {
        charge(intent, 'pending', by)
        intent.status = 'processing'
        return void tell('payment_intent.processing', intent)
      }
      succeed(intent, by)
    },

    /** The answer to the bank's question. */
    authenticate(id: string, isApproved: boolean): void {
      const intent = found(intents, id)
      if (isApproved) succeed(intent, 'sca')
      else refuse(intent, { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' })
    },

    /** Ends a direct debit, days later. */
    settle(id: string, isPaid: boolean): void {
      const intent = found(intents, id)
      if (isPaid) succeed(intent, 'direct_debit')
      else refuse(intent, { code: 'charge_exceeds_source_limit', message: 'The bank returned the debit.' })
    },

    /** The fee of a payment becomes known. */
    tellFee(id: string): void {
      const made = charges.get(found(intents, id).latest_charge ?? '')
      if (!made) throw new Error('nothing was charged')
      putFee(made)
      tell('charge.updated', made)
    },

    /** The bank sends a refund back: its money is in the account again. */
    returnRefund(id: string, reason = 'lost_or_stolen_card'): void {
      const refund = found(refunds, id)
      const of = found(charges, refund.charge)
      of.amount_refunded -= refund.amount
      Object.assign(refund, { status: 'failed', failure_reason: reason })
      tell('refund.failed', refund)
    },

    openDispute(id: string, { reason = 'fraudulent' } = {}): StripeDispute {
      const intent = found(intents, id)
      const made: StripeDispute = {
        id: `du_${shortId()}`,
        object: 'dispute',
        amount: intent.amount,
        currency: intent.currency,
        charge: intent.latest_charge ?? '',
        payment_intent: id,
        reason,
        status: 'needs_response',
        balance_transactions: [{ amount: -intent.amount, fee: 2_000, currency: intent.currency }],
        evidence_details: { due_by: seconds() + 9 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
        created: seconds(),
      }
      disputes.set(made.id, made)
      tell('charge.dispute.created', made)
      return made
    },

    closeDispute(id: string, status: 'won' | 'lost'): void {
      const dispute = found(disputes, id)
      dispute.status = status
      tell('charge.dispute.closed', dispute)
    },

    /** Events of one type of one object, oldest first. */
    told(type: string, id: string): StripeEvent[] {
      return events.filter((event) => {
        const { id: own, payment_intent: of } = event.data.object as { id: string; payment_intent?: string }
        return event.type === type && (own === id || of === id)
      })
    },

    /** The time in which an idempotency key is remembered is over. */
    forgetKeys(): void {
      memory.forget()
    },

    /** Sends an event as the service does; `body` and `signature` make it a forged one. */
    deliver(event: StripeEvent, to: string, forged: { body?: string; signature?: string } = {}): Promise<Response> {
      const body = forged.body ?? JSON.stringify(event)
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': forged.signature ?? sign(body) }
      return fetch(to, { method: 'POST', headers, body })
    },

    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
