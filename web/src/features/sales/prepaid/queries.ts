import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { queryOptions } from '@tanstack/react-query'

export const prepaidKey = queryKey(prepaid.get)

export function prepaidQuery(api: Client) {
  return queryOptions({ queryKey: prepaidKey, queryFn: ({ signal }) => api.call(prepaid.get, {}, { signal }) })
}
