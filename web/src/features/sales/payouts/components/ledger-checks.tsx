import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, money } from '@e-events/shared/ui/format.ts'
import type { LedgerCheck } from '@e-events/shared/contract/sales/money/payouts.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { checksQuery } from '../queries.ts'
import { Cell, PayoutTable } from './payout-table.tsx'

/** The last match of the ledger with each payment provider, and every payment on which they differ. */
export function LedgerChecks() {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const items = useQuery(checksQuery(api)).data?.items ?? []
  if (items.length === 0) return null
  const amount = (sum: LedgerCheck['booked'] | null) => (sum === null ? t('checks.unknown') : money(sum.minor, sum.currency, language))
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
        {t('checks.title')}
      </Typography>
      <PayoutTable label={t('checks.title')} heads={[t('checks.provider'), t('head.state'), t('checks.provided'), t('checks.booked')]}>
        {items.map((check) => (
          <tr key={`${check.provider}-${check.booked.currency}`}>
            <Cell isHead>
              {check.provider} · {date(check.checkedAt, 'dayTime', language)}
            </Cell>
            <Cell label={t('head.state')}>
              <StatusDot tone={check.differences.length === 0 ? 'green' : 'red'}>
                {t('checks.differences', { count: check.differences.length })}
              </StatusDot>
            </Cell>
            <Cell label={t('checks.provided')} isNumber>
              {amount(check.provided)}
            </Cell>
            <Cell label={t('checks.booked')} isNumber isStrong>
              {amount(check.booked)}
            </Cell>
          </tr>
        ))}
        {items.flatMap((check) =>
          check.differences.map((one) => (
            <tr key={`${one.kind}-${one.reference}`}>
              <Cell isHead>{one.reference}</Cell>
              <Cell label={t('head.state')}>{t(`checks.kind.${one.kind}`)}</Cell>
              <Cell label={t('checks.provided')} isNumber>
                {amount(one.provided)}
              </Cell>
              <Cell label={t('checks.booked')} isNumber isStrong>
                {amount(one.booked)}
              </Cell>
            </tr>
          )),
        )}
      </PayoutTable>
    </Box>
  )
}
