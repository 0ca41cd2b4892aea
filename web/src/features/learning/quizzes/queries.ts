import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { quizzes } from '@e-events/shared/contract/learning/quizzes.ts'
import { queryOptions } from '@tanstack/react-query'

/** The quiz of a lesson for one of its learners. */
export function lessonQuizQuery(api: Client, slug: string, id: string) {
  const input = { params: { slug, id } }
  return queryOptions({ queryKey: queryKey(quizzes.get, input), queryFn: ({ signal }) => api.call(quizzes.get, input, { signal }) })
}

/** The quiz of an own lesson with its key. */
export function ownQuizQuery(api: Client, slug: string, id: string) {
  const input = { params: { slug, id } }
  return queryOptions({ queryKey: queryKey(quizzes.getOwn, input), queryFn: ({ signal }) => api.call(quizzes.getOwn, input, { signal }) })
}
