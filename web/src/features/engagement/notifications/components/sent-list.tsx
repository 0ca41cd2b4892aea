import OutboxOutlined from '@mui/icons-material/OutboxOutlined'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { count, date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import type { Sent } from '../audience.ts'
import { sentQuery } from '../queries.ts'

/** Sent messages, and how many have read them. */
export function SentList() {
  const { t } = useTranslation('notifications')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useInfiniteQuery(sentQuery(api))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <FormSection title={t('sent.title')}>
      {list.isPending && (
        <Box role="status" sx={{ px: 2 }}>
          <span className="visually-hidden">{tc('page.loading')}</span>
          {[0, 1, 2].map((i) => (
            <Box key={i} aria-hidden sx={{ py: 1.75 }}>
              <Skeleton sx={{ width: '46%', height: 14 }} />
              <Skeleton sx={{ mt: 1, width: '82%', height: 12 }} />
            </Box>
          ))}
        </Box>
      )}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('sent.error')} />
      )}
      {list.data && items.length === 0 && (
        <Notice icon={OutboxOutlined} title={t('sent.empty.title')} heading="h3">
          {t('sent.empty.text')}
        </Notice>
      )}
      <Box component="ul" aria-label={t('sent.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <SentItem key={item.id} item={item} />
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center', borderTop: 1, borderColor: 'border.subtle' }}>
          <Button size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('sent.more')}
          </Button>
        </Box>
      )}
    </FormSection>
  )
}

function SentItem({ item }: { item: Sent }) {
  const { t } = useTranslation('notifications')
  const language = useLanguage()
  const when = date(item.sentAt, 'dayTime', language, useViewerZone())
  const words = t('sent.read', { read: count(item.read, language), total: count(item.recipients, language) })
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {item.subject}
      </Typography>
      <Box
        sx={{
          typography: 'body2',
          color: 'text.secondary',
          overflowWrap: 'anywhere',
          display: '-webkit-box',
          WebkitLineClamp: 3,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {item.content}
      </Box>
      <Box
        className="tabular"
        sx={{
          mt: 0.75,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          rowGap: 0.5,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span>{item.sender === null ? when : t('sent.by', { name: item.sender, date: when })}</span>
        <Box sx={{ ml: { sm: 'auto' }, display: 'flex', alignItems: 'center', gap: 1 }}>
          <LinearProgress
            variant="determinate"
            color="secondary"
            aria-label={words}
            value={item.recipients === 0 ? 0 : (100 * item.read) / item.recipients}
            sx={{ width: 72 }}
          />
          {words}
        </Box>
      </Box>
    </Box>
  )
}
