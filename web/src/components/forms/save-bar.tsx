import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { once } from '../once.ts'

interface SaveBarProps {
  label: string
  /** How much there is to save, in words. */
  status: string
  isDirty: boolean
  isSaving: boolean
  /** Dirty, but not as it may be saved. */
  isInvalid?: boolean
  saveLabel: string
  discardLabel: string
  onDiscard: () => void
  /** Left out where the button submits the form around it. */
  onSave?: () => void
  children?: ReactNode
}

/** Stays at the foot of the window below a long form, so that Save is always in reach and never over a field. */
export function SaveBar({
  label,
  status,
  isDirty,
  isSaving,
  isInvalid = false,
  saveLabel,
  discardLabel,
  onDiscard,
  onSave,
  children,
}: SaveBarProps) {
  return (
    <Box
      role="region"
      aria-label={label}
      sx={{
        position: isDirty ? 'sticky' : 'static',
        bottom: 16,
        zIndex: 2,
        mt: 3,
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        p: 1,
        pl: 2,
        borderRadius: '14px',
        bgcolor: 'surface.raised',
        boxShadow: (theme) => (isDirty ? theme.vars.palette.shadow.menu : `0 0 0 1px ${theme.vars.palette.border.subtle}`),
      }}
    >
      {isDirty && <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'warning.light', flexShrink: 0 }} />}
      <Box
        role="status"
        sx={{ flex: { xs: '1 0 70%', sm: 1 }, fontSize: 14, fontWeight: 560, color: isDirty ? 'text.primary' : 'text.secondary' }}
      >
        {status}
      </Box>
      {children}
      {isDirty && (
        <Button variant="text" disabled={isSaving} onClick={onDiscard}>
          {discardLabel}
        </Button>
      )}
      <Button
        variant="contained"
        color="primary"
        disabled={!isDirty || isInvalid}
        loading={isSaving}
        // On a phone the loud one takes the width.
        sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 'max-content' }}
        {...(onSave ? { onClick: once(onSave) } : { type: 'submit' as const })}
      >
        {saveLabel}
      </Button>
    </Box>
  )
}
