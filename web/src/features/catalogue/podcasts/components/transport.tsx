import Forward15Rounded from '@mui/icons-material/RotateRightRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Back15Rounded from '@mui/icons-material/RotateLeftRounded'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { skipSec, type PodcastSnapshot } from '../engine/types.ts'

interface PlayButtonProps {
  snapshot: PodcastSnapshot
  large?: boolean
  onClick: () => void
}

export function PlayButton({ snapshot, large = false, onClick }: PlayButtonProps) {
  const { t } = useTranslation('podcasts')
  const isOn = snapshot.phase === 'playing' || snapshot.phase === 'loading'
  const label = snapshot.phase === 'ended' ? t('again') : isOn ? t('pause') : t('play')
  const size = large ? 72 : 44
  const Icon = snapshot.phase === 'ended' ? ReplayRounded : isOn ? PauseRounded : PlayArrowRounded
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={onClick}
        sx={{
          width: size,
          height: size,
          borderRadius: '50%',
          flexShrink: 0,
          bgcolor: 'surface.ink',
          '&&': { color: 'surface.onInk' },
          '&:hover': { bgcolor: 'surface.ink', opacity: 0.88 },
        }}
      >
        <Icon sx={{ fontSize: large ? 40 : 26 }} />
        {snapshot.phase === 'loading' && (
          <CircularProgress aria-hidden size={size + 6} thickness={2} sx={{ position: 'absolute', color: 'text.secondary' }} />
        )}
      </IconButton>
    </Tooltip>
  )
}

export function SkipButton({ direction, large = false, onClick }: { direction: 'back' | 'forward'; large?: boolean; onClick: () => void }) {
  const { t } = useTranslation('podcasts')
  const label = t(`skip.${direction}`, { seconds: skipSec })
  const Icon = direction === 'back' ? Back15Rounded : Forward15Rounded
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick} sx={{ position: 'relative', width: large ? 56 : 44, height: large ? 56 : 44 }}>
        <Icon sx={{ fontSize: large ? 40 : 30 }} />
        <Box
          component="span"
          aria-hidden
          className="tabular"
          sx={{ position: 'absolute', fontSize: large ? 11 : 9, fontWeight: 700, pt: '2px' }}
        >
          {skipSec}
        </Box>
      </IconButton>
    </Tooltip>
  )
}
