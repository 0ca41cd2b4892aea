import { account } from '@e-events/shared/contract/people/account.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { outcomeOf, paymentChecks, type ConnectionFinding } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { exchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { loginConfig, type SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import { firstRates } from '@e-events/shared/domain/exchange.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'

const provider = (slug: string, more: Partial<SignOnProvider>): SignOnProvider => ({
  provider: slug,
  label: slug,
  issuer: `https://${slug}.example/realms/people`,
  clientId: 'e-events',
  secretSet: true,
  enabled: true,
  redirectUri: `https://events.example/api/auth/social/${slug}/callback`,
  accounts: 128,
  emailDomains: [],
  ...more,
})

/** Settings of administrators: payments, rates, log-in providers. */
export function playSettings(api: FakeApi): void {
  const subscription = { active: true, periodic: true, interval: 'monthly', priceMinor: 990 } as const
  const monetize = { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 }
  api.on(config.payments, () => ({ payments: { currency: 'EUR', ways: ['card' as const], subscription, monetize } }))
  api.on(config.mediaPay, () => ({
    pos: { url: 'https://tpv.banco.example/pagar', code: '999008881', currency: 'EUR', keySet: true },
    provider: { publicKey: 'pk_live_51Mz', secretKeySet: true, signingKeySet: false },
    subscription,
    monetize,
    prepaidHourMinor: 390,
    seller: { country: 'ES', postalCode: '28004' },
  }))
  api.on(paymentChecks.run, ({ body: { provider } }) => {
    const findings: ConnectionFinding[] = { stripe: ['signing_key_missing', 'endpoint_missing'], pos: ['key_refused'], test: [] }[
      provider
    ] as never
    const account = provider === 'stripe' ? 'Faro Producciones' : null
    const isTest = provider === 'pos' ? null : provider === 'test'
    const noticesUrl = 'https://events.example/api/payments/notices/stripe'
    return {
      provider,
      outcome: outcomeOf(findings),
      findings,
      isTest,
      account,
      noticesUrl,
      checkedAt: '2026-11-24T12:00:00.000Z',
      tookMs: 412,
    }
  })
  api.on(exchangeRates.get, () => ({ rates: [...firstRates], daily: false }))
  api.on(savedCards.list, () => ({ items: [{ id: '00000000-0000-4000-8000-00000000ca01', label: '•••• 4242' }] }))
  api.on(account.identities, () => ({ items: [] }))
  api.on(loginConfig.twoFactor, () => ({ roles: ['ADMIN' as const] }))
  api.on(loginConfig.providers, () => ({
    items: [provider('universidad', { label: 'Universidad del Faro' }), provider('acme', { label: 'Acme', enabled: false, accounts: 0 })],
  }))
  api.on(loginConfig.checkIssuer, () => ({ fault: 'other-issuer' as const, authorizationEndpoint: null, tokenEndpoint: null }))
}
