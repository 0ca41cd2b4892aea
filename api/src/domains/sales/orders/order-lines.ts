import type { Language } from '@e-events/shared/domain/language.ts'
import { itemKindOf, type OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { chargeOf, findBundleParts, type BundlePart } from '../../catalogue/read/bundle-parts.ts'
import { isOfClosedEvent } from '../../catalogue/read/event-facts.ts'
import { findProductAccess } from '../../catalogue/read/product-access.ts'
import type { CouponFacts } from '../coupons/coupon-repository.ts'
import type { HeldCoupons } from '../coupons/held-coupons.ts'
import { couponPrice } from '../coupons/redeem.ts'
import { shippingLineOf } from '../shipping/shipping-line.ts'
import type { Stock } from '../stock/stock.ts'
import { assertMayBuy, priceOf } from './policy.ts'
import type { TaxBuyer } from '../money/taxes/tax-buyer.ts'
import type { TaxLines } from '../money/taxes/tax-lines.ts'
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
        /** For somebody else: what the buyer owns says nothing. */
        isGift?: boolean
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
        assertMayBuy(product, access, now, { hasCoupon: coupon !== undefined, isGift: by.isGift })
        if (isOfClosedEvent(product, now)) throw new DomainError('NOT_PURCHASABLE')
        if (product.stock_left === 0 && !(await stock.isKeptFor(db, product.id, by.userId)))
          throw new DomainError('SOLD_OUT', { soldOut: [product.title] })
        const own = itemKindOf({ type: product.type, isBundle: product.is_bundle })
        // Goods are sent to whoever the buyer names.
        if (by.isGift && own === 'physical') throw new DomainError('NOT_PURCHASABLE')
        const kind = by.isGift ? 'gift' : own
        if (kind !== 'physical' && quantity > 1) throw new DomainError('ONE_PER_ACCOUNT')
        if (!coupon) lines.push(await bundled(db, { kind, product, quantity, price: priceOf(product) }, { ...by, now }))
        else lines.push({ kind, product, quantity, ...withCoupon(product, kind, coupon) })
      }
      if (givesTwice(lines)) throw new DomainError('ONE_PER_ACCOUNT')
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

/**
 * The line of a bundle for this buyer: only what is included is charged, and without anything to charge there is
 * nothing to buy. Other lines stay as they are.
 * @throws DomainError ALREADY_HAS_TICKET, NOT_PURCHASABLE, SOLD_OUT where that is because a part is sold out
 */
async function bundled(
  db: Knex,
  line: OrderLine,
  { userId, language, now, isGift }: { userId: string; language: Language; now: Date; isGift?: boolean },
): Promise<OrderLine> {
  if (!line.product.is_bundle) return line
  const rows = await findBundleParts(db, line.product.id, { userId: isGift ? null : userId, language, now })
  const { netMinor, parts } = chargeOf(line.product, rows, now)
  if (parts.every(({ state }) => state === 'owned')) throw new DomainError('ALREADY_HAS_TICKET')
  if (netMinor === 0) {
    const soldOut = soldOutOf(parts)
    throw new DomainError(soldOut.length > 0 ? 'SOLD_OUT' : 'NOT_PURCHASABLE', { soldOut })
  }
  return { ...line, parts, price: { ...line.price, netMinor } }
}

/** Titles of parts that a bundle lacks because nothing of them is left. */
export const soldOutOf = (parts: readonly BundlePart[]): string[] =>
  parts.filter(({ state, product }) => state === 'unavailable' && product.stock_left === 0).map(({ product }) => product.title)

/** The same access in two lines: bought by itself and in a bundle, or in two bundles. */
function givesTwice(lines: readonly OrderLine[]): boolean {
  const given = lines
    .filter(({ kind }) => kind === 'access' || kind === 'bundle')
    .flatMap(({ product, parts = [] }) => [product.id, ...parts.filter(({ state }) => state === 'included').map((part) => part.product.id)])
  return new Set(given).size < given.length
}
