import type { RefundReason } from '@e-events/shared/contract/sales/sales.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import { takesStatement } from '../money/disputes/policy.ts'
import { lockRunningDispute } from '../money/disputes/repository.ts'
import { insertRefund } from '../money/refunds/repository.ts'
import type { Position, SaleFilters } from './list-query.ts'
import { refundReasonsOf } from './presenter.ts'
import type { ExportedSaleRow, SaleRepository, SaleRow, SaleSumRow } from './repository.ts'

const exportBatch = 1_000

export type SalesTable = ReturnType<typeof createSalesTable>

/** Sold products, for their sellers and for administrators. */
export function createSalesTable(deps: { knex: Knex; repository: SaleRepository; paidByHand(itemId: string): Promise<boolean> }) {
  const { knex, repository } = deps

  return {
    /** @param ownerId whose channels; undefined for everybody's */
    async list(
      filters: SaleFilters,
      ownerId: string | undefined,
      page: { after: Position | undefined; limit: number },
    ): Promise<{ rows: SaleRow[]; sums: SaleSumRow[] }> {
      const [rows, sums] = await Promise.all([repository.list(filters, ownerId, page), repository.sums(filters, ownerId)])
      return { rows, sums }
    },

    /** Everything that the filter leaves, batch by batch. */
    async *every(filters: SaleFilters, ownerId: string | undefined): AsyncGenerator<ExportedSaleRow[]> {
      let after: Position | undefined
      for (;;) {
        const rows = await repository.listExported(filters, ownerId, { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < exportBatch) return
        after = { value: last.sort_text, id: last.id }
      }
    },

    /** Names of the columns that organizers asked for with their products' metadata. */
    metadataKeys: (filters: SaleFilters, ownerId: string | undefined) => repository.metadataKeys(filters, ownerId),

    /** A file of everybody's sales holds people's data: who took it is written down. */
    async logExport(query: object, by: AuditContext): Promise<void> {
      await writeAudit(knex, { ...by, action: 'sale.export', subject: { type: 'sale', id: 'list' }, before: null, after: query })
    },

    /**
     * Orders the refund of a sale, or of parts of its order's lines, all or none of them; paying it out is the work of
     * the payments.
     * @throws DomainError NOT_FOUND, FORBIDDEN_ROLE for a reason that is not the caller's to give, STATE_CONFLICT where
     * less is left
     */
    async refund(
      id: string,
      wanted: { reason: RefundReason; note: string; lines?: readonly { id: string; amountMinor: number }[] | undefined },
      by: AuditContext & { userId: string; isAdmin: boolean },
    ): Promise<SaleRow> {
      const { userId, isAdmin, ...context } = by
      const sale = await repository.find(id)
      if (!sale || (sale.owner_id !== userId && !isAdmin)) throw new DomainError('NOT_FOUND')
      const mayGive = refundReasonsOf({ ...sale, refundable_minor: 1 }, { userId, isAdmin })
      if (!mayGive.includes(wanted.reason)) throw new DomainError('FORBIDDEN_ROLE')
      await knex.transaction(async (trx) => {
        const { lines = [{ id: sale.id }], ...why } = wanted
        for (const { id: itemId, ...amount } of lines) {
          const isSame = itemId === sale.id || sale.order_lines.includes(itemId)
          if (!isSame) throw new DomainError('NOT_FOUND')
          const ordered = await insertRefund(trx, { ...why, ...amount, orderId: sale.order_id, itemId, by: userId })
          if (ordered === undefined) throw new DomainError('STATE_CONFLICT')
        }
        await writeAudit(trx, {
          ...context,
          action: 'sale.refund',
          subject: { type: 'sale', id: sale.id },
          before: null,
          after: { order: sale.number, ...wanted },
        })
      })
      return (await repository.find(id)) ?? sale
    },

    /**
     * Keeps the seller's side of the dispute that runs; a later text takes the place of an earlier one.
     * @throws DomainError NOT_FOUND, STATE_CONFLICT where no dispute runs, or its deadline is over
     */
    async stateDispute(id: string, text: string, by: AuditContext & { userId: string; isAdmin: boolean; now: Date }): Promise<SaleRow> {
      const { userId, isAdmin, now, ...context } = by
      const sale = await repository.find(id)
      if (!sale || (sale.owner_id !== userId && !isAdmin)) throw new DomainError('NOT_FOUND')
      await knex.transaction(async (trx) => {
        const dispute = await lockRunningDispute(trx, sale.order_id)
        if (!dispute || !takesStatement(dispute, now)) throw new DomainError('STATE_CONFLICT')
        await trx('disputes').where({ id: dispute.id }).update({ statement: text, statement_at: now })
        const subject = { type: 'dispute', id: dispute.id } as const
        await writeAudit(trx, { ...context, action: 'dispute.state', subject, before: null, after: { order: sale.number, text } })
      })
      return (await repository.find(id)) ?? sale
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT where no refund of it waits for a person */
    async paidByHand(id: string, by: AuditContext): Promise<SaleRow> {
      const sale = await repository.find(id)
      if (!sale) throw new DomainError('NOT_FOUND')
      if (!(await deps.paidByHand(id))) throw new DomainError('STATE_CONFLICT')
      const after = { order: sale.number }
      await writeAudit(knex, { ...by, action: 'sale.refund_paid', subject: { type: 'sale', id }, before: null, after })
      return (await repository.find(id)) ?? sale
    },
  }
}
