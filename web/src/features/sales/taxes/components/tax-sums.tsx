import { taxSchemes, type TaxReport } from '@e-events/shared/contract/sales/money/taxes.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'

/** VAT of each scheme, and what it falls on; one line per currency. */
export function TaxSums({ sums }: { sums: TaxReport['sums'] }) {
  const { t } = useTranslation('taxes')
  const language = useLanguage()
  return (
    <Box
      component="dl"
      aria-label={t('sums')}
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
      }}
    >
      {taxSchemes.map((scheme) => {
        const own = sums.filter((sum) => sum.scheme === scheme)
        const amounts = own.length > 0 ? own : [{ net: { minor: 0, currency: 'EUR' }, tax: { minor: 0, currency: 'EUR' } }]
        return (
          <Box key={scheme} sx={{ bgcolor: 'background.paper', px: 2, py: 1.5 }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`scheme.${scheme}`)}
            </Typography>
            {amounts.map(({ net, tax }) => (
              <Box component="dd" key={net.currency} sx={{ m: 0 }}>
                <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 20 }}>
                  {money(tax.minor, tax.currency, language)}
                </Typography>
                <Typography variant="caption" component="p" className="tabular" sx={{ color: 'text.secondary' }}>
                  {t('ofNet', { net: money(net.minor, net.currency, language) })}
                </Typography>
              </Box>
            ))}
          </Box>
        )
      })}
    </Box>
  )
}
