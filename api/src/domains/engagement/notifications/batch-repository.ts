import type { Knex } from 'knex'
import type { NotificationInsert } from '../../../db/tables/engagement.ts'

/**
 * Batches of notifications to the buyers of a product: one row per sending, so that everybody is notified exactly once.
 */
export const notificationBatches = {
  async start(trx: Knex, batch: { productId: string; words: { subject: string; content: string }; now: Date }): Promise<string> {
    const [row] = await trx('notification_batches')
      .insert({ audience: 'buyers', product_id: batch.productId, ...batch.words, created_at: batch.now })
      .returning('id')
    if (!row) throw new Error('no batch row')
    return row.id
  },

  /** Skips accounts that have theirs already. @returns the accounts of the rows that were written */
  async insert(trx: Knex, rows: readonly NotificationInsert[]): Promise<Set<string>> {
    const saved = await trx('notifications')
      .insert([...rows])
      .onConflict(['batch_id', 'user_id'])
      .ignore()
      .returning('user_id')
    return new Set(saved.map(({ user_id }) => user_id))
  },

  /** Counts the recipients of a batch that is complete. */
  async finish(trx: Knex, batchId: string): Promise<void> {
    await trx('notification_batches')
      .where({ id: batchId })
      .update({ recipient_count: trx('notifications').where({ batch_id: batchId }).count('*') as never })
  },
}
