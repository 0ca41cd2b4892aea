import type { Knex } from 'knex'
import type { FileInsert, FileRow } from '../../../db/tables/media.ts'
import type { RoleRequestRow, UserRow, UserUpdate } from '../../../db/tables/people.ts'

export type AccountRepository = ReturnType<typeof createAccountRepository>

export function createAccountRepository(knex: Knex) {
  return {
    async update(trx: Knex, userId: string, changes: UserUpdate): Promise<void> {
      if (Object.keys(changes).length > 0) await trx('users').where({ id: userId }).update(changes)
    },

    async lock(trx: Knex, userId: string): Promise<UserRow | undefined> {
      return trx('users').where({ id: userId }).whereNull('deleted_at').forUpdate().first()
    },

    /** Under the wording that this account accepted last. */
    async addNewsletterConsent(
      trx: Knex,
      user: UserRow,
      wanted: { granted: boolean; address: string; now: Date; source?: string },
    ): Promise<void> {
      const last = await trx('consents').where({ user_id: user.id, kind: 'privacy' }).orderBy('given_at', 'desc').first('document_version')
      await trx('consents').insert({
        user_id: user.id,
        email: user.email,
        kind: 'newsletter',
        granted: wanted.granted,
        document_version: last?.document_version ?? 'none',
        source: wanted.source ?? 'my-data',
        ip: wanted.address === '' ? null : wanted.address,
        given_at: wanted.now,
      })
    },

    async addFile(trx: Knex, file: FileInsert): Promise<FileRow> {
      const [row] = await trx('files').insert(file).returning('*')
      if (!row) throw new Error('no file row')
      return row
    },

    /** @returns the key of its object, for the storage to remove after the commit */
    async removeFile(trx: Knex, fileId: string): Promise<string | undefined> {
      const [row] = await trx('files').where({ id: fileId }).delete().returning('storage_key')
      return row?.storage_key
    },

    async addRoleRequest(trx: Knex, request: { userId: string; message: string }): Promise<void> {
      await trx('role_requests').insert({ user_id: request.userId, role: 'PRODUCER', message: request.message })
    },

    /** @returns false when there was none */
    async withdrawRoleRequest(userId: string): Promise<boolean> {
      const rows = await knex('role_requests').where({ user_id: userId, role: 'PRODUCER', state: 'pending' }).update({ state: 'withdrawn' })
      return rows > 0
    },

    async findPendingRequest(trx: Knex, userId: string): Promise<RoleRequestRow | undefined> {
      return trx('role_requests').where({ user_id: userId, role: 'PRODUCER', state: 'pending' }).first()
    },

    /**
     * Administrators who can act, all of them and in one order: two that leave at the same moment do not wait for each
     * other, and one stays.
     */
    async lockWorkingAdmins(trx: Knex): Promise<Pick<UserRow, 'id' | 'deletion_at'>[]> {
      return trx('users')
        .where({ approval_state: 'approved' })
        .whereRaw(`'ADMIN' = any(roles)`)
        .whereNull('deleted_at')
        .whereNull('blocked_at')
        .whereNotNull('email_verified_at')
        .orderBy('id')
        .forUpdate()
        .select('id', 'deletion_at')
    },

    async listTours(userId: string): Promise<string[]> {
      return knex('user_tours').where({ user_id: userId }).orderBy('finished_at').pluck('tour')
    },

    async addTour(userId: string, tour: string, now: Date): Promise<void> {
      await knex('user_tours').insert({ user_id: userId, tour, finished_at: now }).onConflict(['user_id', 'tour']).ignore()
    },

    /** An account that shows itself, and could itself come in. */
    async findPublic(userId: string): Promise<UserRow | undefined> {
      return knex('users')
        .where({ id: userId, public_profile: true })
        .whereNull('deleted_at')
        .whereNull('blocked_at')
        .whereNotNull('email_verified_at')
        .first()
    },
  }
}
