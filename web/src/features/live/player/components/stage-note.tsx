import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface StageNoteProps {
  title: string
  text: string
  closeLabel: string
  onClose: () => void
  /** Buttons for what it offers. */
  children: ReactNode
}

/** A word in the corner of the picture that offers something. */
export function StageNote({ title, text, closeLabel, onClose, children }: StageNoteProps) {
  return (
    <Box
      component="section"
      aria-label={title}
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
