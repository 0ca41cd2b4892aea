import VideocamOffOutlined from '@mui/icons-material/VideocamOffOutlined'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { recordingsQuery } from '../queries.ts'
import { RecordingRow, type RecordingActions } from './recording-row.tsx'

/** Recordings of a live show: to watch, to keep and to publish on demand. */
export function RecordingList({ productSlug, hrefOf, onMade }: { productSlug: string } & RecordingActions) {
  const { t } = useTranslation('recordings')
  const { api } = useServices()
  const list = useInfiniteQuery(recordingsQuery(api, productSlug))
  if (list.isPending) return <RowsSkeleton />
  if (!list.data)
    return <ErrorNotice error={list.error} title={t('error')} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  const recordings = list.data.pages.flatMap(({ items }) => items)
  if (recordings.length === 0)
    return (
      <Notice icon={VideocamOffOutlined} title={t('empty')} heading="h3">
        {t('emptyText')}
      </Notice>
    )
  return (
    <>
      <Box component="ul" aria-label={t('list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {recordings.map((recording) => (
          <RecordingRow key={recording.id} recording={recording} hrefOf={hrefOf} onMade={onMade} />
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ p: 1.5, textAlign: 'center', borderTop: 1, borderColor: 'border.subtle' }}>
          <Button size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
    </>
  )
}

function RowsSkeleton() {
  return (
    <Box aria-hidden sx={{ p: 2, display: 'grid', gap: 2 }}>
      {[0, 1].map((row) => (
        <Box key={row} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <Box sx={{ flex: 1 }}>
            <Skeleton width="40%" />
            <Skeleton width="25%" />
          </Box>
          <Skeleton variant="rounded" width={150} height={32} />
        </Box>
      ))}
    </Box>
  )
}
