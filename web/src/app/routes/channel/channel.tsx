import { ApiError } from '@e-events/shared/contract/client.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { ChannelHead } from '../../../features/catalogue/channels/components/channel-head.tsx'
import { ChannelProducts } from '../../../features/catalogue/channels/components/channel-products.tsx'
import { channelPageQuery } from '../../../features/catalogue/channels/queries.ts'
import { ChannelFeeds } from '../../../features/catalogue/podcasts/components/channel-feeds.tsx'
import { SubscribeButton } from '../../../features/sales/subscriptions/components/subscribe-button.tsx'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'

export function Component() {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { slug = '' } = useParams()
  const { data: channel, error, isPending, isFetching, refetch } = useQuery(channelPageQuery(api, { slug, language: useLanguage() }))
  useDocumentMeta({
    title: channel?.title,
    description: channel?.shortDescription,
    noIndex: channel !== undefined && channel.status !== 'published',
  })
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) return <NotFoundPage />
  if (isPending) return <PageSkeleton label={tc('page.loading')} />
  if (!channel)
    return <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} title={t('page.error')} heading="h1" />
  return (
    <Box sx={{ maxWidth: 1680, mx: 'auto' }}>
      <ChannelHead channel={channel} action={channel.status === 'published' && <SubscribeButton channel={channel.slug} />} />
      <Box sx={{ px: 'var(--ee-gutter)', mt: { xs: 5, md: 7 } }}>
        <ChannelProducts slug={channel.slug} />
        {channel.status === 'published' && <ChannelFeeds channel={channel} />}
      </Box>
    </Box>
  )
}

function PageSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" aria-label={label} sx={{ maxWidth: 1680, mx: 'auto' }}>
      <Skeleton variant="rectangular" sx={{ height: { xs: 150, sm: 220, md: 300 } }} />
      <Box sx={{ px: 'var(--ee-gutter)', display: 'flex', gap: 4 }}>
        <Skeleton
          variant="circular"
          sx={{ width: { xs: 104, md: 168 }, height: { xs: 104, md: 168 }, mt: { xs: '-52px', md: '-84px' }, flexShrink: 0 }}
        />
        <Box sx={{ flex: 1, pt: 3 }}>
          <Skeleton sx={{ width: '50%', height: 40 }} />
          <Skeleton sx={{ mt: 1.5, width: '80%' }} />
        </Box>
      </Box>
    </Box>
  )
}
