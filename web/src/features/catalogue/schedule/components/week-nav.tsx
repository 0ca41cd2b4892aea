import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { localeTags } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { noonOf, type Week } from '../week.ts'

interface WeekNavProps {
  week: Week
  zone: string
  /** Address of another week with the same filters; without a day the running one. */
  addressOf: (day: string | undefined) => string
}

export function WeekNav({ week, zone, addressOf }: WeekNavProps) {
  const { t } = useTranslation('schedule')
  const language = useLanguage()
  const [first, last] = [noonOf(week.days[0] ?? '', zone), noonOf(week.days[6] ?? '', zone)]
  const range = new Intl.DateTimeFormat(localeTags[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  }).formatRange(first, last)
  return (
    <Box component="nav" aria-label={t('week.label')} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography
        variant="h3"
        component="h2"
        className="tabular"
        // Beside its arrows on a phone, too, on two lines where a week lies in two months.
        sx={{ mr: { sm: 1 }, flex: { xs: '1 1 200px', sm: '0 0 auto' }, fontSize: { xs: '1.0625rem', sm: '1.25rem' } }}
      >
        {range}
      </Typography>
      <Button size="small" variant="text" href={addressOf(week.previous)} startIcon={<ChevronLeftRounded />}>
        {t(week.isCurrent ? 'week.past' : 'week.previous')}
      </Button>
      <Button size="small" variant="text" href={addressOf(week.next)} endIcon={<ChevronRightRounded />}>
        {t('week.next')}
      </Button>
      {!week.isCurrent && (
        <Button size="small" variant="text" href={addressOf(undefined)}>
          {t('week.current')}
        </Button>
      )}
    </Box>
  )
}
