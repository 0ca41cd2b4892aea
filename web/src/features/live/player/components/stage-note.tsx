import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { shortScreen } from '../../../../lib/use-short-screen.ts'

interface StageNoteProps {
  title: string
  text: string
  closeLabel: string
  onClose: () => void
  /** Buttons for what it offers. */
  children: ReactNode
}

/** Below the badges; a phone on its side has the bar of the page above them. */
export const notePlace = {
  top: { xs: 46, md: 58 },
  [`@media ${shortScreen}`]: { top: 94 },
  left: { xs: 12, md: 18 },
} as const

/** A word in the corner of the picture that offers something. */
export function StageNote({ title, text, closeLabel, onClose, children }: StageNoteProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        position: 'absolute',
        ...notePlace,
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
          {text}
        </Typography>
        <IconButton size="small" aria-label={closeLabel} onClick={onClose} sx={{ color: 'text.primary' }}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.75 }}>{children}</Box>
    </Box>
  )
}
