import type { Checkout } from '@e-events/shared/contract/sales/orders.ts'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

export type Way = Checkout['ways'][number]

/** How the order is paid, where there is more than one way. */
export function WayChoice({ ways, way, onWay }: { ways: readonly Way[]; way: Way | undefined; onWay: (way: Way) => void }) {
  const { t } = useTranslation('checkout')
  if (ways.length < 2) return null
  return (
    <>
      <Typography variant="h4" component="h2" id="payment-way" sx={{ mt: 4.5, mb: 1.75 }}>
        {t('way.title')}
      </Typography>
      <RadioGroup aria-labelledby="payment-way" value={way ?? ways[0]} onChange={(_, value) => onWay(value as Way)} sx={{ gap: 1 }}>
        {ways.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio />}
            label={t(`way.${one}`)}
            sx={{ mx: 0, px: 1, py: 0.75, border: 1, borderColor: 'border.default', borderRadius: '12px' }}
          />
        ))}
      </RadioGroup>
    </>
  )
}
