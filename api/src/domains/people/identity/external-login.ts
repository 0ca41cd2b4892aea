import type { Language } from '@e-events/shared/domain/language.ts'
import type { SingleSignOnReason } from '@e-events/shared/domain/single-sign-on.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import { isEmailDomainAllowed, mayUsePlatform } from './policy.ts'
import type { Account, IdentityRepository } from './repository.ts'
import type { Identity, OpenSession } from './service.ts'
import type { TwoFactor } from './two-factor.ts'

/** Somebody whom a provider vouches for. */
export interface ExternalPerson {
  provider: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  /** E-mail domains that this provider may vouch for; empty: all. */
  emailDomains: readonly string[]
  name: string
  surname: string
  language: Language
  privacyVersion: string | undefined
}
interface Visitor {
  address: string
  userAgent: string
  requestId: string
}

const emailSchema = z.email().max(limits.emailChars)
const nameChars = 120

/**
 * Log-in without our password: of a known identity or of a new account. An account with the same e-mail is linked by
 * its password alone.
 */
export function createExternalLogin(deps: {
  knex: Knex
  repository: IdentityRepository
  twoFactor: TwoFactor
  openSession: Identity['openSession']
  countLogin(outcome: 'ok' | 'refused'): void
  clock: Clock
}) {
  const { knex, repository, clock } = deps

  return async function enter(person: ExternalPerson, visitor: Visitor): Promise<OpenSession | { refused: SingleSignOnReason }> {
    const found = await findOrCreate(person, visitor)
    const refused = typeof found === 'string' ? found : await refusalOf(found)
    if (typeof found === 'string' || refused) {
      deps.countLogin('refused')
      return { refused: refused ?? 'refused' }
    }
    deps.countLogin('ok')
    return deps.openSession(found, { ...visitor, client: 'web' })
  }

  async function findOrCreate(person: ExternalPerson, visitor: Visitor): Promise<Account | SingleSignOnReason> {
    try {
      return await settle(person, visitor)
    } catch (error) {
      // The same person twice at the same moment: the second one finds what the first one made.
      if (!['users_email_key', 'user_identities_subject_key', 'user_identities_user_key'].includes(violatedConstraint(error) ?? ''))
        throw error
      return settle(person, visitor)
    }
  }

  async function settle(person: ExternalPerson, visitor: Visitor): Promise<Account | SingleSignOnReason> {
    const known = await repository.findByIdentity(knex, person)
    if (known) return known
    const email = emailSchema.safeParse(person.email)
    if (!email.success || !person.emailVerified) return 'email'
    // Its word about other domains counts neither for a new account nor for a link.
    if (!isEmailDomainAllowed(email.data, { allowed: person.emailDomains, forbidden: [] })) return 'domain'
    const namesake = await repository.findByEmail(email.data)
    if (!namesake) return create(person, email.data, visitor)
    // Another answer for the same person may have made the account since the first look.
    return (await repository.findByIdentity(knex, person)) ?? refusalOfLink(namesake, person)
  }

  /** A provider's word alone opens nothing that was there before it: one careless provider would be every account. */
  async function refusalOfLink(account: Account, person: ExternalPerson): Promise<SingleSignOnReason> {
    if (account.email_verified_at === null) return 'not-activated'
    const refused = await refusalOf(account)
    if (refused) return refused
    return (await repository.hasIdentity(knex, account.id, person.provider)) ? 'other-identity' : 'link'
  }

  async function create(person: ExternalPerson, email: string, visitor: Visitor): Promise<Account | SingleSignOnReason> {
    const rules = await repository.getSignUpRules(knex)
    const lists = { allowed: rules.allowed_email_domains, forbidden: rules.forbidden_email_domains }
    if (!isEmailDomainAllowed(email, lists)) return 'domain'
    const { privacyVersion } = person
    if (privacyVersion === undefined) return 'consent'
    const now = clock.now()
    return knex.transaction(async (trx) => {
      const user = await repository.createUser(trx, {
        email,
        email_verified_at: now,
        is_external: true,
        approval_state: rules.approve_users ? 'pending' : 'approved',
        name: plain(person.name),
        surname: plain(person.surname),
        locale: person.language,
        privacy_accepted_at: now,
      })
      await repository.addIdentity(trx, { user_id: user.id, provider: person.provider, subject: person.subject, email })
      await repository.addConsents(trx, [
        {
          user_id: user.id,
          email,
          kind: 'privacy',
          granted: true,
          document_version: privacyVersion,
          source: 'single-sign-on',
          ip: visitor.address === '' ? null : visitor.address,
          given_at: now,
        },
      ])
      // No role of a viewer is ever asked for a second factor.
      return { ...user, approve_users: rules.approve_users, lacks_two_factor: false }
    })
  }

  async function refusalOf(account: Account): Promise<SingleSignOnReason | undefined> {
    if (!mayUsePlatform(account)) {
      const isWaiting = account.deleted_at === null && account.blocked_at === null && account.approval_state === 'pending'
      return isWaiting ? 'pending' : 'refused'
    }
    try {
      // The provider's word is the first factor, never the second.
      await deps.twoFactor.assertCode(account.id, undefined)
      return undefined
    } catch (error) {
      if (error instanceof DomainError && error.code === 'TWO_FACTOR_REQUIRED') return 'two-factor'
      throw error
    }
  }
}

/** A name as somebody else's server writes it. */
function plain(name: string): string {
  return name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, nameChars)
}
