import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { lessonNotes } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { queryOptions } from '@tanstack/react-query'

/** Own notes in a course. */
export function notesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(lessonNotes.list, input),
    queryFn: ({ signal }) => api.call(lessonNotes.list, input, { signal }),
  })
}
