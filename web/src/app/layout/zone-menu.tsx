import { zoneCity } from '@e-events/shared/ui/format.ts'
import ScheduleRounded from '@mui/icons-material/ScheduleRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/language.ts'
import { useViewerZone } from '../../lib/services.ts'
import { useLazyMenu } from './use-lazy-menu.ts'

const loadPanel = () => import('./zone-panel.tsx')
const ZonePanel = lazy(async () => ({ default: (await loadPanel()).ZonePanel }))

/** In whose time the dates of this page are shown. */
export function ZoneMenu() {
  const { t } = useTranslation()
  const language = useLanguage()
  const zone = useViewerZone()
  const { anchor, wasOpened, open, close } = useLazyMenu()
  const city = zoneCity(zone, language)
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<ScheduleRounded />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadPanel()}
        onClick={open}
        sx={{ minWidth: 0, px: 1.25, color: 'text.secondary', whiteSpace: 'nowrap' }}
      >
        <Box component="span" aria-hidden sx={{ maxWidth: 132, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {city}
        </Box>
        <span className="visually-hidden">{t('zone.choose', { name: city })}</span>
      </Button>
      <Suspense>{wasOpened && <ZonePanel anchor={anchor} onClose={close} />}</Suspense>
    </>
  )
}
