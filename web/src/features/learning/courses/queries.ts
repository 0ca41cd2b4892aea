import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { students } from '@e-events/shared/contract/learning/students.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

interface BySlug {
  slug: string
  language: Language
}

export function courseQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(courses.get, input), queryFn: ({ signal }) => api.call(courses.get, input, { signal }) })
}

/** Public: what its page says of a course or master. */
export function outlineQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(courses.outline, input),
    queryFn: ({ signal }) => api.call(courses.outline, input, { signal }),
    retry: false,
  })
}

export function lessonQuery(api: Client, { slug, id, language }: BySlug & { id: string }) {
  const input = { params: { slug, id }, query: { language } }
  return queryOptions({ queryKey: queryKey(courses.lesson, input), queryFn: ({ signal }) => api.call(courses.lesson, input, { signal }) })
}

/** Playback of a lesson in one open player, which the lease names. Nothing of it is pushed: it is asked for again. */
export function lessonPlaybackQuery(api: Client, { slug, id, language, lease }: BySlug & { id: string; lease: string }) {
  const input = { params: { slug, id }, query: { language, lease } }
  return queryOptions({
    queryKey: queryKey(courses.playback, input),
    queryFn: ({ signal }) => api.call(courses.playback, input, { signal }),
    staleTime: 10_000,
    // The answer carries signed addresses: it must not outlive them in a sleeping tab.
    gcTime: 60_000,
    refetchInterval: ({ state: { data } }) => (isAboutToBegin(data) ? 4_000 : data?.event?.state === 'room_open' ? 10_000 : 30_000),
    refetchIntervalInBackground: true,
    retry: false,
  })
}

/** On air, and its first pictures are not there yet. */
const isAboutToBegin = (playback: Playback | undefined): boolean =>
  playback?.state === 'not_available_yet' ||
  (playback?.state === 'on_air' && playback.media.feeds.every(({ state }) => state === 'preparing'))

/** Plays here from now on. */
export const takeOver = (api: Client, room: string, lease: string) =>
  api.call(playback.takeOver, { params: { slug: room }, body: { lease } })

export function begunCoursesQuery(api: Client, language: Language) {
  const input = { query: { language } }
  return queryOptions({
    queryKey: queryKey(courses.continue, input),
    queryFn: ({ signal }) => api.call(courses.continue, input, { signal }),
  })
}

export function masterQuery(api: Client, { slug, language }: BySlug) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({ queryKey: queryKey(masters.get, input), queryFn: ({ signal }) => api.call(masters.get, input, { signal }) })
}

export function studentsListQuery(api: Client, slug: string, query: NonNullable<CallInput<typeof students.list>['query']>) {
  const input = { params: { slug }, query }
  return queryOptions({
    queryKey: queryKey(students.list, input),
    queryFn: ({ signal }) => api.call(students.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
