import type { Knex } from 'knex'
import { violatedConstraint } from '../../../db/errors.ts'
import { prepared } from '../../../db/knex.ts'
import type { RoleRequestRow, UserRow, UserUpdate } from '../../../db/tables/people.ts'
import { applyOrder, applyFilters, orders, type Position, type UserFilters } from './list-query.ts'

export type ListedUserRow = Pick<
  UserRow,
  | 'id'
  | 'name'
  | 'surname'
  | 'email'
  | 'country'
  | 'roles'
  | 'approval_state'
  | 'email_verified_at'
  | 'blocked_at'
  | 'deleted_at'
  | 'is_external'
  | 'newsletter'
  | 'locale'
  | 'avatar_file_id'
  | 'company'
  | 'created_at'
  | 'last_login_at'
> & { sort_text: string }

/** Counts of the rows that belong to an account. */
export interface AccountSummary {
  two_factor: boolean
  devices: number
  tickets: number
  privacy_version: string | null
  channels: { slug: string; title: string; status: string }[]
}

export type UserRepository = ReturnType<typeof createUserRepository>

const listedColumns = [
  'id', 'name', 'surname', 'email', 'country', 'roles', 'approval_state', 'email_verified_at', 'blocked_at', 'deleted_at', 'is_external', 'newsletter',
  'locale', 'avatar_file_id', 'company', 'created_at', 'last_login_at',
].map((column) => `u.${column}`) // prettier-ignore

const workingAdmin = `'ADMIN' = any(roles) and approval_state = 'approved' and blocked_at is null and deleted_at is null and email_verified_at is not null`

export function createUserRepository(knex: Knex) {
  return {
    async list(filters: UserFilters, page: { after: Position | undefined; limit: number }): Promise<ListedUserRow[]> {
      const query = knex('users as u')
        .select(listedColumns)
        .select(knex.raw(`${orders[filters.sort].text} as sort_text`))
        .limit(page.limit)
      applyFilters(query, filters)
      applyOrder(query, filters, page.after)
      return (await query) as ListedUserRow[]
    },

    async count(filters: UserFilters): Promise<number> {
      const query = knex('users as u')
      applyFilters(query, filters)
      const [row] = await query.count<{ count: number }[]>('* as count')
      return row?.count ?? 0
    },

    async find(id: string): Promise<UserRow | undefined> {
      return knex('users').where({ id }).first()
    },

    async accountSummary(id: string, now: Date): Promise<AccountSummary> {
      const { rows } = await knex.raw<{ rows: AccountSummary[] }>(
        `select
          exists (select 1 from user_totps where user_id = :id and confirmed_at is not null) as two_factor,
          (select count(*) from user_sessions where user_id = :id and revoked_at is null and expires_at > :now) as devices,
          (select count(*) from tickets where user_id = :id and revoked_at is null) as tickets,
          (select document_version from consents where user_id = :id and kind = 'privacy' and granted order by given_at desc limit 1) as privacy_version,
          coalesce((select json_agg(json_build_object('slug', slug, 'title', title, 'status', status) order by created_at)
            from channels where owner_id = :id), '[]') as channels`,
        { id, now },
      )
      const [row] = rows
      if (!row) throw new Error('no accountSummary')
      return row
    },

    async latestUpgrade(id: string): Promise<RoleRequestRow | undefined> {
      return knex('role_requests').where({ user_id: id, role: 'PRODUCER' }).orderBy('created_at', 'desc').first()
    },

    async workingAdmins(): Promise<string[]> {
      const rows = await prepared<{ id: string }>(knex, 'working-admins', `select id from users where ${workingAdmin}`, [])
      return rows.map(({ id }) => id)
    },

    /** All of them, locked in one order: of two acts at once the second sees what the first has done. */
    async lockWorkingAdmins(trx: Knex): Promise<string[]> {
      return trx('users').whereRaw(workingAdmin).orderBy('id').forUpdate().pluck<string[]>('id')
    },

    async administratorsToTell(trx: Knex): Promise<Pick<UserRow, 'id' | 'email' | 'name' | 'locale'>[]> {
      return trx('users').whereRaw(workingAdmin).select('id', 'email', 'name', 'locale')
    },

    async lock(trx: Knex, id: string): Promise<UserRow | undefined> {
      return trx('users').where({ id }).forUpdate().first()
    },

    async update(trx: Knex, id: string, change: UserUpdate): Promise<UserRow | 'email taken'> {
      // Knex writes no statement for an empty change.
      const query = trx('users').where({ id })
      try {
        const [row] = Object.keys(change).length > 0 ? await query.update(change).returning('*') : await query.select('*')
        if (!row) throw new Error('the account is gone')
        return row
      } catch (error) {
        if (violatedConstraint(error) === 'users_email_key') return 'email taken'
        throw error
      }
    },

    /** Links that went to an address which is not theirs any more. */
    async voidLinks(trx: Knex, id: string, now: Date): Promise<void> {
      await trx('email_tokens').where({ user_id: id }).whereNull('used_at').update({ used_at: now })
    },

    async lockPendingUpgrade(trx: Knex, userId: string): Promise<RoleRequestRow | undefined> {
      return trx('role_requests').where({ user_id: userId, role: 'PRODUCER', state: 'pending' }).forUpdate().first()
    },

    async decideUpgrade(
      trx: Knex,
      id: string,
      decision: { state: 'approved' | 'refused'; reason: string | null; by: string; now: Date },
    ): Promise<void> {
      await trx('role_requests')
        .where({ id })
        .update({ state: decision.state, reason: decision.reason, decided_by: decision.by, decided_at: decision.now })
    },
  }
}
