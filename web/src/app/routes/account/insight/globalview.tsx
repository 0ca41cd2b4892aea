import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { date } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { ProductStatus } from '../../../../components/media/product-status.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { ChannelStatus } from '../../../../features/catalogue/channels/components/channel-status.tsx'
import { ownListQuery as channelsQuery } from '../../../../features/catalogue/channels/queries.ts'
import { FirstStepsCard } from '../../../../features/catalogue/first-steps/components/first-steps-card.tsx'
import { firstStepsQuery } from '../../../../features/catalogue/first-steps/queries.ts'
import { CreateButtons } from '../../../../features/insight/overview/components/create-buttons.tsx'
import { NextShow } from '../../../../features/insight/overview/components/next-show.tsx'
import { RecentList } from '../../../../features/insight/overview/components/recent-list.tsx'
import { SalesFigures } from '../../../../features/insight/overview/components/sales-figures.tsx'
import { nextShowOf, nextShowQuery } from '../../../../features/insight/overview/next-show.ts'
import { ownHref } from '../../../../features/catalogue/product-list/components/own-products.tsx'
import { ownListQuery as productsQuery } from '../../../../features/catalogue/product-list/queries.ts'
import { PrepaidCard } from '../../../../features/sales/usage/components/prepaid-card.tsx'
import { ShowUsage } from '../../../../features/sales/usage/components/show-usage.tsx'
import { prepaidQuery, showUsageQuery } from '../../../../features/sales/usage/queries.ts'
import { TutorialShelf } from '../../../../features/guidance/tutorials/components/tutorial-shelf.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { useOnceAnswered } from '../../../../lib/use-once-answered.ts'

const newest = { sort: 'createdAt', order: 'desc', limit: 5 } as const

/**
 * Where an organizer's area begins: the show that runs or comes next, what was made last, what can be made, and how.
 */
export function Component() {
  const { t } = useTranslation('overview')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  useDocumentMeta({ title: t('title'), noIndex: true })
  const channels = useQuery(channelsQuery(api, newest))
  const products = useQuery(productsQuery(api, newest))
  const shows = useQuery(nextShowQuery(api))
  const show = nextShowOf(shows.data?.items ?? [])
  const usage = useQuery({ ...showUsageQuery(api, show?.slug ?? ''), enabled: (show?.broadcast ?? null) !== null })
  const isPlaced = useOnceAnswered([shows, usage, useQuery(prepaidQuery(api)), useQuery(firstStepsQuery(api))])
  const made = (at: string) => t('made', { day: date(at, 'day', language, zone) })
  const none = (text: string) => (
    <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
      {text}
    </Typography>
  )
  if (!isPlaced)
    return (
      <Box sx={{ maxWidth: 1080 }} aria-busy>
        <PageHeader title={t('title')} lead={t('lead')} />
        {[144, 112, 320].map((height) => (
          <Skeleton key={height} variant="rounded" height={height} sx={{ mb: 3 }} />
        ))}
      </Box>
    )
  return (
    <Box sx={{ maxWidth: 1080 }}>
      <PageHeader title={t('title')} lead={t('lead')} />
      {show && (
        <NextShow product={show} href={ownHref(show)}>
          {show.broadcast !== null && <ShowUsage productSlug={show.slug} />}
        </NextShow>
      )}
      <SalesFigures />
      <CreateButtons />
      <PrepaidCard />
      <FirstStepsCard />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 4,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(0,1fr)' },
          alignItems: 'start',
        }}
      >
        <RecentList
          title={t('channels.title')}
          query={channels}
          errorTitle={t('channels.error')}
          empty={none(t('channels.empty'))}
          hrefOf={({ slug }) => paths.ownChannel(slug)}
          nameOf={({ title }) => title}
          note={({ createdAt }) => made(createdAt)}
          renderState={({ status }) => <ChannelStatus status={status} />}
          all={{ href: paths.ownChannels, label: t('channels.all') }}
        />
        <RecentList
          title={t('products.title')}
          query={products}
          errorTitle={t('products.error')}
          empty={none(t('products.empty'))}
          hrefOf={ownHref}
          nameOf={({ title }) => title}
          note={({ channel, createdAt }) => `${channel.title} · ${made(createdAt)}`}
          renderState={({ status, event }) => <ProductStatus status={status} event={event} />}
          all={{ href: paths.ownProducts, label: t('products.all') }}
        />
      </Box>
      <TutorialShelf ids={['channel', 'video', 'live']} />
    </Box>
  )
}
