import { isPaymentPage } from '@e-events/shared/domain/addresses.ts'
import type { createBrowserRouter } from 'react-router'

/**
 * Loads a new document where the way leads to a page on which one pays, or away from one: its policy allows the script
 * of a payment service, and a document keeps its policy and its scripts as long as it lives.
 */
export function keepPaymentsApart(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'subscribe'>,
  { loadedAt, load }: { loadedAt: string; load: (address: string) => void },
): () => void {
  const isPaying = isPaymentPage(loadedAt)
  return router.subscribe(({ navigation: { location } }) => {
    if (location && isPaymentPage(location.pathname) !== isPaying) load(location.pathname + location.search + location.hash)
  })
}
