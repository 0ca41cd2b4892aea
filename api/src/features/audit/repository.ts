import type { users } from '@e-events/shared/contract/users.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { AuditLogRow } from '../../db/tables/settings.ts'

export type AuditFilters = Omit<z.output<typeof users.audit.query>, 'cursor' | 'limit'>
export type AuditRow = AuditLogRow & { actor_name: string | null; actor_surname: string | null; actor_email: string | null }
export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository(knex: Knex) {
  return {
    /** The latest first. */
    async list(filters: AuditFilters, page: { before: number | undefined; limit: number }): Promise<AuditRow[]> {
      const query = knex('audit_log as a')
        .leftJoin('users as u', 'u.id', 'a.actor_id')
        .select('a.*', 'u.name as actor_name', 'u.surname as actor_surname', 'u.email as actor_email')
        .orderBy('a.sequence', 'desc')
        .limit(page.limit)
      if (page.before !== undefined) void query.where('a.sequence', '<', page.before)
      if (filters.actor !== undefined) void query.where('a.actor_id', filters.actor)
      // 'user' means every act upon users, 'user.block' that one.
      if (filters.action !== undefined)
        void query.whereRaw(`(a.action = ? or starts_with(a.action, ? || '.'))`, [filters.action, filters.action])
      if (filters.subjectType !== undefined) void query.where('a.subject_type', filters.subjectType)
      if (filters.subjectId !== undefined) void query.where('a.subject_id', filters.subjectId)
      if (filters.from !== undefined) void query.where('a.at', '>=', filters.from)
      if (filters.to !== undefined) void query.where('a.at', '<', filters.to)
      return (await query) as AuditRow[]
    },
  }
}
