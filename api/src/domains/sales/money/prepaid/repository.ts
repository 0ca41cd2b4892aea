import type { Knex } from 'knex'
import { taxOf } from '@e-events/shared/domain/money.ts'
import { usedNetMinor } from '@e-events/shared/domain/usage-pricing.ts'
import type { PrepaidLotRow } from '../../../../db/tables/sales-ledger.ts'
import { prepaidUseEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'

const leftOf = (lot: PrepaidLotRow): number => lot.minutes - lot.used_minutes - lot.returned_minutes
const usedNet = (lot: PrepaidLotRow): number => usedNetMinor(lot.net_minor, lot)

export async function insertLot(
  trx: Knex,
  lot: { itemId: string; userId: string; minutes: number; netMinor: number; currency: string; at: Date },
) {
  const { itemId, userId, minutes, netMinor, currency, at } = lot
  await trx('prepaid_lots').insert({ order_item_id: itemId, user_id: userId, minutes, net_minor: netMinor, currency, bought_at: at })
}

export function listLots(db: Knex, userId: string): Promise<PrepaidLotRow[]> {
  return db('prepaid_lots').where({ user_id: userId }).orderBy('bought_at', 'desc').orderBy('order_item_id')
}

export async function balanceOf(db: Knex, userId: string): Promise<number> {
  return (await listLots(db, userId)).reduce((sum, lot) => sum + leftOf(lot), 0)
}

/** Lots with time left, the oldest first. Takers of a balance hold them. */
async function lockLots(trx: Knex, userId: string): Promise<PrepaidLotRow[]> {
  const lots = await trx('prepaid_lots').where({ user_id: userId }).orderBy(['bought_at', 'order_item_id']).forUpdate()
  return lots.filter((lot) => leftOf(lot) > 0)
}

/** Takes as many of these minutes as there are, and books what they earn. @returns how many were taken */
export async function takeMinutes(trx: Knex, use: { userId: string; broadcastId: string; minutes: number; at: Date }): Promise<number> {
  let rest = use.minutes
  for (const lot of await lockLots(trx, use.userId)) {
    const minutes = Math.min(rest, leftOf(lot))
    if (minutes === 0) break
    rest -= minutes
    const after = { ...lot, used_minutes: lot.used_minutes + minutes }
    const itemId = lot.order_item_id
    await trx('prepaid_lots').where({ order_item_id: itemId }).update({ used_minutes: after.used_minutes })
    await trx('prepaid_uses')
      .insert({ order_item_id: itemId, broadcast_id: use.broadcastId, minutes })
      .onConflict(['order_item_id', 'broadcast_id'])
      .merge({ minutes: trx.raw('prepaid_uses.minutes + excluded.minutes') as unknown as number })
    await book(trx, {
      kind: 'prepayment',
      key: `prepaid:${itemId}:${after.used_minutes}`,
      itemId,
      channelId: null,
      currency: lot.currency,
      occurredAt: use.at,
      entries: prepaidUseEntries(usedNet(after) - usedNet(lot)),
    })
  }
  return use.minutes - rest
}

export interface Returnable {
  lot: PrepaidLotRow
  amountMinor: number
}

/** Price of the time that is left, with its tax, lot by lot. */
export async function returnableOf(db: Knex, userId: string, { locks }: { locks: boolean }): Promise<Returnable[]> {
  const lots = locks ? await lockLots(db, userId) : (await listLots(db, userId)).filter((lot) => leftOf(lot) > 0)
  const items = await db('order_items')
    .whereIn('id', lots.map(({ order_item_id: id }) => id))
    .select('id', 'tax_basis_points', 'tax_minor', 'total_minor', 'refunded_minor') // prettier-ignore
  return lots.flatMap((lot) => {
    const item = items.find(({ id }) => id === lot.order_item_id)
    if (!item) return []
    const netMinor = lot.net_minor - usedNet(lot)
    const taxMinor = item.tax_minor === 0 ? 0 : taxOf(netMinor, item.tax_basis_points)
    const amountMinor = Math.min(netMinor + taxMinor, item.total_minor - item.refunded_minor)
    return amountMinor > 0 ? [{ lot, amountMinor }] : []
  })
}

/** Time that is left of a lot cannot be used any more. */
export async function closeLot(trx: Knex, itemId: string): Promise<void> {
  await trx('prepaid_lots')
    .where({ order_item_id: itemId })
    .update({ returned_minutes: trx.raw('minutes - used_minutes') })
}

/** Closes a lot whose line is refunded. @returns the net price that is still owed for it, which is owed once */
export async function settleLot(trx: Knex, itemId: string): Promise<number> {
  const lot = await trx('prepaid_lots').where({ order_item_id: itemId }).forUpdate().first()
  if (!lot) return 0
  await closeLot(trx, itemId)
  const owed = lot.net_minor - usedNet(lot)
  await trx('prepaid_lots').where({ order_item_id: itemId }).update({ returned_minor: owed })
  return owed - lot.returned_minor
}
