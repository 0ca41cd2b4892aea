import { accessCodeText, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { isTaught } from '@e-events/shared/domain/lessons.ts'
import { limits } from '@e-events/shared/limits.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { RemindMe } from '../../../features/engagement/reminders/components/remind-me.tsx'
import { AddToCalendar } from '../../../components/navigation/add-to-calendar.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { useSlow } from '../../../components/use-slow.ts'
import { paths } from '../../../config/paths.ts'
import { BundleContents } from '../../../features/catalogue/products/components/bundle-contents.tsx'
import { ChannelInfo } from '../../../features/catalogue/products/components/channel-info.tsx'
import { Headline } from '../../../features/catalogue/products/components/headline.tsx'
import { WaysToPay } from '../../../features/settings/config/components/ways-to-pay.tsx'
import { AdBanner, SecondPicture } from '../../../features/catalogue/products/components/more-pictures.tsx'
import { OfferCard } from '../../../features/catalogue/products/components/offer-card.tsx'
import { People } from '../../../features/catalogue/products/components/people.tsx'
import { Picture } from '../../../features/catalogue/products/components/picture.tsx'
import { productGrid } from '../../../features/catalogue/products/components/product-grid.ts'
import { ProductSkeleton } from '../../../features/catalogue/products/components/product-skeleton.tsx'
import { RelatedProducts } from '../../../features/catalogue/products/components/related-products.tsx'
import { SaveProduct } from '../../../features/catalogue/saved/components/save-product.tsx'
import { Sessions } from '../../../features/catalogue/products/components/sessions.tsx'
import { StickyOffer } from '../../../features/catalogue/products/components/sticky-offer.tsx'
import { momentOf } from '../../../components/media/product-event.ts'
import { offerOf } from '../../../features/catalogue/products/offer.ts'
import { productQuery } from '../../../features/catalogue/products/queries.ts'
import { useEntrance } from '../../../features/catalogue/products/use-entrance.ts'
import { useProductUpdates } from '../../../features/catalogue/products/use-product-updates.ts'
import { ShippingCosts } from '../../../features/sales/shipping/components/shipping-costs.tsx'
import { WaitingPanel } from '../../../features/sales/stock/components/waiting-panel.tsx'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'

/** Its engine comes with the press of the button. */
const TrailerPlayer = lazy(async () => ({
  default: (await import('../../../features/live/trailer/components/trailer-player.tsx')).TrailerPlayer,
}))

const CourseOutline = lazy(async () => ({
  default: (await import('../../../features/learning/courses/components/course-outline.tsx')).CourseOutline,
}))

export function Component() {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  const code = accessCodeText.safeParse(params.get('code')).data
  const language = useLanguage()
  const product = useQuery({
    ...productQuery(api, { slug, language, code }),
    // The other language of the same product stays on screen while its words change; another product does not.
    placeholderData: (known) => (known?.slug === slug ? known : undefined),
  })
  const slow = useSlow(product.isPending)
  useProductUpdates(slug)
  useDocumentMeta({
    title: product.data?.seoTitle ?? product.data?.title ?? (product.isError ? tc('error.missing.title') : undefined),
    description: product.data?.seoDescription ?? product.data?.shortDescription,
    imageUrl: product.data?.posterUrl,
    noIndex: product.data !== undefined && product.data.status !== 'published',
  })
  const retry = () => void product.refetch()

  return (
    <>
      <Page maxWidth={1440} sx={{ pt: { xs: 2, md: 4 } }}>
        {product.isPending && (
          <>
            <Box role="status" className="visually-hidden">
              {slow ? t('slow') : tc('page.loading')}
            </Box>
            <ProductSkeleton />
          </>
        )}
        {!product.isPending && !product.data && (
          <Box sx={{ py: 8 }}>
            <ErrorNotice error={product.error} onRetry={retry} retrying={product.isFetching} title={t('error')} heading="h1" />
          </Box>
        )}
        {product.data && product.isRefetchError && (
          <Alert
            severity="warning"
            sx={{ mb: 2 }}
            action={
              <Button size="small" variant="text" onClick={retry} loading={product.isFetching}>
                {tc('action.retry')}
              </Button>
            }
          >
            {t('stale')}
          </Alert>
        )}
        {product.data && <ProductPage product={product.data} />}
      </Page>
      {product.data && product.data.bundle.length > 0 && (
        <Box sx={{ maxWidth: 1440, mx: 'auto' }}>
          <BundleContents bundle={product.data.bundle} />
        </Box>
      )}
      {product.data?.status === 'published' && <RelatedProducts key={slug} slug={slug} />}
      {/* Room for the bar at the foot of a phone, which would cover the last lines of the page. */}
      <Box sx={{ height: { xs: 24, md: 0 } }} />
    </>
  )
}

export function ProductPage({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const session = useSession()
  const { api, clock } = useServices()
  const language = useLanguage()
  const moment = momentOf(product)
  const offer = offerOf(product, moment, { isLoggedIn: session.status === 'authenticated' })
  useEntrance(product, offer, moment)
  return (
    <>
      <Breadcrumbs aria-label={t('breadcrumbs')} sx={{ mb: 2, display: { xs: 'none', md: 'block' } }}>
        <Link href={paths.home} color="inherit" sx={{ color: 'text.secondary', fontWeight: 450 }}>
          {tc('nav.home')}
        </Link>
        <Box component="span" aria-current="page" sx={{ display: 'inline-block', maxWidth: '60ch', verticalAlign: 'bottom' }}>
          <Typography variant="inherit" component="span" noWrap sx={{ display: 'block' }}>
            {product.title}
          </Typography>
        </Box>
      </Breadcrumbs>
      {product.cancelledAt !== null && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('cancelled')}
        </Alert>
      )}
      {product.saleState === 'unpublished' && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('preview')}
        </Alert>
      )}
      <Box sx={productGrid}>
        <Box sx={{ gridArea: 'head', minWidth: 0 }}>
          <Picture
            product={product}
            trailer={
              <Suspense fallback={<Box sx={{ aspectRatio: '16 / 9', bgcolor: 'onArt.ink' }} />}>
                <TrailerPlayer slug={product.slug} posterUrl={product.heroUrl ?? product.posterUrl} title={product.title} autoPlay />
              </Suspense>
            }
          />
          <Headline product={product} moment={moment} />
        </Box>
        <Box
          component="aside"
          aria-label={t('offer.label')}
          sx={{ gridArea: 'offer', alignSelf: 'start', position: { md: 'sticky' }, top: 96, mt: { xs: 4, md: 0 } }}
        >
          <OfferCard
            product={product}
            moment={moment}
            offer={offer}
            nowMs={clock.nowMs}
            waysToPay={<WaysToPay />}
            waitingList={<WaitingPanel product={product} />}
          />
          {isTaught(product.type) && product.plan === 'paid' && !product.owned && (
            <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary', textAlign: 'center' }}>
              {t('offer.refundRule', { days: limits.refundAskDays, below: limits.refundBelowPercent / 100 })}
            </Typography>
          )}
          {!product.owned && <SaveProduct slug={product.slug} />}
        </Box>
        <Box sx={{ gridArea: 'rest', minWidth: 0 }}>
          {product.allowed.goLive && (
            <Alert
              severity="info"
              sx={{ mt: 4 }}
              action={
                <Button size="small" variant="text" href={paths.studio}>
                  {t('studio.action')}
                </Button>
              }
            >
              {t('studio.text')}
            </Alert>
          )}
          {product.sessions.length + product.changedSessions.length > 0 && (
            <Sessions
              slug={product.slug}
              sessions={product.sessions}
              changed={product.changedSessions}
              calendar={
                <>
                  <RemindMe slug={product.slug} />
                  <AddToCalendar
                    size="small"
                    variant="text"
                    load={() => api.call(schedule.calendar, { params: { productSlug: product.slug }, query: { language } })}
                    eventPath={paths.product(product.slug)}
                  />
                </>
              }
            />
          )}
          {product.description && <About text={product.description} />}
          {(product.type === 'course' || product.type === 'master') && (
            <Suspense fallback={null}>
              <CourseOutline slug={product.slug} type={product.type} />
            </Suspense>
          )}
          {product.type === 'physical' && product.price !== null && <ShippingCosts slug={product.slug} currency={product.price.currency} />}
          <SecondPicture product={product} />
          {product.speakers.length > 0 && <People people={product.speakers} />}
          <ChannelInfo channel={product.channel} />
          <AdBanner product={product} />
        </Box>
      </Box>
      <StickyOffer product={product} offer={offer} />
    </>
  )
}

function About({ text }: { text: string }) {
  const { t } = useTranslation('products')
  return (
    <Box component="section" aria-labelledby="about" sx={{ mt: { xs: 5, md: 7 }, maxWidth: 720 }}>
      <Typography variant="h2" id="about">
        {t('about')}
      </Typography>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <Typography key={paragraph} sx={{ mt: 2, color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {paragraph}
        </Typography>
      ))}
    </Box>
  )
}
