import SensorsRounded from '@mui/icons-material/SensorsRounded'
import StopRounded from '@mui/icons-material/StopRounded'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'
import type { Reconnection } from '../../../broadcast/air-state.ts'
import { useNow } from '../../lib/use-store.ts'
import type { View } from './view.ts'

interface GoLiveButtonProps {
  view: View
  /** The show runs on the server, but not from this window. */
  running: boolean
  isRehearsal: boolean
  reconnection: Reconnection | null
  full?: boolean
  onGoLive(): void
  onCancel(): void
  onEnd(): void
  onRetry(): void
  onResume(): void
}

/** One button, one width: the hand that pressed it is never over something else. */
export function GoLiveButton({
  view,
  running,
  isRehearsal,
  reconnection,
  full = false,
  onGoLive,
  onCancel,
  onEnd,
  onRetry,
  onResume,
}: GoLiveButtonProps) {
  const { t } = useTranslation()
  // Retries are planned by this machine's own clock.
  const now = useNow(Date.now, view === 'reconnecting')
  const size = { width: full ? 1 : 198, minHeight: full ? 52 : 40, flexShrink: 0, whiteSpace: 'nowrap' } as const
  const busy = (label: string) => <CircularProgress size={16} color="inherit" aria-label={label} />
  switch (view) {
    case 'offline':
      return running ? (
        <Button variant="contained" color="primary" startIcon={<SensorsRounded />} onClick={onResume} sx={size}>
          {t('air.resume')}
        </Button>
      ) : (
        <Button variant="contained" color="primary" startIcon={<SensorsRounded />} onClick={onGoLive} sx={size}>
          {t('air.goLive')}
        </Button>
      )
    case 'preflight':
    case 'starting':
      return (
        <Button
          variant="contained"
          color="inherit"
          startIcon={busy(t(`air.button.${view}`))}
          sx={{ ...size, pointerEvents: 'none' }}
          aria-disabled
        >
          {t(`air.button.${view}`)}
        </Button>
      )
    case 'countdown':
      return (
        <Button variant="outlined" onClick={onCancel} sx={{ ...size, borderColor: 'live.main' }}>
          {t('air.button.cancel')}
        </Button>
      )
    case 'onair':
    case 'interrupted':
      return (
        <Button variant="outlined" startIcon={<StopRounded sx={{ color: 'live.main' }} />} onClick={onEnd} sx={size}>
          {t(isRehearsal ? 'rehearsal.end' : 'air.end')}
        </Button>
      )
    case 'ending':
      return (
        <Button variant="outlined" startIcon={busy(t('air.button.ending'))} sx={{ ...size, pointerEvents: 'none' }} aria-disabled>
          {t('air.button.ending')}
        </Button>
      )
    case 'reconnecting':
    default: {
      const seconds = reconnection?.retryAtMs ? Math.max(0, Math.ceil((reconnection.retryAtMs - now) / 1000)) : 0
      return (
        <Button
          variant="soft"
          startIcon={<CircularProgress size={15} color="warning" aria-hidden />}
          onClick={onRetry}
          sx={{ ...size, bgcolor: 'tint.amber', color: 'warning.main', '&:hover': { bgcolor: 'tint.amber' } }}
        >
          {seconds > 0 ? t('air.button.reconnectingIn', { seconds }) : t('air.button.reconnecting')}
        </Button>
      )
    }
  }
}
