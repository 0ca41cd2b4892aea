import type { BroadcastState } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { refusalWords } from '../../lib/errors.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useServices, useSession } from '../../lib/services.ts'
import { airClock } from '../../lib/format.ts'
import { useNow, useStore } from '../../lib/use-store.ts'
import { LoginForm } from '../login-screen.tsx'
import { isOnAirView, type View } from './view.ts'

interface BannersProps {
  studio: Studio
  view: View
  running: boolean
  /** The show as the platform knows it; null until it is known. */
  show: BroadcastState | null
  onEnd(): void
}

/** Urgent notices for the organizer, each with the one action that it asks for. */
export function Banners({ studio, view, running, show, onEnd }: BannersProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { clock } = useServices()
  const session = useSession()
  const air = useStore(studio.air)
  const { audioBlocked, feeds, strips, silenced } = useStore(studio.desk)
  const nowMs = useNow(clock.nowMs, air.idleClosesAtMs !== null)
  const airing = isOnAirView(view)
  // The sfu sends the moment from the first second without media; it is shown five minutes before.
  const idleSoon = air.idleClosesAtMs !== null && air.idleClosesAtMs - nowMs <= limits.idleCutoffMs - limits.idleWarningMs + 1_000
  const moved = feeds.filter(({ key }) => air.feeds[key]?.state === 'elsewhere').map(({ label }) => t('seats.quoted', { name: label }))
  return (
    <>
      <Box aria-live="polite" sx={{ flexShrink: 0, '& .MuiAlert-root': { borderRadius: 0 } }}>
        {air.refusal && (
          <Alert severity="error" onClose={studio.air.dismissRefusal}>
            {refusalWords(air.refusal, t, language)}
          </Alert>
        )}
        {view === 'reconnecting' && (
          <Bar action={<Act onClick={onEnd}>{t('air.end')}</Act>}>
            {t(`banner.lost.${air.reconnection?.cause ?? 'network'}`)} {t('banner.keepOpen')}
          </Bar>
        )}
        {view === 'interrupted' && (
          <Bar action={<Act onClick={onEnd}>{t('air.end')}</Act>}>{t(feeds.length === 0 ? 'banner.noSource' : 'banner.silent')}</Bar>
        )}
        {moved.length > 0 && (airing || air.taken === 'device') && (
          <Bar>
            {t('banner.moved', { count: moved.length, names: new Intl.ListFormat(localeTags[language]).format(moved) })}{' '}
            {t(airing ? 'banner.movedRest' : 'banner.movedAll')}
          </Bar>
        )}
        {view === 'offline' && air.taken === 'window' && <Bar>{t('banner.taken')}</Bar>}
        {view === 'offline' && running && air.taken === null && show !== null && (
          <Bar>{t(show === 'interrupted' ? 'banner.interrupted' : 'banner.running')}</Bar>
        )}
        {airing && idleSoon && (
          <Bar action={<Act onClick={() => void studio.air.keepAlive()}>{t('banner.idleStay')}</Act>}>
            {t('banner.idle', { time: airClock(Math.max(0, ((air.idleClosesAtMs ?? nowMs) - nowMs) / 1000)).slice(3) })}
          </Bar>
        )}
        {airing && silenced && (
          <Bar action={<Act onClick={() => studio.desk.silence(false)}>{t('banner.silencedUndo')}</Act>}>{t('banner.silenced')}</Bar>
        )}
        {audioBlocked && strips.length > 0 && (
          <Bar action={<Act onClick={() => void studio.desk.unblockAudio()}>{t('banner.audioUnblock')}</Act>}>
            {t('banner.audioBlocked')}
          </Bar>
        )}
      </Box>
      {session.status === 'anonymous' && (
        <Dialog open maxWidth="xs" fullWidth aria-labelledby="again">
          <DialogTitle id="again">{t('login.againTitle')}</DialogTitle>
          <DialogContent data-density="comfortable">
            <Box sx={{ mb: 2.5, typography: 'body2', color: 'text.secondary' }}>{t(airing ? 'login.againOnAir' : 'login.expired')}</Box>
            <LoginForm onDone={studio.air.retryNow} />
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

function Bar({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Alert severity="warning" action={action} sx={{ alignItems: 'center', px: 2, '& .MuiAlert-action': { p: 0, m: 0, ml: 'auto', pl: 2 } }}>
      {children}
    </Alert>
  )
}

function Act({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Button size="small" color="inherit" variant="soft" onClick={onClick} sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Button>
  )
}
