import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { everyFeed } from '../../../broadcast/setup.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { useStore } from '../../lib/use-store.ts'
import { SettingsDialog } from './settings-dialog.tsx'

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
  if (!strip) return null
  const save = (label: string) => {
    studio.desk.setStrip(stripId, { label })
    onClose()
  }
  const remove = () => {
    studio.desk.removeStrip(stripId)
    onClose()
  }
  return (
    <SettingsDialog
      title={t('strip.title')}
      name={strip.label}
      nameLabel={t('strip.name')}
      removeLabel={t('feed.remove')}
      onRemove={remove}
      onSave={save}
      onClose={onClose}
    >
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
    </SettingsDialog>
  )
}
