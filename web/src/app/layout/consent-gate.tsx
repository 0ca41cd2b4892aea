import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { buildOptions } from '../../config/env.ts'
import { startAnalytics } from '../../features/settings/cookie-consent/analytics.ts'
import { reloadConsent, useConsent } from '../../features/settings/cookie-consent/consent.ts'

const ConsentBanner = lazy(async () => ({
  default: (await import('../../features/settings/cookie-consent/components/consent-banner.tsx')).ConsentBanner,
}))
const ConsentDialog = lazy(async () => ({
  default: (await import('../../features/settings/cookie-consent/components/consent-dialog.tsx')).ConsentDialog,
}))

/** Loads nothing after a choice was made; else asks once the first screen is there. */
export function ConsentGate() {
  const { choice, settingsOpen } = useConsent()
  // Nobody is asked in the middle of a show.
  const isWatching = useMatches().some(({ pathname }) => pathname.startsWith('/player/'))
  const isNeeded = settingsOpen || (choice === undefined && !isWatching)
  useEffect(
    () =>
      startAnalytics({
        key: buildOptions.analyticsKey,
        url: buildOptions.analyticsUrl,
        fetch: (url, request) => globalThis.fetch(url, request),
      }),
    [],
  )
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'e-events.consent') reloadConsent()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return isNeeded ? (
    <Suspense>
      <Consent settingsOpen={settingsOpen} />
    </Suspense>
  ) : null
}

function Consent({ settingsOpen }: { settingsOpen: boolean }) {
  const { choice } = useConsent()
  // Its words come with it; the page does not wait for them.
  const { ready } = useTranslation('cookie-consent', { useSuspense: false })
  if (!ready) return null
  return (
    <>
      {choice === undefined && <ConsentBanner />}
      {settingsOpen && <ConsentDialog choice={choice} />}
    </>
  )
}
