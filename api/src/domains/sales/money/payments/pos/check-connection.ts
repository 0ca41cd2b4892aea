import type { ConnectionFinding } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { askOutside } from '../../../../../adapters/outside.ts'
import type { CheckedConnection } from '../payment-provider.ts'

const timeoutMs = 8_000

/** Codes that terminals of this kind write into the page on which they refuse a form. */
const refusals: Readonly<Record<string, ConnectionFinding>> = {
  SIS0008: 'merchant_refused',
  SIS0009: 'merchant_refused',
  SIS0010: 'merchant_refused',
  SIS0011: 'merchant_refused',
  SIS0026: 'merchant_refused',
  SIS0028: 'merchant_refused',
  SIS0015: 'currency_refused',
  SIS0027: 'currency_refused',
  SIS0041: 'key_refused',
  SIS0042: 'key_refused',
}

/**
 * Sends a signed form to the terminal, as the browser of a buyer does: it answers with the page on which a card would
 * be typed, or with the reason why it takes no form of this merchant. Nobody types a card, so nothing is charged. Its
 * protocol tells nothing more.
 */
export async function checkTerminal(
  form: { url: string; fields: Record<string, string> },
  production: boolean,
): Promise<CheckedConnection> {
  return { findings: [await findingOf(form, production)], isTest: null, account: null, noticesUrl: null }
}

async function findingOf(
  { url, fields }: { url: string; fields: Record<string, string> },
  production: boolean,
): Promise<ConnectionFinding> {
  try {
    const { status, bytes } = await askOutside(new URL(url), {
      production,
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const code = /SIS\d{4}/.exec(new TextDecoder().decode(bytes))?.[0]
    if (code !== undefined) return refusals[code] ?? 'form_refused'
    return status < 400 ? 'form_only' : 'not_a_terminal'
  } catch {
    return 'unreachable'
  }
}
