import HistoryRounded from '@mui/icons-material/HistoryRounded'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { useServices } from '../../../../lib/services.ts'
import { auditQuery, type AuditFilters } from '../queries.ts'
import { AuditItem } from './audit-item.tsx'

interface AuditListProps {
  filters: AuditFilters
  onClear?: () => void
}

export function AuditList({ filters, onClear }: AuditListProps) {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const log = useInfiniteQuery(auditQuery(api, filters))
  const entries = log.data?.pages.flatMap((page) => page.items) ?? []
  if (log.isPending)
    return (
      <Box role="status">
        <span className="visually-hidden">{tc('page.loading')}</span>
        {[0, 1, 2, 3, 4].map((i) => (
          <Box key={i} aria-hidden sx={{ py: 1.5 }}>
            <Skeleton sx={{ width: '60%', height: 14 }} />
            <Skeleton sx={{ mt: 1, width: '40%', height: 12 }} />
          </Box>
        ))}
      </Box>
    )
  if (log.isError && !log.data)
    return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} retrying={log.isFetching} title={t('log.error')} />
  if (entries.length === 0)
    return (
      <Notice
        icon={HistoryRounded}
        title={t('log.empty.title')}
        actions={onClear && <RemoveFilters onRemove={onClear}>{t('filter.clear')}</RemoveFilters>}
      >
        {t('log.empty.text')}
      </Notice>
    )
  return (
    <>
      <Box component="ul" aria-label={t('tab.log')} sx={{ listStyle: 'none', m: 0, p: 0, opacity: log.isPlaceholderData ? 0.6 : 1 }}>
        {entries.map((entry) => (
          <AuditItem key={entry.id} entry={entry} />
        ))}
      </Box>
      {log.hasNextPage && (
        <Box sx={{ pt: 1.5, display: 'grid', justifyItems: 'center' }}>
          <Button size="small" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
    </>
  )
}
