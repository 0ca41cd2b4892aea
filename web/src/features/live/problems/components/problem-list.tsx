import type { ProblemReport } from '@e-events/shared/contract/live/problem-reports.ts'
import { clock, date, duration } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import OutlinedFlagRounded from '@mui/icons-material/OutlinedFlagRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { problemsQuery } from '../queries.ts'

/** Problems that viewers reported, the latest first, with the facts of that moment. */
export function ProblemList() {
  const { t } = useTranslation('problems')
  const { api } = useServices()
  const list = useInfiniteQuery(problemsQuery(api))
  const rows = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 200, borderRadius: '16px' }} />}
      {list.isError && !list.data && (
        <Card sx={{ borderRadius: '16px' }}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('list.error')} />
        </Card>
      )}
      {list.data && rows.length === 0 && (
        <Card sx={{ borderRadius: '16px' }}>
          <Notice icon={OutlinedFlagRounded} title={t('list.empty')}>
            {t('list.emptyText')}
          </Notice>
        </Card>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {rows.map((report) => (
          <ProblemCard key={report.id} report={report} />
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ mt: 2, display: 'grid', justifyItems: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </Box>
      )}
    </>
  )
}

function ProblemCard({ report: { product, viewer, category, text, reportedAt, picture, evidence } }: { report: ProblemReport }) {
  const { t } = useTranslation('problems')
  const language = useLanguage()
  const zone = useViewerZone()
  const { show } = evidence
  const shown =
    show === null
      ? t('list.noDate')
      : show.airedFrom === null
        ? t('list.neverAired')
        : t('list.aired', { from: date(show.airedFrom, 'dayTime', language, zone), count: show.interruptions })
  const player =
    picture &&
    [
      t(`phase.${picture.phase}`),
      clock(picture.positionSec),
      picture.heightPx === null ? null : `${picture.heightPx}p`,
      t('list.ahead', { seconds: Math.round(picture.bufferedSec) }),
      picture.isOnline ? null : t('list.offline'),
    ]
      .filter((part) => part !== null)
      .join(' · ')
  return (
    <Card component="li" sx={{ borderRadius: '16px', p: 2 }}>
      <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t(`category.${category}`)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <Link href={paths.product(product.slug)}>{product.title}</Link> · {viewer} · {date(reportedAt, 'dayTime', language, zone)}
      </Typography>
      {text !== '' && <Typography sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>}
      <FactList
        facts={[
          [t('list.show'), shown],
          [t('list.watched'), t('list.watchedFor', { length: duration(evidence.watchedMs / 1000), count: evidence.visits })],
          ...(player ? [[t('list.player'), player] as const] : []),
        ]}
      />
    </Card>
  )
}
