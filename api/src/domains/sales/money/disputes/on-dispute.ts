import type { Knex } from 'knex'
import type { AfterCommit } from '../../../../events/domain-events.ts'
import type { OrderRow, PaymentRow } from '../../../../db/tables/sales.ts'
import type { DisputeRow } from '../../../../db/tables/sales-refunds.ts'
import { book } from '../ledger/repository.ts'
import type { OrderRepository } from '../../orders/repository.ts'
import type { ProviderDispute } from '../payments/payment-provider.ts'
import type { OnDispute } from '../payments/take-dispute.ts'
import type { GiveBack } from '../refunds/give-back.ts'
import { paidMinor } from '../refunds/parts.ts'
import type { TellSeller } from './tell-seller.ts'
import { closeDispute, freezeTickets, givenBack, saveDispute, thawTickets } from './repository.ts'

interface Held {
  userId: string
  productId: string
}
interface News {
  dispute: ProviderDispute
  order: OrderRow
  payment: PaymentRow
  now: Date
}

const asksSeller: ReadonlySet<ProviderDispute['status']> = new Set(['inquiry', 'open'])
/** Final for us: older news that arrive later change nothing. */
const finals: ReadonlySet<DisputeRow['status']> = new Set(['won', 'lost', 'closed'])

/**
 * Applies a dispute to its sale. While the bank holds the money, access waits and no refund is paid out. Won: access
 * and money are back. Lost: the sale is refunded by the bank, at the organizer's expense, and what was about to be
 * refunded is not paid a second time.
 */
export function createOnDispute(deps: {
  orders: OrderRepository
  giveBack: GiveBack
  onFrozen(userId: string, productId: string): Promise<void>
  onThawed(userId: string, productId: string): Promise<void>
  tellSeller: TellSeller
}): OnDispute {
  const { orders, giveBack } = deps

  return async (trx, news) => {
    const { dispute, order, payment, now } = news
    const { row, isNew } = await saveDispute(trx, { payment, dispute, now })
    const told = isNew && asksSeller.has(dispute.status) ? await deps.tellSeller(trx, row, order) : undefined
    if (finals.has(row.status)) {
      await settlePayment(trx, payment)
      return undefined
    }
    if (dispute.status === 'inquiry') return told
    if (dispute.status === 'closed' && !row.is_booked) {
      await closeDispute(trx, row.id, { status: 'closed', now })
      return undefined
    }
    const frozen = await freeze(trx, row, news)
    if (dispute.status === 'won' || dispute.status === 'closed') return win(trx, row, news)
    const afterwards = dispute.status === 'lost' ? await lose(trx, row, news) : []
    return async () => {
      for (const { userId, productId } of frozen) await deps.onFrozen(userId, productId)
      for (const after of afterwards) await after()
      await told?.()
    }
  }

  /** The bank took the money back for now: it is held on an account of its own until the dispute ends. */
  async function freeze(trx: Knex, row: DisputeRow, { order, now }: News): Promise<Held[]> {
    if (row.is_booked) return []
    await bookMove(trx, row, { order, now, step: 'opened', amountMinor: row.amount_minor })
    if (row.fee_minor > 0)
      await book(trx, {
        kind: 'dispute',
        key: `dispute:${row.id}:fee`,
        orderId: order.id,
        channelId: null,
        currency: row.currency,
        occurredAt: now,
        entries: [
          { kind: 'provider_fees', amountMinor: row.fee_minor },
          { kind: 'provider_clearing', amountMinor: -row.fee_minor },
        ],
      })
    await trx('disputes').where({ id: row.id }).update({ is_booked: true, status: 'open' })
    return freezeTickets(trx, order.id, now)
  }

  async function win(trx: Knex, row: DisputeRow, { order, payment, now }: News): Promise<() => Promise<void>> {
    await bookMove(trx, row, { order, now, step: 'won', amountMinor: -row.amount_minor })
    await closeDispute(trx, row.id, { status: 'won', now })
    await settlePayment(trx, payment)
    const thawed = await thawTickets(trx, order.id)
    return async () => {
      for (const { userId, productId } of thawed) await deps.onThawed(userId, productId)
    }
  }

  /** Lines in their order give back what the bank took; more than is left of them was paid twice and is a loss. */
  async function lose(trx: Knex, row: DisputeRow, { order, payment, now }: News): Promise<AfterCommit[]> {
    const afterwards: AfterCommit[] = []
    await givenBack.cancelPending(trx, order.id, now)
    let restMinor = row.amount_minor
    let refundedMinor = payment.refunded_minor
    for (const item of await orders.items(trx, order.id)) {
      const amountMinor = Math.min(restMinor, paidMinor(item) - item.refunded_minor)
      if (amountMinor <= 0) continue
      const current = await trx('orders').where({ id: order.id }).first()
      const refund = await givenBack.insert(trx, { order, payment, itemId: item.id, amountMinor, now })
      afterwards.push((await giveBack.book(trx, { order: current ?? order, refund, now })).afterwards)
      restMinor -= amountMinor
      refundedMinor += amountMinor
    }
    if (restMinor > 0)
      await book(trx, {
        kind: 'dispute',
        key: `dispute:${row.id}:lost`,
        orderId: order.id,
        channelId: null,
        currency: row.currency,
        occurredAt: now,
        entries: [
          { kind: 'losses', amountMinor: restMinor },
          { kind: 'refunds_payable', amountMinor: -restMinor },
        ],
      })
    await orders.updatePayment(trx, payment.id, { refunded_minor: Math.min(refundedMinor, payment.amount_minor) })
    await closeDispute(trx, row.id, { status: 'lost', now })
    await settlePayment(trx, payment)
    return afterwards
  }

  async function bookMove(
    trx: Knex,
    row: DisputeRow,
    move: { order: OrderRow; now: Date; step: 'opened' | 'won'; amountMinor: number },
  ): Promise<void> {
    await book(trx, {
      kind: 'dispute',
      key: `dispute:${row.id}:${move.step}`,
      orderId: move.order.id,
      channelId: null,
      currency: row.currency,
      occurredAt: move.now,
      entries: [
        { kind: 'refunds_payable', amountMinor: move.amountMinor },
        { kind: 'provider_clearing', amountMinor: -move.amountMinor },
      ],
    })
  }

  /** No dispute holds the payment any more: what is left of it can be refunded again. */
  async function settlePayment(trx: Knex, { id }: PaymentRow): Promise<void> {
    const open = await trx('disputes').where({ payment_id: id, status: 'open' }).first('id')
    const now = await trx('payments').where({ id }).first('refunded_minor', 'amount_minor')
    if (!now || open) return
    await orders.updatePayment(trx, id, { status: now.refunded_minor === now.amount_minor ? 'refunded' : 'succeeded' })
  }
}
