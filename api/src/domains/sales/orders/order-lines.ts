import type { Language } from '@e-events/shared/domain/language.ts'
import { itemKindOf, type OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess } from '../../catalogue/read/product-access.ts'
import type { CouponFacts } from '../coupons/coupon-repository.ts'
import type { HeldCoupons } from '../coupons/held-coupons.ts'
import { couponPrice } from '../coupons/redeem.ts'
import { shippingLineOf } from '../shipping/shipping-line.ts'
import type { Stock } from '../stock/stock.ts'
import { assertMayBuy, priceOf } from './policy.ts'
import type { TaxBuyer } from '../taxes/tax-buyer.ts'
import type { TaxLines } from '../taxes/tax-lines.ts'
import type { OfferedRow, OrderLine, OrderRepository } from './repository.ts'

export interface WantedItem {
  productSlug: string
  quantity: number
}

export type OrderLines = ReturnType<typeof createOrderLines>

/** Turns what an account wants into the lines of an order: the one place where the price of a line is decided. */
export function createOrderLines(deps: {
  repository: OrderRepository
  coupons: HeldCoupons
  taxes: TaxLines
  stock: Pick<Stock, 'isKeptFor'>
  clock: Clock
}) {
  const { repository, coupons, taxes, stock, clock } = deps

  return {
    /**
     * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SUBSCRIPTION_REQUIRED, SALE_NOT_OPEN, NOT_PURCHASABLE,
     * SOLD_OUT, SEVERAL_SELLERS, ONE_PER_ACCOUNT, COUPON_NOT_FOUND, COUPON_REDEEMED, COUPON_INVALID
     */
    async of(
      db: Knex,
      wanted: readonly WantedItem[],
      by: {
        userId: string
        language: Language
        taxBuyer: TaxBuyer | undefined
        couponCode?: string | undefined
        /** Country that goods are sent to. */
        sentTo?: string | undefined
      },
    ): Promise<OrderLine[]> {
      const now = clock.now()
      const lines: OrderLine[] = []
      for (const { productSlug, quantity } of wanted) {
        const product = await repository.findOffered(db, productSlug, by.language, now)
        const access = await findProductAccess(db, productSlug, by.userId)
        if (!product || !access) throw new DomainError('NOT_FOUND')
        const coupon =
          lines.length === 0 && by.couponCode !== undefined
            ? await coupons.of(db, by.couponCode, { userId: by.userId, productId: access.id, now })
            : undefined
        assertMayBuy(product, access, now, { hasCoupon: coupon !== undefined })
        if (await isEventClosed(db, access.id, now)) throw new DomainError('NOT_PURCHASABLE')
        if (product.stock_left === 0 && !(await stock.isKeptFor(db, product.id, by.userId))) throw new DomainError('SOLD_OUT')
        const kind = itemKindOf({ type: product.type, isBundle: product.is_bundle })
        if (kind !== 'physical' && quantity > 1) throw new DomainError('ONE_PER_ACCOUNT')
        if (!coupon) lines.push({ kind, product, quantity, price: priceOf(product) })
        else lines.push({ kind, product, quantity, ...withCoupon(product, kind, coupon) })
      }
      if (new Set(lines.map(({ product }) => product.channel_id)).size > 1) throw new DomainError('SEVERAL_SELLERS')
      const shipping = by.sentTo === undefined ? undefined : await shippingLineOf(db, lines, by.sentTo)
      if (shipping) lines.push(shipping)
      // Tax falls on the price that everything else has made. Without a country the product's own rate is shown.
      return by.taxBuyer ? taxes.apply(db, lines, { buyer: by.taxBuyer, now, shippedTo: by.sentTo ?? null }) : lines
    },
  }
}

/** A price of 0 is no order to be paid: it is redeemed. */
function withCoupon(product: OfferedRow, kind: OrderItemKind, coupon: CouponFacts): Pick<OrderLine, 'price' | 'coupon'> {
  const price = couponPrice(product, coupon)
  if (kind !== 'access' || price.netMinor === 0) throw new DomainError('COUPON_INVALID')
  return { price, coupon: { id: coupon.id, sessionId: coupon.session_id, code: coupon.code } }
}
