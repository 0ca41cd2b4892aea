import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { queryOptions } from '@tanstack/react-query'

export function certificateStateQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(certificates.state, input),
    queryFn: ({ signal }) => api.call(certificates.state, input, { signal }),
  })
}

export function certificateSettingsQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(certificates.settings, input),
    queryFn: ({ signal }) => api.call(certificates.settings, input, { signal }),
  })
}

export function myCertificatesQuery(api: Client) {
  return queryOptions({
    queryKey: queryKey(certificates.mine),
    queryFn: ({ signal }) => api.call(certificates.mine, undefined, { signal }),
  })
}

export function shownCertificateQuery(api: Client, id: string) {
  const input = { params: { id } }
  return queryOptions({
    queryKey: queryKey(certificates.verify, input),
    queryFn: ({ signal }) => api.call(certificates.verify, input, { signal }),
    // A revocation counts at once.
    staleTime: 0,
  })
}
