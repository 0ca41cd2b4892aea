import type { Client } from '@e-events/shared/contract/client.ts'
import { firstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'

export function firstStepsQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(firstSteps.get),
    queryFn: ({ signal }) => api.call(firstSteps.get, undefined, { signal }),
  })
}
