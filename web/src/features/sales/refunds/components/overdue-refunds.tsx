import AlarmOnOutlined from '@mui/icons-material/AlarmOnOutlined'
import type { OverdueRefund } from '@e-events/shared/contract/sales/money/refunds.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { overdueQuery } from '../queries.ts'

/** Refunds whose 20 business days are over. */
export function OverdueRefunds() {
  const { t } = useTranslation('refunds')
  const { api } = useServices()
  const list = useQuery(overdueQuery(api))
  return (
    <Card sx={{ borderRadius: '16px' }}>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 120 }} />}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
      )}
      {list.data?.items.length === 0 && (
        <Notice icon={AlarmOnOutlined} title={t('overdue.empty')}>
          {t('overdue.emptyText')}
        </Notice>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
        {list.data?.items.map((refund) => (
          <OverdueRow key={refund.id} refund={refund} />
        ))}
      </Box>
    </Card>
  )
}

function OverdueRow({ refund }: { refund: OverdueRefund }) {
  const { t } = useTranslation('refunds')
  const language = useLanguage()
  return (
    <Box component="li" sx={{ p: 2, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, alignItems: 'baseline' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {refund.product}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('overdue.lead', { number: refund.number, email: refund.email, channel: refund.channel })}
        </Typography>
      </Box>
      <Typography variant="body2" component="p" className="tabular" sx={{ m: 0, color: 'error.main' }}>
        {t('overdue.days', { count: refund.daysOver, due: date(refund.dueAt, 'day', language) })}
      </Typography>
      <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 18 }}>
        {money(refund.amount.minor, refund.amount.currency, language)}
      </Typography>
    </Box>
  )
}
