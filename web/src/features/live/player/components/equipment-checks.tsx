import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { playTone } from '../../../../lib/play-tone.ts'
import { useSession } from '../../../../lib/services.ts'
import { useOnline } from '../../../../lib/use-online.ts'

/** Checks sound, connection and playback of a viewer before a show. */
export function EquipmentChecks() {
  const { t } = useTranslation('player')
  const session = useSession()
  const isOnline = useOnline()
  const [sound, setSound] = useState<'untested' | 'ok' | 'failed'>('untested')
  const name =
    session.status === 'authenticated' ? [session.user.name, session.user.surname].filter(Boolean).join(' ') || session.user.user : ''
  const soundWords = { untested: t('waiting.soundUntested'), ok: t('waiting.soundOk'), failed: t('waiting.soundFailed') }[sound]
  return (
    <Box
      component="section"
      aria-label={t('waiting.before')}
      sx={{
        position: 'relative',
        px: 'var(--ee-gutter)',
        pb: { xs: 3, md: 5 },
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 320px))' },
        justifyContent: 'center',
        gap: { xs: 1, md: 1.5 },
      }}
    >
      <Check
        label={t('waiting.connection')}
        value={isOnline ? t('waiting.connectionOk') : t('waiting.connectionOff')}
        state={isOnline ? 'ok' : 'bad'}
      />
      <Check label={t('waiting.ticket')} value={t('waiting.ticketOk', { name })} state="ok" />
      <Check
        label={t('waiting.sound')}
        value={soundWords}
        state={sound === 'untested' ? 'open' : sound === 'ok' ? 'ok' : 'bad'}
        action={
          <Button size="small" variant="soft" onClick={() => void playTone().then((played) => setSound(played ? 'ok' : 'failed'))}>
            {t('waiting.test')}
          </Button>
        }
      />
    </Box>
  )
}

interface CheckProps {
  label: string
  value: string
  state: 'ok' | 'bad' | 'open'
  action?: ReactNode
}

function Check({ label, value, state, action }: CheckProps) {
  const icon = {
    ok: <CheckCircleRounded sx={{ color: 'success.main' }} aria-hidden />,
    bad: <ErrorOutlineRounded sx={{ color: 'warning.main' }} aria-hidden />,
    open: <VolumeUpRounded sx={{ color: 'text.secondary' }} aria-hidden />,
  }[state]
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        minHeight: 64,
        borderRadius: '14px',
        bgcolor: 'onArt.glass',
        backdropFilter: 'blur(14px)',
        border: 1,
        borderColor: 'border.subtle',
      }}
    >
      {icon}
      <Box sx={{ flex: 1, minWidth: 0 }} aria-live="polite">
        <Box sx={{ typography: 'label' }}>{label}</Box>
        <Typography component="div" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
          {value}
        </Typography>
      </Box>
      {action}
    </Box>
  )
}
