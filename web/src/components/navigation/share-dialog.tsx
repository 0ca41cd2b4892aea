import { clock } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withStart } from '../../lib/start-at.ts'
import { useSnacks } from '../feedback/use-snacks.ts'

interface ShareDialogProps {
  title: string
  /** The whole address. */
  url: string
  /** Place of the picture, which the address can name; null where there is none. */
  atSec?: number | null
  isDark?: boolean
  onClose: () => void
}

/** The address of a page, to copy or to hand to the share sheet of the device. */
export function ShareDialog({ title, url, atSec = null, isDark = false, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const snacks = useSnacks()
  const [hasTime, setHasTime] = useState(false)
  const address = withStart(url, hasTime ? atSec : null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      snacks.success(t('share.copied'), { key: 'share' })
      onClose()
    } catch {
      snacks.error(t('share.failed'), { key: 'share' })
    }
  }
  const hand = async () => {
    try {
      await navigator.share({ title, url: address })
      onClose()
    } catch (error) {
      // Closing the share sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      snacks.error(t('share.failed'), { key: 'share' })
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth {...(isDark ? { 'data-mode': 'dark' } : {})}>
      <DialogTitle>{t('share.title')}</DialogTitle>
      <DialogContent>
        <TextField
          label={t('share.address')}
          value={address}
          fullWidth
          size="small"
          sx={{ mt: 1 }}
          onFocus={(event) => event.target.select()}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        {atSec !== null && (
          <FormControlLabel
            sx={{ mt: 1 }}
            control={<Checkbox checked={hasTime} onChange={(_, checked) => setHasTime(checked)} />}
            label={t('share.from', { time: clock(atSec) })}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('share.close')}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button variant="soft" onClick={() => void hand()}>
            {t('share.more')}
          </Button>
        )}
        <Button variant="contained" color="primary" onClick={() => void copy()}>
          {t('share.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
