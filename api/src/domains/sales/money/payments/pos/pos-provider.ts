import { createHash, randomInt } from 'node:crypto'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { z } from 'zod'
import type { Clock } from '../../../../../adapters/clock.ts'
import type { PaymentNotice, PaymentProvider, ProviderPayment } from '../payment-provider.ts'
import { checkTerminal } from './check-connection.ts'
import { currencyNumbers, currencyOfNumber } from './currencies.ts'
import { isSignedBy, isTerminalKey, signatureVersion, signParameters } from './signature.ts'

export interface PosAccount {
  url: string
  /** Code of the merchant. */
  code: string
  key: string
  /** The one currency of the terminal. */
  currency: string
}

interface PosOptions {
  origin: string
  production: boolean
  clock: Clock
}

/** Where the terminal sends notices, and buyers who come back. */
export const posNoticePath = '/api/payments/notices/pos'
export const posReturnPath = '/api/payments/returns/pos'

const terminalNumber = '1'
const nameLength = 8
/** Form of a test of the connection: no order has this number. */
const probeId = '0'.repeat(nameLength)
const probeMinor = 100

const signedForm = z.object({
  Ds_SignatureVersion: z.literal(signatureVersion),
  Ds_MerchantParameters: z.string().max(8_000),
  Ds_Signature: z.string().max(200),
})
const outcome = z.object({
  Ds_Order: z.string().regex(/^\d{8}[0-9A-Z]{4}$/),
  Ds_MerchantCode: z.string(),
  Ds_Amount: z.string().regex(/^\d{1,12}$/),
  Ds_Currency: z.string().regex(/^\d{1,3}$/),
  Ds_Response: z.string().regex(/^\d{1,4}$/),
})
type Outcome = z.infer<typeof outcome>

/**
 * The card terminal of a bank: the browser takes a signed form there, and comes back with a signed answer. It cannot be
 * asked about a payment, nor give money back by itself: refunds are paid out by hand.
 */
export function createPosProvider(account: PosAccount, { origin, production, clock }: PosOptions): PaymentProvider {
  const { key, code } = account
  const number = currencyNumbers[account.currency]

  return {
    id: 'pos',
    way: 'pos',
    isTest: false,
    takes: (currency) => currency === account.currency && number !== undefined && isTerminalKey(key),
    start: async ({ orderNumber }) => ({ paymentId: String(orderNumber).padStart(nameLength, '0') }),
    find: async () => undefined,
    step: async (payment) => ({ provider: 'pos', ...formOf(payment), returnUrl: payment.returnUrl }),
    async checkConnection() {
      const finding = isTerminalKey(key) ? (number === undefined ? 'currency_refused' : undefined) : 'key_malformed'
      if (finding) return { findings: [finding], isTest: null, account: null, noticesUrl: null }
      return checkTerminal(formOf({ paymentId: probeId, amountMinor: probeMinor, returnUrl: paths.mediaPay }), production)
    },
    /** Nobody can be asked: a payment that is given after all completes its order, or goes back. */
    cancel: async (paymentId) => ({ paymentId, status: 'cancelled', amountMinor: 0, currency: account.currency, failure: null }),
    refund: async () => 'by_hand',
    async readNotice(body) {
      const form = signedForm.safeParse(Object.fromEntries(new URLSearchParams(body)))
      const told = form.success ? readOutcome(form.data.Ds_MerchantParameters) : undefined
      if (!form.success || !told || told.Ds_MerchantCode !== code || !isTerminalKey(key)) throw refused()
      const { Ds_MerchantParameters: parameters, Ds_Signature: signature } = form.data
      if (!isSignedBy(parameters, signature, { key, order: told.Ds_Order })) throw refused()
      return {
        provider: 'pos',
        // It has no id of its own; the same answer has the same one, whichever way it comes.
        eventId: createHash('sha256').update(parameters.replaceAll('-', '+').replaceAll('_', '/')).digest('hex'),
        type: `payment.${told.Ds_Response}`,
        occurredAt: clock.now(),
        payment: toProviderPayment(told),
        isRefusal: Number(told.Ds_Response) > 99,
        payload: told,
      } satisfies PaymentNotice
    },
  }

  /** A form that the browser of a buyer takes to the terminal. */
  function formOf(payment: { paymentId: string; amountMinor: number; returnUrl: string }) {
    // The terminal takes each name once, refused attempts included.
    const order = `${payment.paymentId}${randomInt(36 ** 4)
      .toString(36)
      .toUpperCase()
      .padStart(4, '0')}`
    const returnUrl = `${origin}${posReturnPath}?to=${encodeURIComponent(payment.returnUrl)}`
    const parameters = Buffer.from(
      JSON.stringify({
        DS_MERCHANT_AMOUNT: String(payment.amountMinor),
        DS_MERCHANT_ORDER: order,
        DS_MERCHANT_MERCHANTCODE: code,
        DS_MERCHANT_CURRENCY: number,
        DS_MERCHANT_TRANSACTIONTYPE: '0',
        DS_MERCHANT_TERMINAL: terminalNumber,
        DS_MERCHANT_MERCHANTURL: `${origin}${posNoticePath}`,
        DS_MERCHANT_URLOK: returnUrl,
        DS_MERCHANT_URLKO: returnUrl,
      }),
    ).toString('base64')
    return {
      url: account.url,
      fields: {
        Ds_SignatureVersion: signatureVersion,
        Ds_MerchantParameters: parameters,
        Ds_Signature: signParameters(parameters, { key, order }).toString('base64'),
      },
    }
  }
}

const refused = () => new DomainError('BAD_REQUEST', { detail: 'no answer of this terminal' })

function readOutcome(parameters: string): Outcome | undefined {
  try {
    return outcome.parse(JSON.parse(Buffer.from(parameters, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}

/** Answers of the bank, where the buyer is told more than that it said no. */
const failures: Record<number, string | null> = { 116: 'insufficient_funds', 184: 'authentication_failed', 9915: null }

function toProviderPayment(told: Outcome): ProviderPayment {
  const response = Number(told.Ds_Response)
  const payment = {
    paymentId: told.Ds_Order.slice(0, nameLength),
    amountMinor: Number(told.Ds_Amount),
    // ISO 4217's code for no currency: it matches no order, so the money goes back.
    currency: currencyOfNumber(told.Ds_Currency) ?? 'XXX',
  }
  if (response <= 99) return { ...payment, status: 'succeeded', failure: null }
  const failure = failures[response]
  return { ...payment, status: 'open', failure: failure === undefined ? 'declined' : failure }
}
