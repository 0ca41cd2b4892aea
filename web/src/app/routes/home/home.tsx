import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { useSlow } from '../../../components/use-slow.ts'
import { useConsent } from '../../../features/settings/cookie-consent/consent.ts'
import { useSiteConfig } from '../../../features/settings/config/use-site-config.ts'
import { anchors, anchoredSources, anchorsOf, type AnchoredSource } from '../../../features/storefront/home/anchors.ts'
import { CouponBox } from '../../../features/storefront/home/components/coupon-box.tsx'
import { EmptyShelf } from '../../../features/storefront/home/components/empty-shelf.tsx'
import { HomeSkeleton } from '../../../features/storefront/home/components/home-skeleton.tsx'
import { ShownSections } from '../../../features/storefront/home/components/shown-sections.tsx'
import { homeQuery } from '../../../features/storefront/home/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'

const OrganizerTour = lazy(async () => ({
  default: (await import('../../../features/guidance/tours/components/organizer-tour.tsx')).OrganizerTour,
}))
/** At the foot of the page: it may come after everything else. */
const CategoryShelf = lazy(async () => ({
  default: (await import('../../../features/catalogue/search/components/category-shelf.tsx')).CategoryShelf,
}))

export function Component() {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const home = useQuery({ ...homeQuery(api, language), placeholderData: keepPreviousData })
  const slow = useSlow(home.isPending)
  const { coupons } = useSiteConfig()
  const missing = useMissingShelf(home.data?.sections)
  useDocumentMeta({ title: t('title'), description: t('description') })
  useScrollToHash(home.data !== undefined)
  const retry = () => void home.refetch()

  if (home.isPending)
    return (
      <>
        <Typography component="h1" className="visually-hidden">
          {t('title')}
        </Typography>
        <Box role="status" className="visually-hidden">
          {slow ? t('slow') : tc('page.loading')}
        </Box>
        <HomeSkeleton />
      </>
    )
  if (!home.data)
    return (
      <UnderBar>
        <ErrorNotice error={home.error} onRetry={retry} retrying={home.isFetching} title={t('error')} heading="h1" />
      </UnderBar>
    )
  const { sections } = home.data
  if (sections.length === 0)
    return (
      <UnderBar>
        <Notice icon={Inventory2Outlined} title={t('nothing.title')} heading="h1">
          {t('nothing.text')}
        </Notice>
        <FirstSteps />
      </UnderBar>
    )
  return (
    <>
      {sections[0]?.type !== 'hero' && <NoHero title={t('title')} />}
      {home.isRefetchError && (
        <Box sx={{ px: 'var(--ee-gutter)', mt: 3 }}>
          <Alert
            severity="warning"
            action={
              <Button size="small" variant="text" onClick={retry} loading={home.isFetching}>
                {tc('action.retry')}
              </Button>
            }
          >
            {t('stale')}
          </Alert>
        </Box>
      )}
      <ShownSections sections={sections} {...(coupons ? { insert: { before: couponPlace(sections), node: <CouponBox /> } } : {})} />
      {coupons && sections.length === 1 && <CouponBox />}
      {missing && <EmptyShelf source={missing} />}
      <Suspense>
        <CategoryShelf />
      </Suspense>
      <FirstSteps />
    </>
  )
}

/** Before the last section, so that the page ends with something to see. */
function couponPlace(sections: readonly unknown[]): number {
  return Math.max(1, sections.length - 1)
}

/** The shelf that the address asks for while nothing on the page is of that kind. */
function useMissingShelf(sections: readonly ShownSection[] | undefined): AnchoredSource | undefined {
  const { hash } = useLocation()
  const source = anchoredSources.find((one) => hash === `#${anchors[one]}`)
  return source !== undefined && sections && !anchorsOf(sections).has(source) ? source : undefined
}

/** The bar needs a dark ground, and the page a title. */
function NoHero({ title }: { title: string }) {
  return (
    <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', height: 72 }}>
      <Typography component="h1" className="visually-hidden">
        {title}
      </Typography>
    </Box>
  )
}

/** Organizers are shown around once, and never over the question about cookies. */
function FirstSteps() {
  const session = useSession()
  const wasAsked = useConsent().choice !== undefined
  const isOrganizer = session.status === 'authenticated' && session.user.roles.includes('PRODUCER')
  return isOrganizer && wasAsked ? (
    <Suspense>
      <OrganizerTour />
    </Suspense>
  ) : null
}

/** The bar of this page lies on the picture; without one it needs a dark ground. */
function UnderBar({ children }: { children: ReactNode }) {
  return (
    <Box
      data-mode="dark"
      sx={{ bgcolor: 'surface.canvas', minHeight: { xs: 620, md: 580 }, display: 'grid', alignContent: 'center', pt: 10, pb: 4 }}
    >
      {children}
    </Box>
  )
}

/** A link to a shelf that was not there yet when the router looked for it. */
function useScrollToHash(isReady: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isReady, hash])
}
