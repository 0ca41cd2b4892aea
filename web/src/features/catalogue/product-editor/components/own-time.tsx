import { date, duration, platformZone, zoneCity } from '@e-events/shared/ui/format.ts'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import type { SessionFields } from '../fields.ts'

/** The same moment where the organizer is, and how long it lasts. */
export function OwnTime({ session }: { session: Pick<SessionFields, 'startsAt' | 'endsAt'> }) {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const zone = useViewerZone()
  const { startsAt, endsAt } = session
  if (startsAt === null) return null
  const lengthMs = endsAt === null ? 0 : Date.parse(endsAt) - Date.parse(startsAt)
  return (
    <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
      {zone !== platformZone && `${t('dates.yours', { time: date(startsAt, 'full', language, zone), city: zoneCity(zone, language) })} · `}
      {lengthMs > 0 ? t('dates.length', { length: duration(lengthMs / 1000) }) : t('dates.noLength')}
    </Typography>
  )
}
