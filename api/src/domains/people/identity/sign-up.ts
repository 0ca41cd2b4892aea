import { signUpRoles } from '@e-events/shared/contract/people/account.ts'
import type { registerBody } from '@e-events/shared/contract/people/auth.ts'
import { registerFieldsSchema } from '@e-events/shared/contract/settings/config.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { DomainError, type Issue } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import type { UserInsert, UserRow } from '../../../db/tables/people.ts'
import { RateLimitedError } from '../../../http/refusal.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { createToken, emailTokens, isProven } from './email-tokens.ts'
import { assertUncommonPassword } from './password-words.ts'
import type { Passwords } from './passwords.ts'
import { isEmailDomainAllowed, mayUsePlatform } from './policy.ts'
import type { Account, IdentityRepository, SignUpRules } from './repository.ts'

type Registration = z.output<typeof registerBody>

/**
 * `password`: the link is good and the browser is not the one that signed up. `pending`: staff has to approve the
 * account.
 */
export type Activation = { state: 'active'; account: Account } | { state: 'pending' | 'password' }

export type SignUp = ReturnType<typeof createSignUp>

/** From nothing to an account that may log in, and back in when its password is forgotten. */
export function createSignUp(deps: {
  knex: Knex
  repository: IdentityRepository
  passwords: Passwords
  mailer: Mailer
  rateLimits: RateLimits
  clock: Clock
  log: Log
}) {
  const { knex, repository, mailer, clock } = deps
  const unfinished = new Set<Promise<void>>()

  return {
    /**
     * @returns the account and the secret that its browser keeps for the activation
     * @throws DomainError EMAIL_TAKEN, EMAIL_DOMAIN_REFUSED, PRIVACY_CHANGED, VALIDATION_FAILED for a field that this
     *   site requires
     */
    async register(body: Registration, client: { address: string }): Promise<{ user: UserRow; proof: string }> {
      // The 409 tells who has an account (the specification wants it), so asking about one address is made slow.
      await deps.rateLimits.consume('mailAddress', `register|${body.email.toLowerCase()}`)
      const rules = await repository.getSignUpRules(knex)
      assertDomain(body.email, rules)
      if (body.privacyVersion !== privacyVersion) throw new DomainError('PRIVACY_CHANGED')
      assertFields(body, rules)
      assertUncommonPassword(body.password, body)
      if ((await repository.findByEmail(body.email))?.email_verified_at) throw new DomainError('EMAIL_TAKEN')
      const passwordHash = await deps.passwords.hash(body.password)
      const now = clock.now()
      try {
        return await knex.transaction(async (trx) => {
          const wanted: UserInsert = {
            email: body.email,
            password_hash: passwordHash,
            password_changed_at: now,
            roles: body.role === 'organizer' ? [signUpRoles.attendee, signUpRoles.organizer] : [signUpRoles.attendee],
            approval_state: rules.approve_users ? 'pending' : 'approved',
            name: body.name,
            surname: body.surname,
            country: body.country,
            locale: body.language,
            company: body.company,
            job: body.job,
            recommended_by: body.recommendedBy,
            newsletter: body.newsletter,
            privacy_accepted_at: now,
          }
          // An address that nobody confirmed belongs to nobody: neither its password nor its links outlive the next
          // sign-up.
          const user = (await repository.replaceUnconfirmed(trx, wanted)) ?? (await repository.createUser(trx, wanted))
          await emailTokens.removeAll(trx, user.id, 'activate', 'reset_password')
          const consent = {
            user_id: user.id,
            email: user.email,
            document_version: body.privacyVersion,
            source: 'sign-up',
            ip: client.address === '' ? null : client.address,
            given_at: now,
          }
          await repository.addConsents(trx, [
            { ...consent, kind: 'privacy', granted: true },
            { ...consent, kind: 'newsletter', granted: body.newsletter },
          ])
          const proof = createToken()
          await sendActivation(trx, user, { proof, next: body.next })
          return { user, proof }
        })
      } catch (error) {
        // Two of the same at the same moment.
        if (violatedConstraint(error) === 'users_email_key') throw new DomainError('EMAIL_TAKEN', { cause: error })
        throw error
      }
    },

    /**
     * A link alone arms no password: whoever opens it also holds the secret of the sign-up, or knows the password that
     * was chosen there.
     * @throws DomainError LINK_INVALID, PASSWORD_WRONG
     */
    async activate(token: string, shown: { proof: string | undefined; password: string | undefined }): Promise<Activation> {
      const now = clock.now()
      const found = await emailTokens.find(knex, token, 'activate', now)
      const owner = found && (await repository.findById(knex, found.user_id))
      if (!found || !owner || owner.email_verified_at !== null) throw new DomainError('LINK_INVALID')
      if (!isProven(found, shown.proof)) {
        if (shown.password === undefined) return { state: 'password' }
        const throttleKey = `activate|${owner.id}`
        await deps.rateLimits.consume('loginAccount', throttleKey)
        if (!(await deps.passwords.matches(shown.password, owner.password_hash))) throw new DomainError('PASSWORD_WRONG')
        await deps.rateLimits.reset('loginAccount', throttleKey)
      }
      return knex.transaction(async (trx) => {
        const link = await emailTokens.use(trx, token, 'activate', now)
        const user = link && (await repository.lockById(trx, link.user_id))
        if (!user) throw new DomainError('LINK_INVALID')
        await repository.updateUser(trx, user.id, { email_verified_at: now })
        await emailTokens.removeAll(trx, user.id, 'activate')
        const account = await repository.findById(trx, user.id)
        return account && mayUsePlatform(account) ? { state: 'active', account } : { state: 'pending' }
      })
    },

    /**
     * A link for a new password. It confirms the e-mail too: the password of a sign-up that nobody confirmed may be a
     * stranger's. The caller hears nothing about the account, not even by the time it takes: what follows the look-up
     * goes on after the answer.
     */
    async recover(email: string): Promise<void> {
      const account = await repository.findByEmail(email)
      const work = account
        ? sendRecovery(account).catch((error: unknown) => deps.log.error({ err: error }, 'a recovery could not be prepared'))
        : undefined
      if (!work) return
      unfinished.add(work)
      void work.then(() => unfinished.delete(work))
    },

    /** Waits for what goes on after answers. */
    async settle(): Promise<void> {
      await Promise.all(unfinished)
    },

    /**
     * Sets the password and ends every other way in: a thief of the old one may have left more behind than sessions.
     * @returns the id of the account
     * @throws DomainError LINK_INVALID, VALIDATION_FAILED
     */
    async reset(token: string, password: string): Promise<string> {
      const passwordHash = await deps.passwords.hash(password)
      const now = clock.now()
      return knex.transaction(async (trx) => {
        const link = await emailTokens.use(trx, token, 'reset_password', now)
        const user = link && (await repository.lockById(trx, link.user_id))
        if (!user) throw new DomainError('LINK_INVALID')
        assertUncommonPassword(password, user)
        await repository.updateUser(trx, user.id, {
          password_hash: passwordHash,
          password_changed_at: now,
          email_verified_at: user.email_verified_at ?? now,
        })
        await repository.revokeSessions(trx, user.id, { reason: 'password_reset', now })
        await emailTokens.removeAll(trx, user.id, 'activate', 'reset_password', 'change_email')
        await repository.endOtherWays(trx, user.id, now)
        const twoFactorSince = await repository.twoFactorSince(trx, user.id)
        const data = { name: user.name, twoFactorSince: twoFactorSince?.toISOString() ?? null, timezone: user.time_zone }
        await mailer.enqueue(trx, { template: 'password_reset', to: user.email, language: user.locale, data })
        return user.id
      })
    },
  }

  async function sendActivation(trx: Knex, user: UserRow, { proof, next }: { proof: string; next: string | null }): Promise<void> {
    const token = await emailTokens.issue(trx, { userId: user.id, purpose: 'activate', now: clock.now(), proof })
    // Without the name: somebody else may have typed it, and it would arrive under ours.
    await mailer.enqueue(trx, { template: 'activation', to: user.email, language: user.locale, data: { name: '', token, next } })
  }

  async function sendRecovery(account: UserRow): Promise<void> {
    try {
      // Limits mails to one mailbox; the owner has the links that were sent before.
      await deps.rateLimits.consume('mailAddress', `recovery|${account.id}`)
    } catch (error) {
      if (error instanceof RateLimitedError) return
      throw error
    }
    await knex.transaction(async (trx) => {
      const token = await emailTokens.issue(trx, { userId: account.id, purpose: 'reset_password', now: clock.now() })
      const data = { name: account.email_verified_at === null ? '' : account.name, token }
      await mailer.enqueue(trx, { template: 'recovery', to: account.email, language: account.locale, data })
    })
  }
}

/** @throws DomainError EMAIL_DOMAIN_REFUSED */
export function assertDomain(email: string, rules: Pick<SignUpRules, 'allowed_email_domains' | 'forbidden_email_domains'>): void {
  if (isEmailDomainAllowed(email, { allowed: rules.allowed_email_domains, forbidden: rules.forbidden_email_domains })) return
  const issues = [{ path: 'body.email', rule: 'email_domain', message: 'this domain is not accepted' }]
  throw new DomainError('EMAIL_DOMAIN_REFUSED', { issues })
}

/**
 * Checks the fields that this site requires beyond the contract.
 * @throws DomainError VALIDATION_FAILED with every field that is wrong
 */
function assertFields(body: Registration, rules: SignUpRules): void {
  const { fields } = registerFieldsSchema.parse({ fields: rules.register_fields })
  const issues = fields.flatMap(({ name, required, type, values }): Issue[] => {
    const value = body[name] ?? ''
    if (value === '') return required ? [{ path: `body.${name}`, rule: 'required', message: 'is required' }] : []
    const isOffered = type !== 'select' || values.length === 0 || values.includes(value)
    return isOffered ? [] : [{ path: `body.${name}`, rule: 'invalid_value', message: 'is none of the values' }]
  })
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
}
