import { z } from 'zod'
import { instant } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Payment services whose connection can be tested. */
export const checkedProviders = ['stripe', 'pos', 'test'] as const
export const checkedProviderSchema = z.enum(checkedProviders)
export type CheckedProvider = z.infer<typeof checkedProviderSchema>

/**
 * Everything that a test of a connection can find, with what it means for buyers. failed: they cannot pay this way.
 * warning: they can, and something is missing. note: to be known.
 */
export const connectionFindings = {
  not_stored: 'failed',
  test_off: 'failed',
  unreachable: 'failed',
  service_error: 'failed',
  key_refused: 'failed',
  key_malformed: 'failed',
  charges_off: 'failed',
  public_key_missing: 'failed',
  modes_differ: 'failed',
  not_a_terminal: 'failed',
  merchant_refused: 'failed',
  currency_refused: 'failed',
  form_refused: 'failed',
  signing_key_missing: 'warning',
  endpoint_missing: 'warning',
  endpoint_off: 'warning',
  events_missing: 'warning',
  endpoints_unreadable: 'warning',
  not_offered: 'note',
  form_only: 'note',
} as const satisfies Record<string, 'failed' | 'warning' | 'note'>
export type ConnectionFinding = keyof typeof connectionFindings
const findingNames = Object.keys(connectionFindings) as [ConnectionFinding, ...ConnectionFinding[]]

export const connectionOutcomes = ['well', 'warning', 'failed'] as const
export type ConnectionOutcome = (typeof connectionOutcomes)[number]

export function outcomeOf(findings: readonly ConnectionFinding[]): ConnectionOutcome {
  const grades = new Set<string>(findings.map((finding) => connectionFindings[finding]))
  if (grades.has('failed')) return 'failed'
  return grades.has('warning') ? 'warning' : 'well'
}

export const connectionCheckSchema = z
  .object({
    provider: checkedProviderSchema,
    outcome: z.enum(connectionOutcomes),
    findings: z.array(z.enum(findingNames)),
    /** No money moves; null where nothing says so. */
    isTest: z.boolean().nullable(),
    /** Name of the account at the service, as far as it tells one. */
    account: z.string().nullable(),
    /** Address for its notices; null where it needs none. */
    noticesUrl: z.string().nullable(),
    checkedAt: instant,
    tookMs: z.int().min(0),
  })
  .meta({ id: 'ConnectionCheck' })
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>

export const paymentChecks = {
  run: endpoint({
    method: 'POST',
    path: '/payments/checks',
    summary: 'Ask a payment service whether the account that is stored works; nothing is charged, and no key is answered',
    access: { kind: 'role', role: 'ADMIN' },
    body: z.strictObject({ provider: checkedProviderSchema }),
    response: connectionCheckSchema,
    rateLimit: 'check',
  }),
} as const
