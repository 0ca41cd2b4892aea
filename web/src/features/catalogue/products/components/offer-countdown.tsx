import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { invalidateProducts } from '../queries.ts'

interface OfferCountdownProps {
  endsAtMs: number
  label: string
  nowMs: () => number
}

/**
 * Time left until the show or of the offer, by the server's clock. When it is over the page asks the server what is
 * true now.
 */
export function OfferCountdown({ endsAtMs, label, nowMs }: OfferCountdownProps) {
  const { t } = useTranslation('products')
  const { queries } = useServices()
  const left = useCountdown(endsAtMs, nowMs)
  const isOver = left.totalSeconds === 0
  useEffect(() => {
    if (isOver) invalidateProducts(queries)
  }, [isOver, queries])
  const parts = [
    [left.days, t('countdown.days')],
    [left.hours, t('countdown.hours')],
    [left.minutes, t('countdown.minutes')],
    [left.seconds, t('countdown.seconds')],
  ] as const
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2.5, py: 1.5, bgcolor: 'tint.amber' }}>
      <Box sx={{ typography: 'label', color: 'warning.main', whiteSpace: 'nowrap' }}>{label}</Box>
      {/* No announcement every second: the date stands in the sessions below. */}
      <Box role="timer" aria-live="off" className="tabular" sx={{ display: 'flex', gap: { xs: 0.75, lg: 1.25 }, color: 'text.primary' }}>
        {parts.map(([value, unit]) => (
          <Box key={unit} sx={{ display: 'flex', alignItems: 'baseline', gap: '2px' }}>
            <Box component="span" sx={{ fontSize: { xs: 17, lg: 19 }, fontWeight: 680, letterSpacing: '-.02em' }}>
              {String(value).padStart(2, '0')}
            </Box>
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {unit}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
