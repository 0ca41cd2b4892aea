import { viewerZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'
import { ZoneField } from '../../components/forms/zone-field.tsx'
import { useViewerZone } from '../../lib/services.ts'
import { usePreferenceChoice } from './use-preference-choice.ts'

interface ZonePanelProps {
  anchor: HTMLElement | null
  onClose: () => void
}

export function ZonePanel({ anchor, onClose }: ZonePanelProps) {
  const { t } = useTranslation()
  const zone = useViewerZone()
  const { chooseTimeZone } = usePreferenceChoice()
  const choose = (wanted: string) => {
    chooseTimeZone(wanted)
    onClose()
  }
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('zone.label'), sx: { width: 'min(340px, calc(100vw - 32px))', p: 2 } } }}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <ZoneField key={zone} label={t('zone.label')} value={zone} helperText={t('zone.help')} onChange={choose} />
        <Button size="small" variant="text" onClick={() => choose(viewerZone())}>
          {t('zone.mine')}
        </Button>
      </Box>
    </Popover>
  )
}
