import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { EmbeddedFrame } from '../../../features/live/player/components/embedded-frame.tsx'

/** A lesson that somebody else's player shows, with what stands beside it. Its learner marks it as watched. */
export function EmbeddedLesson({ embedUrl, beside }: { embedUrl: string; beside: ReactNode }) {
  return (
    <Box component="main" id="content" tabIndex={-1} sx={{ '&:focus': { outline: 'none' }, pb: 6 }}>
      <Box sx={{ display: 'grid', justifyContent: 'center', px: { xs: 0, md: 3 } }}>
        <EmbeddedFrame embedUrl={embedUrl} isAudio={/^https:\/\/(open\.spotify|w\.soundcloud)\.com\//.test(embedUrl)} />
      </Box>
      <Box sx={{ px: 2, pt: 3, maxWidth: 1100, mx: 'auto' }}>{beside}</Box>
    </Box>
  )
}
