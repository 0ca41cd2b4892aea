import type { ShowUsage as Usage } from '@e-events/shared/contract/sales/money/usage.ts'
import { date, duration, money } from '@e-events/shared/ui/format.ts'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { showUsageQuery } from '../queries.ts'

/** Costs of the running show of a product, so far and next, else of its last one. Nothing before the first. */
export function ShowUsage({ productSlug }: { productSlug: string | null }) {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const { data } = useQuery({ ...showUsageQuery(api, productSlug ?? ''), enabled: productSlug !== null })
  if (!data?.show) return null
  const { show, includedMinutes } = data
  const euros = ({ minor, currency }: Usage['hourPrice']) => money(minor, currency, language)
  const facts = [
    t(show.endedAt === null ? 'running' : 'ended', { used: duration(show.minutes * 60), included: duration(includedMinutes * 60) }),
    ...(show.prepaidMinutes > 0
      ? [t('prepaidUsed', { used: duration(show.prepaidMinutes * 60), left: duration(data.balanceMinutes * 60) })]
      : []),
    ...(show.plan === 'free' ? [t('free')] : [t('charged', { amount: euros(show.charged) })]),
    ...(show.next ? [t('next', { time: date(show.next.at, 'time', language, zone), amount: euros(show.next.amount) })] : []),
    ...(show.recording ? [t(show.recording.minor > 0 ? 'recording' : 'recordingFree', { amount: euros(show.recording) })] : []),
  ]
  return (
    <Typography variant="body2" className="tabular" aria-label={t('label')} role="group" sx={{ m: 0, color: 'text.secondary' }}>
      {facts.join(' ')}
    </Typography>
  )
}
