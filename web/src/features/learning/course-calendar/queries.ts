import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { courseCalendar } from '@e-events/shared/contract/learning/course-calendar.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { queryOptions } from '@tanstack/react-query'

/** Dates of the lessons of a course or master, the first one first. */
export function courseCalendarQuery(api: Client, { slug, language }: { slug: string; language: Language }) {
  const input = { params: { slug }, query: { language } }
  return queryOptions({
    queryKey: queryKey(courseCalendar.list, input),
    queryFn: ({ signal }) => api.call(courseCalendar.list, input, { signal }),
  })
}
