import { createHash, randomInt } from 'node:crypto'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { SecretBox } from '../../../adapters/secret-box.ts'
import type { UserRow, UserTotpRow } from '../../../db/tables/people.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { createTotpSecret, matchingStep, totpUri } from './totp.ts'

export type TwoFactor = ReturnType<typeof createTwoFactor>

/** An authenticator app as second factor, and paper codes for when the phone is lost. */
export function createTwoFactor(deps: { knex: Knex; secretBox: SecretBox; rateLimits: RateLimits; mailer: Mailer; clock: Clock }) {
  const { knex, secretBox, clock } = deps

  return {
    /**
     * Nothing to do for an account without a second factor.
     * @throws DomainError TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, RATE_LIMITED
     */
    async assertCode(userId: string, code: string | undefined): Promise<void> {
      const totp = await knex('user_totps').where({ user_id: userId }).whereNotNull('confirmed_at').first()
      if (!totp) return
      if (code === undefined || code === '') throw new DomainError('TWO_FACTOR_REQUIRED')
      await deps.rateLimits.consume('secondFactor', userId)
      const fits = /^\d{6}$/.test(code) ? await takeStep(knex, totp, code) : await takeRecoveryCode(userId, code)
      if (!fits) throw new DomainError('TWO_FACTOR_WRONG')
      await deps.rateLimits.reset('secondFactor', userId)
    },

    /**
     * Until it is confirmed, log-in asks for nothing; a new start forgets the one before.
     * @throws DomainError TWO_FACTOR_STATE when it is on
     */
    async start(user: UserRow): Promise<{ secret: string; uri: string }> {
      const secret = createTotpSecret()
      const sealed = secretBox.seal(secret, placeOf(user.id))
      const changed = await knex('user_totps')
        .insert({ user_id: user.id, secret_encrypted: sealed })
        .onConflict('user_id')
        .merge({ secret_encrypted: sealed, last_used_step: 0 })
        .whereNull('user_totps.confirmed_at')
        .returning('user_id')
      if (changed.length === 0) throw new DomainError('TWO_FACTOR_STATE')
      return { secret, uri: totpUri(secret, user.email) }
    },

    /** @throws DomainError TWO_FACTOR_STATE when it was not started or is on, TWO_FACTOR_WRONG */
    async confirm(user: UserRow, code: string): Promise<string[]> {
      await deps.rateLimits.consume('secondFactor', user.id)
      const codes = await knex.transaction(async (trx) => {
        const totp = await trx('user_totps').where({ user_id: user.id }).forUpdate().first()
        if (!totp || totp.confirmed_at !== null) throw new DomainError('TWO_FACTOR_STATE')
        if (!(await takeStep(trx, totp, code))) throw new DomainError('TWO_FACTOR_WRONG')
        await trx('user_totps').where({ user_id: user.id }).update({ confirmed_at: clock.now() })
        await notify(trx, user, 'two_factor_on')
        return replaceRecoveryCodes(trx, user.id)
      })
      await deps.rateLimits.reset('secondFactor', user.id)
      return codes
    },

    /** @throws DomainError TWO_FACTOR_STATE when it is off */
    async newRecoveryCodes(user: UserRow): Promise<string[]> {
      return knex.transaction(async (trx) => {
        const totp = await trx('user_totps').where({ user_id: user.id }).whereNotNull('confirmed_at').forUpdate().first('user_id')
        if (!totp) throw new DomainError('TWO_FACTOR_STATE')
        return replaceRecoveryCodes(trx, user.id)
      })
    },

    /** @throws DomainError TWO_FACTOR_STATE when it is off */
    async stop(user: UserRow): Promise<void> {
      await knex.transaction(async (trx) => {
        const removed = await trx('user_totps').where({ user_id: user.id }).whereNotNull('confirmed_at').delete()
        if (removed === 0) throw new DomainError('TWO_FACTOR_STATE')
        await trx('user_recovery_codes').where({ user_id: user.id }).delete()
        await notify(trx, user, 'two_factor_off')
      })
    },
  }

  /** True for a code that nobody used before; of two log-ins with the same code one gets in. */
  async function takeStep(trx: Knex, totp: UserTotpRow, code: string): Promise<boolean> {
    const secret = secretBox.open(totp.secret_encrypted, placeOf(totp.user_id))
    const step = matchingStep(secret, code, { nowMs: clock.nowMs(), lastUsedStep: totp.last_used_step })
    if (step === undefined) return false
    const updated = await trx('user_totps')
      .where({ user_id: totp.user_id })
      .where('last_used_step', '<', step)
      .update({ last_used_step: step })
    return updated === 1
  }

  async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const updated = await knex('user_recovery_codes')
      .where({ user_id: userId, code_hash: hashOfCode(userId, code) })
      .whereNull('used_at')
      .update({ used_at: clock.now() })
    return updated === 1
  }

  async function replaceRecoveryCodes(trx: Knex, userId: string): Promise<string[]> {
    const codes = Array.from({ length: limits.recoveryCodes }, createRecoveryCode)
    await trx('user_recovery_codes').where({ user_id: userId }).delete()
    await trx('user_recovery_codes').insert(codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(userId, code) })))
    return codes
  }

  async function notify(trx: Knex, user: UserRow, template: 'two_factor_on' | 'two_factor_off'): Promise<void> {
    await deps.mailer.enqueue(trx, { template, to: user.email, language: user.locale, data: { name: user.name } })
  }
}

const placeOf = (userId: string) => ({ table: 'user_totps', column: 'secret_encrypted', id: userId })

/** Without letters and digits that look alike. 16 of 31 are 79 bits: nothing to guess, so a fast hash is enough. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
function createRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('')
  return Array.from({ length: 4 }, group).join('-')
}

/** However it was typed: small letters, blanks, without hyphens. */
function hashOfCode(userId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId}|${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
    .digest()
}
