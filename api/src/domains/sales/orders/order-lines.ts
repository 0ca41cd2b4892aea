import type { Language } from '@e-events/shared/domain/language.ts'
import { itemKindOf } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess } from '../../catalogue/read/product-access.ts'
import { shippingLineOf } from '../shipping/shipping-line.ts'
import type { Stock } from '../stock/stock.ts'
import { assertMayBuy, priceOf } from './policy.ts'
import type { OrderLine, OrderRepository } from './repository.ts'

export interface WantedItem {
  productSlug: string
  quantity: number
}

export type OrderLines = ReturnType<typeof createOrderLines>

/** Turns what an account wants into the lines of an order: the one place where the price of a line is decided. */
export function createOrderLines({
  repository,
  stock,
  clock,
}: {
  repository: OrderRepository
  stock: Pick<Stock, 'isKeptFor'>
  clock: Clock
}) {
  return {
    /**
     * @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, SUBSCRIPTION_REQUIRED, SALE_NOT_OPEN, NOT_PURCHASABLE,
     * SOLD_OUT, SEVERAL_SELLERS, ONE_PER_ACCOUNT
     */
    async of(
      db: Knex,
      wanted: readonly WantedItem[],
      by: { userId: string; language: Language; sentTo?: string | undefined },
    ): Promise<OrderLine[]> {
      const now = clock.now()
      const lines: OrderLine[] = []
      for (const { productSlug, quantity } of wanted) {
        const product = await repository.findOffered(db, productSlug, by.language, now)
        const access = await findProductAccess(db, productSlug, by.userId)
        if (!product || !access) throw new DomainError('NOT_FOUND')
        assertMayBuy(product, access, now)
        if (await isEventClosed(db, access.id, now)) throw new DomainError('NOT_PURCHASABLE')
        if (product.stock_left === 0 && !(await stock.isKeptFor(db, product.id, by.userId))) throw new DomainError('SOLD_OUT')
        const kind = itemKindOf({ type: product.type, isBundle: product.is_bundle })
        if (kind !== 'physical' && quantity > 1) throw new DomainError('ONE_PER_ACCOUNT')
        lines.push({ kind, product, quantity, price: priceOf(product) })
      }
      if (new Set(lines.map(({ product }) => product.channel_id)).size > 1) throw new DomainError('SEVERAL_SELLERS')
      const shipping = by.sentTo === undefined ? undefined : await shippingLineOf(db, lines, by.sentTo)
      if (shipping) lines.push(shipping)
      return lines
    },
  }
}
