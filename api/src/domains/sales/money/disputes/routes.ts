import { disputes, type Dispute, type EvidenceFact } from '@e-events/shared/contract/sales/money/disputes.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { writeAudit } from '../../../../db/audit-log.ts'
import { auditContextOf } from '../../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toTableFile } from '../../../../http/table-file.ts'
import { evidenceColumns } from './evidence-columns.ts'
import { listDisputes, listFacts, type DisputeListRow, type FactRow } from './evidence-repository.ts'

export function disputeRoutes(router: ApiRouter, bind: Bind, { knex }: { knex: Knex }): void {
  bind(router, disputes, {
    list: async () => ({ items: (await listDisputes(knex)).map(toDispute) }),
    async get({ params }) {
      const row = await find(params.id)
      return { dispute: toDispute(row), facts: (await listFacts(knex, row)).map((fact) => toFact(fact, row.currency)) }
    },
    async evidence(call) {
      const { params, query, language } = call
      const row = await find(params.id)
      // A file with a person's log-ins leaves the platform: who took it is written down.
      const subject = { type: 'dispute', id: row.id } as const
      await writeAudit(knex, { ...auditContextOf(call), action: 'dispute.export', subject, before: null, after: { order: row.number } })
      const { file, columns } = evidenceColumns(language, row.currency)
      return toTableFile({ name: `${file}-${row.number}`, format: query.format, columns, batches: batchOf(await listFacts(knex, row)) })
    },
  })

  async function find(id: string): Promise<DisputeListRow> {
    const [row] = await listDisputes(knex, id)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }
}

async function* batchOf(rows: FactRow[]): AsyncGenerator<FactRow[]> {
  yield await Promise.resolve(rows)
}

function toDispute(row: DisputeListRow): Dispute {
  const money = (minor: number) => ({ minor, currency: row.currency })
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    channel: row.channel,
    buyer: { name: row.name, email: row.email },
    status: row.status,
    reason: row.reason,
    amount: money(row.amount_minor),
    fee: money(row.fee_minor),
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}

function toFact(row: FactRow, currency: string): EvidenceFact {
  return {
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    detail: row.detail,
    amount: row.amount_minor === null ? null : { minor: row.amount_minor, currency },
    durationMs: row.duration_ms === null ? null : row.duration_ms,
  }
}
