import type { Knex } from 'knex'
import type { TestPaymentInsert, TestPaymentRow, TestPaymentUpdate } from '../../../../db/tables/sales.ts'

/** Books of the built-in test provider. Nothing but the provider reads them. */
export function createTestPaymentRepository(knex: Knex) {
  return {
    /** Starting the same reference again answers the payment that exists. */
    async start(payment: TestPaymentInsert & { reference: string }): Promise<TestPaymentRow> {
      const [made] = await knex('test_payments').insert(payment).onConflict('reference').ignore().returning('*')
      return made ?? found(await knex('test_payments').where({ reference: payment.reference }).first())
    },

    find(id: string): Promise<TestPaymentRow | undefined> {
      return knex('test_payments').where({ id }).first()
    },

    /** Changes a payment that is in one of these states; undefined when it is not. */
    async move(
      id: string,
      from: readonly TestPaymentRow['state'][],
      to: Pick<TestPaymentUpdate, 'state' | 'failure' | 'settles_at' | 'card'>,
    ): Promise<TestPaymentRow | undefined> {
      const [row] = await knex('test_payments')
        .where({ id })
        .whereIn('state', [...from])
        .update(to)
        .returning('*')
      return row
    },

    async books(): Promise<{ kind: 'payment' | 'refund'; reference: string; amount_minor: number; currency: string }[]> {
      const { rows } = await knex.raw<{
        rows: { kind: 'payment' | 'refund'; reference: string; amount_minor: number; currency: string }[]
      }>(
        `select 'payment' as kind, id as reference, amount_minor, currency from test_payments where state = 'succeeded'
         union all
         select 'refund', r.id, r.amount_minor, p.currency from test_refunds r join test_payments p on p.id = r.payment_id`,
      )
      return rows
    },

    /** Opens a dispute of a payment that was paid, or ends one; undefined where there is nothing to open or end. */
    async dispute(id: string, outcome: 'open' | 'won' | 'lost'): Promise<TestPaymentRow | undefined> {
      const paid = knex('test_payments').where({ id, state: 'succeeded' }).whereRaw('refunded_minor < amount_minor')
      const [row] = await (outcome === 'open' ? paid.whereNull('dispute') : paid.where({ dispute: 'open' }))
        .update({ dispute: outcome })
        .returning('*')
      return row
    },

    /**
     * Gives an open payment with a card that was kept, once per reference; `next` is told how often it was tried
     * before.
     */
    charge(
      charge: { reference: string; paymentId: string },
      next: (earlier: number) => Pick<TestPaymentUpdate, 'state' | 'failure' | 'settles_at' | 'card'>,
    ): Promise<TestPaymentRow> {
      return knex.transaction(async (trx) => {
        const row = found(await trx('test_payments').where({ id: charge.paymentId }).forUpdate().first())
        const isDone = await trx('test_charges').where({ reference: charge.reference }).first('reference')
        if (isDone || row.state !== 'open') return row
        const [before] = await trx('test_charges').where({ payment_id: row.id }).count()
        const change = next(Number(before?.['count'] ?? 0))
        await trx('test_charges').insert({ reference: charge.reference, payment_id: row.id, failure: change.failure ?? null })
        const [after] = await trx('test_payments').where({ id: row.id }).update(change).returning('*')
        return found(after)
      })
    },

    async due(now: Date): Promise<string[]> {
      const rows = await knex('test_payments').where({ state: 'settling' }).where('settles_at', '<=', now).select('id').limit(100)
      return rows.map(({ id }) => id)
    },

    refund(refund: { id: string; paymentId: string; reference: string; amountMinor: number }): Promise<string> {
      return knex.transaction(async (trx) => {
        const [made] = await trx('test_refunds')
          .insert({ id: refund.id, payment_id: refund.paymentId, reference: refund.reference, amount_minor: refund.amountMinor })
          .onConflict('reference')
          .ignore()
          .returning('id')
        if (made) await trx('test_payments').where({ id: refund.paymentId }).increment('refunded_minor', refund.amountMinor)
        const row = await trx('test_refunds').where({ reference: refund.reference }).first('id')
        return found(row).id
      })
    },
  }
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the test provider does not know this payment')
  return row
}
