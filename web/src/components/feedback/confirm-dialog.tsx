import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { once } from '../once.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** Consequence of confirming. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Something is lost for good. */
  destructive?: boolean
  busy?: boolean
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before something that cannot simply be undone. While it is under way it can neither be closed nor confirmed
 * again.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    destructive = false,
    busy = false,
    disabled = false,
    onConfirm,
    onClose,
  } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open={open} onClose={busy ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</DialogContent>
      <DialogActions>
        <Button variant="text" disabled={busy} onClick={onClose}>
          {cancelLabel ?? t('action.cancel')}
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'primary' : 'inherit'}
          loading={busy}
          disabled={disabled}
          onClick={once(onConfirm)}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
