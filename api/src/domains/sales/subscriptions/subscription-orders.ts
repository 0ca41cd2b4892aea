import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { netOf } from '@e-events/shared/domain/money.ts'
import { breakDownLines, type OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { renewal } from '@e-events/shared/domain/subscriptions.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { OrderRow, SubscriptionRow } from '../../../db/tables/sales.ts'
import { billingOf } from '../orders/policy.ts'
import type { BuyerRow, NewOrderLine, OrderRepository } from '../orders/repository.ts'
import type { PaymentProvider, ProviderId } from '../money/payments/payment-provider.ts'
import type { TaxBuyer } from '../money/taxes/tax-buyer.ts'
import type { TaxLines } from '../money/taxes/tax-lines.ts'
import type { ProviderSet, ReadProviders } from '../money/payments/providers.ts'
import type { Offer, Price } from './policy.ts'
import type { SubscribedChannel, SubscriptionRepository } from './repository.ts'
import { titleOf } from './words.ts'

export type SubscriptionOrders = ReturnType<typeof createSubscriptionOrders>

type TaxedChannel = Pick<SubscribedChannel, 'id' | 'subscription_tax_basis_points'>
type TaxedLine = Pick<NewOrderLine, 'kind' | 'quantity' | 'price' | 'tax'>

interface Opened {
  provider: ProviderId
  paymentId: string
}
interface Pages {
  title: string
  returnUrl: string
  cancelUrl: string
}

/** An order of a renewal waits for its payment until the last attempt, and a day more. */
const renewalHoldMs = renewal.graceMs + 86_400_000

/** Orders of subscriptions: one line each, paid like any order. */
export function createSubscriptionOrders(deps: {
  knex: Knex
  repository: SubscriptionRepository
  orders: OrderRepository
  readProviders: ReadProviders
  taxes: Pick<TaxLines, 'buyerOf' | 'apply' | 'platformRate'>
  clock: Clock
}) {
  const { knex, repository, orders, clock } = deps

  /**
   * Line of a period. The total is the same for everybody; the tax in it is that of the subscriber's place, and a
   * business that accounts for it gets an invoice without.
   */
  async function lineOf(
    db: Knex,
    { channel, price, taxBuyer }: { channel: TaxedChannel | null; price: Price; taxBuyer: TaxBuyer | undefined },
  ): Promise<TaxedLine> {
    const { currency } = price
    const kind: OrderItemKind = channel === null ? 'platform_subscription' : 'channel_subscription'
    const basisPoints = channel?.subscription_tax_basis_points ?? (await deps.taxes.platformRate(db))
    const listed = listedAt(price, basisPoints)
    const line = { kind, quantity: 1, price: { ...listed, currency, ticketFeePayer: 'organizer' as const } }
    if (!taxBuyer) return line
    const own = { ...line, product: { channel_id: channel?.id ?? null } }
    const [taxed] = await deps.taxes.apply(db, [own], { buyer: taxBuyer, now: clock.now(), keepsGross: true })
    return taxed ?? line
  }

  async function insert(
    trx: Knex,
    order: {
      buyer: BuyerRow
      channel: TaxedChannel | null
      title: string
      price: Price
      taxBuyer: TaxBuyer | undefined
      idempotencyKey: string
      acceptedAt: Date
      expiresAt: Date
    },
  ): Promise<OrderRow> {
    const { channel, title, price, buyer, taxBuyer } = order
    const { kind, quantity, price: taxed, tax } = await lineOf(trx, { channel, price, taxBuyer })
    const product = { id: null, channel_id: channel?.id ?? null, title, currency: price.currency, next_starts_at: null }
    return orders.insert(trx, {
      buyer,
      lines: [{ kind, quantity, price: taxed, product, ...(tax && { tax }) }],
      breakdown: breakDownLines([{ kind, quantity, ...taxed }]),
      billing: billingOf(buyer),
      taxBuyer,
      idempotencyKey: order.idempotencyKey,
      isWaived: true,
      shipping: undefined,
      acceptedAt: order.acceptedAt,
      expiresAt: order.expiresAt,
    })
  }

  /** Opens the payment of an order, once. Undefined where nothing is to be paid. */
  async function openPayment(
    order: OrderRow,
    pages: Pages & { provider: PaymentProvider; kept: string | null },
  ): Promise<Opened | undefined> {
    if (order.status !== 'pending') return undefined
    const open = await orders.openPayment(knex, order.id)
    if (open) return { provider: open.provider, paymentId: open.provider_payment_id }
    const { provider, title, returnUrl, cancelUrl, kept } = pages
    const { paymentId } = await provider.start({
      orderId: order.id,
      orderNumber: order.number,
      amountMinor: order.total_minor,
      currency: order.currency,
      description: title,
      returnUrl,
      cancelUrl,
      keepsMethod: { kept },
    })
    await orders.insertPayment(order, provider.id, paymentId)
    return { provider: provider.id, paymentId }
  }

  return {
    lockBuyer: orders.lockBuyer,
    findByKey: orders.findByKey,
    openPayment,
    titleOf: (channel: Pick<SubscribedChannel, 'title'> | null, language: Language) => titleOf[language](channel?.title ?? null),

    /** Place and kind of a subscriber; it may ask the register of VAT ids: call it outside of transactions. */
    async taxBuyerOf(userId: string, region: string | null): Promise<TaxBuyer | undefined> {
      return deps.taxes.buyerOf(await orders.findBuyer(userId), region)
    },

    /** Price as an account pays it: the same total, with the tax of its place. */
    async priceFor(db: Knex, of: { channel: TaxedChannel | null; price: Price; taxBuyer: TaxBuyer | undefined }): Promise<Price> {
      const { netMinor, taxBasisPoints } = (await lineOf(db, of)).price
      return { netMinor, taxBasisPoints, totalMinor: of.price.totalMinor, currency: of.price.currency }
    },

    async buyerOf(userId: string) {
      const buyer = await orders.findBuyer(userId)
      return { email: buyer.email, billing: billingOf(buyer) }
    },

    /** The order whose payment begins a subscription. One that waits already is answered again, in another tab too. */
    async placeFirst(
      trx: Knex,
      wanted: {
        userId: string
        channel: SubscribedChannel | null
        offer: Offer
        taxBuyer: TaxBuyer | undefined
        title: string
        idempotencyKey: string
        returnPath(orderId: string): string
      },
    ): Promise<OrderRow> {
      const now = clock.now()
      const channelId = wanted.channel?.id ?? null
      const { kind, period } = wanted.offer
      const open = await repository.findOpenFirst(trx, wanted.userId, channelId)
      const expiresAt = new Date(now.getTime() + limits.orderHoldMs)
      if (open?.total_minor === wanted.offer.totalMinor) {
        await orders.update(trx, open.id, { expires_at: expiresAt })
        return open
      }
      // At another price: the reconciler closes it at its provider. Paid nevertheless, one of the two is given back.
      if (open) await orders.update(trx, open.id, { expires_at: now })
      const order = await insert(trx, {
        buyer: await orders.findBuyer(wanted.userId, trx),
        channel: wanted.channel,
        title: wanted.title,
        price: wanted.offer,
        taxBuyer: wanted.taxBuyer,
        idempotencyKey: wanted.idempotencyKey,
        acceptedAt: now,
        expiresAt,
      })
      await repository.linkOrder(trx, { order_id: order.id, kind, period, return_path: wanted.returnPath(order.id) })
      return order
    },

    /** The order of a further period, under the lock of its subscription. */
    async placeRenewal(
      trx: Knex,
      subscription: SubscriptionRow,
      { sequence, price, taxBuyer }: { sequence: number; price: Price; taxBuyer: TaxBuyer | undefined },
    ): Promise<OrderRow> {
      const { id, user_id: userId, channel_id: channelId, kind, period } = subscription
      const buyer = await orders.findBuyer(userId, trx)
      const channel = channelId === null ? undefined : await repository.findChannel(trx, { id: channelId })
      const earlier = await repository.ordersOf(trx, id, sequence)
      const order = await insert(trx, {
        buyer,
        channel: channel ?? null,
        title: titleOf[buyer.locale](channel?.title ?? null),
        price,
        taxBuyer,
        idempotencyKey: `renewal:${id}:${sequence}:${earlier.length + 1}`,
        // Terms and waiver of the withdrawal were accepted when it began.
        acceptedAt: subscription.subscribed_at,
        expiresAt: new Date(Math.max(subscription.valid_until.getTime(), clock.nowMs()) + renewalHoldMs),
      })
      await repository.linkOrder(trx, {
        order_id: order.id,
        subscription_id: id,
        sequence,
        kind,
        period,
        return_path: paths.renewed(order.id),
      })
      return order
    },

    /**
     * Opens the payment of a renewal, which its subscriber may also give by hand: where the card is kept, else where a
     * new one can be.
     */
    async open(order: OrderRow, { provider: id, method, currency }: SubscriptionRow): Promise<Opened | undefined> {
      const providers = await deps.readProviders()
      const keeper = id === null ? undefined : providers.find(id)
      const provider = keeper ?? renewing(providers, currency)
      if (!provider) return undefined
      const [item] = await orders.items(knex, order.id)
      const pages = { title: item?.title ?? '', returnUrl: paths.renewed(order.id), cancelUrl: paths.mySubscriptions }
      return openPayment(order, { ...pages, provider, kept: keeper ? method : null })
    },
  }
}

/** Net price and tax of one unit that add up to the total at a rate. */
function listedAt({ netMinor, taxBasisPoints, totalMinor }: Price, basisPoints: number) {
  if (taxBasisPoints === basisPoints) return { netMinor, taxBasisPoints, unitTaxMinor: totalMinor - netMinor }
  const net = netOf(totalMinor, basisPoints)
  return { netMinor: net, taxBasisPoints: basisPoints, unitTaxMinor: totalMinor - net }
}

/** The first provider of a currency that can charge a card again. */
export function renewing(providers: ProviderSet, currency: string): PaymentProvider | undefined {
  return providers.offered(currency).find((provider) => provider.chargeAgain !== undefined)
}
