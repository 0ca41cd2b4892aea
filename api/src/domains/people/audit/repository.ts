import type { users } from '@e-events/shared/contract/people/users.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { AuditLogRow } from '../../../db/tables/people.ts'

export type AuditFilters = Omit<z.output<typeof users.audit.query>, 'cursor' | 'limit'>
export interface AuditRow extends AuditLogRow {
  actor_name: string | null
  actor_surname: string | null
  actor_email: string | null
  subject_name: string | null
}
const nameOf = {
  user: `(select coalesce(nullif(concat_ws(' ', nullif(s.name, ''), nullif(s.surname, '')), ''), s.email) from users s where s.id = i.id)`,
  client: `(select concat_ws(' ', nullif(s.name, ''), nullif(s.surname, '')) from clients s where s.id = i.id)`,
  channel: '(select s.title from channels s where s.id = i.id)',
  product: '(select s.title from products s where s.id = i.id)',
  speaker: '(select s.name from speakers s where s.id = i.id)',
  entity: '(select s.name from entities s where s.id = i.id)',
  page: '(select s.name from pages s where s.id = i.id)',
}

/** As it is called today; of what is gone, as the line itself says. */
const subjectName = `coalesce(
  case a.subject_type ${Object.entries(nameOf)
    .map(([type, name]) => `when '${type}' then ${name}`)
    .join(' ')} end,
  nullif(a.state_after->>'name', ''), nullif(a.state_after->>'title', ''), nullif(a.state_before->>'name', ''), nullif(a.state_before->>'title', '')
) as subject_name`
const uuidOfSubject = `lateral (select case when a.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.subject_id::uuid end as id) i`

export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository(knex: Knex) {
  return {
    /** The latest first. */
    async list(filters: AuditFilters, page: { before: number | undefined; limit: number }): Promise<AuditRow[]> {
      const query = knex('audit_log as a')
        .leftJoin('users as u', 'u.id', 'a.actor_id')
        .joinRaw(`cross join ${uuidOfSubject}`)
        .select('a.*', 'u.name as actor_name', 'u.surname as actor_surname', 'u.email as actor_email', knex.raw(subjectName))
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
