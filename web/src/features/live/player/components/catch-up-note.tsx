import { clock } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catchUpRate } from '../engine/live-pace.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { useSelected, type PlayerState } from '../hooks/use-snapshot.ts'
import { StageNote } from './stage-note.tsx'

/** Least delay at which the beginning is offered. */
const lateSec = 120
const shownMs = 30_000

/** Offers the beginning of a live show to whoever joins late: once, at the live edge, for half a minute. */
export function CatchUpNote({ engine, state: player }: { engine: PlayerEngine; state: PlayerState }) {
  const { t } = useTranslation('player')
  const [state, setState] = useState<'new' | 'shown' | 'over'>('new')
  const { isLive, isFollowingLive, phase, byClock } = player
  const lateBySec = useSelected(engine, ({ startSec, endSec }) => (state === 'over' ? 0 : Math.floor(endSec - startSec)))
  const isPlayingLive = isLive && isFollowingLive && phase === 'playing' && byClock !== 'in step'
  // Decided once, when the show begins to play.
  if (state === 'new' && isPlayingLive) setState(lateBySec >= lateSec ? 'shown' : 'over')
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
    <StageNote
      title={t('catchUp.title')}
      text={t('catchUp.text', { time: clock(lateBySec) })}
      closeLabel={t('catchUp.close')}
      onClose={() => setState('over')}
    >
      <Button variant="soft" size="small" onClick={() => begin(catchUpRate)}>
        {t('catchUp.faster', { rate: catchUpRate })}
      </Button>
      <Button variant="text" size="small" color="inherit" onClick={() => begin(1)}>
        {t('catchUp.start')}
      </Button>
    </StageNote>
  )
}
