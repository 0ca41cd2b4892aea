import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import Alert from '@mui/material/Alert'
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
import { presets, type Preset } from '@e-events/shared/rtc/layers.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { languageNames } from '../../components/language-switch.tsx'
import { useSnack } from '../../components/snack.tsx'
import { useStore } from '../../lib/use-store.ts'

interface FeedSettingsProps {
  studio: Studio
  feedKey: string
  airing: boolean
  onClose(): void
}

/** Name, language, device and size of one feed. Changing device or size keeps the feed; removing it ends it. */
export function FeedSettings({ studio, feedKey, airing, onClose }: FeedSettingsProps) {
  const { t } = useTranslation()
  const show = useSnack()
  const { feeds } = useStore(studio.desk)
  const { cameras } = useStore(studio.devices)
  const air = useStore(studio.air)
  const feed = feeds.find((entry) => entry.key === feedKey)
  const [label, setLabel] = useState(feed?.label ?? '')
  const [language, setLanguage] = useState<Language | ''>(feed?.language ?? '')
  const [confirming, setConfirming] = useState(false)
  if (!feed) return null
  const onAir = airing && air.feeds[feedKey] !== undefined && air.feeds[feedKey].state !== 'elsewhere'
  const change = async (part: { deviceId?: string; preset?: Preset }) => {
    const failure = await studio.desk.change(feedKey, part)
    if (failure && failure !== 'cancelled') show(t(`capture.${failure}`, { device: t('capture.device.camera') }))
  }
  const save = () => {
    studio.desk.describe(feedKey, { label: label.trim(), language: language === '' ? null : language })
    onClose()
  }
  const remove = () => {
    studio.desk.removeFeed(feedKey)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="feed-settings">
      <DialogTitle id="feed-settings">{t('feed.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.25 }}>
        <TextField
          required
          label={t('feed.name')}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={label.trim() === ''}
          helperText={t('feed.nameHelp')}
          slotProps={{ htmlInput: { maxLength: limits.labelChars } }}
        />
        <TextField
          select
          label={t('feed.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language | '')}
          helperText={t('feed.languageHelp')}
          slotProps={{ select: { displayEmpty: true } }}
        >
          <MenuItem value="">{t('feed.languageNone')}</MenuItem>
          {languages.map((entry) => (
            <MenuItem key={entry} value={entry} lang={entry}>
              {languageNames[entry]}
            </MenuItem>
          ))}
        </TextField>
        {feed.kind === 'camera' && cameras.length > 0 && (
          <TextField
            select
            label={t('feed.camera')}
            value={cameras.some((camera) => camera.deviceId === feed.deviceId) ? feed.deviceId : ''}
            onChange={(event) => void change({ deviceId: event.target.value })}
          >
            {cameras.map((camera, index) => (
              <MenuItem key={camera.deviceId} value={camera.deviceId}>
                {camera.label || t('sources.cameraN', { n: index + 1 })}
              </MenuItem>
            ))}
          </TextField>
        )}
        {feed.kind === 'camera' ? (
          <TextField
            select
            label={t('feed.quality')}
            value={feed.preset}
            onChange={(event) => void change({ preset: event.target.value as Preset })}
            helperText={t('feed.qualityHelp')}
          >
            {presets.map((preset) => (
              <MenuItem key={preset} value={preset}>
                {preset}
              </MenuItem>
            ))}
          </TextField>
        ) : (
          <Button variant="outlined" color="inherit" onClick={() => void studio.desk.reopenFeed(feedKey)}>
            {t('feed.pickAgain')}
          </Button>
        )}
        {confirming && <Alert severity="warning">{t('feed.removeOnAir')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button variant="text" color="error" onClick={onAir && !confirming ? () => setConfirming(true) : remove}>
          {t(onAir ? (confirming ? 'feed.removeNow' : 'feed.takeOff') : 'feed.remove')}
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
