import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import { redeemedCodes } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export function redeemedCodesListQuery(api: Client, query: NonNullable<CallInput<typeof redeemedCodes.list>['query']>) {
  const input = { query }
  return queryOptions({
    queryKey: queryKey(redeemedCodes.list, input),
    queryFn: ({ signal }) => api.call(redeemedCodes.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
