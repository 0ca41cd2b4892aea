import { isIP } from 'node:net'
import type { AuditContext } from '../db/audit-log.ts'

/** Who acts, for the audit log. */
export function auditContextOf(call: { user: { id: string } | null; requestId: string; client: { address: string } }): AuditContext {
  const { address } = call.client
  return { actorId: call.user?.id ?? null, requestId: call.requestId, address: isIP(address) === 0 ? null : address }
}
