import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export function checkoutQuery(
  api: Client,
  { slug, language, couponCode }: { slug: string; language: Language; couponCode: string | null },
) {
  const input = { params: { slug }, query: { language, ...(couponCode === null ? {} : { couponCode }) } }
  return queryOptions({
    queryKey: queryKey(orders.checkout, input),
    queryFn: ({ signal }) => api.call(orders.checkout, input, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  })
}
