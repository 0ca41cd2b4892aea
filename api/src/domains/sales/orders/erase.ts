import type { Knex } from 'knex'
import { toJson } from '../../../db/row.ts'

/**
 * Takes the person out of orders and invoices; amounts, numbers and the buyer's country stay, because the books must
 * add up.
 * An order that waits for its payment is over at once: the reconciler closes it at its provider.
 */
export async function eraseBuyer(trx: Knex, userId: string, pseudonym: string, now: Date): Promise<void> {
  await trx('orders').where({ user_id: userId, status: 'pending' }).update({ expires_at: now })
  await trx('orders')
    .where({ user_id: userId })
    .update({ email: pseudonym, billing: toJson({}), shipping: null })
  await trx('invoices')
    .where((own) => {
      void own
        .whereIn('order_id', trx('orders').where({ user_id: userId }).select('id'))
        // Use of the platform by their channels.
        .orWhereIn('channel_id', trx('channels').where({ owner_id: userId }).select('id'))
    })
    .update({ buyer: trx.raw(`jsonb_strip_nulls(jsonb_build_object('pseudonym', ?::text, 'country', buyer -> 'country'))`, [userId]) })
}
