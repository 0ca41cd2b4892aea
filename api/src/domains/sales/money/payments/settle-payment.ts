import { canMove } from '@e-events/shared/domain/machine.ts'
import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { orderTransitions } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { OrderRow, PaymentRow } from '../../../../db/tables/sales.ts'
import { feeEntries, lineEntries, paidFor, unmatchedEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import type { IssueInvoice } from '../invoices/issue-invoice.ts'
import type { Fulfil, Granted } from '../../orders/fulfil.ts'
import type { OrderRepository, SoldItem } from '../../orders/repository.ts'
import { closeCheckouts } from '../../opportunities/opened-checkouts.ts'
import { storeNotice } from './payment-events.ts'
import type { Stock } from '../../stock/stock.ts'
import type { MailFailure } from './failure-mail.ts'
import { keepCard } from './saved-cards.ts'
import type { PaymentNotice, ProviderId, ProviderPayment } from './payment-provider.ts'

interface Found {
  order: OrderRow
  payment: PaymentRow
}

export type SettlePayment = ReturnType<typeof createSettlePayment>

/**
 * The one way in which a payment changes an order, for notices, for buyers who come back, and for the reconciler. It
 * locks order and payment, may be repeated with any news in any order, and does everything in one transaction: state,
 * what was bought, mail, ledger, or the refund of lines that cannot be fulfilled.
 */
export function createSettlePayment(deps: {
  knex: Knex
  orders: OrderRepository
  invoices: IssueInvoice
  fulfilments: Partial<Record<OrderItemKind, Fulfil>>
  /** Tells the buyer what was paid, in the same transaction. */
  mailOrder(trx: Knex, orderId: string): Promise<void>
  stock: Pick<Stock, 'claim'>
  mailFailure: MailFailure
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  clock: Clock
}) {
  const { knex, orders, clock } = deps

  return {
    /**
     * A notice is stored by its id in the transaction of its effect; the same one has none the second time. True for a
     * new one.
     */
    async notice(notice: PaymentNotice): Promise<boolean> {
      const granted = await knex.transaction(async (trx) => {
        const now = clock.now()
        if (!(await storeNotice(trx, notice, now))) return undefined
        return apply(trx, notice.provider, notice.payment, now)
      })
      if (granted) await tellGranted(granted)
      return granted !== undefined
    },

    /** The payment as its provider tells it now. */
    async payment(provider: ProviderId, payment: ProviderPayment): Promise<void> {
      await tellGranted(await knex.transaction((trx) => apply(trx, provider, payment, clock.now())))
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

  async function tellGranted(granted: readonly Granted[]): Promise<void> {
    for (const { userId, productId } of granted) await deps.onGranted(userId, productId)
  }

  async function apply(trx: Knex, provider: ProviderId, news: ProviderPayment, now: Date): Promise<readonly Granted[]> {
    const found = await orders.lockPayment(trx, provider, news.paymentId)
    // Its order is being placed: what is lost here is found by the reconciler.
    if (!found) return []
    const { order, payment } = found
    const isOpen = payment.status === 'created' || payment.status === 'processing'
    switch (news.status) {
      case 'succeeded': {
        const isNew = isOpen || payment.status === 'cancelled' || payment.status === 'failed'
        const granted = isNew ? await succeed(trx, found, news, now) : []
        await bookFee(trx, found, news, now)
        return granted
      }
      case 'processing':
        if (payment.status === 'created') await orders.updatePayment(trx, payment.id, { status: 'processing', failure_code: null })
        return []
      case 'open':
        // Refused: the buyer may try again. Older news than what is known is left alone.
        if (payment.status === 'created') await orders.updatePayment(trx, payment.id, { failure_code: news.failure })
        if (payment.status === 'processing' && news.isCurrent && news.failure !== null) await fallBack(trx, found, news, now)
        return []
      default:
        if (isOpen) await orders.updatePayment(trx, payment.id, { status: news.status, failure_code: news.failure })
        if (isOpen && order.status === 'pending') await orders.update(trx, order.id, { status: closedAs(news, order, now), closed_at: now })
        return []
    }
  }

  /** The bank refused a payment that was to settle later: the order waits a day, and its buyer is told. */
  async function fallBack(trx: Knex, { order, payment }: Found, news: ProviderPayment, now: Date): Promise<void> {
    await orders.updatePayment(trx, payment.id, { status: 'created', failure_code: news.failure })
    if (order.status !== 'pending') return
    const until = new Date(Math.max(order.expires_at?.getTime() ?? 0, now.getTime() + limits.failedDebitHoldMs))
    await orders.update(trx, order.id, { expires_at: until })
    await deps.mailFailure(trx, order, until)
  }

  /** Books the provider's fee, once per payment; it may become known later than the payment. */
  async function bookFee(trx: Knex, { order, payment }: Found, { feeMinor }: ProviderPayment, now: Date): Promise<void> {
    if (feeMinor === undefined || payment.provider_fee_minor !== null) return
    await orders.updatePayment(trx, payment.id, { provider_fee_minor: feeMinor })
    await book(trx, {
      kind: 'fee',
      key: `fee:${payment.id}`,
      orderId: order.id,
      channelId: null,
      currency: payment.currency,
      occurredAt: now,
      entries: feeEntries(feeMinor),
    })
  }

  async function succeed(trx: Knex, { order, payment }: Found, news: ProviderPayment, now: Date): Promise<readonly Granted[]> {
    await orders.updatePayment(trx, payment.id, {
      status: 'succeeded',
      amount_minor: news.amountMinor,
      failure_code: null,
      succeeded_at: now,
      ...(news.method ? { saved_method: news.method.reference, method_label: news.method.label } : {}),
    })
    if (order.saves_card && news.method)
      await keepCard(trx, { userId: order.user_id, provider: payment.provider, method: news.method, card: news.card, at: now })
    const isRightAmount = news.amountMinor === order.total_minor && news.currency === order.currency
    if (!isRightAmount) {
      await book(trx, {
        kind: 'correction',
        key: `unmatched:${payment.id}`,
        orderId: order.id,
        channelId: null,
        currency: news.currency,
        occurredAt: now,
        entries: unmatchedEntries(news.amountMinor),
      })
      await giveBack(trx, order, {
        payment,
        amountMinor: news.amountMinor,
        currency: news.currency,
        note: 'amount or currency do not match',
        item: undefined,
      })
      if (canMove(orderTransitions, order.status, 'failed')) await orders.update(trx, order.id, { status: 'failed', closed_at: now })
      return []
    }
    return fulfil(trx, order, payment, now)
  }

  /** Ledger, invoice and hand-over of a paid order, line by line; the refund of lines that cannot be had any more. */
  async function fulfil(trx: Knex, order: OrderRow, payment: PaymentRow, now: Date): Promise<readonly Granted[]> {
    const items = await orders.items(trx, order.id)
    await orders.update(trx, order.id, { status: 'paid', paid_at: now, closed_at: now })
    for (const item of items) {
      await book(trx, {
        kind: 'sale',
        key: `sale:${item.id}`,
        orderId: order.id,
        itemId: item.id,
        channelId: item.channel_id,
        currency: order.currency,
        occurredAt: now,
        entries: lineEntries(item),
      })
    }
    await deps.invoices.forSale(trx, order, items, now)
    const granted: Granted[] = []
    const missing = await deps.stock.claim(trx, items, order.user_id)
    for (const item of items) {
      const outcome = missing.has(item.id)
        ? 'unfulfillable'
        : ((await deps.fulfilments[item.kind]?.(trx, { order, item, now })) ?? 'unfulfillable')
      if (outcome === 'unfulfillable')
        await giveBack(trx, order, { payment, item, amountMinor: paidFor(item), currency: order.currency, note: 'could not be fulfilled' })
      else granted.push(...outcome)
    }
    // Tickets have closed those of their products.
    const bought = items.flatMap(({ product_id: id }) => (id === null || granted.some(({ productId }) => productId === id) ? [] : [id]))
    await closeCheckouts(trx, order.user_id, bought, now)
    await deps.mailOrder(trx, order.id)
    return granted
  }

  async function giveBack(
    trx: Knex,
    order: OrderRow,
    refund: { payment: PaymentRow; item: SoldItem | undefined; amountMinor: number; currency: string; note: string },
  ): Promise<void> {
    await trx('refunds').insert({
      order_id: order.id,
      order_item_id: refund.item?.id ?? null,
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
