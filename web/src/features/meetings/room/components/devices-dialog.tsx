import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { DeviceChoice } from '../lobby/components/device-choice.tsx'
import type { OwnMediaPorts } from '../lobby/use-own-media.ts'

interface DevicesDialogProps extends OwnMediaPorts {
  open: boolean
  onClose: () => void
}

export function DevicesDialog({ open, onClose, ...ports }: DevicesDialogProps) {
  const { t } = useTranslation('room')
  return (
    <Dialog open={open} onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth>
      <DialogTitle>{t('devices')}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <DeviceChoice {...ports} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
