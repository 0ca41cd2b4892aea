import type { addProviderBody, changeProviderBody, SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import { isIssuerAllowed } from './policy.ts'
import type { ProviderRecord, ProviderRepository } from './repository.ts'

export type Providers = ReturnType<typeof createProviders>

/** The providers as administrators set them up. Their secrets come in here and never leave. */
export function createProviders(deps: {
  knex: Knex
  repository: Pick<ProviderRepository, 'list' | 'lock' | 'insert' | 'update'>
  redirectUri(provider: string): string
  isProduction: boolean
  /** Log-in screens show what is switched on. Runs after the commit and never fails it. */
  announce(): Promise<void>
}) {
  const { knex, repository } = deps

  return {
    async list(): Promise<SignOnProvider[]> {
      return (await repository.list()).map(toProvider)
    },

    /** @throws DomainError SLUG_TAKEN, VALIDATION_FAILED */
    async add(body: z.output<typeof addProviderBody>, by: AuditContext): Promise<SignOnProvider> {
      assertIssuer(body.issuer)
      const added = await knex.transaction(async (trx) => {
        const row = await repository.insert(trx, { ...body, clientSecret: body.clientSecret || undefined })
        if (!row) throw new DomainError('SLUG_TAKEN')
        await writeAudit(trx, { ...by, action: 'sign_on_provider.add', subject: subjectOf(row), before: null, after: toLogged(row) })
        return row
      })
      await deps.announce()
      return toProvider(added)
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT, VALIDATION_FAILED */
    async change(provider: string, body: z.output<typeof changeProviderBody>, by: AuditContext): Promise<SignOnProvider> {
      assertIssuer(body.issuer)
      const changed = await knex.transaction(async (trx) => {
        const before = await repository.lock(trx, provider)
        if (!before) throw new DomainError('NOT_FOUND')
        // Accounts are known by what that issuer calls them: another one could call somebody else the same.
        if (before.accounts > 0 && before.issuer_url !== body.issuer) throw new DomainError('STATE_CONFLICT')
        const after = await repository.update(trx, before, { ...body, clientSecret: body.clientSecret || undefined })
        await writeAudit(trx, {
          ...by,
          action: 'sign_on_provider.update',
          subject: subjectOf(after),
          before: toLogged(before),
          // That a secret was replaced is news, although it is there before and after.
          after: { ...toLogged(after), ...(body.clientSecret === '' ? {} : { secretReplaced: true }) },
        })
        return after
      })
      await deps.announce()
      return toProvider(changed)
    },
  }

  /** Refuses addresses that a log-in would refuse to ask. */
  function assertIssuer(issuer: string): void {
    if (isIssuerAllowed(issuer, { production: deps.isProduction })) return
    const issue = { path: 'body.issuer', rule: 'format', message: 'must be an https address without query and password' }
    throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
  }

  function toProvider(row: ProviderRecord): SignOnProvider {
    const { provider, accounts } = row
    return { provider, ...toLogged(row), redirectUri: deps.redirectUri(provider), accounts }
  }
}

const subjectOf = ({ provider }: ProviderRecord) => ({ type: 'sign_on_provider', id: provider }) as const

function toLogged(row: ProviderRecord) {
  return {
    label: row.label,
    issuer: row.issuer_url,
    clientId: row.client_id,
    secretSet: row.client_secret_encrypted !== null,
    enabled: row.is_enabled,
    emailDomains: row.email_domains,
  }
}
