import { outcomeOf, type CheckedProvider, type ConnectionCheck } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../../db/audit-log.ts'
import type { CheckedConnection } from './payment-provider.ts'
import type { ReadProviders } from './providers.ts'

export type CheckConnection = ReturnType<typeof createCheckConnection>

/** Asks a payment service about the account that is stored, and writes down who asked and what was found. */
export function createCheckConnection(deps: { knex: Knex; readProviders: ReadProviders; clock: Clock }) {
  return async (id: CheckedProvider, by: AuditContext): Promise<ConnectionCheck> => {
    const beganMs = performance.now()
    const { findings, ...found } = await ask(id)
    const tookMs = Math.round(performance.now() - beganMs)
    const outcome = outcomeOf(findings)
    await writeAudit(deps.knex, {
      ...by,
      action: 'media_pay.check',
      subject: { type: 'media_pay', id: 'site' },
      before: null,
      after: { provider: id, outcome, findings },
    })
    return { provider: id, outcome, findings, ...found, checkedAt: deps.clock.now().toISOString(), tookMs }
  }

  async function ask(id: CheckedProvider): Promise<CheckedConnection> {
    const providers = await deps.readProviders()
    const provider = providers.find(id)
    if (!provider) return { findings: [id === 'test' ? 'test_off' : 'not_stored'], isTest: null, account: null, noticesUrl: null }
    const checked = await provider.checkConnection()
    // Other ways may be sold with in its place.
    const isNoted = id === 'test' && !providers.isSoldWith('test')
    return isNoted ? { ...checked, findings: [...checked.findings, 'not_offered'] } : checked
  }
}
