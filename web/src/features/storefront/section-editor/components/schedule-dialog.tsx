import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'
import { useServices } from '../../../../lib/services.ts'

interface ScheduleDialogProps {
  /** The moment that is set already. */
  publishAt: string | null
  busy: boolean
  onSchedule: (publishAt: string) => void
  onClose: () => void
}

/** When what is in hand becomes the page. */
export function ScheduleDialog({ publishAt, busy, onSchedule, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const { clock } = useServices()
  const titleId = useId()
  const [value, setValue] = useState<string | null>(publishAt)
  const isPast = value !== null && Date.parse(value) <= clock.nowMs()
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('schedule.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('schedule.text')}
        </Typography>
        <DateTimeField
          label={t('schedule.when')}
          required
          value={value}
          onChange={setValue}
          error={isPast}
          helperText={isPast ? t('schedule.past') : t('schedule.zone')}
          min={new Date(clock.nowMs()).toISOString()}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="text" disabled={busy} onClick={onClose}>
          {tc('action.cancel')}
        </Button>
        <Button
          variant="contained"
          color="inherit"
          loading={busy}
          disabled={value === null || isPast}
          onClick={() => value && onSchedule(value)}
        >
          {t('schedule.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
