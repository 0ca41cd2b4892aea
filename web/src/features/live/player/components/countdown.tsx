import type { Remaining } from '@e-events/shared/ui/use-countdown.ts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

/** The time that is left in figures that are read across a room, or, `isSmall`, beside other things. */
export function Countdown({ left, isSmall = false }: { left: Omit<Remaining, 'totalSeconds'>; isSmall?: boolean }) {
  const { t } = useTranslation('player')
  // Three figures are enough to read at a glance: days push the seconds out.
  const parts =
    left.days > 0
      ? [
          [left.days, t('waiting.days', { n: left.days })] as const,
          [left.hours, t('waiting.hours', { n: left.hours })] as const,
          [left.minutes, t('waiting.minutes', { n: left.minutes })] as const,
        ]
      : [
          [left.hours, t('waiting.hours', { n: left.hours })] as const,
          [left.minutes, t('waiting.minutes', { n: left.minutes })] as const,
          [left.seconds, t('waiting.seconds', { n: left.seconds })] as const,
        ]
  return (
    <Box
      role="timer"
      aria-label={t('waiting.label')}
      className="tabular"
      sx={{ mt: isSmall ? 1 : { xs: 4, md: 6 }, display: 'flex', alignItems: 'flex-start', gap: { xs: 1.5, md: 3 } }}
    >
      {parts.map(([value, unit], index) => (
        <Box key={unit} sx={{ display: 'flex', alignItems: 'flex-start', gap: { xs: 1.5, md: 3 } }}>
          {index > 0 && (
            <Box
              aria-hidden
              sx={{
                fontSize: isSmall ? { xs: 40, sm: 56 } : { xs: 54, sm: 84, md: 108 },
                lineHeight: 0.92,
                fontWeight: 250,
                color: 'text.tertiary',
              }}
            >
              :
            </Box>
          )}
          <Box>
            <Box
              sx={{
                fontSize: isSmall ? { xs: 48, sm: 68 } : { xs: 64, sm: 100, md: 132 },
                lineHeight: 0.9,
                fontWeight: 640,
                letterSpacing: '-.055em',
              }}
            >
              {String(value).padStart(2, '0')}
            </Box>
            <Box sx={{ mt: 1.5, fontSize: { xs: 13, md: 15 }, color: 'text.secondary' }}>{unit}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
