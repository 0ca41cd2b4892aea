import { fallbackTimeZone } from '@e-events/shared/domain/site.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import { toJson } from '../../db/row.ts'
import type { UserRow } from '../../db/tables/people.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { AfterCommit, EndAccess } from '../end-access/end-access.ts'

export type DeleteAccount = ReturnType<typeof createDeleteAccount>

/**
 * The end of an account: nobody logs in, nothing in it says who it was. What was sold stays, with amounts, dates and numbers, under a name that is none:
 * the books have to add up for longer than the person wants to be known.
 */
export function createDeleteAccount(deps: {
  knex: Knex
  storage: Storage
  mailer: Mailer
  access: Pick<EndAccess, 'end'>
  clock: Clock
  log: Log
}) {
  const { knex, clock } = deps
  return {
    /** In the caller's transaction, with a mail to who it was. The caller has locked the row and knows that it may go. */
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
    const tell = await deps.access.end(trx, user.id, 'deleted')
    for (const table of ['email_tokens', 'user_totps', 'user_recovery_codes', 'user_identities', 'user_tours'] as const)
      await trx(table).where({ user_id: user.id }).delete()
    // Devices are personal; that there was a session at some time is not.
    await trx('user_sessions').where({ user_id: user.id }).update({ user_agent: '', device_label: '', ip: null })
    await trx('role_requests').where({ user_id: user.id, state: 'pending' }).update({ state: 'withdrawn' })
    const pseudonym = `deleted-${user.id}@deleted.invalid`
    await trx('orders')
      .where({ user_id: user.id })
      .update({ email: pseudonym, billing: toJson({}), shipping: null })
    await trx('invoices')
      .whereIn('order_id', trx('orders').where({ user_id: user.id }).select('id'))
      .update({ buyer: trx.raw(`jsonb_strip_nulls(jsonb_build_object('pseudonym', ?::text, 'country', buyer -> 'country'))`, [user.id]) })
    await trx('chat_messages').where({ user_id: user.id }).update({ author_name: '—' })
    await trx('emails').where({ user_id: user.id }).update({ recipient: pseudonym })
    await trx('leads').where({ email: user.email }).delete()
    const files = await trx('files').where({ owner_id: user.id, purpose: 'avatar' }).delete().returning('storage_key')
    await trx('users')
      .where({ id: user.id })
      .update({ ...nobody, email: pseudonym, deleted_at: now, deletion_at: null })
    return async () => {
      await tell()
      await removeFiles(files.map((file) => file.storage_key))
    }
  }

  async function removeFiles(keys: readonly string[]): Promise<void> {
    for (const key of keys)
      await deps.storage
        .removeAll(key)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a picture of a deleted account stayed in the storage'))
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
