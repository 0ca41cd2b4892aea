import type { ConnectionFinding } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import Stripe from 'stripe'
import type { CheckedConnection } from '../payment-provider.ts'
import type { StripeAccount } from './account.ts'

/** Where the service sends its notices. */
export const stripeNoticePath = '/api/payments/notices/stripe'

/** Notices that the platform acts on. */
export const actedEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

/**
 * Reads the account and its webhooks with the stored key. A webhook that lacks something is a warning: the reconciler
 * asks for every payment that nobody told of.
 */
export async function checkStripe(stripe: Stripe, account: StripeAccount, { origin }: { origin: string }): Promise<CheckedConnection> {
  const isTest = isTestKey(account.secretKey)
  const noticesUrl = `${origin}${stripeNoticePath}`
  try {
    const found = await stripe.accounts.retrieveCurrent()
    const findings: ConnectionFinding[] = [
      ...(found.charges_enabled ? [] : ['charges_off' as const]),
      ...(account.publicKey === '' ? ['public_key_missing' as const] : []),
      ...(account.publicKey !== '' && isTestKey(account.publicKey) !== isTest ? ['modes_differ' as const] : []),
      ...(account.signingKey === null ? ['signing_key_missing' as const] : []),
      ...(await webhookFindings(stripe, noticesUrl)),
    ]
    return { findings, isTest, account: found.settings?.dashboard.display_name || found.business_profile?.name || found.id, noticesUrl }
  } catch (error) {
    return { findings: [findingOf(error)], isTest, account: null, noticesUrl }
  }
}

async function webhookFindings(stripe: Stripe, url: string): Promise<ConnectionFinding[]> {
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    const own = data.filter((endpoint) => endpoint.url === url)
    const running = own.filter(({ status }) => status === 'enabled')
    if (own.length === 0) return ['endpoint_missing']
    if (running.length === 0) return ['endpoint_off']
    const told = new Set(running.flatMap(({ enabled_events: events }) => events))
    return told.has('*') || actedEvents.every((event) => told.has(event)) ? [] : ['events_missing']
  } catch (error) {
    // A restricted key need not read them.
    if (error instanceof Stripe.errors.StripePermissionError) return ['endpoints_unreadable']
    throw error
  }
}

function findingOf(error: unknown): ConnectionFinding {
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError) return 'key_refused'
  if (error instanceof Stripe.errors.StripeConnectionError) return 'unreachable'
  if (error instanceof Stripe.errors.StripeError) return 'service_error'
  throw error
}

/** Secret, restricted and public keys name the mode that they are of. */
export const isTestKey = (key: string): boolean => /^(?:sk|rk|pk)_test_/.test(key)
