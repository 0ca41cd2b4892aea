import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { makeCode } from './code-text.ts'
import type { CodeCounts, CodeFilter, CodeRepository, CodeRow } from './repository.ts'

export type ProductCodes = ReturnType<typeof createProductCodes>

const exportBatch = 1_000

/** Keys to private products. */
export function createProductCodes(deps: { knex: Knex; repository: CodeRepository; clock: Clock }) {
  const { knex, repository, clock } = deps

  async function list(
    productId: string,
    filter: CodeFilter,
    page: { after: readonly [string, string] | undefined; limit: number },
  ): Promise<{ rows: CodeRow[]; counts: CodeCounts }> {
    const [rows, counts] = await Promise.all([repository.list(knex, productId, filter, page), repository.counts(knex, productId)])
    return { rows, counts }
  }

  return {
    list,

    /** @throws DomainError PRODUCT_NOT_PUBLISHED (a draft), STATE_CONFLICT (a public product needs none) */
    async generate(
      productId: string,
      batch: { quantity: number; label: string | null; by: string },
    ): Promise<{ rows: CodeRow[]; counts: CodeCounts }> {
      return knex.transaction(async (trx) => {
        const { status } = await repository.lockProduct(trx, productId)
        if (status === 'draft') throw new DomainError('PRODUCT_NOT_PUBLISHED')
        if (status !== 'private') throw new DomainError('STATE_CONFLICT')
        const ids: string[] = []
        while (ids.length < batch.quantity) {
          const codes = Array.from({ length: batch.quantity - ids.length }, makeCode)
          const saved = { productId, codes, label: batch.label, createdBy: batch.by, now: clock.now() }
          ids.push(...(await repository.insert(trx, saved)))
        }
        return { rows: await repository.listOf(trx, ids), counts: await repository.counts(trx, productId) }
      })
    },

    /** Everything that the filter leaves, batch by batch. */
    async *every(productId: string, filter: CodeFilter): AsyncGenerator<CodeRow[]> {
      let after: readonly [string, string] | undefined
      for (;;) {
        const rows = await repository.list(knex, productId, filter, { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (rows.length < exportBatch || !last) return
        after = [last.sort_at, last.id]
      }
    },

    /** @throws DomainError NOT_FOUND, COUPON_REDEEMED, STATE_CONFLICT (revoked before) */
    async revoke(productId: string, id: string): Promise<CodeRow> {
      return knex.transaction(async (trx) => {
        const code = await repository.lock(trx, productId, id)
        if (!code) throw new DomainError('NOT_FOUND')
        if (code.redeemed_at !== null) throw new DomainError('COUPON_REDEEMED')
        if (code.revoked_at !== null) throw new DomainError('STATE_CONFLICT')
        await repository.revoke(trx, id, clock.now())
        const [row] = await repository.listOf(trx, [id])
        if (!row) throw new Error('the code is gone')
        return row
      })
    },
  }
}
