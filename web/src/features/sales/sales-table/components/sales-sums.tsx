import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { sales } from '@e-events/shared/contract/sales/sales.ts'
import { count, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { SalesScope } from '../queries.ts'

interface SalesSumsProps {
  sums: CallOutput<typeof sales.list>['sums'] | undefined
  scope: SalesScope
  isFiltered: boolean
}

/** Four figures of what the filter leaves; one line of amounts per currency. */
export function SalesSums({ sums, scope, isFiltered }: SalesSumsProps) {
  const { t } = useTranslation('sales-table')
  const language = useLanguage()
  const amounts = (of: 'amount' | 'support' | 'refunded' | 'mine') =>
    sums === undefined || sums.length === 0
      ? [money(0, 'EUR', language)]
      : sums.map((sum) => money(of === 'amount' ? sum.amount.minor + sum.support.minor : sum[of].minor, sum[of].currency, language))
  const sold = sums?.reduce((all, sum) => all + sum.count, 0) ?? 0
  const figures = [
    { id: 'count', values: [count(sold, language)] },
    { id: 'amount', values: amounts('amount') },
    { id: 'refunded', values: amounts('refunded') },
    { id: scope === 'own' ? 'mine' : 'organizers', values: amounts('mine') },
  ] as const
  return (
    <Box
      component="dl"
      aria-label={t(isFiltered ? 'sums.filtered' : 'sums.all')}
      sx={{
        m: 0,
        mb: 2,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
        gap: '1px',
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: '12px',
        overflow: 'hidden',
        bgcolor: 'border.subtle',
        flexShrink: 0,
      }}
    >
      {figures.map(({ id, values }) => (
        <Box key={id} sx={{ bgcolor: 'background.paper', px: 2, py: 1.5, display: 'flex', flexDirection: 'column' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`sums.${id}`)}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            {values.map((value) => (
              <Typography key={value} variant="numeric" component="p" sx={{ m: 0, fontSize: 20 }}>
                {sums === undefined ? <Skeleton sx={{ width: 88 }} /> : value}
              </Typography>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
