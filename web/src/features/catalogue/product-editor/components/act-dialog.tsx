import type { Failure } from '@e-events/shared/failures.ts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { once } from '../../../../components/once.ts'

interface ActDialogProps {
  title: string
  confirmLabel: string
  /** Something ends for good. */
  destructive?: boolean
  busy: boolean
  disabled?: boolean
  error: unknown
  failure: Failure
  wide?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** An act with consequences: what will happen, what is asked, and why it was refused, in one place. */
export function ActDialog(props: ActDialogProps) {
  const {
    title,
    confirmLabel,
    destructive = false,
    busy,
    disabled = false,
    error,
    failure,
    wide = false,
    onConfirm,
    onClose,
    children,
  } = props
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth={wide ? 'sm' : 'xs'} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, typography: 'body2', overflowWrap: 'anywhere' }}>
        {children}
        <FailureAlert error={error} failure={failure} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" disabled={busy} onClick={onClose}>
          {t(destructive ? 'action.keep' : 'action.cancel')}
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
