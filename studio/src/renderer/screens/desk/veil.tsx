import Box from '@mui/material/Box'
import Modal from '@mui/material/Modal'
import type { ReactNode } from 'react'

interface VeilProps {
  onClose(): void
  children: ReactNode
}

/** Takes the whole window; focus stays inside, Escape leaves. */
export function Veil({ onClose, children }: VeilProps) {
  return (
    <Modal
      open
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
      slotProps={{ backdrop: { sx: { bgcolor: 'onArt.shade', backdropFilter: 'blur(6px)' } } }}
    >
      <Box
        data-density="compact"
        sx={{
          position: 'absolute',
          inset: 0,
          overflow: 'auto',
          display: 'grid',
          placeItems: 'center',
          p: 2,
          color: 'text.primary',
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        {children}
      </Box>
    </Modal>
  )
}
