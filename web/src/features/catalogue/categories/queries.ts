import { categories, type ManagedCategory } from '@e-events/shared/contract/catalogue/categories.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

export function managedCategoriesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(categories.listManaged),
    queryFn: ({ signal }) => api.call(categories.listManaged, {}, { signal }),
  })
}

export type CategoryChange =
  | { act: 'create'; titles: CallInput<typeof categories.create>['body']['titles'] }
  | { act: 'update'; slug: string; change: CallInput<typeof categories.update>['body'] }
  | { act: 'order'; slugs: string[] }
  | { act: 'remove'; slug: string }

/** Afterwards the list is read again, and so is what everybody sees of it. */
export function changeCategoryMutation(api: Client, queries: QueryClient) {
  return mutationOptions({
    mutationFn: async (wanted: CategoryChange): Promise<void> => {
      switch (wanted.act) {
        case 'create':
          await api.call(categories.create, { body: { titles: wanted.titles } })
          return
        case 'update':
          await api.call(categories.update, { params: { slug: wanted.slug }, body: wanted.change })
          return
        case 'order':
          await api.call(categories.order, { body: { slugs: wanted.slugs } })
          return
        default:
          await api.call(categories.remove, { params: { slug: wanted.slug } })
      }
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKey(categories.listManaged) }),
        queries.invalidateQueries({ queryKey: endpointKey(categories.list) }),
      ]),
  })
}

export const nameOf = (category: ManagedCategory): string => category.titles.es ?? category.titles.en ?? category.titles.pt ?? category.slug
