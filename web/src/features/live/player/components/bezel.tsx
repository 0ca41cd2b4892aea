import FastForwardRounded from '@mui/icons-material/FastForwardRounded'
import FastRewindRounded from '@mui/icons-material/FastRewindRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import RecordVoiceOverRounded from '@mui/icons-material/RecordVoiceOverRounded'
import SpeedRounded from '@mui/icons-material/SpeedRounded'
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { wordsOf, type Act, type Feedback } from '../feedback.ts'
import { useSelected } from '../hooks/use-snapshot.ts'

/**
 * Shows the effect of a key in the middle of the picture (of a step back or forward on its side), and says it aloud.
 */
export function Bezel({ feedback, engine }: { feedback: Feedback | null; engine: PlayerEngine }) {
  const { t } = useTranslation('player')
  const words = useSelected(engine, (snapshot) => feedback && wordsOf(feedback.act, snapshot, t))
  return (
    <>
      <Box role="status" aria-live="polite" className="visually-hidden">
        {words}
      </Box>
      {feedback && (
        <Box
          aria-hidden
          data-testid="bezel"
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'grid',
            alignItems: 'center',
            justifyItems: sideOf(feedback.act),
            px: '12%',
            pointerEvents: 'none',
          }}
        >
          <Box
            className="tabular"
            sx={{
              display: 'grid',
              justifyItems: 'center',
              gap: 0.5,
              px: 2.5,
              py: 1.75,
              borderRadius: '14px',
              bgcolor: 'onArt.glass',
              color: 'text.primary',
              typography: 'body2',
              fontWeight: 620,
              whiteSpace: 'nowrap',
            }}
          >
            <ActIcon act={feedback.act} />
            {words}
          </Box>
        </Box>
      )}
    </>
  )
}

function sideOf(act: Act): 'start' | 'center' | 'end' {
  if (act.kind !== 'seek') return 'center'
  return act.seconds < 0 ? 'start' : 'end'
}

function ActIcon({ act }: { act: Act }) {
  const sx = { fontSize: 36 }
  switch (act.kind) {
    case 'seek':
      return act.seconds < 0 ? <FastRewindRounded sx={sx} /> : <FastForwardRounded sx={sx} />
    case 'pause':
      return <PauseRounded sx={sx} />
    case 'mute':
      return <VolumeOffRounded sx={sx} />
    case 'rate':
      return <SpeedRounded sx={sx} />
    case 'sound':
      return <RecordVoiceOverRounded sx={sx} />
    case 'volume':
    case 'unmute':
      return <VolumeUpRounded sx={sx} />
    default:
      return <PlayArrowRounded sx={sx} />
  }
}
