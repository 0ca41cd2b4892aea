import { fallbackTimeZone } from '@e-events/shared/domain/site.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { AfterCommit, Events } from '../../../events/domain-events.ts'

export type DeleteAccount = ReturnType<typeof createDeleteAccount>

/**
 * Erases accounts: nobody logs in, and no row says who it was. Sales stay under a pseudonym, with amounts, dates and
 * numbers, because the books must add up for longer. Other domains erase theirs on `account.erased`.
 */
export function createDeleteAccount(deps: { knex: Knex; mailer: Mailer; events: Events; clock: Clock }) {
  const { knex, clock } = deps
  return {
    /**
     * In the caller's transaction, with a mail to who it was. The caller has locked the row and knows that it may go.
     */
    erase,

    /** Accounts whose days of grace are over. @returns how many were deleted */
    async deleteDue(): Promise<number> {
      let deleted = 0
      for (;;) {
        const finish = await knex.transaction(deleteOne)
        if (!finish) return deleted
        await finish()
        deleted++
      }
    },
  }

  async function deleteOne(trx: Knex): Promise<AfterCommit | undefined> {
    const user = await trx('users')
      .where('deletion_at', '<=', clock.now())
      .whereNull('deleted_at')
      // The last administrator stays until there is another one, however the others went in the meantime.
      .whereRaw(
        `(not 'ADMIN' = any(roles) or exists (select from users o where 'ADMIN' = any(o.roles) and o.id <> users.id
           and o.approval_state = 'approved' and o.deleted_at is null and o.blocked_at is null and o.email_verified_at is not null))`,
      )
      .orderBy('deletion_at')
      .forUpdate()
      .skipLocked()
      .first()
    return user && erase(trx, user)
  }

  async function erase(trx: Knex, user: UserRow): Promise<AfterCommit> {
    const now = clock.now()
    await deps.mailer.enqueue(trx, { template: 'deletion_done', to: user.email, language: user.locale, data: { name: user.name } })
    const end = await deps.events.publish('account.ended', { trx, userId: user.id, reason: 'deleted' })
    for (const table of ['email_tokens', 'user_totps', 'user_recovery_codes', 'user_identities', 'user_tours'] as const)
      await trx(table).where({ user_id: user.id }).delete()
    // Devices are personal; that there was a session at some time is not.
    await trx('user_sessions').where({ user_id: user.id }).update({ user_agent: '', device_label: '', ip: null })
    await trx('role_requests').where({ user_id: user.id, state: 'pending' }).update({ state: 'withdrawn' })
    const pseudonym = `deleted-${user.id}@deleted.invalid`
    const erased = await deps.events.publish('account.erased', { trx, user, pseudonym })
    await trx('users')
      .where({ id: user.id })
      .update({ ...nobody, email: pseudonym, deleted_at: now, deletion_at: null })
    return async () => {
      await end()
      await erased()
    }
  }
}

/** Every column that says who it was. */
const nobody = {
  password_hash: null,
  roles: ['VIEWER' as const],
  name: '',
  surname: '',
  company: null,
  job: null,
  recommended_by: null,
  country: null,
  time_zone: fallbackTimeZone,
  newsletter: false,
  email_tracking: false,
  avatar_file_id: null,
  description: null,
  public_profile: false,
  youtube_url: null,
  twitter_url: null,
  facebook_url: null,
  instagram_url: null,
  linkedin_url: null,
  web_url: null,
  billing_company: null,
  billing_nif: null,
  billing_address: null,
  billing_city: null,
  billing_postal_code: null,
  billing_country: null,
  billing_prefix: null,
  billing_phone: null,
  provider_customer_id: null,
} satisfies Partial<UserRow>
