import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/test-payments.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { checkout, order, testPayment } from '../../web/src/testing/order-factories.ts'

/** States of an order that have a look of their own, by the end of its id. */
export const orderIds = {
  paid: '00000000-0000-4000-8000-0000000000a1',
  settling: '00000000-0000-4000-8000-0000000000a2',
  refused: '00000000-0000-4000-8000-0000000000a3',
  over: '00000000-0000-4000-8000-0000000000a4',
} as const
const states: Record<string, Partial<Order>> = {
  [orderIds.paid]: { status: 'paid', paymentUrl: null, paidAt: '2026-11-23T20:01:00.000Z' },
  [orderIds.settling]: { isSettling: true, paymentUrl: null },
  [orderIds.refused]: { failure: 'declined' },
  [orderIds.over]: { status: 'expired', paymentUrl: null },
}

/** The checkout, the page of the test provider, and orders. */
export function playBuying(api: FakeApi, card: (slug: string, language: Language) => ProductCard | undefined): void {
  const film = 'ultimo-tren-a-valdeniebla'
  const placed = (id: string): Order => {
    const product = card(film, 'es')
    const [item] = order().items
    if (!product || !item) throw new Refusal('NOT_FOUND')
    const items = [{ ...item, title: product.title, product: { slug: film, type: 'vod' as const, posterUrl: product.posterUrl } }]
    return order({ id: id as Order['id'], items, ...states[id] })
  }
  api.on(orders.checkout, ({ params, query }) => {
    const product = card(params.slug, query.language ?? 'es')
    if (!product) throw new Refusal('NOT_FOUND')
    return checkout({ product, price: { netMinor: 1_000, taxBasisPoints: 2_100, ticketFeePayer: 'buyer' } })
  })
  api.on(orders.check, ({ params }) => placed(params.id))
  api.on(orders.list, () => ({
    items: Object.values(orderIds).map((id, index) => ({ ...placed(id), number: 48 - index })),
    nextCursor: null,
  }))
  api.on(testPayments.get, ({ params }) => testPayment({ id: params.id, failure: params.id.endsWith('1') ? 'declined' : null }))
}
