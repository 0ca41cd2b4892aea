import { canMove } from '@e-events/shared/domain/machine.ts'
import { orderTransitions } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { toJson } from '../../../db/row.ts'
import type { OrderRow, PaymentRow } from '../../../db/tables/sales.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess, hasValidTicket } from '../../catalogue/read/product-access.ts'
import { saleEntries, unmatchedEntries, type SoldAmounts } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { IssueInvoice } from '../invoices/issue-invoice.ts'
import type { OrderRepository, SoldItem } from '../orders/repository.ts'
import { ticketEnd } from '../tickets/policy.ts'
import type { TicketRepository } from '../tickets/repository.ts'
import type { MailTicket } from '../tickets/ticket-mail.ts'
import type { PaymentNotice, ProviderId, ProviderPayment } from './payment-provider.ts'

export type SettlePayment = ReturnType<typeof createSettlePayment>
interface Granted {
  userId: string
  productId: string
}

/**
 * The one way in which a payment changes an order, for notices, for buyers who come back, and for the reconciler. It
 * locks order and payment, may be repeated with any news in any order, and does everything in one transaction: state,
 * ticket, mail, ledger, or the refund of what cannot be fulfilled.
 */
export function createSettlePayment(deps: {
  knex: Knex
  orders: OrderRepository
  tickets: TicketRepository
  invoices: IssueInvoice
  mailTicket: MailTicket
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  clock: Clock
}) {
  const { knex, orders, tickets, clock } = deps

  return {
    /** A notice is stored by its id in the transaction of its effect; the same one has none the second time. */
    async notice(notice: PaymentNotice): Promise<void> {
      const granted = await knex.transaction(async (trx) => {
        const now = clock.now()
        const [stored] = await trx('payment_events')
          .insert({
            provider: notice.provider,
            event_id: notice.eventId,
            type: notice.type,
            payload: toJson(notice.payload),
            occurred_at: notice.occurredAt,
            processed_at: now,
          })
          .onConflict(['provider', 'event_id'])
          .ignore()
          .returning('id')
        return stored && apply(trx, notice.provider, notice.payment, now)
      })
      if (granted) await deps.onGranted(granted.userId, granted.productId)
    },

    /** The payment as its provider tells it now. */
    async payment(provider: ProviderId, payment: ProviderPayment): Promise<void> {
      const granted = await knex.transaction((trx) => apply(trx, provider, payment, clock.now()))
      if (granted) await deps.onGranted(granted.userId, granted.productId)
    },

    /** Ends an order for which no payment was opened. */
    close(orderId: string, status: 'cancelled' | 'expired'): Promise<void> {
      return knex.transaction(async (trx) => {
        const order = await orders.lock(trx, orderId)
        if (order?.status === 'pending' && !(await orders.openPayment(trx, orderId)))
          await orders.update(trx, orderId, { status, closed_at: clock.now() })
      })
    },
  }

  async function apply(trx: Knex, provider: ProviderId, news: ProviderPayment, now: Date): Promise<Granted | undefined> {
    const found = await orders.lockPayment(trx, provider, news.paymentId)
    // Its order is being placed: what is lost here is found by the reconciler.
    if (!found) return undefined
    const { order, payment } = found
    const isOpen = payment.status === 'created' || payment.status === 'processing'
    switch (news.status) {
      case 'succeeded':
        return isOpen || payment.status === 'cancelled' || payment.status === 'failed' ? succeed(trx, found, news, now) : undefined
      case 'processing':
        if (payment.status === 'created') await orders.updatePayment(trx, payment.id, { status: 'processing', failure_code: null })
        return undefined
      case 'open':
        // Refused: the buyer may try again. Older news than what is known is left alone.
        if (payment.status === 'created') await orders.updatePayment(trx, payment.id, { failure_code: news.failure })
        return undefined
      default:
        if (isOpen) await orders.updatePayment(trx, payment.id, { status: news.status, failure_code: news.failure })
        if (isOpen && order.status === 'pending') await orders.update(trx, order.id, { status: closedAs(news, order, now), closed_at: now })
        return undefined
    }
  }

  async function succeed(
    trx: Knex,
    { order, payment }: { order: OrderRow; payment: PaymentRow },
    news: ProviderPayment,
    now: Date,
  ): Promise<Granted | undefined> {
    await orders.updatePayment(trx, payment.id, {
      status: 'succeeded',
      amount_minor: news.amountMinor,
      failure_code: null,
      succeeded_at: now,
    })
    const isRightAmount = news.amountMinor === order.total_minor && news.currency === order.currency
    if (!isRightAmount) {
      const item = await orders.soldItem(trx, order.id)
      await book(trx, {
        kind: 'correction',
        key: `unmatched:${payment.id}`,
        orderId: order.id,
        channelId: item.channel_id,
        currency: news.currency,
        occurredAt: now,
        entries: unmatchedEntries(news.amountMinor),
      })
      await giveBack(trx, order, {
        payment,
        amountMinor: news.amountMinor,
        currency: news.currency,
        note: 'amount or currency do not match',
      })
      if (canMove(orderTransitions, order.status, 'failed')) await orders.update(trx, order.id, { status: 'failed', closed_at: now })
      return undefined
    }
    return fulfil(trx, order, payment, now)
  }

  /** Ticket, mail and ledger of a paid order; the refund where its product cannot be had any more. */
  async function fulfil(trx: Knex, order: OrderRow, payment: PaymentRow, now: Date): Promise<Granted | undefined> {
    const item = await orders.soldItem(trx, order.id)
    await orders.update(trx, order.id, { status: 'paid', paid_at: now, closed_at: now })
    await book(trx, {
      kind: 'sale',
      key: `sale:${order.id}`,
      orderId: order.id,
      channelId: item.channel_id,
      currency: order.currency,
      occurredAt: now,
      entries: saleEntries(soldAmounts(order, item)),
    })
    await deps.invoices.forSale(trx, order, item, now)
    const ticketId = await grant(trx, order, item, now)
    if (ticketId === undefined) {
      await giveBack(trx, order, { payment, amountMinor: order.total_minor, currency: order.currency, note: 'could not be fulfilled' })
      return undefined
    }
    await deps.mailTicket(trx, ticketId, now)
    return { userId: order.user_id, productId: item.product_id ?? '' }
  }

  /** Undefined where the account holds a ticket already, or nothing of the product is left. */
  async function grant(trx: Knex, order: OrderRow, item: SoldItem, now: Date): Promise<string | undefined> {
    const product = item.product_id === null ? undefined : await trx('products').where({ id: item.product_id }).first('slug')
    const access = product && (await findProductAccess(trx, product.slug, order.user_id))
    if (!access || hasValidTicket(access, now)) return undefined
    const isOver = access.cancelled_at !== null || access.channel_status !== 'published' || access.status === 'draft'
    if (isOver || (await isEventClosed(trx, access.id, now))) return undefined
    if (access.ticket_id !== null) await tickets.expire(trx, access.ticket_id, now)
    const ticket = await tickets.insert(trx, {
      source: 'order',
      user_id: order.user_id,
      product_id: access.id,
      order_item_id: item.id,
      acquired_at: now,
      expires_at: ticketEnd(access, now),
      withdrawal_waived_at: order.withdrawal_waived_at,
    })
    return ticket === 'taken' ? undefined : ticket.id
  }

  async function giveBack(
    trx: Knex,
    order: OrderRow,
    refund: { payment: PaymentRow; amountMinor: number; currency: string; note: string },
  ): Promise<void> {
    await trx('refunds').insert({
      order_id: order.id,
      payment_id: refund.payment.id,
      reason: 'duplicate',
      amount_minor: refund.amountMinor,
      currency: refund.currency,
      note: refund.note,
    })
  }
}

function closedAs(news: ProviderPayment, order: OrderRow, now: Date): 'failed' | 'expired' | 'cancelled' {
  if (news.status === 'failed') return 'failed'
  return order.expires_at !== null && order.expires_at <= now ? 'expired' : 'cancelled'
}

/** The amounts of an order as it was placed, for the ledger. */
export function soldAmounts(order: OrderRow, item: Pick<SoldItem, 'platform_fee_minor' | 'ticket_fee_minor'>): SoldAmounts {
  const { platform_fee_minor: percentFeeMinor, ticket_fee_minor: ticketFeeMinor } = item
  return {
    taxMinor: order.tax_minor,
    buyerFeeMinor: order.ticket_fee_minor,
    totalMinor: order.total_minor,
    percentFeeMinor,
    ticketFeeMinor,
    organizerMinor: order.total_minor - order.tax_minor - percentFeeMinor - ticketFeeMinor,
  }
}
