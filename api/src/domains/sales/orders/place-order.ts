import { worthOf } from '@e-events/shared/domain/currencies.ts'
import type { CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import type { GiftWish } from '@e-events/shared/contract/sales/gifts.ts'
import type { ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { breakDownLines, type OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { toJson } from '../../../db/row.ts'
import type { SavedCardRow } from '../../../db/tables/sales-goods.ts'
import type { OrderRow } from '../../../db/tables/sales.ts'
import type { HeldCoupons } from '../coupons/held-coupons.ts'
import type { Gifts } from '../gifts/service.ts'
import type { PaymentProvider, PaymentWay } from '../money/payments/payment-provider.ts'
import { cancelPayment, type ProviderSet, type ReadProviders } from '../money/payments/providers.ts'
import { toSavedCard, type SavedCards } from '../money/payments/saved-cards.ts'
import type { SettlePayment } from '../money/payments/settle-payment.ts'
import type { TaxBuyer } from '../money/taxes/tax-buyer.ts'
import type { TaxLines } from '../money/taxes/tax-lines.ts'
import { findAddress, keepAddress } from '../shipping/repository.ts'
import { wantedOf, type HeldItem, type Stock } from '../stock/stock.ts'
import { soldOutOf, type OrderLines, type WantedItem } from './order-lines.ts'
import { billingOf } from './policy.ts'
import type { BuyerRow, OrderLine, OrderRepository, PlacedOrder, SoldItem } from './repository.ts'

export interface WantedOrder {
  /** The first one is the product whose checkout it is. */
  items: readonly WantedItem[]
  /** The only item is for somebody else. */
  gift?: GiftWish | undefined
  couponCode?: string | undefined
  supportMinor: number
  expectedTotalMinor: number
  idempotencyKey: string
  withdrawalWaived: boolean
  /** Where goods are sent. */
  shipping?: ShippingAddress | undefined
  /** How the buyer pays; the usual way where it is left out. */
  way?: PaymentWay | undefined
  /** A saved card that pays it. */
  cardId?: string | undefined
  /** The card that pays it is saved. */
  saveCard?: boolean | undefined
}

interface Asker {
  userId: string
  language: Language
  /** Country that the browser is set to. */
  region: string | null
}

export type Checkout = ReturnType<typeof createCheckout>

/** Orders before their payment: what is offered, to whom, and for how much. */
export function createCheckout(deps: {
  knex: Knex
  repository: OrderRepository
  lines: OrderLines
  taxes: TaxLines
  readProviders: ReadProviders
  coupons: HeldCoupons
  gifts: Pick<Gifts, 'wish'>
  cards: Pick<SavedCards, 'list' | 'find'>
  /** A date as a coupon shows it. */
  sessionOf(id: string | null): Promise<CouponBatch['session']>
  takesCoupons(): Promise<boolean>
  settle: SettlePayment
  stock: Pick<Stock, 'take' | 'sweep'>
  clock: Clock
}) {
  const { knex, repository, settle, clock } = deps

  async function assertTakes(couponCode: string | undefined): Promise<void> {
    if (couponCode !== undefined && !(await deps.takesCoupons())) throw new DomainError('COUPONS_OFF')
  }

  async function assertOpen(): Promise<ProviderSet> {
    const providers = await deps.readProviders()
    if (providers.isEmpty || !providers.mayCharge) throw new DomainError('PAYMENTS_OFF')
    return providers
  }

  return {
    /** @throws DomainError as `place`, but for PRICE_CHANGED and PAYMENT_PENDING */
    async show(
      slug: string,
      by: Asker & { couponCode: string | undefined; basket: readonly WantedItem[]; country: string | undefined; isGift: boolean },
    ) {
      const providers = await assertOpen()
      await assertTakes(by.couponCode)
      const buyer = await repository.findBuyer(by.userId)
      const own = by.basket.find(({ productSlug }) => productSlug === slug) ?? { productSlug: slug, quantity: 1 }
      const items = [own, ...by.basket.filter(({ productSlug }) => productSlug !== slug)]
      const address = await findAddress(knex, by.userId)
      const country = by.country ?? address?.country ?? buyer.billing_country ?? buyer.country ?? 'ES'
      const taxBuyer = await deps.taxes.buyerOf(buyer, by.region)
      const lines = await deps.lines.of(knex, items, { ...by, taxBuyer, sentTo: country })
      const { product, coupon: held } = firstOf(lines)
      const { currency, channel_id: channelId } = product
      const coupon = held?.code === undefined ? null : { code: held.code, session: await deps.sessionOf(held.sessionId) }
      const extras = await repository.extras(knex, { channelId, currency, language: by.language, now: clock.now() })
      const isSentThere = lines.some(({ kind }) => kind === 'shipping')
      const shipping = lines.some(({ kind }) => kind === 'physical') ? { address, country, isSentThere } : null
      const { isTest } = providers.choose(currency, undefined)
      const keeper = providers.offered(currency).find(keepsCards)
      return {
        lines,
        extras,
        shipping,
        coupon,
        billing: billingOf(buyer),
        needsCountry: taxBuyer === undefined,
        email: buyer.email,
        isTest,
        ways: providers.offered(currency).map(({ way }) => way),
        cards: keeper ? (await deps.cards.list(by.userId, keeper.id)).map(toSavedCard) : [],
        keepsCards: keeper !== undefined,
      }
    },

    /**
     * Orders products and opens their payment. Repeating it is safe at every point: the key names the order, and the
     * order names its payment.
     * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SUBSCRIPTION_REQUIRED, SALE_NOT_OPEN, NOT_PURCHASABLE,
     * PAYMENTS_OFF, PRICE_CHANGED, PAYMENT_PENDING, SEVERAL_SELLERS, ONE_PER_ACCOUNT, PAYMENT_SERVICE_DOWN,
     * AMOUNT_TOO_SMALL, SOLD_OUT, WAIVER_REQUIRED, ADDRESS_REQUIRED, NOT_SHIPPED_THERE, COUNTRY_REQUIRED, CARD_GONE
     */
    async place(wanted: WantedOrder, by: Asker): Promise<string> {
      const providers = await assertOpen()
      await assertTakes(wanted.couponCode)
      const buyer = await repository.findBuyer(by.userId)
      const taxBuyer = await deps.taxes.buyerOf(buyer, by.region)
      if (!taxBuyer) throw new DomainError('COUNTRY_REQUIRED')
      const card = wanted.cardId === undefined ? undefined : await deps.cards.find(by.userId, wanted.cardId)
      // An order of another amount makes room first; two tabs may do so at the same moment.
      for (let attempt = 0; attempt < 3; attempt++) {
        const outcome = await knex.transaction((trx) => placeIn(trx, wanted, { buyer, taxBuyer, language: by.language, providers }))
        if ('order' in outcome) {
          const { order, title, isNew = false } = outcome
          const slug = wanted.items[0]?.productSlug ?? ''
          const service = providers.choose(order.currency, wanted.way)
          await openPayment(order, { slug, title, coupon: wanted.couponCode, card, isNew }, service)
          if (card) await charge(order, { slug, card }, service)
          return order.id
        }
        await makeRoom(outcome.inTheWay, providers)
        await deps.stock.sweep(knex)
      }
      throw new DomainError('PAYMENT_PENDING')
    },
  }

  async function placeIn(
    trx: Knex,
    wanted: WantedOrder,
    { buyer, taxBuyer, language, providers }: { buyer: BuyerRow; taxBuyer: TaxBuyer; language: Language; providers: ProviderSet },
  ): Promise<{ order: OrderRow; title: string; isNew?: boolean } | { inTheWay: OrderRow }> {
    await repository.lockBuyer(trx, buyer.id)
    const { idempotencyKey } = wanted
    const slugs = wanted.items.map(({ productSlug }) => productSlug)
    const { again, open } = await repository.findPlaced(trx, buyer.id, { idempotencyKey, slugs })
    if (again) return { order: again, title: titleOf(await repository.items(trx, again.id)) }
    if (wanted.gift && wanted.items.length > 1) throw new DomainError('ONE_PER_ACCOUNT')
    const lines = await deps.lines.of(trx, wanted.items, {
      isGift: wanted.gift !== undefined,
      userId: buyer.id,
      language,
      couponCode: wanted.couponCode,
      taxBuyer,
      sentTo: wanted.shipping?.country,
    })
    assertComplete(lines, wanted)
    if (wanted.supportMinor > worthOf(limits.supportMinor, firstOf(lines).product.currency))
      throw new DomainError('VALIDATION_FAILED', {
        issues: [{ path: 'body.supportMinor', rule: 'too_big', message: 'must be worth 500 euros at most' }],
      })
    const breakdown = breakDownLines(
      lines.map(({ kind, quantity, price }) => ({ kind, quantity, ...price })),
      wanted.supportMinor,
    )
    if (breakdown.totalMinor !== wanted.expectedTotalMinor)
      throw new DomainError('PRICE_CHANGED', { soldOut: lines.flatMap(({ parts = [] }) => soldOutOf(parts)) })
    const title = titleOf(lines.map(({ kind, title: own, product }) => ({ kind, title: own ?? product.title })))
    const service = providers.choose(firstOf(lines).product.currency, wanted.way)
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + limits.orderHoldMs)
    const hold = (items: readonly HeldItem[]) => deps.stock.take(trx, wantedOf(items), buyer.id)
    if (open) {
      const opened = await repository.openPayment(trx, open.id)
      // The same gift may be for another person.
      const isSame =
        !wanted.gift &&
        (opened === undefined || opened.provider === service.id) &&
        open.total_minor === breakdown.totalMinor &&
        open.support_minor === breakdown.supportMinor &&
        open.saves_card === savesCard(wanted, service) &&
        open.card_id === (wanted.cardId ?? null)
      const items = await repository.items(trx, open.id)
      if (!isSame || !hasSameItems(items, lines)) return { inTheWay: open }
      await holdCoupons(trx, open, lines, expiresAt)
      await repository.update(trx, open.id, {
        expires_at: expiresAt,
        ...(wanted.shipping ? { shipping: toJson(wanted.shipping) } : {}),
      })
      await hold(items)
      return { order: open, title }
    }
    const order = await repository.insert(trx, {
      buyer,
      lines,
      breakdown,
      billing: billingOf(buyer),
      taxBuyer,
      idempotencyKey,
      isWaived: wanted.withdrawalWaived && lines.some(({ kind }) => !sentKinds.has(kind)),
      shipping: lines.some(({ kind }) => kind === 'shipping') ? wanted.shipping : undefined,
      card: { saves: savesCard(wanted, service), id: wanted.cardId ?? null },
      acceptedAt: now,
      expiresAt,
    })
    await holdCoupons(trx, order, lines, expiresAt)
    await hold(order.items)
    if (wanted.gift) await keepWish(trx, order, { wish: wanted.gift, expiresAt: firstOf(lines).product.expires_at })
    if (wanted.shipping) await keepAddress(trx, buyer.id, wanted.shipping)
    return { order, title, isNew: true }
  }

  async function keepWish(trx: Knex, order: PlacedOrder, { wish, expiresAt }: { wish: GiftWish; expiresAt: Date | null }): Promise<void> {
    const [item] = order.items
    if (!item?.product_id) throw new Error('a gift without a product')
    await deps.gifts.wish(trx, { id: item.id, productId: item.product_id, expiresAt }, wish)
  }

  async function holdCoupons(trx: Knex, order: OrderRow, lines: readonly OrderLine[], until: Date): Promise<void> {
    for (const { coupon } of lines) if (coupon) await deps.coupons.hold(trx, coupon.id, order, until)
  }

  async function openPayment(
    order: OrderRow,
    {
      slug,
      title,
      coupon,
      card,
      isNew,
    }: { slug: string; title: string; coupon: string | undefined; card: SavedCardRow | undefined; isNew: boolean },
    service: PaymentProvider,
  ): Promise<void> {
    // A payment that was given already settles, and never gets a sibling.
    if (order.status !== 'pending' || (!isNew && (await repository.openPayment(knex, order.id)))) return
    // One customer for all cards of an account.
    const [kept] = order.saves_card ? await deps.cards.list(order.user_id, service.id) : []
    const started = await service.start({
      orderId: order.id,
      orderNumber: order.number,
      amountMinor: order.total_minor,
      currency: order.currency,
      description: title,
      returnUrl: paths.order(slug, order.id),
      cancelUrl: paths.checkout(slug, coupon),
      ...(order.saves_card ? { keepsMethod: { kept: kept?.reference ?? null, isPresent: true } } : {}),
      ...(card ? { method: card.reference } : {}),
    })
    await repository.insertPayment(order, service.id, started.paymentId)
  }

  /** Charges a saved card, once per order. Refused, or asked about by its bank, the order waits for its buyer. */
  async function charge(order: OrderRow, { slug, card }: { slug: string; card: SavedCardRow }, service: PaymentProvider): Promise<void> {
    const payment = await repository.openPayment(knex, order.id)
    if (payment?.status !== 'created') return
    if (payment.provider !== card.provider || !service.chargeAgain) throw new DomainError('CARD_GONE')
    const returnUrl = paths.order(slug, order.id)
    const { provider_payment_id: paymentId } = payment
    await settle.payment(
      service.id,
      await service.chargeAgain({ paymentId, method: card.reference, key: `${order.id}:${card.id}`, owner: { returnUrl } }),
    )
  }

  /** @throws DomainError PAYMENT_PENDING while the payment of the other order is being settled */
  async function makeRoom(order: OrderRow, providers: ProviderSet): Promise<void> {
    const payment = await repository.openPayment(knex, order.id)
    if (payment) {
      const state = await cancelPayment(providers, payment)
      if (state.status === 'processing') throw new DomainError('PAYMENT_PENDING')
      // It may have been paid in the other tab a moment ago.
      await settle.payment(payment.provider, state)
      return
    }
    await settle.close(order.id, 'cancelled')
  }
}

const keepsCards = ({ way, chargeAgain }: PaymentProvider): boolean => way === 'card' && chargeAgain !== undefined
const savesCard = ({ saveCard, cardId }: WantedOrder, service: PaymentProvider): boolean =>
  saveCard === true && cardId === undefined && keepsCards(service)

/** @throws Error for an order of nothing, which the contract does not let through */
function firstOf(lines: readonly OrderLine[]): OrderLine {
  const [first] = lines
  if (!first) throw new Error('an order without a line')
  return first
}

/** Name of an order at the payment service: its first item, and how many more there are. */
function titleOf(all: readonly { kind: OrderItemKind; title: string }[]): string {
  const items = all.filter(({ kind }) => kind !== 'shipping')
  const more = items.length - 1
  return more > 0 ? `${items[0]?.title ?? ''} + ${more}` : (items[0]?.title ?? '')
}

function hasSameItems(items: readonly SoldItem[], lines: readonly OrderLine[]): boolean {
  return (
    items.length === lines.length &&
    lines.every(({ product, kind, quantity, coupon }) =>
      items.some(
        (item) =>
          (kind === 'shipping' || item.product_id === product.id) &&
          item.kind === kind &&
          item.quantity === quantity &&
          item.coupon_id === (coupon?.id ?? null),
      ),
    )
  )
}

/** Lines that the right of withdrawal stays with. */
const sentKinds: ReadonlySet<OrderItemKind> = new Set(['physical', 'shipping'])

/** @throws DomainError WAIVER_REQUIRED, ADDRESS_REQUIRED, NOT_SHIPPED_THERE */
function assertComplete(lines: readonly OrderLine[], { withdrawalWaived, shipping }: WantedOrder): void {
  if (!withdrawalWaived && lines.some(({ kind }) => !sentKinds.has(kind))) throw new DomainError('WAIVER_REQUIRED')
  if (!lines.some(({ kind }) => kind === 'physical')) return
  if (!shipping) throw new DomainError('ADDRESS_REQUIRED')
  if (!lines.some(({ kind }) => kind === 'shipping')) throw new DomainError('NOT_SHIPPED_THERE')
}
