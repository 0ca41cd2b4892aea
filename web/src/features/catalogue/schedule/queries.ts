import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export interface ScheduleInput {
  from: string
  to: string
  type: ProductType | undefined
  channel: string | undefined
  category: string | undefined
  language: Language
}

const perPage = 60

export function scheduleQuery(api: Client, { from, to, type, channel, category, language }: ScheduleInput) {
  const query = {
    from,
    to,
    ...(type ? { type } : {}),
    ...(channel ? { channel } : {}),
    ...(category ? { category } : {}),
    language,
    limit: perPage,
  }
  return infiniteQueryOptions({
    queryKey: queryKey(schedule.list, { query }),
    queryFn: ({ pageParam, signal }) =>
      api.call(schedule.list, { query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Products on air change while one looks.
    refetchInterval: 60_000,
  })
}

export function scheduleFiltersQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(schedule.filters, input),
    queryFn: ({ signal }) => api.call(schedule.filters, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

export function sectionQuery(
  api: Client,
  { productSlug, sectionId, language }: { productSlug: string; sectionId: string; language: Language },
) {
  const input = { params: { productSlug, sectionId }, query: { language } }
  return queryOptions({
    queryKey: queryKey(schedule.section, input),
    queryFn: ({ signal }) => api.call(schedule.section, input, { signal }),
  })
}
