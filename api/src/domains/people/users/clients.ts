import type { clientBody, clientSchema } from '@e-events/shared/contract/people/users.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import type { ClientRow } from '../../../db/tables/people.ts'
import type { Position } from './list-query.ts'

export type ListedClientRow = ClientRow & { sort_text: string }
export type Clients = ReturnType<typeof createClients>
type ClientBody = z.output<typeof clientBody>

const nameOrder = `(name || ' ' || surname) collate "und-x-icu"`

/** Customers that staff keeps by name and e-mail; they are no accounts. */
export function createClients(deps: { knex: Knex }) {
  const { knex } = deps
  return {
    async list(search: string | undefined, page: { after: Position | undefined; limit: number }): Promise<ListedClientRow[]> {
      const query = knex('clients')
        .select('*', knex.raw(`name || ' ' || surname as sort_text`))
        .orderByRaw(`${nameOrder}, id`)
        .limit(page.limit)
      for (const word of (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10)) {
        const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
        void query.whereRaw(`plain_text(name || ' ' || surname || ' ' || email::text) like '%' || plain_text(?) || '%'`, [escaped])
      }
      if (page.after) void query.whereRaw(`(${nameOrder}, id) > (?::text, ?::uuid)`, [page.after.value, page.after.id])
      return (await query) as ListedClientRow[]
    },

    /** @throws DomainError EMAIL_TAKEN */
    add: (body: ClientBody, by: AuditContext): Promise<ClientRow> =>
      knex.transaction(async (trx) => {
        const row = one(await unlessTaken(trx('clients').insert(body).returning('*')))
        await log(trx, by, { verb: 'add', id: row.id, before: null, after: row })
        return row
      }),

    /** @throws DomainError NOT_FOUND, EMAIL_TAKEN */
    update: (id: string, body: Partial<ClientBody>, by: AuditContext): Promise<ClientRow> =>
      knex.transaction(async (trx) => {
        const before = one(await trx('clients').where({ id }).forUpdate())
        if (Object.keys(body).length === 0) return before
        const after = one(await unlessTaken(trx('clients').where({ id }).update(body).returning('*')))
        await log(trx, by, { verb: 'update', id, before, after })
        return after
      }),

    /** @throws DomainError NOT_FOUND */
    remove: (id: string, by: AuditContext): Promise<void> =>
      knex.transaction(async (trx) => {
        const before = one(await trx('clients').where({ id }).delete().returning('*'))
        await log(trx, by, { verb: 'remove', id, before, after: null })
      }),
  }

  function log(
    trx: Knex,
    by: AuditContext,
    act: { verb: 'add' | 'update' | 'remove'; id: string; before: ClientRow | null; after: ClientRow | null },
  ): Promise<void> {
    const told = (row: ClientRow | null) => row && { name: row.name, surname: row.surname, email: row.email }
    const subject = { type: 'client', id: act.id } as const
    return writeAudit(trx, { ...by, action: `client.${act.verb}`, subject, before: told(act.before), after: told(act.after) })
  }
}

export function toClient(row: ClientRow): z.input<typeof clientSchema> {
  return { id: row.id, name: row.name, surname: row.surname, email: row.email, createdAt: row.created_at.toISOString() }
}

function one(rows: readonly ClientRow[]): ClientRow {
  const [row] = rows
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

async function unlessTaken(work: PromiseLike<ClientRow[]>): Promise<ClientRow[]> {
  try {
    return await work
  } catch (error) {
    if (violatedConstraint(error) === 'clients_email_key') throw new DomainError('EMAIL_TAKEN')
    throw error
  }
}
