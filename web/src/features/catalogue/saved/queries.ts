import { savedProducts } from '@e-events/shared/contract/catalogue/products.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

export function savedQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(savedProducts.get, input),
    queryFn: ({ signal }) => api.call(savedProducts.get, input, { signal }),
  })
}

export function savedProductsQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(savedProducts.list, input),
    queryFn: ({ signal }) => api.call(savedProducts.list, input, { signal }),
  })
}

export function saveMutation(api: Client, queries: QueryClient, slug: string) {
  return mutationOptions({
    mutationFn: (isSaved: boolean) => api.call(savedProducts.set, { params: { slug }, body: { isSaved } }),
    onSuccess(reply) {
      queries.setQueryData(queryKey(savedProducts.get, { params: { slug } }), reply)
      return queries.invalidateQueries({ queryKey: endpointKey(savedProducts.list) })
    },
  })
}
