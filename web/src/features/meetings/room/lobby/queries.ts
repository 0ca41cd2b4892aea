import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { meets, type Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { meetRecordings } from '@e-events/shared/contract/meetings/recordings.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../../../lib/services.ts'

const keyOf = (slug: string) => queryKey(meets.get, { params: { slug } })

/** State of a meeting. Changes are pushed; the slow poll is for the case that a push was lost. */
export function meetQuery(api: Client, slug: string) {
  return queryOptions({
    queryKey: keyOf(slug),
    queryFn: ({ signal }) => api.call(meets.get, { params: { slug } }, { signal }),
    staleTime: 5_000,
    refetchInterval: 20_000,
    refetchIntervalInBackground: true,
  })
}

/** Everybody in the lobby hears of the start in the same instant: each asks at a moment of its own. */
const spreadMs = 800

/** A meeting, followed for as long as the component is there. */
export function useMeet(slug: string) {
  const { api, queries, realtime, random } = useServices()
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    const stop = realtime.on((event) => {
      const isOurs = event.type === 'connection.back' || (event.type === 'event.changed' && event.productSlug === slug)
      if (!isOurs) return
      asking ??= setTimeout(() => {
        asking = undefined
        void queries.invalidateQueries({ queryKey: keyOf(slug) })
      }, random() * spreadMs)
    })
    return () => {
      clearTimeout(asking)
      stop()
    }
  }, [realtime, queries, random, slug])
  return useQuery(meetQuery(api, slug))
}

const acts = { start: meets.start, stop: meets.stop, record: meetRecordings.start, stopRecording: meetRecordings.stop } as const

/** Starts or stops a meeting, or its recording; everybody's state of it is the answer's. */
export function useMeetAct(slug: string, act: keyof typeof acts) {
  const { api, queries } = useServices()
  return useMutation({
    mutationFn: (): Promise<Meet> => api.call(acts[act], { params: { slug } }),
    onSuccess: (meet) => queries.setQueryData<Meet>(keyOf(slug), meet),
    // Somebody else was faster, or it is too early: what is shown was not so any more.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(slug) }),
  })
}
