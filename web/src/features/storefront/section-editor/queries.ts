import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { sections, type choiceKinds } from '@e-events/shared/contract/storefront/sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { SectionPlaceKind } from '@e-events/shared/domain/section-versions.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

export interface Place {
  kind: SectionPlaceKind
  key: string
}
export type ChoiceKind = (typeof choiceKinds)[number]

export function editorQuery(api: Client, place: Place) {
  const input = { params: place }
  return queryOptions({
    queryKey: queryKey(sections.get, input),
    queryFn: ({ signal }) => api.call(sections.get, input, { signal }),
    // Each visit begins with what is stored; what changes meanwhile is announced.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function versionsQuery(api: Client, place: Place) {
  return infiniteQueryOptions({
    queryKey: queryKey(sections.versions, { params: place }),
    queryFn: ({ pageParam, signal }) =>
      api.call(sections.versions, { params: place, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
}

/** How the sections in hand would be shown. */
export function previewQuery(api: Client, place: Place, wanted: { sections: readonly Section[]; language: Language }) {
  const body = { sections: [...wanted.sections], language: wanted.language }
  return queryOptions({
    queryKey: ['preview', place.kind, place.key, body] as const,
    queryFn: ({ signal }) => api.call(sections.preview, { params: place, body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
}

export function choicesQuery(
  api: Client,
  place: Place,
  { of, search, ids, language }: { of: ChoiceKind; search?: string; ids?: readonly string[]; language: Language },
) {
  const query = { language, ...(ids ? { ids: ids.join(',') } : {}), ...(search ? { search } : {}) }
  const input = { params: { ...place, of }, query }
  return queryOptions({
    queryKey: queryKey(sections.choices, input),
    queryFn: ({ signal }) => api.call(sections.choices, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: ids === undefined || ids.length > 0,
  })
}

export function categoriesQuery(api: Client, language: Language) {
  const input = { query: { language, empty: 'true' as const } }
  return queryOptions({
    queryKey: queryKey(categories.list, input),
    queryFn: ({ signal }) => api.call(categories.list, input, { signal }),
  })
}
