import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { date, duration } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useServices } from '../../lib/services.ts'
import { useNow } from '../../lib/use-store.ts'

/**
 * The session that this show belongs to: how much of it has gone, how much is left, in the room above the smaller
 * monitor.
 */
export function Cue({ product }: { product: OwnProduct }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { clock } = useServices()
  const nowMs = useNow(clock.nowMs)
  const session = product.nextSession
  if (!session) return null
  const startsAtMs = Date.parse(session.startsAt)
  const endsAtMs = Date.parse(session.endsAt)
  const begun = nowMs >= startsAtMs
  const share = begun ? Math.min(100, ((nowMs - startsAtMs) / (endsAtMs - startsAtMs)) * 100) : 0
  const left = duration(Math.max(0, (begun ? endsAtMs : startsAtMs) - nowMs) / 1000)
  return (
    <Box component="section" aria-label={t('cue.title')} className="tabular" sx={{ display: { xs: 'none', lg: 'block' } }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 12.5 }}>
        <Box component="span" sx={{ fontWeight: 640 }}>
          {t(begun ? 'cue.running' : 'cue.soon')}
        </Box>
        <span>{begun ? `−${left}` : left}</span>
      </Box>
      <LinearProgress aria-label={t('cue.title')} variant="determinate" value={share} color="inherit" sx={{ my: 0.75, height: 3 }} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 12, color: 'text.secondary' }}>
        <span>{date(session.startsAt, 'dayTime', language)}</span>
        <span>{date(session.endsAt, 'time', language)}</span>
      </Box>
    </Box>
  )
}
