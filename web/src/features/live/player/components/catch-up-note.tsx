import { clock } from '@e-events/shared/ui/format.ts'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catchUpRate } from '../engine/live-pace.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'

/** Least delay at which the beginning is offered. */
const lateSec = 120
const shownMs = 30_000

/** Offers the beginning of a live show to whoever joins late: once, at the live edge, for half a minute. */
export function CatchUpNote({ engine, snapshot }: { engine: PlayerEngine; snapshot: PlayerSnapshot }) {
  const { t } = useTranslation('player')
  const [state, setState] = useState<'new' | 'shown' | 'over'>('new')
  const { isLive, isFollowingLive, phase, startSec, endSec, byClock } = snapshot
  const lateBySec = endSec - startSec
  const isPlayingLive = isLive && isFollowingLive && phase === 'playing' && byClock !== 'in step'
  // Decided once, when the show begins to play.
  if (state === 'new' && isPlayingLive) setState(lateBySec > lateSec ? 'shown' : 'over')
  useEffect(() => {
    if (state !== 'shown') return undefined
    const timer = setTimeout(() => setState('over'), shownMs)
    return () => clearTimeout(timer)
  }, [state])
  if (state !== 'shown' || !isLive || !isFollowingLive) return null
  const begin = (rate: number) => {
    engine.catchUp(rate)
    setState('over')
  }
  return (
    <Box
      component="section"
      aria-label={t('catchUp.title')}
      sx={{
        position: 'absolute',
        top: { xs: 46, md: 58 },
        left: { xs: 12, md: 18 },
        maxWidth: 'min(440px, calc(100% - 24px))',
        px: 1.5,
        py: 1,
        borderRadius: '10px',
        bgcolor: 'onArt.shade',
        backdropFilter: 'blur(10px)',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" role="status" sx={{ color: 'text.primary', flex: 1 }}>
          {t('catchUp.text', { time: clock(lateBySec) })}
        </Typography>
        <IconButton size="small" aria-label={t('catchUp.close')} onClick={() => setState('over')} sx={{ color: 'text.primary' }}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.75 }}>
        <Button variant="soft" size="small" onClick={() => begin(catchUpRate)}>
          {t('catchUp.faster', { rate: catchUpRate })}
        </Button>
        <Button variant="text" size="small" color="inherit" onClick={() => begin(1)}>
          {t('catchUp.start')}
        </Button>
      </Box>
    </Box>
  )
}
