import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { everyFeed } from '../../../broadcast/setup.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { useStore } from '../../lib/use-store.ts'

interface StripSettingsProps {
  studio: Studio
  stripId: string
  onClose(): void
}

/** Name of a sound and its feeds: an interpreter's microphone belongs to one feed only. */
export function StripSettings({ studio, stripId, onClose }: StripSettingsProps) {
  const { t } = useTranslation()
  const { feeds, strips } = useStore(studio.desk)
  const strip = strips.find((entry) => entry.id === stripId)
  const [label, setLabel] = useState(strip?.label ?? '')
  if (!strip) return null
  const save = () => {
    studio.desk.setStrip(stripId, { label: label.trim() })
    onClose()
  }
  const remove = () => {
    studio.desk.removeStrip(stripId)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="strip-settings">
      <DialogTitle id="strip-settings">{t('strip.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.25 }}>
        <TextField
          required
          label={t('strip.name')}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={label.trim() === ''}
          slotProps={{ htmlInput: { maxLength: limits.labelChars } }}
        />
        <TextField
          select
          label={t('strip.route')}
          value={feeds.some((feed) => feed.key === strip.route) ? strip.route : everyFeed}
          onChange={(event) => studio.desk.setStrip(stripId, { route: event.target.value })}
          helperText={t('strip.routeHelp')}
        >
          <MenuItem value={everyFeed}>{t('strip.everywhere')}</MenuItem>
          {feeds.map((feed) => (
            <MenuItem key={feed.key} value={feed.key}>
              {t('strip.only', { name: feed.label })}
            </MenuItem>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button variant="text" color="error" onClick={remove}>
          {t('feed.remove')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button variant="text" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="inherit" disabled={label.trim() === ''} onClick={save}>
          {t('shell.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
