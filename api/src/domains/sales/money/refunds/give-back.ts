import type { Knex } from 'knex'
import type { OrderRow, RefundRow } from '../../../../db/tables/sales.ts'
import type { IssueInvoice } from '../invoices/issue-invoice.ts'
import { prepaidRefundEntries, refundEntries, soldAmounts, type Entry } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { OrderRepository, SoldItem } from '../../orders/repository.ts'
import type { AfterCommit } from '../../../../events/domain-events.ts'
import { lockShipment, updateShipment } from '../../shipping/repository.ts'
import type { Stock } from '../../stock/stock.ts'
import { settleLot } from '../prepaid/repository.ts'
import { paidMinor, partOf } from './parts.ts'
import type { MailRefund } from './refund-mail.ts'
import { revokePart, takeBacks, type TakenBack } from './take-back.ts'

export type GiveBack = ReturnType<typeof createGiveBack>

export interface GivenBack {
  taken: readonly TakenBack[]
  /** Work for the time after the commit. */
  afterwards: AfterCommit
}

interface Part {
  item: SoldItem
  amountMinor: number
}

/** Books money that left: ledger, lines, order, credit note and mail, and takes back what is refunded as a whole. */
export function createGiveBack(deps: {
  orders: OrderRepository
  invoices: IssueInvoice
  mailRefund: MailRefund
  /** Seats and pieces that lines of an order held can be had again. */
  releaseItems: Stock['releaseItems']
}) {
  const { orders } = deps

  /** Lines that a refund gives back, with their amounts: of the one that it names, or all that is left of each. */
  async function partsOf(
    db: Knex,
    refund: Pick<RefundRow, 'order_id' | 'order_item_id' | 'part_product_id' | 'amount_minor'>,
  ): Promise<Part[]> {
    const items = await orders.items(db, refund.order_id)
    if (refund.order_item_id !== null) {
      const item = items.find(({ id }) => id === refund.order_item_id)
      if (item === undefined) return []
      const part = item.parts.find(({ product_id: id }) => id === refund.part_product_id)
      // Its credit note and mail name the part.
      const named = part ? { ...item, title: `${item.title}: ${part.title}`, parts: [] } : item
      return [{ item: named, amountMinor: refund.amount_minor }]
    }
    return items.map((item) => ({ item, amountMinor: leftOf(item) })).filter(({ amountMinor }) => amountMinor > 0)
  }

  return {
    /** The lines hold what the refund gives back, and all of it. */
    async isCovered(db: Knex, refund: RefundRow): Promise<boolean> {
      const parts = await partsOf(db, refund)
      const sum = parts.reduce((all, { amountMinor }) => all + amountMinor, 0)
      return sum === refund.amount_minor && parts.every(({ item, amountMinor }) => amountMinor <= leftOf(item))
    },

    /** In the transaction in which the refund succeeded, its order locked. */
    async book(trx: Knex, { order, refund, now }: { order: OrderRow; refund: RefundRow; now: Date }): Promise<GivenBack> {
      const parts = await partsOf(trx, refund)
      const divided = parts.map(({ item, amountMinor }) => partOf(item, amountMinor))
      const taken: TakenBack[] = []
      const whole: SoldItem[] = []
      for (const [index, { item, amountMinor }] of parts.entries()) {
        const sold = soldAmounts(divided[index] ?? item)
        const entries =
          item.kind === 'prepaid_hours' ? prepaidRefundEntries(sold, await settleLot(trx, item.id)) : refundEntries(sold, refund.reason)
        await book(trx, {
          kind: 'refund',
          key: `refund:${refund.id}:${item.id}`,
          orderId: order.id,
          itemId: item.id,
          refundId: refund.id,
          channelId: item.channel_id,
          currency: refund.currency,
          occurredAt: now,
          entries: entries.map(refund.reason === 'dispute' ? fromHeld : asIs),
        })
        const refundedMinor = item.refunded_minor + amountMinor
        await trx('order_items').where({ id: item.id }).update({ refunded_minor: refundedMinor })
        if (refund.part_product_id !== null)
          taken.push(...(await revokePart(trx, { itemId: item.id, productId: refund.part_product_id, now })))
        if (refundedMinor < paidMinor(item)) continue
        whole.push(item)
        if (refund.reason !== 'dispute') await freeCoupon(trx, { orderId: order.id, item, now })
        taken.push(...((await takeBacks[item.kind]?.(trx, { userId: order.user_id, item, now })) ?? []))
      }
      const all = order.refunded_minor + refund.amount_minor
      await orders.update(trx, order.id, {
        refunded_minor: all,
        status: all === order.total_minor ? 'refunded' : 'partially_refunded',
      })
      await deps.invoices.forRefund(trx, order, { refundId: refund.id, items: divided, now })
      // Goods on their way come back by hand, if they do.
      const shipment = whole.some(({ kind }) => kind === 'physical') ? await lockShipment(trx, order.id) : undefined
      const isSent = shipment?.state === 'sent' || shipment?.state === 'delivered'
      if (shipment && !isSent && (await isAllRefunded(trx, order.id))) await updateShipment(trx, order.id, { state: 'cancelled' })
      const kept = whole.filter(({ kind }) => kind !== 'physical' || !isSent)
      const afterwards = await deps.releaseItems(
        trx,
        kept.map(({ id }) => id),
      )
      // The bank tells its customer.
      if (refund.reason === 'dispute') return { taken, afterwards }
      await deps.mailRefund(trx, order, {
        title: parts.map(({ item }) => item.title).join(', '),
        amountMinor: refund.amount_minor,
        hasEnded: taken.length > 0,
      })
      return { taken, afterwards }
    },
  }
}

/** Money that a bank took back is on the account of held money since its dispute was opened. */
const fromHeld = ({ kind, ...entry }: Entry): Entry => ({ ...entry, kind: kind === 'provider_clearing' ? 'refunds_payable' : kind })
const asIs = (entry: Entry): Entry => entry

/** No goods of the order are left to send. */
async function isAllRefunded(trx: Knex, orderId: string): Promise<boolean> {
  const left = await trx('order_items')
    .where({ order_id: orderId, kind: 'physical' })
    .whereRaw('refunded_minor < total_minor + buyer_fee_minor + support_minor')
    .first('id')
  return left === undefined
}

/**
 * The coupon of a line that was given back as a whole can be used again, unless it has ended or was revoked
 * meanwhile. It belongs to nobody: whoever types it first has it.
 */
async function freeCoupon(
  trx: Knex,
  { orderId, item, now }: { orderId: string; item: Pick<SoldItem, 'id' | 'coupon_id'>; now: Date },
): Promise<void> {
  const { coupon_id: couponId } = item
  if (couponId === null) return
  const isGood = trx('coupon_batches as b')
    .leftJoin('product_sessions as s', 's.id', 'b.session_id')
    .whereRaw('b.id = coupons.batch_id and (b.valid_until is null or b.valid_until > ?) and (s.id is null or s.ends_at > ?)', [now, now])
    .whereNull('b.deactivated_at')
    .select('b.id')
  const freed = await trx('coupons')
    .where({ id: couponId, order_id: orderId })
    .whereNotNull('redeemed_at')
    .whereNull('revoked_at')
    .whereExists(isGood)
    .update({ redeemed_at: null, redeemed_by: null, order_id: null })
  // A coupon stands under one ticket; the line keeps it for the record.
  if (freed > 0) await trx('tickets').where({ order_item_id: item.id, coupon_id: couponId }).update({ coupon_id: null })
}

const leftOf = (item: SoldItem): number => paidMinor(item) - item.refunded_minor
