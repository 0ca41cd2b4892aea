import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

/** Playback of a product. Pushed events invalidate it; the slow poll is for the case that a push was lost. */
export function playbackQuery(api: Client, slug: string, language: Language) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(playback.get, input),
    queryFn: ({ signal }) => api.call(playback.get, input, { signal }),
    staleTime: 10_000,
    // The answer carries signed addresses: it must not outlive them in a sleeping tab.
    gcTime: 60_000,
    refetchInterval: 30_000,
    refetchIntervalInBackground: true,
  })
}

/** Playback of a rehearsal. Nothing of one is pushed: the page asks again. */
export function rehearsalQuery(api: Client, key: string, language: Language) {
  const input = { params: { key }, query: { language } }
  return queryOptions({
    queryKey: queryKey(playback.rehearsal, input),
    queryFn: ({ signal }) => api.call(playback.rehearsal, input, { signal }),
    gcTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : 5_000),
    refetchIntervalInBackground: true,
  })
}

/** Matches the playback of a product in every language. */
export const playbackKey = (slug: string) => endpointKey(playback.get, { slug })
