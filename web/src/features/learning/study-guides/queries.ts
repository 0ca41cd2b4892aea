import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import { queryOptions } from '@tanstack/react-query'

export function studyGuideQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(studyGuides.get, input), queryFn: ({ signal }) => api.call(studyGuides.get, input, { signal }) })
}

export function ownStudyGuideQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(studyGuides.getOwn, input),
    queryFn: ({ signal }) => api.call(studyGuides.getOwn, input, { signal }),
  })
}
