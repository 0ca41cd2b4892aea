import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { EmbeddedFrame } from '../../../features/live/player/components/embedded-frame.tsx'

interface EmbeddedLessonProps {
  embedUrl: string
  notes: ReactNode
  /** The lessons of the course. */
  side: ReactNode
}

/** A lesson that somebody else's player shows. Its learner marks it as watched. */
export function EmbeddedLesson({ embedUrl, notes, side }: EmbeddedLessonProps) {
  const isAudio = /^https:\/\/(open\.spotify|w\.soundcloud)\.com\//.test(embedUrl)
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{
        '&:focus': { outline: 'none' },
        px: { md: 2 },
        pb: 6,
        maxWidth: 1680,
        mx: 'auto',
        display: 'grid',
        alignItems: 'start',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <EmbeddedFrame embedUrl={embedUrl} isAudio={isAudio} isFilling />
      </Box>
      <Box sx={{ px: { xs: 2, md: 0 }, gridColumn: { lg: 2 }, gridRow: { lg: '1 / span 2' } }}>{side}</Box>
      <Box sx={{ minWidth: 0, px: { xs: 2, md: 0 } }}>{notes}</Box>
    </Box>
  )
}
