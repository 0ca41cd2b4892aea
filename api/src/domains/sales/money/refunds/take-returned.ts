import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { RefundRow } from '../../../../db/tables/sales.ts'
import type { AfterCommit } from '../../../../events/domain-events.ts'
import type { OrderRepository } from '../../orders/repository.ts'
import type { Notify } from '../../stock/waiting-list.ts'
import { unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import { storeNotice } from '../payments/payment-events.ts'
import type { RefundNotice } from '../payments/payment-provider.ts'

/** Tells every administrator that a refund waits for a person, in the transaction in which it began to. */
export type TellOfReturn = (trx: Knex, refund: Pick<RefundRow, 'order_id' | 'amount_minor' | 'currency'>) => Promise<AfterCommit>

export function createTellOfReturn({ notify }: { notify: Notify }): TellOfReturn {
  return async (trx, refund) => {
    const order = await trx('orders').where({ id: refund.order_id }).first('number', 'email')
    if (!order) throw new DomainError('NOT_FOUND')
    const staff = await trx('users')
      .whereRaw(
        `'ADMIN' = any(roles) and approval_state = 'approved' and blocked_at is null and deleted_at is null and email_verified_at is not null`,
      )
      .orderBy('id')
      .select('id', 'email', 'name', 'locale')
    const { amount_minor: amountMinor, currency } = refund
    const after: AfterCommit[] = []
    for (const admin of staff) {
      const data = { name: admin.name, number: order.number, buyer: order.email, amountMinor, currency }
      after.push(await notify(trx, admin, { template: 'refund_returned', data, payload: { number: order.number } }))
    }
    return async () => {
      for (const tell of after) await tell()
    }
  }
}

/**
 * Takes news of a refund that its provider could not deliver: the buyer still has it to come. Credit note and end of
 * access stay, its money is owed again, and it waits to be paid out by hand.
 */
export function createTakeReturned(deps: { knex: Knex; orders: OrderRepository; tellOfReturn: TellOfReturn; clock: Clock }) {
  const { knex, orders, clock } = deps
  return async (notice: RefundNotice): Promise<void> => {
    const afterwards = await knex.transaction(async (trx) => {
      const now = clock.now()
      if (!(await storeNotice(trx, notice, now))) return undefined
      const { refundId, paymentId, failure } = notice.refund
      const found = await orders.lockPayment(trx, notice.provider, paymentId)
      // One that is not booked yet is read again by the payments before it is.
      const [refund] = await trx('refunds')
        .where({ provider_refund_id: refundId, status: 'succeeded' })
        .whereNull('returned_at')
        .update({ status: 'by_hand', returned_at: now, succeeded_at: null, failure_code: failure })
        .returning('*')
      if (!found || !refund) return undefined
      await bookReturned(trx, refund, { amountMinor: refund.amount_minor, key: `returned:${refund.id}`, now })
      return deps.tellOfReturn(trx, refund)
    })
    await afterwards?.()
  }
}

/** Says that a returned refund was paid out by hand. False where it was already. */
export async function payReturned(trx: Knex, { id }: Pick<RefundRow, 'id'>, now: Date): Promise<boolean> {
  const [refund] = await trx('refunds')
    .where({ id, status: 'by_hand' })
    .whereNotNull('returned_at')
    .update({ status: 'succeeded', succeeded_at: now, provider_refund_id: `hand:${id}`, failure_code: null })
    .returning('*')
  if (!refund) return false
  await bookReturned(trx, refund, { amountMinor: -refund.amount_minor, key: `returned:${id}:paid`, now })
  return true
}

/** Books that the money is with us again, and owed to the buyer; negative once it left a second time. */
async function bookReturned(
  trx: Knex,
  refund: RefundRow,
  { amountMinor, key, now }: { amountMinor: number; key: string; now: Date },
): Promise<void> {
  await book(trx, {
    kind: 'correction',
    key,
    orderId: refund.order_id,
    refundId: refund.id,
    channelId: null,
    currency: refund.currency,
    occurredAt: now,
    entries: unmatchedEntries(amountMinor),
  })
}
