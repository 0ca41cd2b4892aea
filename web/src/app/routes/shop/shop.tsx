import { Notice } from '@e-events/shared/ui/notice.tsx'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../components/forms/remove-filters.tsx'
import { CardGrid } from '../../../components/media/card-grid.tsx'
import { MediaCard, MediaCardSkeleton } from '../../../components/media/media-card.tsx'
import { NextPage } from '../../../components/navigation/next-page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { categoriesQuery } from '../../../features/catalogue/search/queries.ts'
import { noFilters, ShopFilters } from '../../../features/storefront/shop/components/shop-filters.tsx'
import { shopQuery } from '../../../features/storefront/shop/queries.ts'
import { isNarrowed, readShop, toOfferQuery, writeShop, type ShopState } from '../../../features/storefront/shop/shop-state.ts'
import { ChannelOffers } from '../../../features/sales/subscriptions/components/channel-offers.tsx'
import { PlatformOffer } from '../../../features/sales/subscriptions/components/platform-offer.tsx'
import { channelOffersQuery, offersAlone, offersBeside, subscriptionOfferQuery } from '../../../features/sales/subscriptions/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { useOnceAnswered } from '../../../lib/use-once-answered.ts'

const spacing = { pt: { xs: 3, md: 5 }, pb: 6 }
const skeletons = Array.from({ length: 12 }, (_, index) => (
  <li key={index}>
    <MediaCardSkeleton />
  </li>
))

export function Component() {
  const { t } = useTranslation('shop')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const state = readShop(params)
  const categories = useQuery(categoriesQuery(api, language))
  const onlyOffers = state.type === 'subscription'
  const offerFilter = toOfferQuery(state)
  const list = useInfiniteQuery({ ...shopQuery(api, state, language), placeholderData: keepPreviousData, enabled: !onlyOffers })
  const products = list.data?.pages.flatMap((page) => page.items) ?? []
  useDocumentMeta({ title: t('title'), noIndex: true })
  const change = (wanted: Partial<ShopState>) => setParams(writeShop({ ...state, ...wanted }), { preventScrollReset: true })
  const narrowed = isNarrowed(state)
  const isPlaced = useOnceAnswered([
    useQuery(subscriptionOfferQuery(api, { channel: null, language })),
    useInfiniteQuery({
      ...channelOffersQuery(api, offerFilter ?? {}, onlyOffers ? offersAlone : offersBeside, language),
      enabled: offerFilter !== undefined,
    }),
  ])
  const head = (
    <>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>{t('lead')}</Typography>
    </>
  )
  if (!isPlaced)
    return (
      <Page maxWidth={1600} sx={spacing}>
        {head}
        {/* Filters and a row or two of offers are about as high. */}
        {onlyOffers ? (
          <Skeleton variant="rounded" sx={{ height: { xs: 520, sm: 400, md: 380, lg: 277 } }} />
        ) : (
          <CardGrid>{skeletons}</CardGrid>
        )}
      </Page>
    )
  return (
    <Page maxWidth={1600} sx={spacing}>
      {head}
      <PlatformOffer />
      <ShopFilters state={state} categories={categories.data?.items ?? []} onChange={change} />
      {offerFilter && <ChannelOffers filter={offerFilter} isAlone={onlyOffers} onAll={() => change({ type: 'subscription' })} />}
      {!onlyOffers && (
        <>
          <Box role="status" className="visually-hidden">
            {list.isPending ? tc('page.loading') : t('shown', { count: products.length })}
          </Box>
          {list.isError && !list.data && (
            <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
          )}
          {list.data && products.length === 0 && (
            <Notice
              icon={StorefrontOutlined}
              title={t(narrowed ? 'empty.filtered' : 'empty.title')}
              actions={
                narrowed ? (
                  <RemoveFilters variant="contained" color="inherit" onRemove={() => change(noFilters)}>
                    {t('filter.clear')}
                  </RemoveFilters>
                ) : (
                  <Button variant="contained" color="inherit" href={paths.schedule}>
                    {t('empty.action')}
                  </Button>
                )
              }
            >
              {t('empty.text')}
            </Notice>
          )}
          {(list.isPending || products.length > 0) && (
            <CardGrid isStale={list.isPlaceholderData}>
              {list.isPending
                ? skeletons
                : products.map((product, index) => (
                    <li key={product.id}>
                      <MediaCard product={product} eager={index < 4} heading="h2" />
                    </li>
                  ))}
            </CardGrid>
          )}
          <NextPage list={list} label={t('more')} errorText={t('moreError')} />
        </>
      )}
    </Page>
  )
}
