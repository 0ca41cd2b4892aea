import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

interface Wanted {
  slug: string
  language: Language
  /** Quantities by slug, of goods beside one piece of the product itself. */
  basket: Readonly<Record<string, number>>
  /** Where goods are sent; undefined: where the account lives. */
  country: string | undefined
  couponCode: string | null
  /** For somebody else. */
  isGift: boolean
}

export function checkoutQuery(api: Client, { slug, language, basket, country, couponCode, isGift }: Wanted) {
  const parts = Object.entries(basket).filter(([, quantity]) => quantity > 0)
  const query = {
    language,
    ...(parts.length === 0 ? {} : { basket: parts.map(([part, quantity]) => `${part}:${quantity}`).join(',') }),
    ...(country === undefined || country === '' ? {} : { country }),
    ...(couponCode === null ? {} : { couponCode }),
    ...(isGift ? { gift: 'true' as const } : {}),
  }
  const input = { params: { slug }, query }
  return queryOptions({
    queryKey: queryKey(orders.checkout, input),
    queryFn: ({ signal }) => api.call(orders.checkout, input, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  })
}
