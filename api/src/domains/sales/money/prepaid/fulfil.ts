import type { Fulfil } from '../../orders/fulfil.ts'
import { insertLot } from './repository.ts'

/** Paid hours are on the balance, in the transaction of their payment. */
export const fulfilPrepaid: Fulfil = async (trx, { order, item, now }) => {
  await insertLot(trx, {
    itemId: item.id,
    userId: order.user_id,
    minutes: item.quantity * 60,
    netMinor: item.net_minor,
    currency: order.currency,
    at: now,
  })
  return []
}
