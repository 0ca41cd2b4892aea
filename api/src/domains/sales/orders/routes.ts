import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { shareBundle } from '@e-events/shared/domain/bundles.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toPrice, toProductCard } from '../../catalogue/read/product-card.ts'
import type { WantedItem } from './order-lines.ts'
import type { Checkout } from './place-order.ts'
import { toOrder } from './presenter.ts'
import type { OrderRepository } from './repository.ts'

export interface OrderRouteDeps {
  checkout: Checkout
  /** Keeps who opened the checkout of a product. */
  noteCheckout(userId: string, productId: string): Promise<void>
  repository: OrderRepository
  /** Asks the provider about an order. */
  check(orderId: string): Promise<void>
  /** @throws DomainError NOT_FOUND, STATE_CONFLICT, RateLimitedError */
  resend(orderId: string, userId: string): Promise<{ email: string }>
  calendar(orderId: string, language: Language): Promise<Download | undefined>
  /** @throws DomainError TOO_MANY_DECLINES, RateLimitedError */
  assertMayPay(by: { userId: string; address: string }): Promise<void>
}

/** Answers how an order is shown to its buyer, for routes that place one of another kind. */
export function orderRoutes(router: ApiRouter, bind: Bind, deps: OrderRouteDeps): { get(id: string, userId: string): Promise<Order> } {
  const { checkout, repository } = deps
  const get = async (id: string, userId: string): Promise<Order> => {
    const order = await repository.get(id, userId)
    if (!order) throw new DomainError('NOT_FOUND')
    return toOrder(order)
  }
  bind(router, orders, {
    async checkout({ params, query, user, language, client }) {
      const { lines, extras, ...rest } = await checkout.show(params.slug, {
        userId: user.id,
        language,
        couponCode: query.couponCode,
        basket: readBasket(query.basket),
        country: query.country,
        isGift: query.gift === 'true',
        region: client.region,
      })
      if (lines[0]) await deps.noteCheckout(user.id, lines[0].product.id)
      const items = lines.map(({ product, coupon: _coupon, parts = [], ...line }) => {
        // Shares of the price as it is taxed for this buyer.
        const nets = shareBundle(line.price.netMinor, parts)
        return {
          product: toProductCard(product),
          ...line,
          parts: parts.map(({ product: { title, slug, type }, state }, index) => ({
            title,
            slug,
            type,
            state,
            net: { minor: nets[index] ?? 0, currency: product.currency },
          })),
        }
      })
      const added = extras.flatMap((row) => {
        const gross = toPrice(row)?.gross
        return gross ? [{ product: toProductCard(row), gross }] : []
      })
      return { items, extras: added, currency: lines[0]?.product.currency ?? '', ...rest }
    },
    async place({ body, user, language, client }) {
      await deps.assertMayPay({ userId: user.id, address: client.address })
      return get(await checkout.place(body, { userId: user.id, language, region: client.region }), user.id)
    },
    async list({ query, user }) {
      const [before] = decodeCursor(query.cursor, [cursorKey.sequence]) ?? []
      const rows = await repository.list({ userId: user.id, before: before === undefined ? null : Number(before), limit: query.limit + 1 })
      return toPage(rows, query.limit, { item: toOrder, cursor: (row) => [row.number] })
    },
    get: ({ params, user }) => get(params.id, user.id),
    resend: ({ params, user }) => deps.resend(params.id, user.id),
    async calendar({ params, user, language }) {
      await get(params.id, user.id)
      const file = await deps.calendar(params.id, language)
      if (!file) throw new DomainError('NOT_FOUND')
      return file
    },
    async check({ params, user }) {
      const order = await get(params.id, user.id)
      if (order.status !== 'pending') return order
      await deps.check(params.id)
      return get(params.id, user.id)
    },
  })
  return { get }
}

/** `slug:quantity`, separated by commas; nothing of it stands for none of an extra. */
function readBasket(text: string | undefined): WantedItem[] {
  return (text ?? '').split(',').flatMap((part) => {
    const [productSlug = '', quantity = ''] = part.split(':')
    return Number(quantity) > 0 ? [{ productSlug, quantity: Number(quantity) }] : []
  })
}
