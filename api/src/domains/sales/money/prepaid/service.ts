import type { Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxOf } from '@e-events/shared/domain/money.ts'
import { breakDownLines, type PricedLine } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import { billingOf } from '../../orders/policy.ts'
import type { NewOrderLine, OrderRepository } from '../../orders/repository.ts'
import type { TaxBuyer } from '../taxes/tax-buyer.ts'
import type { TaxLines } from '../taxes/tax-lines.ts'
import type { ReadProviders } from '../payments/providers.ts'
import { closeLot, listLots, returnableOf } from './repository.ts'

/** Price of an hour before tax; null where none is sold. */
export interface PrepaidSettings {
  hourNetMinor: number | null
  currency: string
}

type HoursLine = Pick<NewOrderLine, 'kind' | 'quantity' | 'price' | 'tax'>

const titles: Record<Language, string> = {
  es: 'Horas de emisión de prepago',
  en: 'Prepaid broadcast hours',
  pt: 'Horas de emissão pré-pagas',
}

export type PrepaidHours = ReturnType<typeof createPrepaidHours>

/** Hours that organizers buy of the platform, and give back unused. */
export function createPrepaidHours(deps: {
  knex: Knex
  orders: OrderRepository
  taxes: Pick<TaxLines, 'buyerOf' | 'apply' | 'platformRate'>
  readProviders: ReadProviders
  settings(): Promise<PrepaidSettings>
  clock: Clock
}) {
  const { knex, orders, clock } = deps

  /** Null where no hours are sold now. */
  async function offer() {
    const { hourNetMinor: netMinor, currency } = await deps.settings()
    if (netMinor === null) return null
    const providers = await deps.readProviders()
    const [provider] = providers.mayCharge ? providers.offered(currency) : []
    return { netMinor, currency, provider }
  }

  /** Line of so many hours with the tax of its buyer's place, each hour at the price of one. */
  async function lineOf(db: Knex, wanted: { hours: number; netMinor: number; currency: string; taxBuyer: TaxBuyer | undefined }) {
    const { hours, netMinor, currency, taxBuyer } = wanted
    const taxBasisPoints = await deps.taxes.platformRate(db)
    const unitTaxMinor = taxOf(netMinor, taxBasisPoints)
    const price = { netMinor, currency, taxBasisPoints, unitTaxMinor, ticketFeePayer: 'organizer' as const }
    const line: HoursLine = { kind: 'prepaid_hours', quantity: hours, price }
    if (!taxBuyer) return line
    const [taxed] = await deps.taxes.apply(db, [{ ...line, product: { channel_id: null } }], { buyer: taxBuyer, now: clock.now() })
    return taxed ?? line
  }

  const taxBuyerOf = async (userId: string, region: string | null) => deps.taxes.buyerOf(await orders.findBuyer(userId), region)

  async function show(userId: string, region: string | null): Promise<Prepaid> {
    const offered = await offer()
    const lots = await listLots(knex, userId)
    const refunds = new Map<string, number>()
    for (const { lot, amountMinor } of await returnableOf(knex, userId, { locks: false }))
      refunds.set(lot.currency, (refunds.get(lot.currency) ?? 0) + amountMinor)
    const line = offered?.provider && (await lineOf(knex, { ...offered, hours: 1, taxBuyer: await taxBuyerOf(userId, region) }))
    const hour = line && breakDownLines([toPriced(line)])
    const money = (minor: number, currency = offered?.currency ?? fees.currency) => ({ minor, currency })
    return {
      minutes: lots.reduce((sum, lot) => sum + lot.minutes - lot.used_minutes - lot.returned_minutes, 0),
      offer:
        hour && line
          ? {
              net: money(hour.netMinor),
              taxBasisPoints: line.price.taxBasisPoints,
              tax: money(hour.taxMinor),
              total: money(hour.totalMinor),
            }
          : null,
      isTest: offered?.provider?.isTest ?? false,
      refund: [...refunds].map(([currency, minor]) => money(minor, currency)),
      lots: lots.map((lot) => ({
        boughtAt: lot.bought_at.toISOString(),
        minutes: lot.minutes,
        usedMinutes: lot.used_minutes,
        returnedMinutes: lot.returned_minutes,
      })),
    }
  }

  /** Time that is left is gone at once, and its refund is paid like any other. */
  async function giveBack(trx: Knex, userId: string): Promise<void> {
    const all = await returnableOf(trx, userId, { locks: true })
    for (const { lot, amountMinor } of all) {
      const paid = await trx('order_items as i')
        .join('payments as y', 'y.order_id', 'i.order_id')
        .where({ 'i.id': lot.order_item_id })
        .whereIn('y.status', ['succeeded'])
        .first<{ order_id: string; payment_id: string } | undefined>('i.order_id', 'y.id as payment_id')
      // Its buyer disputes it at the bank, which decides about the money.
      if (!paid) continue
      await closeLot(trx, lot.order_item_id)
      await trx('refunds').insert({
        order_id: paid.order_id,
        order_item_id: lot.order_item_id,
        payment_id: paid.payment_id,
        reason: 'withdrawal',
        amount_minor: amountMinor,
        currency: lot.currency,
        requested_by: userId,
        note: 'unused prepaid time',
      })
    }
  }

  return {
    show,

    /**
     * Orders hours and opens their payment; the key names the order.
     * @throws DomainError PREPAID_OFF, PAYMENTS_OFF, PRICE_CHANGED
     */
    async buy(
      wanted: { hours: number; expectedTotalMinor: number; idempotencyKey: string },
      by: { userId: string; language: Language; region: string | null },
    ): Promise<string> {
      const offered = await offer()
      if (!offered) throw new DomainError('PREPAID_OFF')
      const { provider, currency } = offered
      if (!provider) throw new DomainError('PAYMENTS_OFF')
      const title = titles[by.language]
      const taxBuyer = await taxBuyerOf(by.userId, by.region)
      const order = await knex.transaction(async (trx): Promise<OrderRow> => {
        await orders.lockBuyer(trx, by.userId)
        const again = await orders.findByKey(trx, by.userId, wanted.idempotencyKey)
        if (again) return again
        const { kind, quantity, price, tax } = await lineOf(trx, { ...offered, hours: wanted.hours, taxBuyer })
        const breakdown = breakDownLines([{ kind, quantity, ...price }])
        if (breakdown.totalMinor !== wanted.expectedTotalMinor) throw new DomainError('PRICE_CHANGED')
        const buyer = await orders.findBuyer(by.userId, trx)
        const now = clock.now()
        return orders.insert(trx, {
          buyer,
          lines: [
            { kind, quantity, price, product: { id: null, channel_id: null, title, currency, next_starts_at: null }, ...(tax && { tax }) },
          ],
          breakdown,
          billing: billingOf(buyer),
          taxBuyer,
          idempotencyKey: wanted.idempotencyKey,
          // Unused time comes back whenever it is asked for.
          isWaived: false,
          shipping: undefined,
          acceptedAt: now,
          expiresAt: new Date(now.getTime() + limits.orderHoldMs),
        })
      })
      if (order.status === 'pending' && !(await orders.openPayment(knex, order.id))) {
        const { paymentId } = await provider.start({
          orderId: order.id,
          orderNumber: order.number,
          amountMinor: order.total_minor,
          currency: order.currency,
          description: title,
          returnUrl: paths.prepaidOrder(order.id),
          cancelUrl: paths.prepaid,
        })
        await orders.insertPayment(order, provider.id, paymentId)
      }
      return order.id
    },

    /** Gives all unused time back. */
    giveBack: (userId: string): Promise<void> => knex.transaction((trx) => giveBack(trx, userId)),

    /** For an account that is erased: nobody could use the time, or ask for its price, any more. */
    erase: giveBack,

    /** Where the buyer of hours comes back to; undefined for other orders. */
    async returnPathOf(orderId: string): Promise<string | undefined> {
      const item = await knex('order_items').where({ order_id: orderId, kind: 'prepaid_hours' }).first('id')
      return item && paths.prepaidOrder(orderId)
    },
  }
}

const toPriced = ({ kind, quantity, price }: HoursLine): PricedLine => ({ kind, quantity, ...price })
