import { randomUUID } from 'node:crypto'
import { breakDownLines, pricePartsOf, type PriceParts } from '@e-events/shared/domain/pricing.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess, hasValidTicket, type ProductAccess } from '../../catalogue/read/product-access.ts'
import { billingOf, priceOf } from '../orders/policy.ts'
import type { BuyerRow, OfferedRow, OrderRepository } from '../orders/repository.ts'
import type { Gifts } from '../gifts/service.ts'
import type { CodeRepository } from '../product-codes/repository.ts'
import type { Stock } from '../stock/stock.ts'
import { ticketEnd } from '../tickets/policy.ts'
import type { GrantSource, GrantTickets } from '../tickets/grant.ts'
import type { TicketRepository } from '../tickets/repository.ts'
import type { MailTicket } from '../tickets/ticket-mail.ts'
import type { CouponFacts, CouponRepository } from './coupon-repository.ts'
import { assertUsable, couponHoldMs, isOver } from './held-coupons.ts'

/** Outcome of a code: access that begins at once, or a price that is held for the account. */
export type Redeemed =
  | { kind: 'access'; ticketId: string; productIds: readonly string[] }
  | { kind: 'price'; code: string; product: OfferedRow; sessionId: string | null; price: PriceParts; heldUntil: Date }
export interface Wanted {
  text: string
  /** The checkout where it is typed: codes of other products are refused. */
  productSlug: string | undefined
  userId: string
  language: Language
}
interface Asked extends Wanted {
  buyer: BuyerRow
}
export type Redeem = ReturnType<typeof createRedeem>

/** The one field for access codes, coupons and gifts. Each is good once, whatever happens at the same moment. */
export function createRedeem(deps: {
  knex: Knex
  coupons: CouponRepository
  codes: CodeRepository
  orders: OrderRepository
  tickets: TicketRepository
  grants: Pick<GrantTickets, 'giveParts'>
  gifts: Pick<Gifts, 'redeem'>
  /** Limited numbers: a ticket for nothing takes a seat as well. */
  stock: Pick<Stock, 'take'>
  mailTicket: MailTicket
  rateLimits: Pick<RateLimits, 'consume'>
  /** The switch of the site. */
  takesCoupons(): Promise<boolean>
  /** The account got (back) its access: playback tokens work again. */
  onGranted(userId: string, productId: string): Promise<void>
  clock: Clock
}) {
  const { knex, coupons, codes, orders, tickets, clock } = deps

  /**
   * @throws DomainError COUPONS_OFF, COUPON_NOT_FOUND, COUPON_INVALID (malformed, ended, of another product),
   * COUPON_REDEEMED, ALREADY_HAS_TICKET, SOLD_OUT; RATE_LIMITED for whoever tries codes
   */
  return async function redeem(wanted: Wanted): Promise<Redeemed> {
    // A gift was paid for: whatever the site does with coupons, it is good.
    const gift = await deps.gifts.redeem(wanted)
    if (gift) return gift
    if (!(await deps.takesCoupons())) throw new DomainError('COUPONS_OFF')
    const letters = wanted.text.replaceAll(/[^0-9A-Za-z]/g, '').length
    if (letters < 8 || letters > 40) throw new DomainError('COUPON_INVALID')
    const asked = { ...wanted, buyer: await orders.findBuyer(wanted.userId) }
    const outcome = await knex.transaction(async (trx) => (await redeemAccessCode(trx, asked)) ?? redeemCoupon(trx, asked))
    if (outcome === undefined) {
      await deps.rateLimits.consume('codes', wanted.userId)
      throw new DomainError('COUPON_NOT_FOUND')
    }
    if (outcome.kind === 'access') for (const productId of outcome.productIds) await deps.onGranted(wanted.userId, productId)
    return outcome
  }

  async function redeemAccessCode(trx: Knex, wanted: Asked): Promise<Redeemed | undefined> {
    const code = await codes.lockByText(trx, wanted.text)
    if (!code || code.revoked_at !== null) return undefined
    if (code.redeemed_at !== null) throw new DomainError('COUPON_REDEEMED')
    const found = await productOf(trx, code.product_id, wanted)
    // A channel that is gone takes its products along, codes or not.
    if (!found) return undefined
    await assertMayRedeem(trx, found.access, wanted)
    const { orderId, itemId } = await orderForNothing(trx, found.product, wanted)
    await codes.redeem(trx, code.id, { userId: wanted.userId, orderId, now: clock.now() })
    return grant(trx, found.access, wanted, { source: 'code', access_code_id: code.id, order_item_id: itemId })
  }

  async function redeemCoupon(trx: Knex, wanted: Asked): Promise<Redeemed | undefined> {
    const coupon = await coupons.lockByText(trx, wanted.text)
    if (!coupon) return undefined
    const now = clock.now()
    assertUsable(coupon, wanted.userId, now)
    const found = await productOf(trx, coupon.product_id, wanted)
    if (!found || found.access.subscription_only || found.product.is_bundle) throw new DomainError('COUPON_INVALID')
    await assertMayRedeem(trx, found.access, wanted)
    const { product } = found
    const price = couponPrice(product, coupon)
    if (price.netMinor > 0) {
      const heldUntil = new Date(now.getTime() + couponHoldMs)
      const orderId = coupon.reserved_by === wanted.userId ? coupon.order_id : null
      await coupons.hold(trx, coupon.id, { userId: wanted.userId, until: heldUntil, orderId })
      return {
        kind: 'price',
        code: coupon.code,
        product,
        sessionId: coupon.session_id,
        price: pricePartsOf(price),
        heldUntil,
      }
    }
    const { orderId, itemId } = await orderForNothing(trx, product, wanted, coupon)
    await coupons.redeem(trx, coupon.id, { userId: wanted.userId, orderId, now })
    return grant(trx, found.access, wanted, {
      source: 'coupon',
      coupon_id: coupon.id,
      order_item_id: itemId,
      session_id: coupon.session_id,
    })
  }

  async function productOf(
    trx: Knex,
    productId: string,
    { userId, language }: Wanted,
  ): Promise<{ product: OfferedRow; access: ProductAccess } | undefined> {
    const row = await trx('products').where({ id: productId }).first('slug')
    const access = row && (await findProductAccess(trx, row.slug, userId))
    const product = row && (await orders.findOffered(trx, row.slug, language, clock.now()))
    if (!access || !product || access.status === 'draft' || access.channel_status !== 'published') return undefined
    return { product, access }
  }

  async function assertMayRedeem(trx: Knex, access: ProductAccess, { productSlug }: Wanted): Promise<void> {
    const now = clock.now()
    if (productSlug !== undefined && productSlug !== access.slug) throw new DomainError('COUPON_INVALID')
    if (hasValidTicket(access, now)) throw new DomainError('ALREADY_HAS_TICKET')
    if (isOver(access, now) || (await isEventClosed(trx, access.id, now))) throw new DomainError('COUPON_INVALID')
  }

  /** An order whose total is 0: no payment, no invoice, nothing to book. */
  async function orderForNothing(
    trx: Knex,
    product: OfferedRow,
    { buyer }: Asked,
    coupon?: CouponFacts,
  ): Promise<{ orderId: string; itemId: string }> {
    const now = clock.now()
    const price = { ...priceOf(product), netMinor: 0 }
    const order = await orders.insert(trx, {
      buyer,
      lines: [
        {
          kind: 'access',
          product,
          quantity: 1,
          price,
          ...(coupon && { coupon: { id: coupon.id, sessionId: coupon.session_id } }),
        },
      ],
      breakdown: breakDownLines([{ kind: 'access', quantity: 1, ...price }]),
      billing: billingOf(buyer),
      idempotencyKey: randomUUID(),
      // Nothing is paid, so there is no withdrawal to waive.
      isWaived: false,
      shipping: undefined,
      acceptedAt: now,
      expiresAt: now,
    })
    await orders.update(trx, order.id, { status: 'paid', paid_at: now, closed_at: now, expires_at: null })
    const [item] = await orders.items(trx, order.id)
    if (!item) throw new Error('an order without an item')
    await deps.stock.take(trx, [{ productId: product.id, quantity: 1, holder: { order_item_id: item.id } }], buyer.id)
    return { orderId: order.id, itemId: item.id }
  }

  async function grant(trx: Knex, access: ProductAccess, { userId }: Wanted, through: GrantSource): Promise<Redeemed> {
    const now = clock.now()
    if (access.ticket_id !== null) await tickets.expire(trx, access.ticket_id, now)
    const ticket = await tickets.insert(trx, {
      ...through,
      user_id: userId,
      product_id: access.id,
      acquired_at: now,
      expires_at: ticketEnd(access, now),
    })
    if (ticket === 'taken') throw new DomainError('ALREADY_HAS_TICKET')
    await deps.mailTicket(trx, ticket.id, now)
    const parts = await deps.grants.giveParts(trx, access.id, { userId, now, source: through })
    return { kind: 'access', ticketId: ticket.id, productIds: [access.id, ...parts] }
  }
}

/** The lower of the coupon's price and the product's: an offer may have become the better one. */
export function couponPrice(product: OfferedRow, coupon: Pick<CouponFacts, 'net_price_minor' | 'currency' | 'tax_basis_points'>) {
  // The product was sold in other money when the coupon was made: its amount says nothing in this one.
  if (coupon.net_price_minor > 0 && coupon.currency !== product.currency) throw new DomainError('COUPON_INVALID')
  const price = priceOf(product)
  if (price.netMinor <= coupon.net_price_minor) return price
  return { ...price, netMinor: coupon.net_price_minor, taxBasisPoints: coupon.tax_basis_points }
}
