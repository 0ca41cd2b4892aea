import { exchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { approximately, shownCurrencies } from '@e-events/shared/domain/exchange.ts'
import { useQuery } from '@tanstack/react-query'
import { useServices, useViewerCurrency } from './services.ts'

/** Currencies in which visitors may see prices. */
export const currencies = shownCurrencies

/**
 * About how much a price is in the money that the visitor picked, with the day of the rate. Rates are asked for once,
 * by whoever picked another currency; the server says when they changed.
 */
export function useAbout(price: { minor: number; currency: string }): { minor: number; currency: string; asOf: string } | undefined {
  const { api } = useServices()
  const currency = useViewerCurrency()
  const { data } = useQuery({
    queryKey: queryKey(exchangeRates.get),
    queryFn: ({ signal }) => api.call(exchangeRates.get, undefined, { signal }),
    enabled: currency !== price.currency,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const about = data && approximately(price, currency, data.rates)
  return about && { ...about, currency }
}
