import type { Actor, SessionActor } from '../../../http/actor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { cancelBody, rescheduleBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'

/** Who changes a product, and in which request. */
export interface Editor extends Actor {
  audit: AuditContext
  /** The revision that was edited; without one the last to save wins. */
  seen: string | undefined
}
/** Parts of a call that tell who edits. */
export interface EditorCall {
  user: SessionActor
  ifMatch: string | undefined
  requestId: string
  client: { address: string }
}

export function editorOf(call: EditorCall): Editor {
  const { id, isAdmin } = call.user
  return { id, isAdmin, audit: auditContextOf(call), seen: call.ifMatch }
}

export type ChangedBy = AuditContext & { actorId: string; isAdmin: boolean }

/** Changes of a published event; the work is a flow. */
export interface EventChanges {
  cancel(productId: string, body: z.output<typeof cancelBody>, by: ChangedBy): Promise<void>
  reschedule(productId: string, sessionId: string, body: z.output<typeof rescheduleBody>, by: ChangedBy): Promise<void>
}

/** An organizer's own work is not logged; what staff does to somebody else's product is. */
export async function auditStaff(
  trx: Knex,
  act: {
    product: { id: string; owner_id: string }
    editor: Editor
    action: 'update' | 'publish' | 'delete'
    before: object | null
    after: object | null
  },
): Promise<void> {
  const { product, editor, action, before, after } = act
  if (product.owner_id === editor.id) return
  await writeAudit(trx, { ...editor.audit, action: `product.${action}`, subject: { type: 'product', id: product.id }, before, after })
}
