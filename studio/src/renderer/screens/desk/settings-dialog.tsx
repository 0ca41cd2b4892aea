import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SettingsDialogProps {
  title: string
  /** The name as it is; the dialog keeps what is typed until it is saved. */
  name: string
  nameLabel: string
  nameHelp?: string
  removeLabel: string
  onRemove: () => void
  onSave: (name: string) => void
  onClose: () => void
  /** Below the name. */
  children: ReactNode
}

/** Settings of one thing on the desk: its name, what else it has, and the way to take it away. */
export function SettingsDialog({
  title,
  name,
  nameLabel,
  nameHelp,
  removeLabel,
  onRemove,
  onSave,
  onClose,
  children,
}: SettingsDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [label, setLabel] = useState(name)
  const isNamed = label.trim() !== ''
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.25 }}>
        <TextField
          required
          label={nameLabel}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          error={!isNamed}
          helperText={nameHelp}
          slotProps={{ htmlInput: { maxLength: limits.labelChars } }}
        />
        {children}
      </DialogContent>
      <DialogActions>
        <Button variant="text" color="error" onClick={onRemove}>
          {removeLabel}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button variant="text" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button variant="contained" color="inherit" disabled={!isNamed} onClick={() => onSave(label.trim())}>
          {t('shell.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
