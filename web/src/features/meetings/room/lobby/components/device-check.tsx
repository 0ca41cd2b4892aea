import type { CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import MicOffRounded from '@mui/icons-material/MicOffRounded'
import MicRounded from '@mui/icons-material/MicRounded'
import VideocamOffRounded from '@mui/icons-material/VideocamOffRounded'
import VideocamRounded from '@mui/icons-material/VideocamRounded'
import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '../initials.ts'
import { useMediaState, type OwnMediaPorts } from '../use-own-media.ts'
import { DeviceChoice } from './device-choice.tsx'
import { LevelMeter } from './level-meter.tsx'
import { TrackVideo } from '../../components/track-video.tsx'

interface DeviceCheckProps extends OwnMediaPorts {
  name: string
}

/** Shows this person as the others will see them. No device is asked for before a button is pressed. */
export function DeviceCheck({ media, devices, speaker, name }: DeviceCheckProps) {
  const { t } = useTranslation('room')
  const { camera, microphone } = useMediaState(media)
  const { named } = useSyncExternalStore(devices.subscribe, devices.get)
  const failure = camera.failure ?? microphone.failure
  const turn = async (work: Promise<void>) => {
    await work
    // Browsers tell names only to whoever was let in once.
    await devices.refresh()
  }
  return (
    <Box component="section" aria-label={t('lobby.check.title')} sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Box
        sx={{
          position: 'relative',
          aspectRatio: '16 / 9',
          borderRadius: '16px',
          overflow: 'hidden',
          bgcolor: 'surface.raised',
          display: 'grid',
          placeItems: 'center',
        }}
      >
        {camera.track ? (
          <TrackVideo track={camera.track} label={t('lobby.check.preview')} isMirrored />
        ) : (
          <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1.5, px: 3, pb: 5, textAlign: 'center' }}>
            <Avatar aria-hidden sx={{ width: 72, height: 72, fontSize: 28, bgcolor: 'tint.blue', color: 'secondary.main' }}>
              {initialsOf(name)}
            </Avatar>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }} role="status">
              {camera.status === 'opening' ? t('lobby.check.opening') : t('lobby.check.cameraOff')}
            </Box>
          </Box>
        )}
        <Box sx={{ display: 'flex', position: 'absolute', bottom: 12, gap: 1.5 }}>
          <Toggle
            label={microphone.status === 'on' ? t('lobby.check.microphoneTurnOff') : t('lobby.check.microphoneTurnOn')}
            isOn={microphone.status === 'on'}
            isBusy={microphone.status === 'opening'}
            icons={[<MicRounded key="on" />, <MicOffRounded key="off" />]}
            onClick={() => void turn(media.turnMicrophone(microphone.status !== 'on'))}
          />
          <Toggle
            label={camera.status === 'on' ? t('lobby.check.cameraTurnOff') : t('lobby.check.cameraTurnOn')}
            isOn={camera.status === 'on'}
            isBusy={camera.status === 'opening'}
            icons={[<VideocamRounded key="on" />, <VideocamOffRounded key="off" />]}
            onClick={() => void turn(media.turnCamera(camera.status !== 'on'))}
          />
        </Box>
      </Box>
      {microphone.status === 'on' && microphone.track && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.75 }}>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('lobby.check.level')}</Box>
          <LevelMeter track={microphone.track} />
        </Box>
      )}
      {failure !== null && <DeviceFailure failure={failure} />}
      {named && <DeviceChoice media={media} devices={devices} speaker={speaker} />}
    </Box>
  )
}

/** Says why a device cannot be used, and how to change that. */
export function DeviceFailure({ failure }: { failure: CaptureFailure }) {
  const { t } = useTranslation('room')
  const kind =
    failure === 'denied' || failure === 'not_found' || failure === 'in_use' || failure === 'unsupported' ? failure : ('failed' as const)
  return (
    <Alert severity="warning" role="alert">
      {t(`lobby.failure.${kind}`)} {t('lobby.failure.watch')}
    </Alert>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  isBusy: boolean
  icons: readonly [on: ReactNode, off: ReactNode]
  onClick: () => void
}

function Toggle({ label, isOn, isBusy, icons, onClick }: ToggleProps) {
  return (
    <Button
      aria-label={label}
      variant="contained"
      color={isOn ? 'inherit' : 'primary'}
      loading={isBusy}
      onClick={onClick}
      sx={{ minWidth: 48, width: 48, height: 48, borderRadius: '50%', p: 0 }}
    >
      {icons[isOn ? 0 : 1]}
    </Button>
  )
}
