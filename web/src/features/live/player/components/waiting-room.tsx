import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import { date, platformZone, zoneCity } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterLink } from '../../../../components/router-link.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession, useViewerZone } from '../../../../lib/services.ts'

interface WaitingRoomProps {
  playback: Extract<Playback, { state: 'available_on' }>
  inRoom: number
}

/** 'Available on a date' with a face: the time left, in whose time, and what to check meanwhile. The show starts here by itself. */
export function WaitingRoom({ playback, inRoom }: WaitingRoomProps) {
  const { t } = useTranslation('player')
  const language = useLanguage()
  const { clock } = useServices()
  const targetMs = Date.parse(playback.availableAt)
  const left = useCountdown(targetMs, clock.nowMs)
  const zone = playback.session?.timezone ?? platformZone
  const here = useViewerZone()
  const when = (timeZone: string) => date(playback.availableAt, 'full', language, timeZone)
  const isDue = left.totalSeconds === 0
  return (
    <Box
      data-mode="dark"
      sx={{
        position: 'relative',
        minHeight: '100dvh',
        bgcolor: 'surface.canvas',
        color: 'text.primary',
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Backdrop product={playback.product} />
      <Box
        component="header"
        sx={{
          position: 'relative',
          px: 'var(--ee-gutter)',
          height: 72,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Box component={RouterLink} href={paths.home} aria-label={t('home')} sx={{ textDecoration: 'none' }}>
          <Brand />
        </Box>
        {inRoom > 0 && (
          <Box component="span" className="tabular" sx={{ typography: 'body2' }}>
            {t('waiting.inRoom', { count: inRoom })}
          </Box>
        )}
      </Box>
      <Box
        component="main"
        sx={{
          position: 'relative',
          flex: 1,
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          textAlign: 'center',
          px: 2.5,
          py: 4,
        }}
      >
        <Typography variant="label" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t('waiting.kicker')} · {playback.product.channel.title}
        </Typography>
        <Typography variant="h1" sx={{ mt: 1, textWrap: 'balance' }}>
          {playback.product.title}
        </Typography>
        {isDue ? (
          <Box sx={{ mt: { xs: 4, md: 6 }, maxWidth: 520 }} role="status">
            <Typography variant="h2" component="p" sx={{ m: 0 }}>
              {t('waiting.starting')}
            </Typography>
            <Typography sx={{ mt: 1.5, color: 'text.secondary' }}>{t('waiting.startingText')}</Typography>
          </Box>
        ) : (
          <Countdown left={left} />
        )}
        <Typography sx={{ mt: { xs: 3, md: 5 }, '&::first-letter': { textTransform: 'uppercase' } }}>
          {t('waiting.inZone', { when: when(zone), city: zoneCity(zone) })}
          {here !== zone && date(playback.availableAt, 'full', language, here) !== when(zone) && (
            <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'block', sm: 'inline' } }}>
              <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {' · '}
              </Box>
              {t('waiting.inZone', { when: when(here), city: zoneCity(here) })}
            </Box>
          )}
        </Typography>
        {!isDue && <Typography sx={{ mt: 1, color: 'text.secondary', typography: 'body2' }}>{t('waiting.auto')}</Typography>}
        <Button variant="soft" href={paths.product(playback.product.slug)} sx={{ mt: 3 }}>
          {t('waiting.product')}
        </Button>
      </Box>
      <Checks />
    </Box>
  )
}

function Backdrop({ product }: { product: Playback['product'] }) {
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
      <ArtImage
        src={product.heroUrl ?? product.posterUrl}
        fallback={{ title: product.title, bare: true }}
        alt=""
        ratio="auto"
        eager
        sx={{ filter: 'blur(18px) saturate(1.25)', transform: 'scale(1.12)' }}
      />
      <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars?.palette.onArt.room }} />
    </Box>
  )
}

function Countdown({ left }: { left: { days: number; hours: number; minutes: number; seconds: number } }) {
  const { t } = useTranslation('player')
  // Three figures are enough to read at a glance: days push the seconds out.
  const parts =
    left.days > 0
      ? [
          [left.days, t('waiting.days', { n: left.days })] as const,
          [left.hours, t('waiting.hours', { n: left.hours })] as const,
          [left.minutes, t('waiting.minutes', { n: left.minutes })] as const,
        ]
      : [
          [left.hours, t('waiting.hours', { n: left.hours })] as const,
          [left.minutes, t('waiting.minutes', { n: left.minutes })] as const,
          [left.seconds, t('waiting.seconds', { n: left.seconds })] as const,
        ]
  return (
    <Box
      role="timer"
      aria-label={t('waiting.label')}
      className="tabular"
      sx={{ mt: { xs: 4, md: 6 }, display: 'flex', alignItems: 'flex-start', gap: { xs: 1.5, md: 3 } }}
    >
      {parts.map(([value, unit], index) => (
        <Box key={unit} sx={{ display: 'flex', alignItems: 'flex-start', gap: { xs: 1.5, md: 3 } }}>
          {index > 0 && (
            <Box aria-hidden sx={{ fontSize: { xs: 54, sm: 84, md: 108 }, lineHeight: 0.92, fontWeight: 250, color: 'text.tertiary' }}>
              :
            </Box>
          )}
          <Box>
            <Box sx={{ fontSize: { xs: 64, sm: 100, md: 132 }, lineHeight: 0.9, fontWeight: 640, letterSpacing: '-.055em' }}>
              {String(value).padStart(2, '0')}
            </Box>
            <Box sx={{ mt: 1.5, fontSize: { xs: 13, md: 15 }, color: 'text.secondary' }}>{unit}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** What a viewer worries about before a show, checked for real. */
function Checks() {
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

/** Half a second of a soft A through the real output; false where the browser gives none. */
async function playTone(): Promise<boolean> {
  try {
    const context = new AudioContext()
    await context.resume()
    const tone = new OscillatorNode(context, { frequency: 440 })
    const gain = new GainNode(context, { gain: 0 })
    tone.connect(gain).connect(context.destination)
    const now = context.currentTime
    gain.gain.linearRampToValueAtTime(0.12, now + 0.05)
    gain.gain.linearRampToValueAtTime(0, now + 0.5)
    tone.start()
    tone.stop(now + 0.55)
    tone.addEventListener('ended', () => void context.close())
    return context.state === 'running'
  } catch {
    return false
  }
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      globalThis.addEventListener('online', listener)
      globalThis.addEventListener('offline', listener)
      return () => {
        globalThis.removeEventListener('online', listener)
        globalThis.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
