import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { podcasts, privateFeeds } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

export function chaptersQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(podcasts.chapters, input),
    queryFn: ({ signal }) => api.call(podcasts.chapters, input, { signal }),
    staleTime: 5 * 60_000,
  })
}

export function saveChaptersMutation(api: Client, slug: string) {
  return mutationOptions({
    mutationFn: (chapters: { title: string; startMs: number }[]) =>
      api.call(podcasts.setChapters, { params: { slug }, body: { chapters } }),
  })
}

/**
 * The shape of the sound, where the transcoder drew one: values from 0 to 1. It stands beside the playlist and opens
 * with the same signature.
 */
export function peaksQuery(slug: string, masterUrl: string) {
  return queryOptions({
    queryKey: ['podcast-peaks', slug],
    queryFn: async ({ signal }): Promise<number[] | null> => {
      const reply = await fetch(masterUrl.replace(/[^/]*$/, 'peaks.json'), { signal })
      return reply.ok ? readPeaks(await reply.json()) : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Values of any scale, brought to 0…1; null for what is no list of numbers. */
export function readPeaks(value: unknown): number[] | null {
  const list = Array.isArray(value) ? value : isRecord(value) ? (value['peaks'] ?? value['data']) : undefined
  if (!Array.isArray(list) || list.length === 0) return null
  const numbers = list.map((one) => Math.abs(Number(one)))
  const top = Math.max(...numbers)
  return Number.isFinite(top) && top > 0 ? numbers.map((one) => one / top) : null
}

/** A fresh signed address; undefined where there is nothing to hear (any more). */
export async function freshAddress(api: Client, slug: string): Promise<string | undefined> {
  const answer = await api.call(playback.get, { params: { slug } })
  return answer.state === 'ready' ? answer.media.feeds[0]?.masterUrl : undefined
}

export function privateFeedsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(privateFeeds.list),
    queryFn: ({ signal }) => api.call(privateFeeds.list, undefined, { signal }),
  })
}

/** Each of the three changes the list. The new address is in the answer alone. */
export function privateFeedMutations(api: Client, queries: QueryClient) {
  const onSettled = () => queries.invalidateQueries({ queryKey: queryKey(privateFeeds.list) })
  return {
    create: mutationOptions({ mutationFn: (channelSlug: string) => api.call(privateFeeds.create, { body: { channelSlug } }), onSettled }),
    rotate: mutationOptions({ mutationFn: (id: string) => api.call(privateFeeds.rotate, { params: { id } }), onSettled }),
    revoke: mutationOptions({ mutationFn: (id: string) => api.call(privateFeeds.revoke, { params: { id } }), onSettled }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
