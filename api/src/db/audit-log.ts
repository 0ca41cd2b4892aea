import type { AuditAction, AuditSubject } from '@e-events/shared/domain/audit-log.ts'
import type { Knex } from 'knex'
import { toJson } from './row.ts'

/** Who acts, and in which request. */
export interface AuditContext {
  /** Null: the platform itself. */
  actorId: string | null
  requestId: string | null
  address: string | null
}

export interface AuditEntryInput extends AuditContext {
  action: AuditAction
  subject: { type: AuditSubject; id: string }
  before: object | null
  after: object | null
}

/**
 * Writes who did what, in the transaction of the act: one does not exist without the other. Only the differences
 * between `before` and `after` are kept. Values of keys, passwords and other secrets must not be handed in at all; say
 * that they changed (`keySet: true`).
 */
export async function writeAudit(trx: Knex, entry: AuditEntryInput): Promise<void> {
  const [before, after] = changedFields(entry.before, entry.after)
  await trx('audit_log').insert({
    actor_id: entry.actorId,
    action: entry.action,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    state_before: before && toJson(before),
    state_after: after && toJson(after),
    request_id: entry.requestId,
    ip: entry.address === '' ? null : entry.address,
  })
}

type Fields = Record<string, unknown>

/** Both sides without what is the same on both; a side that was not given stays null. */
export function changedFields(before: object | null, after: object | null): [Fields | null, Fields | null] {
  if (before === null || after === null) return [before === null ? null : { ...before }, after === null ? null : { ...after }]
  const left = new Map(Object.entries(before))
  const right = new Map(Object.entries(after))
  const differs = (key: string) => JSON.stringify(left.get(key)) !== JSON.stringify(right.get(key))
  const pick = (side: ReadonlyMap<string, unknown>) => Object.fromEntries([...side].filter(([key]) => differs(key)))
  return [pick(left), pick(right)]
}
