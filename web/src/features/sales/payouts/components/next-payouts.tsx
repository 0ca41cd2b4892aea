import type { PayoutAccount, Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'

/** Three figures: payable in this month, coming later, and paid so far; one amount per currency. */
export function NextPayouts({ items, accounts }: { items: readonly Statement[]; accounts: readonly PayoutAccount[] }) {
  const { t } = useTranslation('payouts')
  const language = useLanguage()
  const amounts = (wanted: (state: Statement['state']) => boolean) => {
    const sums = new Map<string, number>()
    for (const { state, amount } of items) if (wanted(state)) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
    if (sums.size === 0) sums.set(items[0]?.amount.currency ?? 'EUR', 0)
    return [...sums].map(([currency, minor]) => money(minor, currency, language))
  }
  const figures = [
    { id: 'now', values: amounts((state) => state === 'due' || state === 'held' || state === 'processing') },
    { id: 'coming', values: amounts((state) => state === 'coming') },
    { id: 'paid', values: amounts((state) => state === 'paid') },
  ] as const
  const endings = accounts.flatMap(({ ibanEnding }) => (ibanEnding === null ? [] : [ibanEnding]))
  return (
    <>
      <Box
        component="dl"
        aria-label={t('figures')}
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
          gap: '1px',
          border: 1,
          borderColor: 'border.subtle',
          borderRadius: '12px',
          overflow: 'hidden',
          bgcolor: 'border.subtle',
        }}
      >
        {figures.map(({ id, values }) => (
          <Box key={id} sx={{ bgcolor: 'background.paper', px: 2, py: 1.5 }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`figure.${id}`)}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              {values.map((value) => (
                <Typography key={value} variant="numeric" component="p" sx={{ m: 0, fontSize: 20 }}>
                  {value}
                </Typography>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      {accounts.length === 1 && endings[0] !== undefined && (
        <Typography variant="body2" className="tabular" sx={{ mt: 1, color: 'text.secondary' }}>
          {t('paidTo', { ending: endings[0] })}
        </Typography>
      )}
    </>
  )
}
