import type { ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { date, duration, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { line } from '../../components/panel.tsx'
import { useLanguage } from '../../lib/i18n.ts'

/** Costs of the running show in one line: time used, what it costs so far, and what comes next. */
export function UsageBar({ usage }: { usage: ShowUsage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { show, includedMinutes } = usage
  if (!show || show.endedAt !== null) return null
  const euros = ({ minor, currency }: ShowUsage['hourPrice']) => money(minor, currency, language)
  const time = { used: duration(show.minutes * 60), included: duration(includedMinutes * 60) }
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const facts = [
    ...(show.plan === 'prepaid' || show.prepaidMinutes > 0
      ? [t('usage.prepaid', { used: duration(show.prepaidMinutes * 60), left: duration(usage.balanceMinutes * 60) })]
      : []),
    ...(show.plan === 'usage' ? [t('usage.time', time)] : []),
    ...(show.plan === 'free' ? [t('usage.free')] : [t('usage.charged', { amount: euros(show.charged) })]),
    ...(show.next ? [t('usage.next', { time: date(show.next.at, 'time', language, zone), amount: euros(show.next.amount) })] : []),
    ...(show.recording ? [t('usage.recording', { amount: euros(show.recording) })] : []),
  ]
  return (
    <Box
      component="section"
      aria-label={t('usage.title')}
      className="tabular"
      sx={{
        flexShrink: 0,
        px: 2,
        py: 0.75,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.25,
        borderBottom: 1,
        borderColor: line,
        bgcolor: 'surface.sunken',
        fontSize: 12.5,
        color: 'text.secondary',
      }}
    >
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </Box>
  )
}
