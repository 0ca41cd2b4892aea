import { defaultLanguage } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, lazy, Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router'
import { CardTags } from '../../components/media/card-tags.ts'
import { useSnacks, useSnackList } from '../../components/feedback/use-snacks.ts'
import { myDataQuery } from '../../features/people/account/queries.ts'
import { useConfigUpdates, useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { PodcastShell } from '../../features/catalogue/podcasts/components/podcast-shell.tsx'
import { useSystemMessages } from '../../features/engagement/notifications/use-system-messages.ts'
import { keepsPlace } from '../../lib/keep-place.ts'
import { storedLanguage, toLanguage } from '../../lib/language.ts'
import { useServices, useSession } from '../../lib/services.ts'
import { chooseLanguage } from '../i18n.ts'
import { ConsentGate } from './consent-gate.tsx'
import { useWasEver } from '../../components/use-was-ever.ts'

const PodcastViewing = lazy(async () => ({ default: (await import('./podcast-viewing.tsx')).PodcastViewing }))

/** Frame of every page: scroll and focus on navigation, progress of the next page, and the end of a session. */
export function RootLayout() {
  const { t } = useTranslation()
  const isNavigating = useNavigation().state !== 'idle'
  useServedHead()
  useFocusOnNavigation()
  useSessionNotice()
  useSessionEnd()
  useConfigUpdates()
  useSystemMessages()
  useSwitches()
  useAccountCurrency()
  useAccountLanguage()
  const { typeTag, freeTag } = useSiteConfig()
  const cardTags = useMemo(() => ({ type: typeTag, free: freeTag }), [typeTag, freeTag])
  return (
    <>
      {isNavigating && (
        <Box
          role="progressbar"
          aria-label={t('page.loading')}
          sx={{
            position: 'fixed',
            inset: '0 0 auto 0',
            height: 3,
            zIndex: 'tooltip',
            // A page that arrives at once needs no sign that it is coming.
            bgcolor: 'secondary.main',
            transformOrigin: '0 0',
            animation: 'ee-approach 8s 300ms cubic-bezier(.1,.7,.3,1) both',
          }}
        />
      )}
      <CardTags value={cardTags}>
        <PodcastShell beside={<PodcastViewing />}>
          <Outlet />
        </PodcastShell>
      </CardTags>
      <ScrollRestoration />
      {/* After the page, so that the skip link stays the first thing one reaches; the banner says by itself that it is
         there. */}
      <ConsentGate />
      <StepUpGate />
      <SnackbarGate />
    </>
  )
}

/**
 * A new page is announced and read from its start: without this a keyboard stays on the link of a page that is gone.
 */
function useFocusOnNavigation() {
  const { pathname, state } = useLocation() as Location<unknown>
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    if (keepsPlace(state)) return
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, state])
}

function useSessionNotice() {
  const { session } = useServices()
  const { t } = useTranslation()
  const snacks = useSnacks()
  useEffect(
    () =>
      session.subscribe(() => {
        const state = session.get()
        if (state.status === 'anonymous' && state.expired) snacks.warning(t('session.expired'), { key: 'session' })
      }),
    [session, snacks, t],
  )
}

/** Blocked, signed out from another device, deleted: the open tab is logged out at once. */
function useSessionEnd() {
  const { notices, session } = useServices()
  useEffect(
    () =>
      notices.onUser((message) => {
        if (message.type === 'session.ended') session.end()
      }),
    [notices, session],
  )
}

/** The site's choices hold everywhere, not only in the bar. */
function useSwitches() {
  const { preferences } = useServices()
  const { i18n } = useTranslation()
  const { languages, timezones, currencies } = useSiteConfig()
  useEffect(() => preferences.allow({ timezones, currencies }), [preferences, timezones, currencies])
  const wasOff = useRef(false)
  useEffect(() => {
    // One language: the default. A choice made before comes back with the switch.
    const wanted = languages ? (wasOff.current ? storedLanguage() : undefined) : defaultLanguage
    wasOff.current = !languages
    if (wanted && toLanguage(i18n.language) !== wanted) void i18n.changeLanguage(wanted)
  }, [i18n, languages])
}

/**
 * The account's language comes before what was chosen on this device, whichever way the session began; only an address
 * may ask for another.
 */
function useAccountLanguage() {
  const { i18n } = useTranslation()
  const session = useSession()
  const { languages } = useSiteConfig()
  const id = session.status === 'authenticated' ? session.user.id : undefined
  const language = session.status === 'authenticated' ? session.user.language : undefined
  useEffect(() => {
    if (id === undefined || language === undefined || !languages || new URLSearchParams(globalThis.location.search).has('lang')) return
    void chooseLanguage(i18n, language)
  }, [id, language, languages, i18n])
}

/** On a new device an account's currency is the choice until another one is made here. */
function useAccountCurrency() {
  const { api, preferences } = useServices()
  const isLoggedIn = useSession().status === 'authenticated'
  const { currencies } = useSiteConfig()
  const { data } = useQuery({ ...myDataQuery(api), enabled: isLoggedIn && currencies })
  useEffect(() => {
    if (data && preferences.get().currency === null) preferences.chooseCurrency(data.currency)
  }, [data, preferences])
}

const SnackbarHost = lazy(async () => ({ default: (await import('../../components/feedback/snackbar.tsx')).SnackbarHost }))

/** Most visits never see a message: what shows them comes with the first one and then stays. */
function SnackbarGate() {
  const hasMessages = useSnackList().length > 0
  const wasNeeded = useWasEver(hasMessages)
  return wasNeeded ? (
    <Suspense>
      <SnackbarHost />
    </Suspense>
  ) : null
}

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Few visits change what asks for the password again: the dialog comes with the first of them. */
function StepUpGate() {
  const { stepUp } = useServices()
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isOpen)
  return isOpen ? (
    <Suspense>
      <StepUpDialog onDone={stepUp.settle} />
    </Suspense>
  ) : null
}

/** Removes the head of the page that the server sent on navigation: it is right for machines only once. */
const served = [
  'link[rel="canonical"]',
  'link[rel="alternate"][hreflang]',
  'script[type="application/ld+json"]',
  'meta[property="og:url"]',
].join(', ')

/** Takes the first page's address, languages and schema.org data away as soon as another page is shown. */
function useServedHead(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname === firstPath) return
    for (const element of document.head.querySelectorAll(served)) element.remove()
    // From here on pages come in with their own movement; the first one was there already.
    delete document.documentElement.dataset['first']
  }, [pathname])
}

const firstPath = location.pathname
