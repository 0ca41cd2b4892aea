import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined'
import type { RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import { count, date, money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { runsQuery, type RefundScope } from '../queries.ts'

/** Refunds of cancelled events, as far as they have come. */
export function RefundRuns({ scope }: { scope: RefundScope }) {
  const { t } = useTranslation('refunds')
  const { api } = useServices()
  const list = useQuery(runsQuery(api, scope))
  return (
    <>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 120, borderRadius: '16px' }} />}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
      )}
      {list.data?.items.length === 0 && (
        <Card sx={{ borderRadius: '16px' }}>
          <Notice icon={EventBusyOutlined} title={t('runs.empty')}>
            {t('runs.emptyText')}
          </Notice>
        </Card>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {list.data?.items.map((run) => (
          <Run key={`${run.product.slug} ${run.startedAt}`} run={run} />
        ))}
      </Box>
    </>
  )
}

function Run({ run }: { run: RefundRun }) {
  const { t } = useTranslation('refunds')
  const language = useLanguage()
  const id = useId()
  const isDone = run.done === run.total
  const progress = t('runs.progress', { done: count(run.done, language), total: count(run.total, language) })
  const due = date(run.dueAt, 'day', language)
  return (
    <Card component="li" sx={{ p: { xs: 2, sm: 2.5 }, borderRadius: '16px' }}>
      <Typography variant="h5" component="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
        <Link href={paths.product(run.product.slug)} color="inherit" sx={{ color: 'text.primary' }}>
          {run.product.title}
        </Link>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[
          run.channel.title,
          t(`fault.${run.reason}`),
          run.amounts.map(({ minor, currency }) => money(minor, currency, language)).join(' + '),
        ].join(' · ')}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={run.total === 0 ? 0 : (100 * run.done) / run.total}
        aria-labelledby={id}
        aria-valuetext={progress}
        color={run.isOverdue ? 'error' : 'primary'}
        sx={{ mt: 1.5, height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" component="p" className="tabular" sx={{ m: 0, mt: 1, fontWeight: 560 }}>
        {isDone ? progress : t('runs.dueBy', { progress, due })}
      </Typography>
      {run.isOverdue && (
        <Typography variant="body2" component="p" sx={{ m: 0, mt: 0.5, color: 'error.main' }}>
          {t('runs.overdue')}
        </Typography>
      )}
      {run.failing > 0 && (
        <Typography variant="body2" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary' }}>
          {t('runs.failing', { count: run.failing })}
        </Typography>
      )}
    </Card>
  )
}
