import type { Device } from '@e-events/shared/rtc/devices.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { playTone } from '../../../../../lib/play-tone.ts'
import { useSink } from '../speaker.ts'
import { useMediaState, type OwnMediaPorts } from '../use-own-media.ts'

/** Chooses camera, microphone and loudspeakers among those that are plugged in, and lets the last be heard. */
export function DeviceChoice({ media, devices, speaker }: OwnMediaPorts) {
  const { t } = useTranslation('room')
  const { camera, microphone } = useMediaState(media)
  const { cameras, microphones, speakers } = useSyncExternalStore(devices.subscribe, devices.get)
  const sinkId = useSink({ speaker, devices })
  const [sound, setSound] = useState<'untested' | 'ok' | 'failed'>('untested')
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Choice
        label={t('lobby.devices.camera')}
        devices={cameras}
        chosen={camera.track?.getSettings().deviceId ?? camera.deviceId}
        onChoose={(id) => void media.choose('camera', id)}
      />
      <Choice
        label={t('lobby.devices.microphone')}
        devices={microphones}
        chosen={microphone.track?.getSettings().deviceId ?? microphone.deviceId}
        onChoose={(id) => void media.choose('microphone', id)}
      />
      {speaker.canChoose && speakers.length > 0 && (
        <Choice
          label={t('lobby.devices.speaker')}
          devices={[{ deviceId: '', label: t('lobby.devices.systemSpeaker') }, ...speakers]}
          chosen={sinkId}
          onChoose={(id) => {
            speaker.choose(id)
            setSound('untested')
          }}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Button
          size="small"
          variant="soft"
          startIcon={<VolumeUpRounded />}
          onClick={() => void playTone(sinkId).then((played) => setSound(played ? 'ok' : 'failed'))}
        >
          {t('lobby.devices.soundTest')}
        </Button>
        <span role="status">{sound === 'untested' ? '' : t(sound === 'ok' ? 'lobby.devices.soundOk' : 'lobby.devices.soundFailed')}</span>
      </Box>
    </Box>
  )
}

interface ChoiceProps {
  label: string
  devices: readonly Device[]
  chosen: string
  onChoose: (deviceId: string) => void
}

function Choice({ label, devices, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('room')
  if (devices.length === 0) return null
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      value={devices.some(({ deviceId }) => deviceId === chosen) ? chosen : (devices[0]?.deviceId ?? '')}
      onChange={(event) => onChoose(event.target.value)}
      // The loudspeakers of the system have the empty id.
      slotProps={{ select: { displayEmpty: true } }}
    >
      {devices.map(({ deviceId, label: name }, index) => (
        <MenuItem key={deviceId} value={deviceId}>
          {name || t('lobby.devices.unnamed', { n: index + 1 })}
        </MenuItem>
      ))}
    </TextField>
  )
}
