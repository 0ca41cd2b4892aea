import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import WifiOffRounded from '@mui/icons-material/WifiOffRounded'
import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerState } from '../hooks/use-snapshot.ts'

export type OverlayKind = 'loading' | 'buffering' | 'reconnecting' | 'offline' | 'failed' | 'preparing' | 'ended'

/**
 * Overlay of the picture. The cause comes before the symptom: a lost network explains a wait, an interrupted feed
 * explains it too, and only what has no explanation is called loading.
 */
export function overlayFor(
  state: Pick<PlayerState, 'phase' | 'isOnline'>,
  feedState: 'preparing' | 'live' | 'reconnecting' | 'ended' | undefined,
): OverlayKind | null {
  if (state.phase === 'failed') return 'failed'
  if (state.phase === 'ended') return 'ended'
  const isStarving = state.phase === 'waiting' || state.phase === 'loading' || state.phase === 'idle'
  if (!isStarving) return null
  if (!state.isOnline) return 'offline'
  if (feedState === 'reconnecting') return 'reconnecting'
  if (feedState === 'preparing') return 'preparing'
  return state.phase === 'waiting' ? 'buffering' : 'loading'
}

/** Where somebody may go on from the end. */
export interface NextUp {
  title: string
  href: string
}

interface StageOverlayProps {
  kind: OverlayKind | null
  onRetry: () => void
  onAgain: () => void
  next: NextUp | null
  /** Asks what viewers thought of it. */
  surveyUrl: string | null
}

/** Never a black box without words. */
export function StageOverlay({ kind, onRetry, onAgain, next, surveyUrl }: StageOverlayProps) {
  const { t } = useTranslation('player')
  if (kind === null) return <Box role="status" className="visually-hidden" />
  const spinner = <CircularProgress size={40} thickness={3} color="inherit" aria-hidden />
  const icon: Record<OverlayKind, ReactNode> = {
    loading: spinner,
    buffering: spinner,
    reconnecting: spinner,
    preparing: spinner,
    offline: <WifiOffRounded sx={{ fontSize: 40 }} aria-hidden />,
    failed: <ErrorOutlineRounded sx={{ fontSize: 40 }} aria-hidden />,
    ended: <ReplayRounded sx={{ fontSize: 40 }} aria-hidden />,
  }
  const note =
    kind === 'reconnecting' || kind === 'offline' || kind === 'failed' || kind === 'preparing' ? t(`overlay.${kind}Text`) : undefined
  const isQuiet = kind === 'buffering' || kind === 'loading'
  return (
    <Box
      role={kind === 'failed' ? 'alert' : 'status'}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1,
        px: 3,
        pb: { xs: 6, sm: 4 },
        color: 'text.primary',
        bgcolor: isQuiet ? undefined : 'onArt.shade',
        backdropFilter: isQuiet ? undefined : 'blur(10px)',
        pointerEvents: 'none',
      }}
    >
      {icon[kind]}
      <Typography variant="h4" component="p" sx={{ m: 0, mt: 0.5, textShadow: (theme) => `0 1px 6px ${theme.vars?.palette.onArt.ink}` }}>
        {t(`overlay.${kind}`)}
      </Typography>
      {note !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 420, display: { xs: 'none', sm: 'block' } }}>
          {note}
        </Typography>
      )}
      {(kind === 'failed' || kind === 'offline') && (
        <Button variant="soft" size="small" onClick={onRetry} sx={{ mt: 1, pointerEvents: 'auto' }}>
          {t('overlay.retry')}
        </Button>
      )}
      {kind === 'ended' && (
        <Button variant="soft" size="small" onClick={onAgain} sx={{ mt: 1, pointerEvents: 'auto' }}>
          {t('overlay.again')}
        </Button>
      )}
      {kind === 'ended' && surveyUrl !== null && <SurveyButton href={surveyUrl} sx={{ mt: 1, pointerEvents: 'auto' }} />}
      {kind === 'ended' && next && (
        <Button
          href={next.href}
          variant="contained"
          color="inherit"
          size="small"
          sx={{ mt: 1, maxWidth: 'min(420px, 100%)', pointerEvents: 'auto' }}
        >
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {t('overlay.next', { title: next.title })}
          </Box>
        </Button>
      )}
    </Box>
  )
}

/** The survey of the organizer, in a tab of its own. */
export function SurveyButton({ href, ...props }: { href: string } & Pick<ButtonProps, 'sx'>) {
  const { t } = useTranslation('player')
  return (
    <Button variant="soft" size="small" href={href} target="_blank" rel="noopener noreferrer nofollow" {...props}>
      {t('overlay.survey')}
    </Button>
  )
}
