import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import type { UserRow, UserSessionRow } from '../../../db/tables/people.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { emailTokens } from './email-tokens.ts'
import { assertUncommonPassword } from './password-words.ts'
import type { Passwords } from './passwords.ts'
import type { IdentityRepository } from './repository.ts'
import { assertDomain } from './sign-up.ts'
import type { TwoFactor } from './two-factor.ts'

export type Credentials = ReturnType<typeof createCredentials>

/** Changes of a logged-in account to its password, e-mail and devices. */
export function createCredentials(deps: {
  knex: Knex
  repository: IdentityRepository
  passwords: Passwords
  twoFactor: TwoFactor
  mailer: Mailer
  rateLimits: RateLimits
  clock: Clock
  /** Tells open tabs of these devices, after the commit; a word that is lost costs them some seconds. */
  publishEnded(end: { userId: string; reason: 'user' | 'password_changed'; sessionIds: readonly string[] }): Promise<void>
}) {
  const { knex, repository, mailer, clock } = deps

  return {
    /**
     * Checks the password, which somebody at an open browser does not know.
     * @throws DomainError PASSWORD_WRONG, RATE_LIMITED after ten wrong ones
     */
    assertPassword,

    /** This session alone. @throws DomainError PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, RATE_LIMITED */
    async stepUp(user: UserRow, given: { password: string; code: string | undefined; sessionId: string }): Promise<void> {
      await assertPassword(user, given.password)
      await deps.twoFactor.assertCode(user.id, given.code)
      await repository.confirmSession(given.sessionId, clock.now())
    },

    /** The session that asks stays; every other one ends. @throws DomainError PASSWORD_WRONG, VALIDATION_FAILED */
    async changePassword(user: UserRow, wanted: { currentPassword: string; password: string; sessionId: string }): Promise<void> {
      await assertPassword(user, wanted.currentPassword)
      assertUncommonPassword(wanted.password, user)
      const passwordHash = await deps.passwords.hash(wanted.password)
      const now = clock.now()
      const sessionIds = await knex.transaction(async (trx) => {
        await repository.updateUser(trx, user.id, { password_hash: passwordHash, password_changed_at: now })
        const ended = await repository.revokeSessions(trx, user.id, { reason: 'password_changed', now, except: wanted.sessionId })
        await emailTokens.removeAll(trx, user.id, 'reset_password')
        await mailer.enqueue(trx, { template: 'password_changed', to: user.email, language: user.locale, data: { name: user.name } })
        return ended
      })
      await deps.publishEnded({ userId: user.id, reason: 'password_changed', sessionIds })
    },

    /**
     * A link to both addresses; asking again forgets the links before.
     * @throws DomainError PASSWORD_WRONG, EMAIL_TAKEN, EMAIL_DOMAIN_REFUSED
     */
    async requestEmailChange(user: UserRow, wanted: { email: string; password: string }): Promise<void> {
      await assertPassword(user, wanted.password)
      await deps.rateLimits.consume('mailAddress', `change|${wanted.email.toLowerCase()}`)
      assertDomain(wanted.email, await repository.getSignUpRules(knex))
      if (await repository.isEmailTaken(knex, wanted.email)) throw new DomainError('EMAIL_TAKEN')
      await knex.transaction(async (trx) => {
        if (!(await repository.lockById(trx, user.id))) throw new DomainError('UNAUTHENTICATED')
        await emailTokens.removeAll(trx, user.id, 'change_email')
        for (const template of ['email_change_old', 'email_change_new'] as const) {
          const token = await emailTokens.issue(trx, { userId: user.id, purpose: 'change_email', newEmail: wanted.email, now: clock.now() })
          const to = template === 'email_change_old' ? user.email : wanted.email
          await mailer.enqueue(trx, { template, to, language: user.locale, data: { name: user.name, token, newEmail: wanted.email } })
        }
      })
    },

    async cancelEmailChange(userId: string): Promise<void> {
      await emailTokens.removeAll(knex, userId, 'change_email')
    },

    /**
     * One of the two links, in either order.
     * @throws DomainError LINK_INVALID, EMAIL_TAKEN when somebody else took it meanwhile
     */
    async confirmEmail(token: string): Promise<'changed' | 'waiting_for_other'> {
      const now = clock.now()
      try {
        return await knex.transaction(async (trx) => {
          const link = await emailTokens.use(trx, token, 'change_email', now)
          // The account is locked before the other link is looked at: two links followed at the same moment do not both
          // wait for the other.
          const user = link && (await repository.lockById(trx, link.user_id))
          if (!user || link.new_email === null) throw new DomainError('LINK_INVALID')
          const links = await trx('email_tokens').where({ user_id: user.id, purpose: 'change_email', new_email: link.new_email })
          if (links.some(({ used_at: usedAt }) => usedAt === null)) return 'waiting_for_other'
          await repository.updateUser(trx, user.id, { email: link.new_email, email_verified_at: now })
          await emailTokens.removeAll(trx, user.id, 'change_email', 'reset_password')
          const data = { name: user.name, newEmail: link.new_email }
          await mailer.enqueue(trx, { template: 'email_changed', to: user.email, language: user.locale, data })
          return 'changed'
        })
      } catch (error) {
        if (violatedConstraint(error) === 'users_email_key') throw new DomainError('EMAIL_TAKEN', { cause: error })
        throw error
      }
    },

    async listDevices(userId: string): Promise<UserSessionRow[]> {
      return repository.listSessions(userId, clock.now())
    },

    /** @throws DomainError NOT_FOUND for a device of somebody else, or one that is signed out */
    async signOutDevice(userId: string, sessionId: string): Promise<void> {
      const sessionIds = await repository.revokeSessions(knex, userId, { reason: 'user', now: clock.now(), only: sessionId })
      if (sessionIds.length === 0) throw new DomainError('NOT_FOUND')
      await deps.publishEnded({ userId, reason: 'user', sessionIds })
    },

    async signOutOthers(userId: string, sessionId: string): Promise<void> {
      const sessionIds = await repository.revokeSessions(knex, userId, { reason: 'user', now: clock.now(), except: sessionId })
      await deps.publishEnded({ userId, reason: 'user', sessionIds })
    },
  }

  async function assertPassword(user: UserRow, password: string): Promise<void> {
    const throttleKey = `password|${user.id}`
    await deps.rateLimits.consume('loginAccount', throttleKey)
    if (!(await deps.passwords.matches(password, user.password_hash))) throw new DomainError('PASSWORD_WRONG')
    await deps.rateLimits.reset('loginAccount', throttleKey)
  }
}
