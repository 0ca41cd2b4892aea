import { merged } from '@e-events/shared/client/questions.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { polls, type Poll } from '@e-events/shared/contract/live/polls.ts'
import { questions, type Question } from '@e-events/shared/contract/live/questions.ts'
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../../../lib/services.ts'

export function questionsQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(questions.list, input),
    queryFn: ({ signal }) => api.call(questions.list, input, { signal }),
    staleTime: Infinity,
  })
}

export function pollsQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(polls.list, input),
    queryFn: ({ signal }) => api.call(polls.list, input, { signal }),
    staleTime: Infinity,
  })
}

/** Puts questions into what is known of the room; nothing where its list was never read. */
export function learnQuestions(client: QueryClient, api: Client, slug: string, come: readonly Question[]): void {
  client.setQueryData(questionsQuery(api, slug).queryKey, (known) => known && { ...known, items: merged(known.items, come) })
}

export function learnPolls(client: QueryClient, api: Client, slug: string, come: readonly Poll[]): void {
  client.setQueryData(pollsQuery(api, slug).queryKey, (known) => known && { ...known, items: merged(known.items, come) })
}

/** Without a connection the lists are read after this long. */
const patienceMs = 3_000
const spreadMs = 2_000

/**
 * Keeps questions and polls of a room as they are pushed; read again after each break, spread over the browsers.
 * @returns whether the lists can be read: what comes after it is heard
 */
export function useRoomPushes(slug: string): boolean {
  const { api, realtime, random } = useServices()
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let wasIn = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      for (const { queryKey: key } of [questionsQuery(api, slug), pollsQuery(api, slug)]) void client.invalidateQueries({ queryKey: key })
    }
    const patience = setTimeout(() => {
      wasIn = true
      setReady(true)
    }, patienceMs)
    const leave = realtime.chat(slug, {
      onEvent(event) {
        learnQuestions(client, api, slug, event.questions ?? [])
        learnPolls(client, api, slug, event.polls ?? [])
        // Moderators see more.
        if (event.me) readAgain()
      },
      onJoined() {
        clearTimeout(patience)
        setReady(true)
        clearTimeout(timer)
        if (wasIn) timer = setTimeout(readAgain, random() * spreadMs)
        wasIn = true
      },
      onBreak: () => undefined,
    })
    return () => {
      leave()
      clearTimeout(patience)
      clearTimeout(timer)
    }
  }, [api, realtime, random, client, slug])
  return isReady
}
