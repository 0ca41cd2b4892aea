import { DomainError } from '@e-events/shared/errors.ts'
import type { PaymentRow } from '../../../../db/tables/sales.ts'
import type { PaymentProvider, PaymentWay, ProviderId, ProviderPayment } from './payment-provider.ts'
import { createPosProvider, type PosAccount } from './pos/pos-provider.ts'
import type { StripeAccount } from './stripe/account.ts'
import { createStripeProvider, type StripeOptions } from './stripe/stripe-provider.ts'

/** Accounts at payment services, as they are stored now. */
export interface PaymentAccounts {
  /** The site allows paid content. */
  mayCharge: boolean
  stripe: StripeAccount | null
  pos: PosAccount | null
}

/** The payment services of one moment. */
export interface ProviderSet {
  /** The site allows paid content. */
  mayCharge: boolean
  /** Those that buyers of this currency may choose from, the usual one first. */
  offered(currency: string): PaymentProvider[]
  /** @throws DomainError PAYMENTS_OFF where nothing takes this currency in this way */
  choose(currency: string, way: PaymentWay | undefined): PaymentProvider
  /** The provider of an existing payment, whether it is still offered or not. */
  find(id: string): PaymentProvider | undefined
  isEmpty: boolean
  /** Buyers are offered it for some currency. */
  isSoldWith(id: ProviderId): boolean
  /** Those that hold payments, offered or not. */
  all: readonly PaymentProvider[]
}

/** Reads the accounts for each use: a change counts at once, in every process. */
export type ReadProviders = () => Promise<ProviderSet>

/** The test provider sells where no account is stored. */
export function createPaymentProviders(deps: {
  accounts(): Promise<PaymentAccounts>
  /** Undefined where others reach the site. */
  testProvider: PaymentProvider | undefined
  /** Browsers come back to it from other sites. */
  origin: string
  /** Others reach the site: no terminal stands in our own network. */
  production: boolean
  stripe: Omit<StripeOptions, 'origin'>
}): ReadProviders {
  const { testProvider, origin, production } = deps
  let last: { account: string; provider: PaymentProvider } | undefined

  /** Kept as long as the account is the same: its connections are kept, too. */
  function stripeOf(account: StripeAccount): PaymentProvider {
    const key = JSON.stringify(account)
    if (last?.account !== key) last = { account: key, provider: createStripeProvider(account, { ...deps.stripe, origin }) }
    return last.provider
  }

  return async () => {
    const { mayCharge, stripe, pos } = await deps.accounts()
    const real = [
      ...(stripe ? [stripeOf(stripe)] : []),
      ...(pos ? [createPosProvider(pos, { origin, production, clock: deps.stripe.clock })] : []),
    ]
    const isReal = pos !== null || (stripe !== null && stripe.publicKey !== '')
    const sold = isReal || !testProvider ? real : [testProvider]
    const offered = (currency: string) => sold.filter((provider) => provider.takes(currency))
    return {
      mayCharge,
      offered,
      choose(currency, way) {
        const provider = offered(currency).find((one) => way === undefined || one.way === way)
        if (!provider) throw new DomainError('PAYMENTS_OFF')
        return provider
      },
      find: (id) => (id === 'test' ? testProvider : real.find((provider) => provider.id === id)),
      isEmpty: sold.length === 0,
      isSoldWith: (id) => sold.some((provider) => provider.id === id),
      all: testProvider ? [...real, testProvider] : real,
    }
  }
}

/** Closes a payment at its provider. Where the account there is gone, nobody can pay it any more. */
export async function cancelPayment(providers: ProviderSet, payment: PaymentRow): Promise<ProviderPayment> {
  const { provider_payment_id: paymentId, amount_minor: amountMinor, currency } = payment
  return providers.find(payment.provider)?.cancel(paymentId) ?? { paymentId, status: 'cancelled', amountMinor, currency, failure: null }
}
