import { clock } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { StageNote } from './stage-note.tsx'

const shownMs = 12_000

/** Says that a video goes on where it was left, and offers its beginning: once, when its picture is there. */
export function ResumeNote({ engine, resumedSec, hasPicture }: { engine: PlayerEngine; resumedSec: number; hasPicture: boolean }) {
  const { t } = useTranslation('player')
  const [isOver, setOver] = useState(false)
  const isShown = hasPicture && !isOver
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setOver(true), shownMs)
    return () => clearTimeout(timer)
  }, [isShown])
  if (!isShown) return null
  return (
    <StageNote
      title={t('resumed.title')}
      text={t('resumed.text', { time: clock(resumedSec) })}
      closeLabel={t('resumed.close')}
      onClose={() => setOver(true)}
    >
      <Button
        variant="soft"
        size="small"
        onClick={() => {
          engine.seek(0)
          setOver(true)
        }}
      >
        {t('resumed.startOver')}
      </Button>
    </StageNote>
  )
}
