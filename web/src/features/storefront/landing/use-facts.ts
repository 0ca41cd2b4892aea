import { config } from '@e-events/shared/contract/settings/config.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { factsIn } from '../../../lib/facts.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

/** The numbers of the page's texts; the cap of offers as the site has set it. */
export function useFacts() {
  const language = useLanguage()
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: queryKey(config.payments),
    queryFn: ({ signal }) => api.call(config.payments, undefined, { signal }),
  })
  const promotionMaxPercent = data?.payments.monetize.promotionMaxPercent ?? fees.promotionMaxPercent
  return useMemo(() => factsIn(language, { promotionMaxPercent }), [language, promotionMaxPercent])
}
