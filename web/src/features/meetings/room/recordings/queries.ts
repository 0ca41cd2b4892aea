import type { Client } from '@e-events/shared/contract/client.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import { meetRecordings, type MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useServices } from '../../../../lib/services.ts'

interface List {
  items: MeetRecording[]
}

/** Those of a meeting that are being made, or were made a moment ago, become ready within seconds. */
const askAgainMs = 5_000

/** Recordings of a meeting that this account may watch. */
export function useMeetRecordings(slug: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: queryKey(meetRecordings.list, { params: { slug } }),
    queryFn: ({ signal }) => api.call(meetRecordings.list, { params: { slug } }, { signal }),
    // An answer of the lobby says nothing at the end.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'recording') ? askAgainMs : false),
  })
}

/** Publishes a recording, or takes it back. */
export function usePublishing(slug: string) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: ({ id, isPublished }: Pick<MeetRecording, 'id' | 'isPublished'>) =>
      api.call(meetRecordings.update, { params: { slug, id }, body: { isPublished } }),
    onSuccess: (saved) =>
      queries.setQueryData<List>(
        queryKey(meetRecordings.list, { params: { slug } }),
        (known) => known && { items: known.items.map((one) => (one.id === saved.id ? saved : one)) },
      ),
    onError: () => void queries.invalidateQueries({ queryKey: endpointKey(meetRecordings.list, { slug }) }),
  })
}

/** Addresses of one recording, which end with the access. */
export function recordingQuery(api: Client, of: { slug: string; id: MeetRecording['id'] }, language: Language) {
  const input = { params: of, query: { language } }
  return queryOptions({
    queryKey: queryKey(meetRecordings.playback, input),
    queryFn: ({ signal }) => api.call(meetRecordings.playback, input, { signal }),
    staleTime: 10_000,
    gcTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' && state.data.recording === null ? askAgainMs : false),
  })
}
