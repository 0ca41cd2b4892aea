import type { newCouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { makeCode } from '../product-codes/code-text.ts'
import type { BatchRepository, BatchRow, CodeOfBatchRow, CouponFilter } from './batch-repository.ts'

export type CouponBatches = ReturnType<typeof createCouponBatches>

const exportBatch = 1_000

/** Codes that lower the price of a product, made and revoked by its organizer. */
export function createCouponBatches(deps: { knex: Knex; repository: BatchRepository; clock: Clock }) {
  const { knex, repository, clock } = deps

  async function get(db: Knex, productId: string, id: string): Promise<BatchRow> {
    const batch = await repository.find(db, productId, id)
    if (!batch) throw new DomainError('NOT_FOUND')
    return batch
  }

  return {
    list: repository.list,
    get: (productId: string, id: string) => get(knex, productId, id),

    /**
     * @throws DomainError PRODUCT_NOT_PUBLISHED (a draft), STATE_CONFLICT (goods have no access to give),
     * VALIDATION_FAILED for a session that is not one to come of this product, a price above the product's, or an end
     * that has passed
     */
    async make(productId: string, wanted: z.output<typeof newCouponBatch>, by: string): Promise<BatchRow> {
      return knex.transaction(async (trx) => {
        const now = clock.now()
        const product = await repository.lockProduct(trx, productId)
        if (product.status === 'draft') throw new DomainError('PRODUCT_NOT_PUBLISHED')
        if (product.type === 'physical') throw new DomainError('STATE_CONFLICT')
        const { sessionId, validUntil } = wanted
        if (sessionId !== null && !(await repository.hasSession(trx, productId, sessionId, now)))
          throw refused('sessionId', 'unknown_session', 'no date of this product that is to come')
        if (wanted.netPriceMinor > product.net_price_minor) throw refused('netPriceMinor', 'coupon_price', 'dearer than the product')
        if (validUntil !== null && Date.parse(validUntil) <= now.getTime()) throw refused('validUntil', 'in_the_past', 'has passed')
        const id = await repository.insert(trx, {
          product_id: productId,
          session_id: sessionId,
          created_by: by,
          name: wanted.name,
          quantity: wanted.quantity,
          net_price_minor: wanted.netPriceMinor,
          tax_basis_points: wanted.taxBasisPoints,
          currency: product.currency,
          valid_until: validUntil === null ? null : new Date(validUntil),
          created_at: now,
        })
        for (let made = 0; made < wanted.quantity;) {
          const codes = Array.from({ length: wanted.quantity - made }, makeCode)
          made += await repository.insertCodes(trx, id, codes, now)
        }
        return get(trx, productId, id)
      })
    },

    /** @throws DomainError NOT_FOUND */
    async codes(
      productId: string,
      id: string,
      filter: CouponFilter,
      page: { after: readonly [string, string] | undefined; limit: number },
    ): Promise<CodeOfBatchRow[]> {
      await get(knex, productId, id)
      return repository.codes(id, filter, page)
    },

    /** Everything of a batch that the filter leaves, part by part. */
    async *every(batchId: string, filter: CouponFilter): AsyncGenerator<CodeOfBatchRow[]> {
      let after: readonly [string, string] | undefined
      for (;;) {
        const rows = await repository.codes(batchId, filter, { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (rows.length < exportBatch || !last) return
        after = [last.sort_at, last.id]
      }
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT (revoked before) */
    async revokeBatch(productId: string, id: string): Promise<BatchRow> {
      return knex.transaction(async (trx) => {
        const batch = await repository.lock(trx, productId, id)
        if (!batch) throw new DomainError('NOT_FOUND')
        if (batch.deactivated_at !== null) throw new DomainError('STATE_CONFLICT')
        await repository.revoke(trx, id, clock.now())
        return get(trx, productId, id)
      })
    },

    /** @throws DomainError NOT_FOUND, COUPON_REDEEMED, STATE_CONFLICT (revoked before) */
    async revoke(productId: string, batchId: string, id: string): Promise<CodeOfBatchRow> {
      return knex.transaction(async (trx) => {
        const batch = await repository.lock(trx, productId, batchId)
        const coupon = batch && (await repository.lockCode(trx, batchId, id))
        if (!coupon) throw new DomainError('NOT_FOUND')
        if (coupon.redeemed_at !== null) throw new DomainError('COUPON_REDEEMED')
        if (coupon.revoked_at !== null || batch.deactivated_at !== null) throw new DomainError('STATE_CONFLICT')
        await repository.revokeCode(trx, id, clock.now())
        const row = await repository.findCode(trx, batchId, id)
        if (!row) throw new Error('the coupon is gone')
        return row
      })
    },
  }
}

function refused(field: string, rule: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path: `body.${field}`, rule, message }] })
}
