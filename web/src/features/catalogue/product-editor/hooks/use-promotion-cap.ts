import { fees } from '@e-events/shared/domain/fees.ts'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../../lib/services.ts'
import { paymentsQuery } from '../queries.ts'

/** The largest price cut of an offer, in per cent. The server decides where it is not known yet. */
export function usePromotionCap(): number {
  const { api } = useServices()
  return useQuery(paymentsQuery(api)).data?.payments.monetize.promotionMaxPercent ?? fees.promotionMaxPercent
}
