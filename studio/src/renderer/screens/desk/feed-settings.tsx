import { languages, type Language } from '@e-events/shared/domain/language.ts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presets, type Preset } from '@e-events/shared/rtc/layers.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { languageNames } from '../../components/language-switch.tsx'
import { useSnack } from '../../components/snack.tsx'
import { useStore } from '../../lib/use-store.ts'
import { SettingsDialog } from './settings-dialog.tsx'

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
  const [language, setLanguage] = useState<Language | ''>(feed?.language ?? '')
  const [confirming, setConfirming] = useState(false)
  if (!feed) return null
  const onAir = airing && air.feeds[feedKey] !== undefined && air.feeds[feedKey].state !== 'elsewhere'
  const change = async (part: { deviceId?: string; preset?: Preset }) => {
    const failure = await studio.desk.change(feedKey, part)
    if (failure && failure !== 'cancelled') show(t(`capture.${failure}`, { device: t('capture.device.camera') }))
  }
  const save = (label: string) => {
    studio.desk.describe(feedKey, { label, language: language === '' ? null : language })
    onClose()
  }
  const remove = () => {
    studio.desk.removeFeed(feedKey)
    onClose()
  }
  return (
    <SettingsDialog
      title={t('feed.title')}
      name={feed.label}
      nameLabel={t('feed.name')}
      nameHelp={t('feed.nameHelp')}
      removeLabel={t(onAir ? (confirming ? 'feed.removeNow' : 'feed.takeOff') : 'feed.remove')}
      onRemove={onAir && !confirming ? () => setConfirming(true) : remove}
      onSave={save}
      onClose={onClose}
    >
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
    </SettingsDialog>
  )
}
