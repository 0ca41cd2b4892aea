import type { PayoutRun } from '@e-events/shared/contract/sales/money/payouts.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { runsQuery } from '../queries.ts'
import { Cell, PayoutTable } from './payout-table.tsx'

/** Approved runs, the latest first. */
export function Runs() {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const { data, error } = useQuery(runsQuery(api))
  if (data?.items.length === 0) return null
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
        {t('runs.title')}
      </Typography>
      <FailureAlert error={error} failure="fetch" />
      <PayoutTable label={t('runs.title')} heads={[t('runs.run'), t('runs.state'), t('runs.approved'), t('runs.count'), t('head.amount')]}>
        {(data?.items ?? []).map((run) => (
          <tr key={run.id}>
            <Cell isHead>
              <Link href={paths.managePayoutRun(run.id)} sx={{ fontWeight: 560 }}>
                {t('runs.name', { number: run.number, month: date(`${run.month}-15`, 'monthYear', language) })}
              </Link>
            </Cell>
            <Cell label={t('runs.state')}>
              <RunState run={run} />
            </Cell>
            <Cell label={t('runs.approved')} isNumber>
              {date(run.approvedAt, 'dayTime', language)}
            </Cell>
            <Cell label={t('runs.count')} isNumber>
              {run.totals.reduce((sum, { count }) => sum + count, 0)}
            </Cell>
            <Cell label={t('head.amount')} isNumber isStrong>
              {run.totals.map(({ amount }) => money(amount.minor, amount.currency, language)).join(' + ')}
            </Cell>
          </tr>
        ))}
      </PayoutTable>
    </Box>
  )
}

export function RunState({ run: { states } }: { run: PayoutRun }) {
  const { t } = useTranslation('payouts')
  if (states.processing > 0) return <StatusDot tone="blue">{t('runs.open', { count: states.processing })}</StatusDot>
  if (states.failed > 0) return <StatusDot tone="amber">{t('runs.failed', { count: states.failed })}</StatusDot>
  return <StatusDot tone="green">{t('runs.paid')}</StatusDot>
}
