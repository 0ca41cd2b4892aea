import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { date, platformZone, zoneCity } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../../lib/services.ts'
import { shortScreen } from '../../../../../lib/use-short-screen.ts'
import { useMeetAct } from '../queries.ts'
import { useMediaState, type OwnMediaPorts } from '../use-own-media.ts'
import { DeviceCheck } from './device-check.tsx'
import { MeetPage } from './meet-page.tsx'

interface LobbyProps extends OwnMediaPorts {
  meet: Meet
  name: string
  onName: (name: string) => void
  /** Into a meeting that has started. */
  onJoin: () => void
  /** Recordings of earlier ones. */
  recordings?: ReactNode
}

export const isName = (name: string): boolean => name.trim() !== '' && name.trim().length <= limits.meetNameChars

/** Checks devices and name before a meeting, says when it begins, and lets people in by itself. */
export function Lobby({ meet, name, onName, onJoin, recordings, media, devices, speaker }: LobbyProps) {
  const { t } = useTranslation('room')
  const { camera, microphone } = useMediaState(media)
  const hasDevices = camera.status === 'on' || microphone.status === 'on'
  const isStarted = meet.state === 'started'
  return (
    <MeetPage meet={meet} state={isStarted ? 'pre-join' : 'lobby'}>
      <Box
        sx={{
          width: 'min(100%, 1040px)',
          mx: 'auto',
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.35fr) minmax(0, 1fr)' },
          gap: { xs: 3, md: 6 },
          alignItems: 'center',
          // A phone on its side: one column would be all picture.
          [`@media ${shortScreen}`]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', alignItems: 'start' },
        }}
      >
        <DeviceCheck media={media} devices={devices} speaker={speaker} name={name} />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, minWidth: 0 }}>
          <Box>
            <Typography variant="label" component="p" sx={{ m: 0, color: 'text.secondary' }}>
              {meet.channel.name}
            </Typography>
            <Typography variant="h1" sx={{ mt: 1, fontSize: { xs: 28, md: 34 }, textWrap: 'balance', overflowWrap: 'anywhere' }}>
              {meet.title}
            </Typography>
          </Box>
          {isStarted ? (
            <Typography role="status" sx={{ color: 'text.secondary' }}>
              {t('lobby.inside', { count: meet.people })}
            </Typography>
          ) : (
            <Waiting meet={meet} />
          )}
          <TextField
            label={t('lobby.name')}
            value={name}
            onChange={(event) => onName(event.target.value)}
            error={!isName(name)}
            helperText={isName(name) ? t('lobby.nameHelp') : t('lobby.nameMissing')}
            slotProps={{ htmlInput: { maxLength: limits.meetNameChars, autoComplete: 'name' } }}
            fullWidth
          />
          {meet.isRecording && (
            <Alert severity="warning" icon={<FiberManualRecordRounded />}>
              {t('lobby.recorded')}
            </Alert>
          )}
          {isStarted && (
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.25 }}>
              <Button variant="contained" color="primary" size="large" disabled={!isName(name)} onClick={onJoin}>
                {hasDevices ? t('lobby.join') : t('lobby.joinQuiet')}
              </Button>
              {hasDevices && (
                <Button
                  variant="soft"
                  size="large"
                  disabled={!isName(name)}
                  onClick={() => {
                    void media.turnCamera(false)
                    void media.turnMicrophone(false)
                    onJoin()
                  }}
                >
                  {t('lobby.watchOnly')}
                </Button>
              )}
            </Box>
          )}
          {!isStarted && meet.isHost && <StartButton meet={meet} isReady={isName(name)} />}
          {!isStarted && recordings}
        </Box>
      </Box>
    </MeetPage>
  )
}

/** Nobody is in before the host: the time that is left, in whose time, and that nothing needs to be done. */
function Waiting({ meet }: { meet: Meet }) {
  const { t } = useTranslation('room')
  const { clock } = useServices()
  const startsAt = meet.startsAt
  const left = useCountdown(startsAt === null ? 0 : Date.parse(startsAt), clock.nowMs)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      {startsAt !== null && left.totalSeconds > 0 ? (
        <>
          <Box role="timer" aria-label={t('lobby.countdown')} className="tabular" sx={{ typography: 'h2', m: 0 }}>
            {left.days > 0
              ? t('lobby.leftDays', { days: left.days, hours: left.hours })
              : [left.hours, left.minutes, left.seconds].map((part) => String(part).padStart(2, '0')).join(':')}
          </Box>
          <When startsAt={startsAt} />
        </>
      ) : (
        <Typography variant="h3" component="p" role="status" sx={{ m: 0 }}>
          {meet.isHost ? t('lobby.waitingHost') : t('lobby.waiting')}
        </Typography>
      )}
      {!meet.isHost && <Typography sx={{ color: 'text.secondary' }}>{t('lobby.waitingText')}</Typography>}
    </Box>
  )
}

function When({ startsAt }: { startsAt: string }) {
  const { t } = useTranslation('room')
  const language = useLanguage()
  const here = useViewerZone()
  const when = (zone: string) => t('lobby.when', { when: date(startsAt, 'full', language, zone), city: zoneCity(zone) })
  return (
    <Typography sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
      {when(here)}
      {date(startsAt, 'full', language, here) !== date(startsAt, 'full', language, platformZone) && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {when(platformZone)}
        </Box>
      )}
    </Typography>
  )
}

interface StartButtonProps {
  meet: Meet
  /** A host goes in with the start, under a name. */
  isReady?: boolean
}

/** Lets the lobby in. Where it is too early it says from when on. */
export function StartButton({ meet, isReady = true }: StartButtonProps) {
  const { t } = useTranslation('room')
  const { clock } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const explain = useErrorSnack()
  const start = useMeetAct(meet.slug, 'start')
  const from = meet.canStartFrom
  const early = useCountdown(from === null ? 0 : Date.parse(from), clock.nowMs)
  const isEarly = from !== null && early.totalSeconds > 0
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Button
        variant="contained"
        color="primary"
        size="large"
        disabled={isEarly || !isReady}
        loading={start.isPending}
        onClick={() => start.mutate(undefined, { onError: (error) => explain(error, { key: 'meet-start' }) })}
      >
        {t('lobby.start')}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {isEarly ? t('lobby.startFrom', { when: date(from, 'full', language, zone) }) : t('lobby.startText')}
      </Typography>
    </Box>
  )
}
