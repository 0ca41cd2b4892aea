import { problemReports, problemStates, type ProblemReport, type ProblemState } from '@e-events/shared/contract/live/problem-reports.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { clock, date, duration } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import OutlinedFlagRounded from '@mui/icons-material/OutlinedFlagRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { problemsQuery } from '../queries.ts'

/** Problems that viewers reported, open or handled ones, the latest first, with the facts of that moment. */
export function ProblemList() {
  const { t } = useTranslation('problems')
  const { api } = useServices()
  const [state, setState] = useState<ProblemState>('open')
  const list = useInfiniteQuery(problemsQuery(api, state))
  const rows = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={state}
        aria-label={t('list.filter')}
        onChange={(_, next: ProblemState | null) => next !== null && setState(next)}
        sx={{ mb: 2, flexShrink: 0 }}
      >
        {problemStates.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`list.state.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 200, borderRadius: '16px' }} />}
      {list.isError && !list.data && (
        <Card sx={{ borderRadius: '16px' }}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('list.error')} />
        </Card>
      )}
      {list.data && rows.length === 0 && (
        <Card sx={{ borderRadius: '16px' }}>
          <Notice icon={OutlinedFlagRounded} title={t(`list.none.${state}`)}>
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

function ProblemCard({
  report: { id, product, viewer, category, text, reportedAt, picture, evidence, handled },
}: {
  report: ProblemReport
}) {
  const { t } = useTranslation('problems')
  const language = useLanguage()
  const zone = useViewerZone()
  const { api } = useServices()
  const client = useQueryClient()
  const explain = useErrorSnack()
  const handle = useMutation({
    mutationFn: (isHandled: boolean) => api.call(problemReports.handle, { params: { id }, body: { isHandled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointKey(problemReports.list) }),
    onError: (error) => explain(error, { key: 'problems' }),
  })
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
        <Button size="small" variant="soft" loading={handle.isPending} onClick={() => handle.mutate(handled === null)}>
          {t(handled === null ? 'list.handle' : 'list.reopen')}
        </Button>
        {handled && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {handled.by === ''
              ? t('list.handledOn', { at: date(handled.at, 'dayTime', language, zone) })
              : t('list.handledBy', { name: handled.by, at: date(handled.at, 'dayTime', language, zone) })}
          </Typography>
        )}
      </Box>
    </Card>
  )
}
